import Bytes

/// Reads a `.proto` text: proto2, proto3 and editions, as far as they say how messages travel. Options, reserved
/// numbers and ranges of extensions are stepped over.
struct ProtoParser {
    private let tokens: [ProtoToken]
    private var index = 0
    var file: ProtoFile
    private static let deepest = 64
    static let numbers: ClosedRange<UInt32> = 1...536_870_911

    private init(_ text: Bytes, file name: String) throws(ProtoError) {
        tokens = try ProtoScanner.tokens(text, file: name)
        file = ProtoFile(name: name)
    }

    static func parse(_ text: Bytes, file name: String) throws(ProtoError) -> ProtoFile {
        var parser = try ProtoParser(text, file: name)
        while parser.token.kind != .end { try parser.declaration() }
        return parser.file
    }

    // MARK: Words

    /// The last one is the end, and nobody steps behind it.
    var token: ProtoToken { tokens[index] }

    private func isAhead(_ mark: String, by count: Int = 0) -> Bool {
        index + count < tokens.count && tokens[index + count].kind == .mark && tokens[index + count].text == mark
    }

    mutating func advance() {
        if index + 1 < tokens.count { index += 1 }
    }

    func error(_ message: String, at place: ProtoPlace? = nil) -> ProtoError {
        ProtoError(file: file.name, place: place ?? token.place, message: message)
    }

    private func expected(_ what: String) -> ProtoError { error("expected \(what), found \(token.shown)") }

    mutating func takes(_ mark: String) -> Bool {
        guard isAhead(mark) else { return false }
        advance()
        return true
    }

    mutating func expect(_ mark: String, _ why: String) throws(ProtoError) {
        guard takes(mark) else { throw expected("'\(mark)' \(why)") }
    }

    mutating func name(_ what: String) throws(ProtoError) -> String {
        guard token.kind == .name else { throw expected(what) }
        defer { advance() }
        return token.text
    }

    private mutating func string(_ what: String) throws(ProtoError) -> String {
        guard token.kind == .string else { throw expected(what) }
        defer { advance() }
        return token.text
    }

    mutating func integer(_ what: String) throws(ProtoError) -> Int64 {
        let place = token.place
        let isNegative = takes("-")
        guard token.kind == .number else { throw expected(what) }
        let text = token.text.lowercased()
        let number =
            text.hasPrefix("0x")
            ? Int64(text.dropFirst(2), radix: 16)
            : text.count > 1 && text.hasPrefix("0") ? Int64(text, radix: 8) : Int64(text)
        guard let number else { throw error("expected \(what), found \(token.shown)", at: place) }
        advance()
        return isNegative ? -number : number
    }

    /// `.shop.Item`, relative to a scope unless it begins with a dot.
    mutating func reference(_ scope: String, _ what: String) throws(ProtoError) -> ProtoFile.Reference {
        let place = token.place
        var text = takes(".") ? "." : ""
        text += try name(what)
        while takes(".") { text += "." + (try name("the rest of the name")) }
        return ProtoFile.Reference(name: text, scope: scope, place: place)
    }

    /// Up to a mark, over whatever is in brackets.
    mutating func skip(to mark: String) throws(ProtoError) {
        let start = token.place
        var depth = 0
        while token.kind != .end {
            if depth == 0, takes(mark) { return }
            if token.kind == .mark, "{[(<".contains(token.text) { depth += 1 }
            if token.kind == .mark, "}])>".contains(token.text) { depth -= 1 }
            if depth < 0 { throw expected("'\(mark)'") }
            advance()
        }
        throw error("this has no end: '\(mark)' is missing", at: start)
    }

    func qualified(_ name: String, in scope: String) -> String { scope.isEmpty ? name : "\(scope).\(name)" }

    // MARK: Declarations

    private mutating func declaration() throws(ProtoError) {
        guard token.kind == .name else {
            if takes(";") { return }
            throw expected("a declaration, such as 'message'")
        }
        switch token.text {
        case "syntax", "edition":
            advance()
            try expect("=", "before the version")
            let place = token.place
            let version = try string("the version in quotes")
            guard ["proto2", "proto3", "2023", "2024"].contains(version) else {
                throw error("unknown version '\(version.prefix(40))' (known: proto2, proto3, 2023, 2024)", at: place)
            }
            try expect(";", "at the end")
        case "import":
            advance()
            if token.kind == .name, token.text == "public" || token.text == "weak" { advance() }
            let place = token.place
            let path = try string("the path in quotes")
            guard !path.isEmpty else { throw error("expected the name of a file to import", at: place) }
            file.imports.append(ProtoFile.Import(path: path, place: place))
            try expect(";", "at the end")
        case "package":
            advance()
            file.package = try reference("", "the package's name").name
            try expect(";", "at the end")
        case "option": try skip(to: ";")
        case "message": try message(in: file.package, depth: 0)
        case "enum": try enumeration(in: file.package)
        case "service": try service()
        case "extend": try extended(in: file.package, depth: 0)
        default: throw expected("a declaration, such as 'message'")
        }
    }

    private mutating func service() throws(ProtoError) {
        advance()
        let service = qualified(try name("the service's name"), in: file.package)
        try expect("{", "after the service's name")
        while !takes("}") {
            if takes(";") { continue }
            guard token.kind == .name else { throw expected("'rpc'") }
            if token.text == "option" {
                try skip(to: ";")
                continue
            }
            guard token.text == "rpc" else { throw expected("'rpc'") }
            advance()
            let method = try name("the method's name")
            let input = try side(service)
            guard token.text == "returns" else { throw expected("'returns'") }
            advance()
            let output = try side(service)
            file.methods.append(ProtoFile.Method(service: service, name: method, input: input, output: output))
            if takes("{") { try skip(to: "}") } else { try expect(";", "at the end") }
        }
    }

    /// `(stream shop.Item)`
    private mutating func side(_ scope: String) throws(ProtoError) -> ProtoFile.Reference {
        try expect("(", "before the message's type")
        // A package may be called so; then its dot follows at once.
        let isWord = tokens[min(index + 1, tokens.count - 1)].place.column > token.place.column + token.text.count
        if token.text == "stream", !isAhead(")", by: 1), !isAhead(".", by: 1) || isWord { advance() }
        let reference = try reference(scope, "the message's type")
        try expect(")", "after the message's type")
        return reference
    }

    private mutating func enumeration(in scope: String) throws(ProtoError) {
        let place = token.place
        advance()
        var declared = ProtoEnum(name: qualified(try name("the enum's name"), in: scope))
        try expect("{", "after the enum's name")
        while !takes("}") {
            if takes(";") { continue }
            guard token.kind == .name else { throw expected("a name with its number") }
            if token.text == "option" || token.text == "reserved", !isAhead("=", by: 1) {
                try skip(to: ";")
                continue
            }
            let name = try name("a name")
            try expect("=", "before the number of '\(name)'")
            let number = try integer("the number of '\(name)'")
            if takes("[") { try skip(to: "]") }
            try expect(";", "at the end")
            if declared.names[number] == nil { declared.names[number] = name }
        }
        file.enumerations.append((declared, place))
    }

    // MARK: Messages

    private mutating func message(in scope: String, depth: Int) throws(ProtoError) {
        let place = token.place
        advance()
        let full = qualified(try name("the message's name"), in: scope)
        file.messages.append((ProtoMessage(name: full), place))
        try body(of: full, depth: depth)
    }

    private mutating func body(of message: String, depth: Int) throws(ProtoError) {
        guard depth < Self.deepest else { throw error("the messages are nested too deeply") }
        try expect("{", "after the message's name")
        while !takes("}") {
            if takes(";") { continue }
            guard token.kind == .name || isAhead(".") else { throw expected("a field or '}'") }
            // A field may have a type of such a name: then its name and '=' follow.
            switch isAhead("=", by: 2) ? "" : token.text {
            case "message": try self.message(in: message, depth: depth + 1)
            case "enum": try enumeration(in: message)
            case "extend": try extended(in: message, depth: depth)
            case "option", "reserved", "extensions": try skip(to: ";")
            case "oneof":
                advance()
                let oneof = try name("the name of 'oneof'")
                try expect("{", "after the name of 'oneof'")
                while !takes("}") {
                    if takes(";") { continue }
                    if token.text == "option", !isAhead("=", by: 2) {
                        try skip(to: ";")
                    } else {
                        try field(.message(message), message, oneof: oneof, depth: depth)
                    }
                }
            case "map" where isAhead("<", by: 1): try map(in: message)
            default: try field(.message(message), message, depth: depth)
            }
        }
    }

    private mutating func extended(in scope: String, depth: Int) throws(ProtoError) {
        advance()
        let extended = try reference(scope, "the message that is extended")
        try expect("{", "after its name")
        while !takes("}") {
            if takes(";") { continue }
            try field(.extended(extended), scope, depth: depth)
        }
    }

    private mutating func field(
        _ home: ProtoFile.Field.Home, _ scope: String, oneof: String? = nil, depth: Int
    ) throws(ProtoError) {
        let place = token.place
        var isRepeated = false
        if ["optional", "required", "repeated"].contains(token.text), !isAhead("=", by: 2) {
            isRepeated = token.text == "repeated"
            advance()
        }
        if token.text == "group", !isAhead("=", by: 2) || !isAhead(";", by: 4) {
            return try group(home, scope, isRepeated, oneof, depth)
        }
        let type = try reference(scope, "a field's type")
        let (name, number) = try nameAndNumber()
        let kind =
            ProtoField.Kind.scalars[type.name].map { ProtoFile.Field.Kind.scalar($0) } ?? .named(type)
        try endOfField()
        file.fields.append(
            ProtoFile.Field(
                home: home, name: name, number: number, kind: kind, place: place, isRepeated: isRepeated, oneof: oneof))
    }

    private mutating func nameAndNumber() throws(ProtoError) -> (String, UInt32) {
        let name = try name("the field's name")
        try expect("=", "before the number of '\(name)'")
        let place = token.place
        let number = try integer("the number of '\(name)'")
        guard let number = UInt32(exactly: number), Self.numbers.contains(number) else {
            throw error("the number of '\(name)' is not from 1 to 536870911", at: place)
        }
        return (name, number)
    }

    private mutating func endOfField() throws(ProtoError) {
        if takes("[") { try skip(to: "]") }
        try expect(";", "at the end of the field")
    }

    /// `repeated group Result = 1 { … }` of proto2: a message and a field at once.
    private mutating func group(
        _ home: ProtoFile.Field.Home, _ scope: String, _ isRepeated: Bool, _ oneof: String?, _ depth: Int
    ) throws(ProtoError) {
        advance()
        let place = token.place
        let (name, number) = try nameAndNumber()
        if takes("[") { try skip(to: "]") }
        let full = qualified(name, in: scope)
        file.messages.append((ProtoMessage(name: full), place))
        file.fields.append(
            ProtoFile.Field(
                home: home, name: name.lowercased(), number: number, kind: .group(full), place: place,
                isRepeated: isRepeated, oneof: oneof))
        try body(of: full, depth: depth + 1)
    }

    /// `map<string, Item> items = 3;`: repeated pairs.
    private mutating func map(in message: String) throws(ProtoError) {
        let place = token.place
        advance()
        advance()
        let keyPlace = token.place
        let keyName = try name("the type of the map's keys")
        guard let key = ProtoField.Kind.scalars[keyName], key != .double, key != .float, key != .bytes else {
            throw error("keys of a map are numbers, bool or string, not '\(keyName.prefix(40))'", at: keyPlace)
        }
        try expect(",", "after the type of the map's keys")
        let type = try reference(message, "the type of the map's values")
        try expect(">", "after the type of the map's values")
        let (name, number) = try nameAndNumber()
        try endOfField()
        let entry = qualified("\(name)#entry", in: message)
        var pair = ProtoMessage(name: entry)
        pair.isMapEntry = true
        file.messages.append((pair, place))
        let value = ProtoField.Kind.scalars[type.name].map { ProtoFile.Field.Kind.scalar($0) } ?? .named(type)
        file.fields.append(
            ProtoFile.Field(home: .message(entry), name: "key", number: 1, kind: .scalar(key), place: place))
        file.fields.append(
            ProtoFile.Field(home: .message(entry), name: "value", number: 2, kind: value, place: place))
        file.fields.append(
            ProtoFile.Field(
                home: .message(message), name: name, number: number,
                kind: .named(ProtoFile.Reference(name: "." + entry, scope: "", place: place)), place: place,
                isRepeated: true, isMap: true))
    }
}

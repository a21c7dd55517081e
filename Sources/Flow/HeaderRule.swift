public import Bytes
import HTTPModel
import Registry

/// A user's rule for one header: set, add or remove it. The rules of one message are applied in the order given.
public struct HeaderRule: Sendable, Hashable {
    /// What happens to the header.
    public enum Action: Sendable, Hashable {
        /// One line of this name remains, with this value: the first is replaced, the others removed; added when there
        /// is none.
        case set(value: Bytes)
        /// A line is added after the others.
        case add(value: Bytes)
        /// All lines of this name are removed.
        case remove
        /// Lines of this name with exactly this value are removed.
        case removeLine(value: Bytes)
        /// A line of this name with exactly this value gets another value; other lines stay.
        case replaceLine(value: Bytes, with: Bytes)
    }

    /// The options for rules, as they are written.
    public enum Flag: String, Sendable, CaseIterable {
        case setRequest = "--set-request-header"
        case addRequest = "--add-request-header"
        case removeRequest = "--remove-request-header"
        case setResponse = "--set-response-header"
        case addResponse = "--add-response-header"
        case removeResponse = "--remove-response-header"

        /// Whether it is for requests.
        var isRequest: Bool {
            switch self {
            case .setRequest, .addRequest, .removeRequest: true
            case .setResponse, .addResponse, .removeResponse: false
            }
        }

        /// What it does with a value; nil for one that takes none.
        func action(_ value: Bytes) -> Action? {
            switch self {
            case .setRequest, .setResponse: .set(value: value)
            case .addRequest, .addResponse: .add(value: value)
            case .removeRequest, .removeResponse: nil
            }
        }
    }

    /// In one object, as rules are handed on with each message.
    private final class Parts: Sendable {
        let action: Action
        let name: Bytes
        let source: String
        let isRaw: Bool
        let nameNumber: UInt64
        let (isOfHost, writesLine, isUnconditional): (Bool, Bool, Bool)
        let line: Bytes
        let reason: Change.Reason
        let addition: Change

        init(_ action: Action, _ name: Bytes, source: String, isRaw: Bool) {
            self.action = action
            self.name = name
            self.source = source
            self.isRaw = isRaw
            nameNumber = name.caselessNumber
            isOfHost = name.equalsIgnoringCase("host")
            writesLine = action.isOfNew
            isUnconditional = action.isOfNew || action == .remove
            line = action.written.map { HeadDraft.line(name, $0) } ?? Bytes()
            reason = isRaw ? .raw(source) : .rule(source)
            addition = Change(.add(line), reason)
        }

        init(_ parts: Parts, source: String) {
            (action, name, isRaw) = (parts.action, parts.name, parts.isRaw)
            (nameNumber, line) = (parts.nameNumber, parts.line)
            (isOfHost, writesLine, isUnconditional) = (parts.isOfHost, parts.writesLine, parts.isUnconditional)
            self.source = source
            reason = isRaw ? .raw(source) : .rule(source)
            addition = Change(.add(line), reason)
        }
    }

    private let parts: Parts

    /// What happens to the header.
    public var action: Action { parts.action }
    /// The field's name, as the user wrote it.
    public var name: Bytes { parts.name }
    /// The rule as the user wrote it, for the record: `--set-request-header 'Accept: text/html'`.
    public var source: String { parts.source }
    /// Whoever wrote it means it, malformed or not.
    package var isRaw: Bool { parts.isRaw }
    /// By which lines of other names are passed over.
    package var nameNumber: UInt64 { parts.nameNumber }
    /// It is about Host, which HTTP/2 has in `:authority`.
    var isOfHost: Bool { parts.isOfHost }
    /// It writes a line where there is none of this name.
    package var writesLine: Bool { parts.writesLine }
    /// It is a wish whatever lines there are.
    package var isUnconditional: Bool { parts.isUnconditional }
    /// The line that it writes; empty when it takes lines away.
    var line: Bytes { parts.line }
    /// Why a line is another one.
    var reason: Change.Reason { parts.reason }
    /// That line as one that was not there before: the same object for all messages.
    var addition: Change { parts.addition }

    /// The same with the number of its name, where it writes a line and there is none of its name.
    func newLine(beside names: borrowing NameMask) -> (line: Change, number: UInt64)? {
        guard parts.writesLine, !parts.isOfHost, !names.mayHave(parts.nameNumber) else { return nil }
        return (parts.addition, parts.nameNumber)
    }

    private init(_ parts: Parts) {
        self.parts = parts
    }

    /// A rule that was checked where it was read.
    package init(_ action: Action, _ name: Bytes, source: String, isRaw: Bool = false) {
        parts = Parts(action, name, source: source, isRaw: isRaw)
    }

    /// The same wish, told in other words.
    package func told(as source: String) -> HeaderRule {
        source == parts.source ? self : HeaderRule(Parts(parts, source: source))
    }

    /// Whether both are the same rule in the same words.
    public static func == (left: HeaderRule, right: HeaderRule) -> Bool {
        left.parts === right.parts
            || (left.action == right.action && left.name == right.name && left.source == right.source
                && left.isRaw == right.isRaw)
    }

    /// Hashes action and field name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(action)
        hasher.combine(name)
    }

    /// Why a rule cannot be used, and at which byte of its text.
    public struct Invalid: Error, Hashable {
        /// A clause for a person.
        public let text: String
        /// In bytes, from the start of the rule's text.
        public let offset: Int
    }

    /// Reads `Name: value` (set, add) or `Name` (remove).
    ///
    /// - Parameter flag: the option it came with.
    /// - Throws: `Invalid` with the position, for a name that is no token (RFC 9110 §5.1), a value with control
    ///   characters (§5.5), or a field that Hark has to keep in its own hands.
    public static func parse(_ text: String, flag: Flag) throws(Invalid) -> HeaderRule {
        try parse(text, flag: flag, isRaw: false)
    }

    /// The same of a rule that may mean it: what is `isRaw` is asked for its name alone.
    package static func parse(_ text: String, flag: Flag, isRaw: Bool) throws(Invalid) -> HeaderRule {
        let bytes = Bytes(text)
        let source = "\(flag.rawValue) '\(text)'"
        let wantsValue = flag.action(Bytes()) != nil
        let colon = bytes.firstIndex(of: ASCII.colon)
        let name = bytes.slice(0..<(wantsValue ? (colon ?? bytes.count) : bytes.count))

        if isRaw { return try raw(bytes, name, flag, source) }
        if let bad = name.firstIndex(where: { !OctetClass.token.contains($0) }) {
            throw Invalid(text: "a header name cannot contain \(describe(name[bad]))", offset: bad)
        }
        guard !name.isEmpty else { throw Invalid(text: "the header name is empty", offset: 0) }
        if isProtected(name) {
            throw Invalid(text: "\(name.text) says where a message or connection ends; Hark sets it itself", offset: 0)
        }
        if flag == .addRequest || flag == .removeRequest, name.equalsIgnoringCase("host") {
            // RFC 9112 §3.2: a request has exactly one.
            throw Invalid(text: "a request has exactly one Host; change it with --set-request-header", offset: 0)
        }
        guard wantsValue else { return HeaderRule(.remove, name, source: source) }
        guard let colon else {
            throw Invalid(text: "missing colon; write 'Name: value'", offset: bytes.count)
        }
        var start = colon + 1
        while start < bytes.count, ASCII.isWhitespace(bytes[start]) { start += 1 }
        let value = bytes.slice(start..<bytes.count).trimmed
        if let bad = value.firstIndex(where: { !ASCII.isFieldText($0) }) {
            throw Invalid(text: "a header value cannot contain \(describe(value[bad]))", offset: start + bad)
        }
        if flag.isRequest, name.equalsIgnoringCase("host"),
            let bad = value.firstIndex(where: { !isHostByte($0) })
        {
            // RFC 9112 §3.2: a server must answer 400 to a Host that is none.
            throw Invalid(text: "a Host cannot contain \(describe(value[bad]))", offset: start + bad)
        }
        return HeaderRule(flag.action(value) ?? .remove, name, source: source)
    }

    /// What is written stands, but for one space behind the colon.
    private static func raw(
        _ bytes: Bytes, _ name: Bytes, _ flag: Flag, _ source: String
    ) throws(Invalid) -> HeaderRule {
        guard !name.isEmpty else { throw Invalid(text: "the header name is empty", offset: 0) }
        guard name.count < bytes.count else {
            guard flag.action(Bytes()) == nil else {
                throw Invalid(text: "missing colon; write 'Name: value'", offset: bytes.count)
            }
            return HeaderRule(.remove, name, source: source, isRaw: true)
        }
        let start = name.count + 1
        let hasSpace = start < bytes.count && bytes[start] == ASCII.space
        let value = bytes.slice(start + (hasSpace ? 1 : 0)..<bytes.count)
        return HeaderRule(flag.action(value) ?? .remove, name, source: source, isRaw: true)
    }

    /// HTTP/2 has a form for what it writes: no connection's fields, no control characters, names that are tokens
    /// (RFC 9113 §8.2.1, §8.2.2).
    package var hasFormInFrames: Bool {
        guard isRaw, let value = action.written else { return true }
        return OctetClass.token.containsAll(name) && value.allSatisfy(ASCII.isFieldText)
            && !HeadDraft.isOfConnection(name)
    }

    /// Fields that decide framing or belong to one connection: a rule on them would make two readers disagree.
    package static func isProtected(_ name: Bytes) -> Bool {
        Vocabulary.fields[name].map { $0.has(.framing) || $0.has(.hopByHop) } == true
    }

    /// What can stand in `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2).
    package static func isHostByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
    }

    private static func describe(_ byte: UInt8) -> String {
        switch byte {
        case ASCII.space: "a space"
        case ASCII.exclamation...ASCII.tilde: "'\(Character(UnicodeScalar(byte)))'"
        default: "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

extension HeaderRule.Action {
    /// The value that it writes; nil when it takes lines away.
    fileprivate var written: Bytes? {
        switch self {
        case .set(let value), .add(let value), .replaceLine(_, with: let value): value
        case .remove, .removeLine: nil
        }
    }

    /// It writes a line where there is none of its name.
    fileprivate var isOfNew: Bool {
        switch self {
        case .set, .add: true
        case .remove, .removeLine, .replaceLine: false
        }
    }
}

extension [HeaderRule] {
    /// Those that HTTP/2 has a form for, where the message `goesInFrames`.
    func fitting(goesInFrames: Bool) -> [HeaderRule] {
        guard goesInFrames, contains(where: \.isRaw) else { return self }
        return filter(\.hasFormInFrames)
    }
}

/// The user's rules for both messages.
public struct HeaderRules: Sendable, Hashable {
    /// In the order in which they are applied.
    public var request: [HeaderRule]
    /// The same for responses.
    public var response: [HeaderRule]

    /// The rules of both messages.
    public init(request: [HeaderRule] = [], response: [HeaderRule] = []) {
        self.request = request
        self.response = response
    }
}

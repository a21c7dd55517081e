package import Bytes
import JSON

/// Finds what is wrong with a HAR: against HAR 1.2 (w3c.github.io/web-performance/specs/HAR/Overview.html), and against
/// what readers are known to stumble over. A function of the bytes; only one entry is taken apart at a time.
package struct HARChecker {
    /// More findings than these are counted and not told one by one.
    package static let limit = 1_000

    /// In the order of the file.
    package private(set) var findings: [HARFinding] = []
    /// How many there were beyond the limit.
    package private(set) var untold = 0
    package private(set) var entries = 0

    private let file: Bytes
    private var pages: Set<Bytes> = []
    private var pageReferences: [(offset: Int, page: Bytes, path: String)] = []
    private var lastStart: Int64?
    private var hasToldOrder = false

    package init(_ file: Bytes) {
        self.file = file
        let isUTF8 = file.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            walk(bytes)
            return String(validating: bytes, as: UTF8.self) != nil
        }
        if !isUTF8 { add(0, "", "The file is not UTF-8 everywhere.", HARReaders.strictJSON) }
        number()
    }

    private mutating func walk(_ bytes: UnsafeBufferPointer<UInt8>) {
        var parser = JSONParser(bytes)
        if InputKind.hasByteOrderMark(bytes) {
            parser.position = 3
            add(0, "", "The file begins with a byte order mark.", HARReaders.byteOrderMark)
        }
        do throws(JSONError) {
            try object(&parser, "", isRoot: true)
            parser.skipWhitespace()
            if let offset = parser.next.map({ _ in parser.position }) {
                add(offset, "", "\(bytes.count - offset) bytes stand behind the end.", HARReaders.strictJSON)
            }
        } catch {
            add(error.offset, "", "\(error.text) What stands behind was not checked.", HARReaders.strictJSON)
        }
        for reference in pageReferences where !pages.contains(reference.page) {
            add(reference.offset, reference.path, "There is no page \"\(reference.page.text)\".", nil)
        }
    }

    /// The root, or `log`: their members one by one, so that the list of entries is never in memory as a whole.
    private mutating func object(_ parser: inout JSONParser, _ path: String, isRoot: Bool) throws(JSONError) {
        parser.skipWhitespace()
        let start = parser.position
        guard parser.next == UInt8(ascii: "{") else { throw JSONError(code: .expectedValue, offset: start) }
        parser.position += 1
        var names: Set<Bytes> = []
        while true {
            parser.skipWhitespace()
            if parser.next == UInt8(ascii: "}") { break }
            let offset = parser.position
            let key = try parser.key().bytes(in: file)
            parser.skipWhitespace()
            if !names.insert(key).inserted {
                add(offset, path, "\"\(key.text)\" is there more than once.", HARReaders.lastOne)
            }
            if isRoot, key.isExactly("log"), parser.next == UInt8(ascii: "{") {
                try object(&parser, "log", isRoot: false)
            } else if !isRoot, key.isExactly("entries"), parser.next == UInt8(ascii: "[") {
                try entryList(&parser)
            } else {
                member(key, try parser.tree(), isRoot: isRoot)
            }
            guard try parser.goesOn(until: UInt8(ascii: "}")) else { break }
        }
        parser.position += 1
        let required: [StaticString] = isRoot ? ["log"] : ["version", "creator", "entries"]
        for name in required where !names.contains(where: { $0.isExactly(name) }) {
            add(start, path, "\"\(name)\" is missing.", HARReaders.schema)
        }
    }

    private mutating func member(_ key: Bytes, _ node: JSONNode, isRoot: Bool) {
        let path = isRoot ? key.text : "log.\(key.text)"
        guard !isRoot else {
            if key.isExactly("log") { add(node.offset, path, "It is \(node.kind), not an object.", HARReaders.schema) }
            return
        }
        switch key.text {
        case "version":
            let version = node.string(in: file)
            if version == nil { add(node.offset, path, "It is \(node.kind), not a string.", HARReaders.schema) }
            if let version, !["1.1", "1.2"].contains(version.text) {
                add(node.offset, path, "The version is \"\(version.text)\"; there are 1.1 and 1.2.", nil)
            }
        case "creator", "browser": check(node, HARShape.creator, path)
        case "pages":
            check(node, HARShape.pages, path)
            for page in node.elements ?? [] {
                if let id = page.member("id", in: file)?.string(in: file) { pages.insert(id) }
            }
        case "entries": add(node.offset, path, "It is \(node.kind), not an array.", HARReaders.schema)
        case "comment": break
        default: foreign(key, node.offset, "log")
        }
    }

    private mutating func entryList(_ parser: inout JSONParser) throws(JSONError) {
        parser.position += 1
        while true {
            parser.skipWhitespace()
            if parser.next == UInt8(ascii: "]") { break }
            entry(try parser.tree())
            entries += 1
            guard try parser.goesOn(until: UInt8(ascii: "]")) else { break }
        }
        parser.position += 1
    }

    private mutating func entry(_ node: JSONNode) {
        let path = "log.entries[\(entries)]"
        check(node, HARShape.entry, path)
        for finding in HAREntryCheck(file, path).findings(node) {
            add(finding.offset, finding.path, finding.problem, finding.reader)
        }
        if let page = node.member("pageref", in: file), let name = page.string(in: file), pageReferences.count < 100_000
        {
            pageReferences.append((page.offset, name, path + ".pageref"))
        }
        guard let date = node.member("startedDateTime", in: file), let text = date.string(in: file),
            let start = RecordedTime.parse(text)
        else { return }
        // HAR 1.2: "preferred way is … starting from the oldest".
        if let last = lastStart, start < last, !hasToldOrder {
            hasToldOrder = true
            add(
                date.offset, path + ".startedDateTime",
                "It began before the entry in front of it; the oldest should stand first. (Said once.)", nil)
        }
        lastStart = start
    }

    // MARK: Shapes

    private mutating func check(_ node: JSONNode, _ shape: HARShape, _ path: String) {
        switch (shape, node.value) {
        case (.list(let element), .array(let elements)):
            for (place, node) in elements.enumerated() { check(node, element, "\(path)[\(place)]") }
        case (.object(let members), .object(let found)):
            check(found, members, node.offset, path)
        case (.string, .string), (.boolean, .boolean): break
        case (.number, .number(let range)):
            let digits = file.slice(range)
            if digits.count > 1, digits[0] == ASCII.zero, ASCII.isDigit(digits[1]) {
                add(node.offset, path, "\(digits.text) has zeros in front.", HARReaders.strictJSON)
            }
        case (_, .tooDeep): add(node.offset, path, "It is nested too deeply.", nil)
        case (.number, .null) where file[node.offset] != UInt8(ascii: "n"):
            add(node.offset, path, "There is no such number in JSON.", HARReaders.strictJSON)
        default:
            // JavaScript makes 0 of null, and of a text only the number that it spells.
            let isNumeric = node.isNull || node.string(in: file).flatMap { Double($0.text) } != nil
            let reader = shape.isNumber && !isNumeric ? HARReaders.chrome : HARReaders.schema
            add(node.offset, path, "It is \(node.kind) and should be \(shape.name).", reader)
        }
    }

    private mutating func check(
        _ found: [JSONNode.Member], _ members: [HARShape.Member], _ offset: Int, _ path: String
    ) {
        var names: Set<Bytes> = []
        for member in found {
            let key = member.key.bytes(in: file)
            if !names.insert(key).inserted {
                add(member.value.offset, path, "\"\(key.text)\" is there more than once.", HARReaders.lastOne)
            }
            if let shape = members.first(where: { key.isExactly($0.name) }) {
                check(member.value, shape.shape, "\(path).\(shape.name)")
            } else {
                foreign(key, member.value.offset, path)
            }
        }
        for member in members where member.isRequired && !names.contains(where: { $0.isExactly(member.name) }) {
            add(
                offset, path, "\"\(member.name)\" is missing.",
                member.shape.isNumber ? HARReaders.chrome : HARReaders.schema)
        }
    }

    /// HAR 1.2, Custom Fields: names of others' begin with an underscore.
    private mutating func foreign(_ key: Bytes, _ offset: Int, _ path: String) {
        guard key.first != UInt8(ascii: "_"), !key.isExactly("comment") else { return }
        add(offset, path, "\"\(key.text)\" is no name of HAR 1.2; names of one's own begin with an underscore.", nil)
    }

    // MARK: Findings

    private mutating func add(_ offset: Int, _ path: String, _ problem: String, _ reader: String?) {
        guard findings.count < Self.limit else {
            untold += 1
            return
        }
        findings.append(HARFinding(path: path, offset: offset, problem: problem, reader: reader))
    }

    /// Puts them in order, and counts lines once.
    private mutating func number() {
        let sorted = findings.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        findings = sorted.map(\.element)
        let file = file
        file.withUnsafeBytes { bytes in
            var line = 1
            var position = 0
            for place in findings.indices {
                let end = min(findings[place].offset, bytes.count)
                while position < end {
                    if bytes[position] == ASCII.lineFeed { line += 1 }
                    position += 1
                }
                findings[place].line = line
            }
        }
    }
}

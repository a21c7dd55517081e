import Bytes

/// Finds what is wrong with a HAR: against HAR 1.2 (w3c.github.io/web-performance/specs/HAR/Overview.html), and against
/// what readers are known to stumble over. A function of the bytes; one entry of them is in memory at
/// a time.
package struct HARChecker {
    /// More findings than these are counted and not told one by one.
    package static let limit = 1_000

    /// In the order of the file.
    package private(set) var findings: [HARFinding] = []
    /// How many there were beyond the limit.
    package private(set) var untold = 0
    package private(set) var entries = 0

    /// What ranges in the nodes at hand are of, and where it stands in the file.
    private var file = Bytes()
    private var base = 0
    private var pages: Set<Bytes> = []
    private var pageReferences: [(offset: Int, page: Bytes, path: String)] = []
    private var lastStart: Int64?
    private var hasToldOrder = false

    package init(_ file: any RecordedBytes) {
        self.init(file, step: RecordingWindow.step)
    }

    /// The HAR in a file, also where it is packed: that is found wrong then, and places are those of its text.
    ///
    /// - Parameter fail: makes an error of why it cannot be unpacked, a sentence.
    package init<Failure: Error>(
        recording file: any RecordedBytes, _ fail: (String) -> Failure
    ) throws(Failure) {
        var text = file
        var wrapping: String?
        do throws(PackedRecording.Failure) {
            if let found = try PackedRecording.unwrapped(file) {
                (text, wrapping) = (found.bytes, found.wrapping.rawValue)
            } else if file.count <= PackedRecording.sizeLimit, file.read(0..<min(2, file.count)) == "PK",
                let har = PackedHAR.har(file.read(0..<file.count))
            {
                (text, wrapping) = (har, "ZIP")
            }
        } catch {
            throw fail(error.text)
        }
        self.init(text, step: RecordingWindow.step, wrapping: wrapping)
    }

    /// - Parameters:
    ///   - step: so much is read at once.
    ///   - wrapping: what was around the file.
    init(_ file: any RecordedBytes, step: Int, wrapping: String? = nil) {
        if let wrapping {
            let problem = """
                The file is \(wrapping). HAR is JSON in UTF-8; the positions below are those in the decoded text.
                """
            add(0, "", problem, HARReaders.packed)
        }
        var window = RecordingWindow(file, step: step)
        let end = walk(&window)
        base = 0
        grammar(&window, to: end)
        number(file)
    }

    /// What the reader of entries forgives, and others do not.
    private mutating func grammar(_ window: inout RecordingWindow, to end: Int) {
        var encoding = TextCheck(allowsNull: true)
        var check = JSONGrammarCheck()
        let known = Set(findings.map(\.offset))
        var found: [(Int, JSONGrammarCheck.Fault)] = []
        var more = 0
        func tell(_ place: Int, _ fault: JSONGrammarCheck.Fault) {
            guard !known.contains(place) else { return }
            if found.count < Self.limit { found.append((place, fault)) } else { more += 1 }
        }
        var position = window.startsWithByteOrderMark() ? -3 : 0
        window.forEachPiece(to: window.size) { piece in
            piece.withUnsafeBytes { encoding.add($0) }
            // The mark is told by itself, and behind a place that is no JSON nothing is.
            let text = piece.slice(
                max(0, min(piece.count, -position))..<min(piece.count, max(0, end - max(0, position))))
            if position < 0 { check.skip(min(3, piece.count)) }
            check.add(text, tell)
            position = max(0, position) + piece.count
        }
        check.end(tell)
        for (place, fault) in found { add(place, "", fault.text, HARReaders.strictJSON) }
        untold += more
        if !encoding.isText { add(0, "", "The file contains bytes that are not UTF-8.", HARReaders.strictJSON) }
    }

    /// - Returns: where reading ended, at the end or at what is no JSON.
    private mutating func walk(_ window: inout RecordingWindow) -> Int {
        var end = window.size
        if window.startsWithByteOrderMark() {
            window.position = 3
            add(0, "", "The file begins with a byte order mark.", HARReaders.byteOrderMark)
        }
        do throws(JSONError) {
            try object(&window, "", isRoot: true)
            window.skipWhitespace()
            base = 0
            if window.next != nil {
                let offset = window.position
                add(offset, "", "\(window.size - offset) bytes follow the end of the document.", HARReaders.strictJSON)
            }
        } catch {
            base = 0
            end = error.offset
            add(error.offset, "", "\(error.text) The rest of the file was not checked.", HARReaders.strictJSON)
        }
        for reference in pageReferences where !pages.contains(reference.page) {
            add(reference.offset, reference.path, "There is no page \"\(reference.page.text)\".", nil)
        }
        return end
    }

    private mutating func tree(_ window: inout RecordingWindow) throws(JSONError) -> JSONNode {
        let node = try window.parse { parser throws(JSONError) in try parser.tree() }
        file = window.bytes
        base = window.start
        return node
    }

    /// The root, or `log`: their members one by one, so that the list of entries is never in memory as a whole.
    private mutating func object(
        _ window: inout RecordingWindow, _ path: String, isRoot: Bool
    ) throws(JSONError) {
        window.skipWhitespace()
        let start = window.position
        guard window.next == UInt8(ascii: "{") else {
            // JSON of another kind is no fault of the JSON.
            guard isRoot, window.next != nil, let node = try? tree(&window) else {
                throw JSONError(code: .expectedValue, offset: start)
            }
            add(node.offset, path, "It is \(node.kind); an object with \"log\" was expected.", HARReaders.schema)
            return
        }
        window.position += 1
        var names: Set<Bytes> = []
        while true {
            window.skipWhitespace()
            if window.next == UInt8(ascii: "}") { break }
            let offset = window.position
            let name = try window.parse { parser throws(JSONError) in try parser.key() }
            let key = Bytes(Array(name.bytes(in: window.bytes)))
            window.skipWhitespace()
            if !names.insert(key).inserted {
                base = 0
                add(offset, path, "\"\(key.text)\" appears more than once.", HARReaders.lastOne)
            }
            if isRoot, key.isExactly("log"), window.next == UInt8(ascii: "{") {
                try object(&window, "log", isRoot: false)
            } else if !isRoot, key.isExactly("entries"), window.next == UInt8(ascii: "[") {
                try entryList(&window)
            } else {
                member(key, try tree(&window), isRoot: isRoot)
            }
            let goesOn = try window.parse { parser throws(JSONError) in try parser.goesOn(until: UInt8(ascii: "}")) }
            guard goesOn else { break }
        }
        window.position += 1
        base = 0
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
                add(node.offset, path, "The version is \"\(version.text)\" (expected 1.1 or 1.2).", nil)
            }
        case "creator", "browser": check(node, HARShape.creator, path)
        case "pages":
            check(node, HARShape.pages, path)
            for (place, page) in (node.elements ?? []).enumerated() {
                if let date = page.member("startedDateTime", in: file), let text = date.string(in: file),
                    let problem = HAREntryCheck.problem(withDate: text)
                {
                    add(date.offset, "\(path)[\(place)].startedDateTime", problem.text, problem.reader)
                }
                guard let node = page.member("id", in: file), let id = node.string(in: file) else { continue }
                if !pages.insert(Bytes(Array(id))).inserted {
                    let name = Bytes(Array(id.prefix(100))).text
                    add(node.offset, "\(path)[\(place)].id", "Two pages have the id \"\(name)\".", HARReaders.lastOne)
                }
            }
        case "entries": add(node.offset, path, "It is \(node.kind), not an array.", HARReaders.schema)
        case "comment": break
        default: foreign(key, node.offset, "log")
        }
    }

    private mutating func entryList(_ window: inout RecordingWindow) throws(JSONError) {
        window.position += 1
        while true {
            window.skipWhitespace()
            if window.next == UInt8(ascii: "]") { break }
            entry(try tree(&window))
            entries += 1
            let goesOn = try window.parse { parser throws(JSONError) in try parser.goesOn(until: UInt8(ascii: "]")) }
            guard goesOn else { break }
        }
        window.position += 1
    }

    private mutating func entry(_ node: JSONNode) {
        let path = "log.entries[\(entries)]"
        check(node, HARShape.entry, path)
        for finding in HAREntryCheck(file, path).findings(node) {
            add(finding.offset, finding.path, finding.problem, finding.reader)
        }
        if let page = node.member("pageref", in: file), let name = page.string(in: file), pageReferences.count < 100_000
        {
            pageReferences.append((base + page.offset, Bytes(Array(name)), path + ".pageref"))
        }
        guard let date = node.member("startedDateTime", in: file), let text = date.string(in: file),
            let start = RecordedTime.parse(text)
        else { return }
        // HAR 1.2: "preferred way is … starting from the oldest".
        if let last = lastStart, start < last, !hasToldOrder {
            hasToldOrder = true
            add(
                date.offset, path + ".startedDateTime",
                "It began before the entry that precedes it; entries should be sorted by time. (Reported once.)", nil)
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
                add(node.offset, path, "\(digits.text) has leading zeros.", HARReaders.strictJSON)
            }
        case (_, .tooDeep): add(node.offset, path, "It is nested too deeply.", nil)
        case (.number, .null) where file[node.offset] != UInt8(ascii: "n"):
            add(node.offset, path, "It is not a valid JSON number.", HARReaders.strictJSON)
        default:
            // JavaScript makes 0 of null, and of a text only the number that it spells.
            let isNumeric = node.isNull || node.string(in: file).flatMap { Double($0.text) } != nil
            let reader = shape.isNumber && !isNumeric ? HARReaders.chrome : HARReaders.schema
            add(node.offset, path, "It is \(node.kind) (expected \(shape.name)).", reader)
        }
    }

    private mutating func check(
        _ found: [JSONNode.Member], _ members: [HARShape.Member], _ offset: Int, _ path: String
    ) {
        var names: Set<Bytes> = []
        for member in found {
            let key = member.key.bytes(in: file)
            if !names.insert(key).inserted {
                add(member.value.offset, path, "\"\(key.text)\" appears more than once.", HARReaders.lastOne)
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
        add(
            offset, path,
            "\"\(key.text)\" is not a member of HAR 1.2; the names of your own members must begin with an underscore.",
            nil)
    }

    // MARK: Findings

    private mutating func add(_ offset: Int, _ path: String, _ problem: String, _ reader: String?) {
        guard findings.count < Self.limit else {
            untold += 1
            return
        }
        findings.append(HARFinding(path: path, offset: base + offset, problem: problem, reader: reader))
    }

    /// Puts them in order, and counts lines once.
    private mutating func number(_ file: any RecordedBytes) {
        let sorted = findings.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        findings = sorted.map(\.element)
        for (place, line) in file.lines(of: findings.map(\.offset)).enumerated() { findings[place].line = line }
    }
}

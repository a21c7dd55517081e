import Bytes
import Explain
import Registry

/// A line of what was copied from developer tools, as far as it is one of the list above the fields.
struct DevToolsLine {
    /// What a value of that list is.
    enum Label: CaseIterable {
        case url, method, status, address, referrerPolicy, version, source

        /// Chrome's and Firefox's names have a space, which no field's name has; the others stand under a heading.
        var names: [StaticString] {
            switch self {
            case .url: ["request url", "url"]
            case .method: ["request method", "method"]
            case .status: ["status code", "status"]
            case .address: ["remote address", "address"]
            case .referrerPolicy: ["referrer policy"]
            case .version: ["version"]
            case .source: ["source"]
            }
        }
    }

    let label: Label?
    /// What follows the label; nil when it stands in the next line.
    let value: Bytes?
    /// The label has two words.
    let isPlain: Bool
    /// The label is all of the line, without a colon.
    let isBare: Bool

    init(_ line: Bytes) {
        for label in Label.allCases {
            for name in label.names where line.hasPrefix(ignoringCase: name) {
                let rest = line.slice(name.utf8CodeUnitCount..<line.count)
                // `Request URL`, `Request URL:`, `Request URL: …`, and a tab in place of the colon.
                guard rest.isEmpty || rest[0] == ASCII.colon || rest[0] == ASCII.tab else { continue }
                let value = rest.isEmpty ? rest : rest.slice(1..<rest.count).trimmed
                self.label = label
                self.value = value.isEmpty ? nil : value
                isPlain = name.description.contains(" ")
                isBare = rest.isEmpty
                return
            }
        }
        (label, value, isPlain, isBare) = (nil, nil, false, false)
    }
}

/// Reads such a copy line by line. Used once.
struct DevToolsReader {
    private enum Section {
        /// The list at the top, and the fields of both messages where no heading parts them.
        case general
        /// The same in Safari, where names have one word.
        case summary
        case response, request, payload
        /// The content of the response, which only Postman shows.
        case content
        /// What is in the URL or the content, too, taken apart.
        case derived
    }

    private var exchanges: [DevToolsExchange] = []
    private var current: DevToolsExchange?
    private var section = Section.general
    /// Fields that no heading tells apart.
    private var mixed: [(name: Bytes, value: Bytes)] = []
    private var waitingLabel: DevToolsLine.Label?
    private var waitingField: Bytes?
    /// A label that is none of the known ones; the next line is its value.
    private var waitingOther: Bytes?
    /// Names and values are on lines by turns, without colons, as newer versions of Chrome copy all of the headers.
    private var hasBareNames = false
    /// The section of a Safari copy whose "Request" or "Response" is a heading.
    private var isSafari = false
    /// It is of Postman's console, which begins with the method and the URL.
    private var isPostman = false
    /// What is copied.
    enum Form {
        /// A list with labels, under headings.
        case panel
        /// A request's fields; names and values have lines of their own.
        case alternating
        /// A request's fields, a line each.
        case fields
    }

    /// Names and values have lines of their own, and no heading stands before them.
    private let isAlternating: Bool

    init(_ form: Form) {
        isAlternating = form == .alternating
        guard form != .panel else { return }
        current = DevToolsExchange()
        section = .request
    }

    mutating func take(_ raw: Bytes) {
        var line = raw.withoutReturn.trimmed
        if current == nil || isPostman, let (method, url) = Self.postmanRequest(line) {
            close()
            (current, section, isPostman) = (DevToolsExchange(url: url, method: method), .general, true)
            return
        }
        if isPostman {
            line = Self.withoutTriangle(line)
            // `201 Created`, and no `312 ms`.
            if section == .general, current?.status == nil, !line.hasEnding(" ms"), line.count > 3,
                line[3] == ASCII.space, line.prefix(3).allSatisfy(ASCII.isDigit)
            {
                return status(line)
            }
        }
        if let label = waitingLabel {
            if line.isEmpty { return }
            waitingLabel = nil
            return apply(label, line)
        }
        if let name = waitingOther {
            waitingOther = nil
            current?.others.append(Bytes("\(name.text): \(line.text)"))
            return
        }
        if let name = waitingField {
            waitingField = nil
            // What comes before a heading was no name.
            let isName = !hasBareNames || !beginsList(line)
            if isName { return add(name, line) }
            current?.others.append(name)
        }
        if line.isEmpty { return }
        if isAlternating {
            waitingField = line
            return
        }
        let found = DevToolsLine(line)
        if let label = found.label, found.isPlain || section == .summary || label == .version && isVersion(found) {
            if found.isPlain { hasBareNames = found.isBare || hasBareNames && label != .url }
            guard let value = found.value else {
                waitingLabel = label
                return
            }
            return apply(label, value)
        }
        if let heading = heading(line) {
            section = heading
            return
        }
        guard current != nil else { return }
        if section == .payload {
            let payload = Self.adding(raw, to: current?.payload)
            current?.payload = payload
            return
        }
        if section == .content {
            let content = Self.adding(raw, to: current?.content)
            current?.content = content
            return
        }
        if section == .derived { return }
        if hasBareNames, takeBare(line, found) { return }
        if startLine(line) { return }
        guard let (name, value) = field(line) else {
            current?.others.append(line)
            return
        }
        // A name by itself: its value stands in the next line.
        if value.isEmpty, line.last == ASCII.colon { waitingField = name } else { add(name, value) }
    }

    mutating func finish() -> [DevToolsExchange] {
        if let name = waitingField { add(name, Bytes()) }
        close()
        return exchanges
    }

    private static func adding(_ raw: Bytes, to content: Bytes?) -> Bytes {
        Bytes((content.map { $0.array + [ASCII.lineFeed] } ?? []) + raw.withoutReturn)
    }

    /// `POST https://a.example/v1`; nil for any other line.
    static func postmanRequest(_ line: Bytes) -> (method: Bytes, url: Bytes)? {
        let words = withoutTriangle(line).split(separator: ASCII.space).map { Bytes(Array($0)) }
        guard words.count == 2, words[0].count < 32, words[0].allSatisfy({ $0 &- UInt8(ascii: "A") < 26 }),
            words[1].hasOpening("http://") || words[1].hasOpening("https://")
        else { return nil }
        return (words[0], words[1])
    }

    /// A line of a tree that opens, without the sign for that (U+25BC, U+25B6).
    static func withoutTriangle(_ line: Bytes) -> Bytes {
        guard line.count > 2, line[0] == 0xE2, line[1] == 0x96, line[2] == 0xBC || line[2] == 0xB6 else { return line }
        return line.slice(3..<line.count).trimmed
    }

    /// A name whose value is the next line; false for any other line.
    private mutating func takeBare(_ line: Bytes, _ found: DevToolsLine) -> Bool {
        // The label of a switch beside the heading.
        if line.equalsIgnoringCase("raw") { return true }
        let isInList = section == .general && mixed.isEmpty
        if isInList, found.isBare, let label = found.label {
            waitingLabel = label
            return true
        }
        let start = line.first == ASCII.colon ? 1 : 0
        if line.count > start, OctetClass.token.containsAll(line.slice(start..<line.count)) {
            waitingField = line
            return true
        }
        guard isInList, !line.contains(ASCII.colon), !line.contains(ASCII.tab) else { return false }
        waitingOther = line
        return true
    }

    private func beginsList(_ line: Bytes) -> Bool {
        let found = DevToolsLine(line)
        if found.isPlain, found.isBare { return true }
        let name = line.lowercased.text
        return name.hasPrefix("response headers") || name.hasPrefix("request headers")
    }

    private func isVersion(_ line: DevToolsLine) -> Bool { line.value?.hasPrefix(ignoringCase: "http/") == true }

    private mutating func heading(_ line: Bytes) -> Section? {
        // Firefox adds the size: `Response Headers (1.2 kB)`.
        let name = Bytes(Array(line.prefix { $0 != ASCII.openParenthesis })).trimmed.lowercased.text
        switch name {
        case "general", "headers": return .general
        case "summary":
            isSafari = true
            return .summary
        case "response headers", "response headersview source", "response headers view source": return .response
        case "request headers", "request headersview source", "request headers view source",
            "provisional headers are shown":
            return .request
        case "request" where isSafari: return .request
        case "response" where isSafari, "redirect response" where isSafari: return .response
        case "request payload", "payload", "request data": return .payload
        case "request body" where isPostman: return .payload
        case "response body" where isPostman: return .content
        case "network" where isPostman: return .derived
        case "query string parameters", "form data", "cookies": return .derived
        default: return nil
        }
    }

    private mutating func apply(_ label: DevToolsLine.Label, _ value: Bytes) {
        if label == .url {
            close()
            if section != .summary { section = .general }
            current = DevToolsExchange(url: value)
            return
        }
        switch label {
        case .url: break
        case .method: current?.method = value
        case .version: current?.version = value
        case .status: status(value)
        case .address: current?.address = Self.host(value)
        case .source: current?.cache = Self.cache(value)
        case .referrerPolicy: current?.others.append(Bytes("Referrer Policy: \(value.text)"))
        }
    }

    /// `200 OK (from disk cache)`; of a request that failed, words.
    private mutating func status(_ value: Bytes) {
        let digits = value.prefix(3)
        guard let status = Bytes(Array(digits)).decimal, status >= 100, value.count == 3 || !ASCII.isDigit(value[3])
        else {
            current?.others.append(Bytes("Status: \(value.text)"))
            return
        }
        current?.status = Int(status)
        let rest = value.slice(3..<value.count)
        let note = rest.firstIndex(of: ASCII.openParenthesis) ?? rest.count
        current?.reason = rest.slice(0..<note).trimmed
        if note < rest.count, let cache = Self.cache(rest.slice(note..<rest.count)) { current?.cache = cache }
    }

    /// `(from disk cache)`, `Memory Cache`, `Service Worker`.
    private static func cache(_ words: Bytes) -> Bytes? {
        let words = words.lowercased.text
        if words.contains("worker") { return "worker" }
        guard words.contains("cache") else { return nil }
        return words.contains("memory") ? "memory" : words.contains("prefetch") ? "prefetch" : "disk"
    }

    /// Without the port.
    private static func host(_ address: Bytes) -> Bytes {
        if address.first == ASCII.openBracket, let end = address.firstIndex(of: ASCII.closeBracket) {
            return address.slice(1..<end)
        }
        let colon = address.firstIndex(of: ASCII.colon) ?? address.count
        return address.slice(0..<colon)
    }

    /// `HTTP/1.1 200 OK`, `GET / HTTP/1.1`, where the fields are shown as they were.
    private mutating func startLine(_ line: Bytes) -> Bool {
        let words = line.split(separator: ASCII.space).map { Bytes(Array($0)) }
        guard words.count >= 2, let first = words.first, let last = words.last else { return false }
        if first.hasPrefix(ignoringCase: "http/") {
            current?.version = first
            status(line.slice(min(first.count + 1, line.count)..<line.count).trimmed)
            return true
        }
        guard words.count == 3, last.hasPrefix(ignoringCase: "http/") else { return false }
        current?.version = last
        current?.method = first
        return true
    }

    /// `name: value`, `:path: /`, or with a tab between.
    private func field(_ line: Bytes) -> (name: Bytes, value: Bytes)? {
        let start = line.first == ASCII.colon ? 1 : 0
        guard line.count > start else { return nil }
        let end =
            line.firstIndex(of: ASCII.colon, in: start..<line.count)
            ?? line.firstIndex(of: ASCII.tab, in: start..<line.count)
        guard let end, end > start, OctetClass.token.containsAll(line.slice(start..<end)) else { return nil }
        return (line.slice(0..<end), line.slice(end + 1..<line.count).trimmed)
    }

    private mutating func add(_ name: Bytes, _ value: Bytes) {
        // Postman's console shows values as strings of its program.
        let isString = isPostman && value.count > 1 && value.first == ASCII.quote && value.last == ASCII.quote
        let value = isString ? value.slice(1..<value.count - 1) : value
        if name.first == ASCII.colon, current?.version.isEmpty == true { current?.version = "HTTP/2" }
        switch section {
        case .response where name.isExactly(":status"):
            if let status = value.decimal { current?.status = Int(clamping: status) }
        case .response: current?.response.append((name, value))
        case .request:
            if name.isExactly(":method") { current?.method = value }
            current?.request.append((name, value))
        case .general, .summary: mixed.append((name, value))
        case .payload, .content, .derived: break
        }
    }

    private mutating func close() {
        defer { (current, mixed) = (nil, []) }
        guard var exchange = current else { return }
        if exchange.url.isEmpty { exchange.url = Self.url(exchange.request) }
        guard !exchange.url.isEmpty else { return }
        let place = Self.firstOfRequest(mixed)
        exchange.response += mixed[..<place]
        exchange.request += mixed[place...]
        if let method = exchange.request.first(where: { $0.name.isExactly(":method") }) {
            exchange.method = method.value
        }
        exchanges.append(exchange)
    }

    /// What the pseudo-fields of a request say (RFC 9113 §8.3.1); empty where one of them is missing.
    private static func url(_ fields: [(name: Bytes, value: Bytes)]) -> Bytes {
        func value(_ name: StaticString) -> [UInt8]? { fields.first { $0.name.isExactly(name) }?.value.array }
        guard let scheme = value(":scheme"), let authority = value(":authority"), let path = value(":path") else {
            return Bytes()
        }
        return Bytes(scheme + Array("://".utf8) + authority + path)
    }

    /// Where the request's fields begin in a list that has the response's before them: at the pseudo-fields, or where
    /// the order of the alphabet begins again before the first field that only requests have.
    private static func firstOfRequest(_ fields: [(name: Bytes, value: Bytes)]) -> Int {
        if let place = fields.firstIndex(where: { $0.name.first == ASCII.colon }) { return place }
        guard let first = fields.firstIndex(where: { isOfRequests($0.name) }) else { return fields.count }
        let steps = fields[...first].indices.dropFirst()
        return steps.last { place in
            fields[place].name.lowercased.text < fields[place - 1].name.lowercased.text
        } ?? first
    }

    private static func isOfRequests(_ name: Bytes) -> Bool {
        guard let term = Vocabulary.fields[name] else { return name.hasPrefix(ignoringCase: "sec-") }
        return term.has(.request) && !term.has(.response)
    }
}

import Bytes

/// A text with values of the request in it: `{request.query.id}`, `{now}`, `{count}`, `{random 1 100}`. A brace that
/// begins no such value stands for itself, so that JSON and CSS can be written as they are; `{brace}` is one that would
/// begin one.
package struct RuleTemplate: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(Bytes)
        case value(Value)
    }

    enum Value: Sendable, Hashable {
        case method, url, scheme, host, path, query, now, count
        case random(Int64, Int64)
        case parameter(Bytes)
        case field(Bytes)
        case cookie(Bytes)
        /// Of the path, counted from 1.
        case segment(Int)
    }

    /// As it was written.
    package let text: String
    let parts: [Part]

    /// A text as it is.
    package init(literal text: String) {
        self.text = text
        parts = text.isEmpty ? [] : [.literal(Bytes(text))]
    }

    /// Reads a template.
    ///
    /// - Throws: where a value begins that is none, counted in bytes, and what there is.
    init(_ text: String) throws(Fault) {
        self.text = text
        var parts: [Part] = []
        let bytes = Bytes(text)
        var start = 0
        var index = 0
        // Looked for once for all braces before it.
        var close = -1
        while let open = bytes.firstIndex(of: ASCII.openBrace, from: index) {
            index = open + 1
            if close < open { close = bytes.firstIndex(of: ASCII.closeBrace, from: open) ?? bytes.count }
            guard close < bytes.count else { break }
            guard Self.mayBeValue(bytes.slice((open + 1)..<close)) else { continue }
            let inside = bytes.slice((open + 1)..<close).text
            if inside == Self.brace {
                parts.append(.literal(bytes.slice(start..<open + 1)))
                (start, index) = (close + 1, close + 1)
                continue
            }
            guard let value = Self.value(inside) else {
                // What was meant as a value and is none would come out as it was written, and nobody would know why.
                guard !inside.hasPrefix("request."), !inside.hasPrefix("random") else {
                    throw Fault(range: open..<(close + 1), message: Self.expected(inside))
                }
                continue
            }
            if open > start { parts.append(.literal(bytes.slice(start..<open))) }
            parts.append(.value(value))
            (start, index) = (close + 1, close + 1)
        }
        if start < bytes.count { parts.append(.literal(bytes.slice(start..<bytes.count))) }
        self.parts = parts
    }

    private static let brace = "brace"

    /// All others are short.
    private static func mayBeValue(_ inside: Bytes) -> Bool {
        inside.count <= 16 || inside.hasOpening("request.") || inside.hasOpening("random")
    }

    /// A text as it has to be written to stand for itself, whatever is in it.
    static func escaped(_ text: String) -> String {
        let bytes = Bytes(text)
        var escaped: [UInt8] = []
        var start = 0
        var index = 0
        var close = -1
        while let open = bytes.firstIndex(of: ASCII.openBrace, from: index) {
            index = open + 1
            if close < open { close = bytes.firstIndex(of: ASCII.closeBrace, from: open) ?? bytes.count }
            guard close < bytes.count else { break }
            // Looked at no further than a value can go, so that many braces and one end are no work for each.
            let inside = bytes.slice((open + 1)..<close)
            let isValue =
                inside.hasOpening("request.") || inside.hasOpening("random")
                || inside.count <= 16 && (inside == Bytes(brace) || value(inside.text) != nil)
            guard isValue else { continue }
            escaped += bytes.slice(start..<open + 1).array + Array("\(brace)}".utf8)
            start = open + 1
        }
        return start == 0 ? text : Bytes(escaped + bytes.slice(start..<bytes.count).array).text
    }

    struct Fault: Error {
        let range: Range<Int>
        let message: String
    }

    var values: [Value] {
        parts.compactMap { part in
            if case .value(let value) = part { value } else { nil }
        }
    }

    private static func expected(_ inside: String) -> String {
        if inside.hasPrefix("random") {
            return """
                '{\(inside)}' needs two numbers, the smaller one first: {random 1 100}
                """
        }
        return """
            unknown value '{\(inside)}'; the request has {request.query.NAME}, {request.header.NAME}, \
            {request.cookie.NAME} and {request.path.1}
            """
    }

    private static func value(_ inside: String) -> Value? {
        switch inside {
        case "method": return .method
        case "url": return .url
        case "scheme": return .scheme
        case "host": return .host
        case "path": return .path
        case "query": return .query
        case "now": return .now
        case "count": return .count
        default: break
        }
        let words = inside.split(separator: " ")
        if words.count == 3, words[0] == "random", let low = Int64(words[1]), let high = Int64(words[2]), low <= high,
            low >= 0
        {
            return .random(low, high)
        }
        func name(_ prefix: String) -> Bytes? {
            inside.hasPrefix(prefix) && inside.count > prefix.count
                ? Bytes(String(inside.dropFirst(prefix.count))) : nil
        }
        if let name = name("request.query.") { return .parameter(name) }
        if let name = name("request.header.") { return .field(name) }
        if let name = name("request.cookie.") { return .cookie(name) }
        if let number = name("request.path.")?.decimal, (1...100).contains(number) { return .segment(Int(number)) }
        return nil
    }
}

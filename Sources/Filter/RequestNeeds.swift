package import Bytes
package import HTTPModel

/// What filters want of a request's head at least: which hosts, which method, what the path begins with. Most requests
/// are told by it to be meant by none of many filters, before anything is made to ask them.
///
/// Says yes where it cannot tell. Everything stands in one run of octets, so that looking costs next to nothing.
package struct RequestNeeds: Sendable {
    /// Places in `octets`; empty where anything will do.
    private struct Need {
        var host = 0..<0
        var method = 0..<0
        var path = 0..<0
    }

    private var octets: [UInt8] = []
    private var needs: [Need] = []
    /// One of them wants nothing.
    private var takesAll = false

    package init(_ filters: some Sequence<FlowFilter>) {
        for filter in filters { add(filter.expression) }
    }

    /// The needs of several filters together.
    package init(joining all: some Sequence<RequestNeeds>) {
        for other in all {
            let start = octets.count
            octets += other.octets
            func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }
            for need in other.needs {
                needs.append(Need(host: moved(need.host), method: moved(need.method), path: moved(need.path)))
            }
            takesAll = takesAll || other.takesAll
        }
    }

    private mutating func add(_ expression: FilterExpression) {
        let parts = if case .all(let parts) = expression { parts } else { [expression] }
        var need = Need()
        for case .test(let test) in parts {
            if let method = test.wanted("method"), need.method.isEmpty { need.method = keep(method) }
            if let start = test.pathStart, need.path.isEmpty { need.path = keep(start) }
        }
        guard let hosts = expression.hosts else {
            if need.method.isEmpty, need.path.isEmpty { takesAll = true }
            return needs.append(need)
        }
        for host in hosts {
            need.host = keep(host)
            // A host without a name is none that any request has; the full filter says so.
            if host.isEmpty { takesAll = true }
            needs.append(need)
        }
    }

    private mutating func keep(_ bytes: Bytes) -> Range<Int> {
        let start = octets.count
        octets.append(contentsOf: bytes)
        return start..<octets.count
    }

    /// Whether any of the filters may hold for a request with this head.
    package func mayMean(_ head: RequestHead) -> Bool {
        guard !takesAll, let (host, path) = Self.parts(head) else { return true }
        let method = head.method.name
        return needs.contains { need in
            has(need.method, method, isWhole: true) && has(need.path, path, isWhole: false)
                && has(need.host, host, isWhole: true)
        }
    }

    private func has(_ wanted: Range<Int>, _ bytes: Bytes, isWhole: Bool) -> Bool {
        if wanted.isEmpty { return true }
        guard isWhole ? bytes.count == wanted.count : bytes.count >= wanted.count else { return false }
        for index in 0..<wanted.count where octets[wanted.lowerBound + index] != bytes[index] { return false }
        return true
    }

    /// The host in lower case and what the path begins; nil where they take more than a look.
    private static func parts(_ head: RequestHead) -> (host: Bytes, path: Bytes)? {
        switch head.target.form {
        case .origin:
            let path = head.targetBytes
            guard path.first == ASCII.slash,
                let named = head.fields.pseudoField(":authority") ?? head.fields.first(.host), let host = plain(named)
            else { return nil }
            return (host, path)
        case .absolute:
            guard let place = head.target.host, let host = plain(head.raw.slice(place)) else { return nil }
            let path = head.raw.slice(head.target.pathAndQuery)
            // RFC 9110 §4.2.3: an empty path is "/".
            return path.first == ASCII.slash ? (host, path) : nil
        case .authority, .asterisk: return nil
        }
    }

    /// A name, without a port behind it.
    private static func plain(_ named: Bytes) -> Bytes? {
        var end = 0
        while end < named.count, isPlain(named[end]) { end += 1 }
        guard end > 0 else { return nil }
        if end < named.count {
            guard named[end] == ASCII.colon, named.dropFirst(end + 1).allSatisfy(ASCII.isDigit) else { return nil }
        }
        // The dot that ends an absolute name does not count.
        if end > 1, named[end - 1] == ASCII.period { end -= 1 }
        return named.slice(0..<end).lowercased
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.period || byte == ASCII.hyphen
    }
}

extension FieldTest {
    /// The one text that the field of this name has to be.
    fileprivate func wanted(_ title: String) -> Bytes? {
        guard field.title == title, case .compares(.equal, let operand) = condition,
            case .text(let text) = operand.meaning
        else { return nil }
        return Bytes(text)
    }

    /// What the path has to begin with.
    fileprivate var pathStart: Bytes? {
        if let path = wanted("path") { return path }
        guard field.title == "path", case .isLike(let pattern, isNegated: false) = condition else { return nil }
        return pattern.start
    }
}

import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// The request line while rules work on it.
struct LineWork {
    private(set) var method: Bytes
    private(set) var path: Bytes
    private(set) var query: Bytes?
    /// The rule that changed it last; nil: nobody has.
    private(set) var source: String?
    /// The action that works means it; once one did, the line is looked at by nobody.
    var isRaw = false
    private var wasRaw = false

    init(_ values: RuleValues) {
        method = values.method
        path = values.path
        query = values.query
    }

    /// Path and query as they are sent (RFC 9112 §3.2.1).
    var target: Bytes { query.map { Bytes(path.array + [ASCII.question] + $0.array) } ?? path }

    var wanted: Alteration.NewRequestLine? {
        source.map { source in
            var line = Alteration.NewRequestLine(method: method, target: target, source: source)
            line.isRaw = wasRaw
            return line
        }
    }

    mutating func setMethod(_ method: Bytes, _ source: String) -> Bool {
        guard method != self.method else { return false }
        self.method = method
        self.source = source
        wasRaw = wasRaw || isRaw
        return true
    }

    mutating func setTarget(path: Bytes, query: Bytes?, _ source: String) -> Bool {
        guard path != self.path || query != self.query else { return false }
        (self.path, self.query, self.source) = (path, query, source)
        wasRaw = wasRaw || isRaw
        return true
    }

    mutating func setPath(_ path: Bytes, _ source: String) -> Bool { setTarget(path: path, query: query, source) }

    /// The first of this name gets the value, others of it go; all others stay as they were written.
    mutating func setQuery(_ name: Bytes, _ value: Bytes, _ source: String) -> Bool {
        let pair =
            Array(PercentCoding.encode(name.text).utf8) + [ASCII.equals]
            + Array(PercentCoding.encode(value.text).utf8)
        var isSet = false
        var parts: [[UInt8]] = []
        forEachPart { part, decoded in
            if decoded != name { return parts.append(part.array) }
            if !isSet { parts.append(pair) }
            isSet = true
        }
        if !isSet { parts.append(pair) }
        return setTarget(path: path, query: Bytes(Array(parts.joined(separator: [ASCII.ampersand]))), source)
    }

    mutating func removeQuery(_ name: Bytes, _ source: String) -> Bool {
        var parts: [[UInt8]] = []
        var hasFound = false
        forEachPart { part, decoded in
            if decoded == name { hasFound = true } else { parts.append(part.array) }
        }
        guard hasFound else { return false }
        let left = Bytes(Array(parts.joined(separator: [ASCII.ampersand])))
        return setTarget(path: path, query: parts.isEmpty ? nil : left, source)
    }

    private func forEachPart(_ body: (_ part: Bytes, _ name: Bytes) -> Void) {
        guard let query else { return }
        PercentCoding.forEachPair(of: query) { name, value in
            let part = value.map { Bytes(name.array + [ASCII.equals] + $0.array) } ?? name
            body(part, PercentCoding.decode(name, plusIsSpace: true))
        }
    }
}

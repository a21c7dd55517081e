package import Bytes
import HTTPModel

/// A message as a list of fields, as HTTP/2 and HTTP/3 have it: they have neither a start line nor line ends (RFC 9113
/// §8.3), which tools write all the same. A value, made of such a message; each field has a line.
package struct FieldListForm: Sendable {
    package private(set) var bytes = Bytes()
    /// They tile the bytes.
    package private(set) var spans: [Span] = []
    private var octets: [UInt8] = []

    /// - Parameter input: the bytes to show, as many as the message has or fewer.
    package init(_ spans: [Span], in input: Bytes) {
        for span in spans {
            // What a start line is made of stands in it by itself.
            let parts = Self.isStartLine(span) ? span.children : [span]
            for part in parts { self.spans += add(part, below: Self.isStartLine(span) ? [span] : [], input) }
        }
        bytes = Bytes(octets)
    }

    private static func isStartLine(_ span: Span) -> Bool {
        span.rule == "request-line" || span.rule == "status-line"
    }

    private static func isLineEnd(_ span: Span) -> Bool { span.rule == "CRLF" || span.rule == "LF" }

    private mutating func add(_ span: Span, below path: [Span], _ input: Bytes) -> [Span] {
        let start = octets.count
        guard span.children.isEmpty else {
            var moved: [Span] = []
            for child in span.children { moved += add(child, below: path + [span], input) }
            guard octets.count > start else { return [] }
            return [span.moved(to: start..<octets.count, moved)]
        }
        if Self.isLineEnd(span) {
            // The empty line stays between the fields and what follows them.
            if !octets.isEmpty { octets.append(ASCII.lineFeed) }
            return octets.count > start ? [span.moved(to: start..<octets.count, [])] : []
        }
        var end: [UInt8] = []
        if path.contains(where: Self.isStartLine) {
            guard let name = Self.name(span, below: path) else { return [] }
            if let name { octets += Array("\(name): ".utf8) }
            if name == ":method" { end = [ASCII.lineFeed] }
        }
        octets += Array(input.slice(span.range.clamped(to: 0..<input.count)))
        octets += end
        return octets.count > start ? [span.moved(to: start..<octets.count, [])] : []
    }

    /// Of a part of a start line, which field it is the value of; nil: of none, and inside nil: the value continues.
    private static func name(_ span: Span, below path: [Span]) -> String?? {
        if let target = (path + [span]).first(where: { $0.rule == "request-target" }) {
            return .some(span.offset == target.offset ? ":path" : nil)
        }
        switch span.rule {
        case "method": return .some(":method")
        case "status-code": return .some(":status")
        default: return nil
        }
    }
}

extension ExplainedMessage {
    /// HTTP/2 or later, whoever recorded it: what looks like lines is a list of fields.
    package var isOfStreams: Bool {
        let version = explanation.request?.version ?? explanation.response?.version
        return isFieldList || (version?.major ?? 1) >= 2
    }
}

extension Span {
    fileprivate func moved(to range: Range<Int>, _ children: [Span]) -> Span {
        Span(rule, range, spec, saying: wording, malformed: isMalformed, children: children)
    }
}

package import Bytes
package import Flow
import HTTPModel
import HTTPWire
import Registry

/// A response that a rule made, with all values in place.
package struct RuleAnswer: Sendable, Hashable {
    package var status: Int
    package var fields: [Field]
    package var content: Content

    package struct Field: Sendable, Hashable {
        package let name: Bytes
        package let value: Bytes

        package init(name: Bytes, value: Bytes) {
            self.name = name
            self.value = value
        }
    }

    package enum Content: Sendable, Hashable {
        case bytes(Bytes)
        /// To be read when it is sent.
        case file(path: String)
    }

    package init(status: Int, fields: [Field], content: Content = .bytes(Bytes())) {
        self.status = status
        self.fields = fields
        self.content = content
    }

    /// The answer as it is sent; nil when it would be no message, which its reader has made sure of.
    ///
    /// - Parameters:
    ///   - content: the content, read by now.
    ///   - isHead: it answers HEAD, so that no content follows (RFC 9110 §9.3.2).
    ///   - date: the Date field's value.
    package func written(_ content: Bytes, isHead: Bool, date: Bytes) -> ProxyAnswer? {
        var lines: [(Bytes, Bytes)] = fields.map { ($0.name, $0.value) }
        func lacks(_ name: Bytes) -> Bool { !lines.contains { $0.0.equalsIgnoringCase(name) } }
        if lacks("Date") { lines.insert(("Date", date), at: 0) }
        // RFC 9110 §8.6, §15.3.5, §15.4.5: these say nothing of a length, and nothing follows them.
        let isBare = status == 204 || status == 304
        if !isBare { lines.append(("Content-Length", Bytes(String(content.count)))) }
        lines.append(("Connection", "close"))
        let reason = Bytes(Vocabulary.statuses[status]?.name ?? "")
        guard let head = try? HeadEncoder.response(status: status, reason: reason, fields: lines) else { return nil }
        return ProxyAnswer(head: head, body: isHead || isBare ? Bytes() : content)
    }
}

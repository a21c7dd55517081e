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
    /// It is meant, malformed or not: what it says of its end stands.
    package var isRaw = false
    /// Microseconds that it waits before its head goes.
    package var delay: Int64 = 0
    /// How the bytes of its content go.
    package var shape = BodyShape()

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

    /// A sentence for people: what quotes what came from the wire has no control characters, and is no page.
    init(status: Int, plain text: String) {
        let safe = text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }
        self.init(
            status: status,
            fields: [
                Field(name: "Content-Type", value: "text/plain; charset=utf-8"),
                Field(name: "Cache-Control", value: "no-store"),
                Field(name: "X-Content-Type-Options", value: "nosniff"),
            ],
            content: .bytes(Bytes(String(String.UnicodeScalarView(safe)))))
    }

    /// The answer's head as it is sent, and whether content follows; nil when it would be no message, which its
    /// reader has made sure of.
    ///
    /// - Parameters:
    ///   - size: of the content.
    ///   - isHead: it answers HEAD, so that no content follows (RFC 9110 §9.3.2).
    ///   - date: the Date field's value.
    package func written(size: Int, isHead: Bool, date: Bytes) -> (head: Bytes, hasContent: Bool)? {
        var lines: [(Bytes, Bytes)] = fields.map { ($0.name, $0.value) }
        func lacks(_ name: Bytes) -> Bool { !lines.contains { $0.0.equalsIgnoringCase(name) } }
        if isRaw { return (raw(size, date: lacks("Date") ? date : nil), !isHead) }
        if lacks("Date") { lines.insert(("Date", date), at: 0) }
        // RFC 9110 §8.6, §15.3.5, §15.4.5: these say nothing of a length, and nothing follows them.
        let isBare = status == 204 || status == 304
        if !isBare { lines.append(("Content-Length", Bytes(String(size)))) }
        lines.append(("Connection", "close"))
        let reason = Bytes(Vocabulary.statuses[status]?.name ?? "")
        guard let head = try? HeadEncoder.response(status: status, reason: reason, fields: lines) else { return nil }
        return (head, !isHead && !isBare)
    }

    /// The same with its content, which is in memory.
    package func written(_ content: Bytes, isHead: Bool, date: Bytes) -> ProxyAnswer? {
        guard let (head, hasContent) = written(size: content.count, isHead: isHead, date: date) else { return nil }
        return ProxyAnswer(head: head, body: hasContent ? content : Bytes())
    }

    /// As it was written; what it says nothing of is said as in any other answer.
    private func raw(_ size: Int, date: Bytes?) -> Bytes {
        func says(_ name: Bytes) -> Bool { fields.contains { $0.name.equalsIgnoringCase(name) } }
        var head = Array("HTTP/1.1 \(status) \(Vocabulary.statuses[status]?.name ?? "")\r\n".utf8)
        func add(_ name: Bytes, _ value: Bytes) {
            head += name.array + Array(": ".utf8) + value.array + Array("\r\n".utf8)
        }
        if let date { add("Date", date) }
        for field in fields { add(field.name, field.value) }
        if !says("Content-Length"), !says("Transfer-Encoding") { add("Content-Length", Bytes(String(size))) }
        if !says("Connection") { add("Connection", "close") }
        return Bytes(head + Array("\r\n".utf8))
    }

    /// What of it HTTP/2 has a form for, and the names of the fields that it has none for.
    var inFrames: (answer: RuleAnswer, formless: [Bytes]) {
        guard isRaw else { return (self, []) }
        func fits(_ field: Field) -> Bool {
            HeaderRule(.add(value: field.value), field.name, source: "", isRaw: true).hasFormInFrames
        }
        var copy = self
        copy.fields = fields.filter(fits)
        return (copy, fields.filter { !fits($0) }.map(\.name))
    }
}

package import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// What a group of flows has in common.
package struct StatKey: Sendable, Hashable {
    /// The method and the host of an endpoint; empty for other groups.
    package let method: Bytes
    package let host: Bytes
    /// The segments of an endpoint's path.
    let segments: [Bytes]
    /// What names any other group.
    private let value: Bytes

    /// Whatever has no room in groups of its own.
    static let rest = StatKey(value: "(others)")

    init(value: Bytes) {
        (method, host, segments) = (Bytes(), Bytes(), [])
        self.value = value
    }

    init(method: Bytes, host: Bytes, segments: [Bytes]) {
        (self.method, self.host, self.segments) = (method, host, segments)
        value = Bytes()
    }

    /// The path of an endpoint, what varies in it as names in braces; else the name of the group.
    package var path: Bytes { host.isEmpty ? value : PathTemplates.text(segments) }

    /// As people read it: `GET api.example.com/users/{id}`, `404`, `text/html`.
    package var text: Bytes {
        guard !host.isEmpty else { return value }
        return Bytes(method.array + [ASCII.space] + host + path)
    }

    // MARK: - Of a flow

    init(_ record: FlowRecord, by dimension: StatDimension) {
        switch dimension {
        case .endpoint: self.init(endpoint: record)
        case .host: self.init(value: Self.host(URLReference(record.url)) ?? "(none)")
        case .status: self.init(value: Bytes(record.status.map { "\($0)" } ?? Self.end(record)))
        case .type: self.init(value: Self.type(record))
        case .client: self.init(value: Self.client(record))
        }
    }

    private init(endpoint record: FlowRecord) {
        let url = URLReference(record.url)
        let method = record.requestHead?.method.name ?? record.refusedRequest?.method ?? record.method.name
        guard let host = Self.host(url) else {
            self.init(value: "(no URL)")
            return
        }
        let path = record.method == .connect ? Bytes() : url.raw.slice(url.path)
        self.init(method: method, host: host, segments: PathTemplates.segments(of: path))
    }

    private static func host(_ url: URLReference) -> Bytes? {
        guard let host = url.bytes(url.host), !host.isEmpty else { return nil }
        guard let port = url.bytes(url.port), !port.isEmpty else { return host.lowercased }
        return Bytes(host.lowercased.array + [ASCII.colon] + port)
    }

    private static func end(_ record: FlowRecord) -> String {
        guard let outcome = record.outcome else { return "(open)" }
        return outcome.code == .ok ? "(none)" : "(\(outcome.code.rawValue))"
    }

    private static func type(_ record: FlowRecord) -> Bytes {
        guard let head = record.responseHead else { return "(no answer)" }
        guard let value = head.fields.first(.contentType) else { return "(none)" }
        let end = value.firstIndex(of: ASCII.semicolon) ?? value.count
        return value.slice(0..<end).trimmed.lowercased
    }

    private static func client(_ record: FlowRecord) -> Bytes {
        let address = record.opening?.client ?? ""
        let host = address.lastIndex(of: ":").map { address[..<$0] } ?? address[...]
        var product = record.requestFields.first(.userAgent) ?? Bytes()
        product = product.slice(0..<(product.firstIndex { $0 == ASCII.space || $0 == ASCII.slash } ?? product.count))
        let parts = [Bytes(String(host)), product].filter { !$0.isEmpty }
        return parts.isEmpty ? "(unknown)" : Bytes(Array(parts.map(\.array).joined(separator: [ASCII.space])))
    }
}

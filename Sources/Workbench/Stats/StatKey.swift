package import Bytes
package import Flow
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
    /// An endpoint of CONNECT has no path: it is a host and a port (RFC 9110 §9.3.6).
    package var path: Bytes { host.isEmpty ? value : PathTemplates.text(segments) }

    /// As people read it: `GET api.example.com/users/{id}`, `404`, `text/html`.
    package var text: Bytes {
        guard !host.isEmpty else { return value }
        return Bytes(method.array + [ASCII.space] + host + path)
    }

    // MARK: - Of a flow

    package init(_ record: FlowRecord, by dimension: StatDimension) {
        switch dimension {
        case .endpoint:
            let method = record.requestHead?.method.name ?? record.refusedRequest?.method ?? record.method.name
            self.init(method: method, url: record.url)
        case .host: self.init(hostOf: record.url)
        case .status: self.init(status: record.status, outcome: record.outcome?.code)
        case .type:
            let value = record.responseHead?.fields.first(.contentType)
            self.init(hasAnswer: record.responseHead != nil, type: value.map { MediaType($0).essence.lowercased })
        case .client:
            self.init(client: record.opening?.client ?? "", agent: record.requestFields.first(.userAgent))
        }
    }

    /// An endpoint.
    package init(method: Bytes, url: Bytes) {
        let url = URLReference(url)
        guard let host = Self.host(url) else {
            self.init(value: "(no URL)")
            return
        }
        let path = method == "CONNECT" ? nil : url.raw.slice(url.path)
        self.init(method: method, host: host, segments: path.map { PathTemplates.segments(of: $0) } ?? [])
    }

    package init(hostOf url: Bytes) {
        self.init(value: Self.host(URLReference(url)) ?? "(none)")
    }

    private static func host(_ url: URLReference) -> Bytes? {
        guard let host = url.bytes(url.host), !host.isEmpty else { return nil }
        guard let port = url.bytes(url.port), !port.isEmpty else { return host.lowercased }
        return Bytes(host.lowercased.array + [ASCII.colon] + port)
    }

    /// - Parameter outcome: nil for a flow that has not ended.
    package init(status: Int?, outcome: Outcome.Code?) {
        if let status {
            self.init(value: Bytes("\(status)"))
        } else if let outcome {
            self.init(value: outcome == .ok ? "(none)" : Bytes("(\(outcome.rawValue))"))
        } else {
            self.init(value: "(open)")
        }
    }

    /// - Parameter type: the media type in lower case, without parameters.
    package init(hasAnswer: Bool, type: Bytes?) {
        self.init(value: !hasAnswer ? "(no response)" : type.flatMap { $0.isEmpty ? nil : $0 } ?? "(none)")
    }

    /// - Parameters:
    ///   - client: with its port.
    ///   - agent: the value of User-Agent.
    package init(client: String, agent: Bytes?) {
        let host = client.lastIndex(of: ":").map { client[..<$0] } ?? client[...]
        var product = agent ?? Bytes()
        product = product.slice(0..<(product.firstIndex { $0 == ASCII.space || $0 == ASCII.slash } ?? product.count))
        let parts = [Bytes(String(host)), product].filter { !$0.isEmpty }
        self.init(
            value: parts.isEmpty
                ? "(unknown)" : Bytes(Array(parts.map(\.array).joined(separator: [ASCII.space]))))
    }
}

import Bytes
package import Flow
import Formats
import HTTPModel
import HTTPSemantics

/// One flow as telemetry tells it: every fact in the form that the semantic conventions have, credentials taken out. A
/// value, read once and written as spans, a log line and numbers.
package struct FlowTelemetry: Sendable {
    /// The methods that the conventions know; all others are `_OTHER`.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    package let run: UInt64
    package let number: UInt64
    /// One of the known methods, or `_OTHER`; nil when no request was read.
    package let method: String?
    /// As it was sent, where it is none of the known ones.
    let originalMethod: String?
    package let status: Int?
    /// The URL, without what proves who one is; its parts are slices of it.
    let url: URLReference
    /// `http` or `https`; empty for what has none.
    package let scheme: String
    package let host: String?
    let port: Int?
    /// The client's address and port.
    let client: (address: String, port: Int)?
    /// The address and port that the request went to: the server's, or a proxy's.
    let peer: (address: String, port: Int)?
    /// `1.1`, `2`; of the client's connection and of the server's.
    let version: (client: String?, server: String?)
    let userAgent: String?
    let wasRetried: Bool
    package let outcome: (kind: String, by: String)?
    /// Why the exchange failed, where it did: a code of Hark's. A client that left is no failure.
    package let failure: String?
    /// When it began, in microseconds since 1970; nil when that was not recorded.
    package let start: Int64?
    /// How long it took, in microseconds.
    package let duration: Int64?
    /// What the part that went to a server took, and how long after the start it began; nil when none was asked.
    package let upstream: (delay: Int64, duration: Int64)?
    let context: TraceContext?
    /// The fields that were asked for, lower case names, with all their values.
    let fields: (request: [(String, [String])], response: [(String, [String])])

    /// - Parameter names: fields of messages that are told, in lower case; none of a credential.
    package init(_ record: FlowRecord, fields names: [String] = []) {
        run = record.run?.value ?? 0
        number = record.id.number
        let written = record.requestHead?.method.name.text
        method = written.map { Self.methods.contains($0) ? $0 : "_OTHER" }
        originalMethod = method == "_OTHER" ? written : nil
        status = record.status
        let url = URLReference(record.url.hiding(SecretFinder.secrets(inURL: record.url)))
        self.url = url
        scheme = url.hasScheme("https") ? "https" : url.hasScheme("http") ? "http" : ""
        host = record.host ?? url.bytes(url.host).flatMap { $0.isEmpty ? nil : $0.text }
        port =
            record.port.map(Int.init) ?? url.bytes(url.port).flatMap { $0.decimal }.flatMap { Int(exactly: $0) }
            ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
        client = record.opening?.client.flatMap(Self.place)
        let lease = record.upstream.flatMap { $0.isLocal ? nil : $0 }
        peer = lease?.address.flatMap(Self.place)
        version = (
            record.requestHead.map { Self.text($0.version) }, record.responseHead.map { Self.text($0.version) }
        )
        userAgent = record.requestHead?.fields.first(.userAgent)?.text
        wasRetried = record.wasRetried
        outcome = record.outcome.map { ($0.kind.rawValue, $0.by.rawValue) }
        failure = record.outcome.flatMap(Self.failure)
        start = record.startedAt
        duration = record.duration
        // Also where none was reached: that it was tried is a part of the exchange.
        if record.upstream?.isLocal != true, let times = record.measuredTimes {
            let delay = times.blocked ?? 0
            upstream = (delay, times.total - delay)
        } else {
            upstream = nil
        }
        context = record.requestHead.flatMap { TraceContext($0.fields) }
        func values(_ section: FieldSection?) -> [(String, [String])] {
            guard let section, !names.isEmpty else { return [] }
            return names.compactMap { name in
                let values = section.values(named: Bytes(name)).map(\.text)
                return values.isEmpty ? nil : (name, values)
            }
        }
        fields = (values(record.requestHead?.fields), values(record.responseHead?.fields))
    }

    /// `error.type` of the exchange with the client: what failed, else a status from 500 on.
    package var serverError: String? { failure ?? status.flatMap { $0 >= 500 ? String($0) : nil } }
    /// `error.type` of the part that went to a server: what failed, else a status from 400 on.
    package var clientError: String? { failure ?? status.flatMap { $0 >= 400 ? String($0) : nil } }

    /// `GET`, `HTTP` for a method that is not known.
    var spanName: String { method.map { $0 == "_OTHER" ? "HTTP" : $0 } ?? "HTTP" }

    /// `RUN:N`, by which `hark show` finds it.
    package var name: String {
        "\(Hex.text((0..<8).map { UInt8(truncatingIfNeeded: run >> (56 - 8 * $0)) })):\(number)"
    }

    private static func failure(_ outcome: Outcome) -> String? {
        switch outcome.kind {
        case .complete, .tunnel: nil
        case .aborted, .refused, .failed: outcome.by == .client ? nil : outcome.code.rawValue
        }
    }

    private static func text(_ version: HTTPVersion) -> String {
        version.major >= 2 ? "\(version.major)" : "\(version.major).\(version.minor)"
    }

    /// `127.0.0.1:80` or `[::1]:80`.
    private static func place(_ text: String) -> (address: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]) else { return nil }
        let address = text[..<colon]
        return (address.hasPrefix("[") ? String(address.dropFirst().dropLast()) : String(address), port)
    }
}

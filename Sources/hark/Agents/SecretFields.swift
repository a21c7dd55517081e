import Bytes
import Filter
import Formats

/// Which fields of a filter may hold a credential.
enum SecretFields {
    /// Of these no value is one.
    private static let plain: Set<String> = [
        "id", "run", "method", "scheme", "host", "port", "version", "status", "status.class", "request.size",
        "response.size", "request.type", "response.type", "type", "encoding", "redirect", "redirect.hop", "cache",
        "age", "lifetime", "stream", "messages", "frames", "stream.client", "stream.upstream", "message.direction",
        "grpc.service", "grpc.status", "client", "upstream", "connection", "reused", "protocol", "tls", "tls.version",
        "tls.cipher", "tls.sni", "alpn", "time", "duration", "dns", "connect", "handshake", "wait", "receive",
        "outcome", "outcome.by", "error", "open", "truncated", "retried", "changed", "rule", "script", "quirk", "note",
        "worst",
        "pinned", "replayed",
    ]

    static func isPlain(_ field: FilterField) -> Bool { plain.contains(field.name) }

    /// The filter looks at what may hold one.
    static func areAsked(by filter: FlowFilter) -> Bool {
        filter.expression.searches || filter.expression.tests.contains { !isPlain($0.field) }
    }

    /// What of a filter can be asked of flows as they were recorded: whatever else it asks, its flows match this.
    static func plainPart(of filter: FlowFilter) -> FlowFilter {
        func parts(_ expression: FilterExpression) -> [FilterExpression] {
            guard case .all(let inner) = expression else { return [expression] }
            return inner.flatMap(parts)
        }
        return FlowFilter(.all(parts(filter.expression).filter { !areAsked(by: FlowFilter($0)) }))
    }

    /// Why a filter would compare a credential; nil when it does not. Whether there is one may be asked.
    static func comparison(in filter: FlowFilter) -> String? {
        for test in filter.expression.tests {
            guard let name = test.name, isSecret(test.field.name, name) else { continue }
            if case .present = test.condition { continue }
            let field = "\(test.field.name).\(name)"
            return "\(field) holds a credential, which is hidden: only its presence can be asked. Example: \(field)"
        }
        return nil
    }

    private static func isSecret(_ field: String, _ name: String) -> Bool {
        switch field {
        case "cookie", "set-cookie": return true
        default:
            let header = name.lowercased()
            return ["cookie", "set-cookie"].contains(header) || SecretNames.strength(of: Bytes(header)) == .certain
        }
    }
}

extension FilterExpression {
    /// It searches for a text.
    fileprivate var searches: Bool {
        switch self {
        case .test: false
        case .search: true
        case .not(let inner): inner.searches
        case .all(let parts), .any(let parts): parts.contains(where: \.searches)
        }
    }
}

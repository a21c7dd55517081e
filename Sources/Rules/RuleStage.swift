package import Filter

/// How far an exchange has come. Filters ask for what is known at a stage, actions work at one.
package enum RuleStage: Int, Sendable, Comparable, CaseIterable {
    /// The request's head is here, and no server was contacted.
    case request
    /// The request's content is here, whole.
    case requestBody
    /// The response's head is here.
    case response
    /// The response's content is here, whole.
    case responseBody
    /// A message of a WebSocket passes.
    case message
    /// Only afterwards.
    case end

    package static func < (left: RuleStage, right: RuleStage) -> Bool { left.rawValue < right.rawValue }

    /// Whether a whole body has to be waited for.
    var isBody: Bool { self == .requestBody || self == .responseBody }

    /// In a sentence: `is known only …`.
    var words: String {
        switch self {
        case .request: "with the request's head"
        case .requestBody: "when the request is complete"
        case .response: "with the response's head"
        case .responseBody: "when the response is complete"
        case .message: "for each WebSocket message"
        case .end: "afterwards"
        }
    }

    /// When all that a filter reads is known.
    package static func known(_ filter: FlowFilter) -> RuleStage { known(filter.expression) }

    static func known(_ expression: FilterExpression) -> RuleStage {
        switch expression {
        case .test(let test): known(test.field)
        // Bodies are searched too.
        case .search: .end
        case .not(let inner): known(inner)
        case .all(let parts), .any(let parts): parts.map { known($0) }.max() ?? .request
        }
    }

    /// When a field's value is known for good.
    package static func known(_ field: FilterField) -> RuleStage {
        if atRequest.contains(field.title) { return .request }
        if atResponse.contains(field.title) { return .response }
        switch field.title {
        case "request.body", "request.size": return .requestBody
        case "response.body", "response.size": return .responseBody
        case "message.direction", "message.text": return .message
        default: return .end
        }
    }

    private static let atRequest: Set = [
        "method", "url", "scheme", "host", "port", "path", "query", "query.NAME", "fragment", "version",
        "request.header.NAME", "cookie.NAME", "request.type", "client", "connection", "tls", "tls.sni", "time", "id",
        "run", "trace",
    ]

    private static let atResponse: Set = [
        "status", "status.class", "reason", "response.header.NAME", "header.NAME", "set-cookie.NAME", "type",
        "response.type", "encoding", "redirect", "redirect.to", "cache", "age", "lifetime", "upstream", "reused",
        "tls.version", "tls.cipher", "alpn", "certificate.subject", "dns", "connect", "handshake", "wait", "retried",
        "stream",
    ]

    /// The field that is known latest, for a sentence about why a filter cannot be asked earlier.
    package static func latest(_ filter: FlowFilter) -> String {
        let latest = filter.expression.tests.max { known($0.field) < known($1.field) }
        guard let latest, known(latest.field) == known(filter) else { return "A text that is searched for" }
        return latest.field.title
    }
}

package import Flow
import HTTPModel

/// How far a flow must have come until a filter can be answered for good: nothing that follows changes the answer.
package enum FilterStage: Int, Comparable, Sendable {
    /// Its head has come.
    case request
    /// A response has gone to the client.
    case response
    /// It has ended.
    case end

    package static func < (left: FilterStage, right: FilterStage) -> Bool { left.rawValue < right.rawValue }

    /// Whether the flow has come so far.
    package func isReached(by record: borrowing FlowRecord) -> Bool {
        switch self {
        case .request: record.isFinished || Self.hasTarget(record)
        case .response: record.isFinished || Self.hasTarget(record) && Self.hasAnswer(record)
        case .end: record.isFinished
        }
    }

    /// The URL is settled: it would otherwise be named for the server that is yet to be sought.
    private static func hasTarget(_ record: borrowing FlowRecord) -> Bool {
        guard let head = record.requestHead else { return false }
        switch head.target.form {
        case .absolute, .authority: return true
        case .origin, .asterisk:
            let named = head.fields.pseudoField(":authority") ?? head.fields.first(.host)
            return named?.isEmpty == false || record.host != nil
        }
    }

    private static func hasAnswer(_ record: borrowing FlowRecord) -> Bool {
        record.responseHead != nil && record.response.sent != nil
    }
}

extension FilterExpression {
    /// The latest stage of its tests.
    package var stage: FilterStage {
        switch self {
        case .test(let test): test.field.stage
        case .search: .end
        case .not(let inner): inner.stage
        case .all(let parts), .any(let parts): parts.lazy.map(\.stage).max() ?? .request
        }
    }
}

extension FilterField {
    /// Fields that are not listed are known at the end alone.
    var stage: FilterStage {
        if Self.ofRequest.contains(title) { return .request }
        return Self.ofResponse.contains(title) ? .response : .end
    }

    private static let ofRequest: Set<String> = [
        "id", "run", "client", "connection", "method", "url", "scheme", "host", "port", "path", "query", "query.NAME",
        "fragment", "version", "request.header.NAME", "cookie.NAME", "request.type", "trace",
    ]

    private static let ofResponse: Set<String> = [
        "status", "status.class", "reason", "response.header.NAME", "header.NAME", "set-cookie.NAME", "type",
        "response.type", "encoding", "redirect", "redirect.to",
    ]
}

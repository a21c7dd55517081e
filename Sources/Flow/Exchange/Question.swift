public import HTTPModel

/// What an exchange wants to be told before it goes on. Whoever answers, a set of rules in the same turn or a person an
/// hour later, is the same to it.
public enum Question: Sendable, Hashable {
    /// The request's head is here; no server has been asked.
    case requestHead(RequestHead)
    /// The request has a body, of which nothing was sent on.
    case requestBody
    /// The final response's head is here; nothing of it was sent on.
    case responseHead(ResponseHead, Framing)
    /// The response has a body, of which nothing was sent on.
    case responseBody

    /// Where in an exchange a question can come up, once each.
    public enum Stage: UInt8, Sendable, Hashable, CaseIterable {
        case requestHead, requestBody, responseHead, responseBody
    }

    /// Several stages.
    public struct Stages: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public init(_ stage: Stage) {
            self.init(rawValue: 1 << stage.rawValue)
        }

        public static let requestHead = Stages(.requestHead)
        public static let requestBody = Stages(.requestBody)
        public static let responseHead = Stages(.responseHead)
        public static let responseBody = Stages(.responseBody)
    }

    public var stage: Stage {
        switch self {
        case .requestHead: .requestHead
        case .requestBody: .requestBody
        case .responseHead: .responseHead
        case .responseBody: .responseBody
        }
    }
}

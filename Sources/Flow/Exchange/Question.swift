public import Bytes
public import HTTPModel

/// What an exchange asks before it continues. It makes no difference who answers: rules in the same turn, or a person
/// an hour later.
public enum Question: Sendable, Hashable {
    /// The request's head is here; no server has been asked.
    case requestHead(RequestHead)
    /// The request has a body, and no server has been asked. With the whole content, when it was to be gathered.
    case requestBody(Bytes?)
    /// The final response's head is here; nothing of it was sent on.
    case responseHead(ResponseHead, Framing)
    /// The response has a body; nothing of the response was sent on. With the whole content, when it was to be
    /// gathered.
    case responseBody(Bytes?)

    /// Where in an exchange a question can come up, once each.
    public enum Stage: UInt8, Sendable, Hashable, CaseIterable {
        case requestHead, requestBody, responseHead, responseBody
    }

    /// Several stages.
    public struct Stages: OptionSet, Sendable, Hashable {
        /// A bit for each stage.
        public let rawValue: UInt8

        /// Those whose bits are set.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// One stage.
        public init(_ stage: Stage) {
            self.init(rawValue: 1 << stage.rawValue)
        }

        /// Before the request's head is forwarded.
        public static let requestHead = Stages(.requestHead)
        /// Before the request's content is forwarded.
        public static let requestBody = Stages(.requestBody)
        /// Before the response's head is forwarded.
        public static let responseHead = Stages(.responseHead)
        /// Before the response's content is forwarded.
        public static let responseBody = Stages(.responseBody)
    }

    /// The stage at which it is asked.
    public var stage: Stage {
        switch self {
        case .requestHead: .requestHead
        case .requestBody: .requestBody
        case .responseHead: .responseHead
        case .responseBody: .responseBody
        }
    }
}

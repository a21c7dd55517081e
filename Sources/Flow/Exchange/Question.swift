public import Bytes
public import HTTPModel

/// What an exchange asks before it continues. Rules answer at once, a person perhaps an hour later; the exchange does
/// not distinguish them.
public enum Question: Sendable, Hashable {
    /// The request's head is here; no server was contacted.
    case requestHead(RequestHead)
    /// The request has a body, and no server was contacted. With the whole content, if it was gathered.
    case requestBody(Bytes?)
    /// The final response's head is here; nothing of it was forwarded.
    case responseHead(ResponseHead, Framing)
    /// The response has a body; nothing of the response was forwarded. With the whole content, if it was gathered.
    case responseBody(Bytes?)

    /// The stages at which an exchange can ask, once each.
    public enum Stage: UInt8, Sendable, Hashable, CaseIterable {
        case requestHead, requestBody, responseHead, responseBody
    }

    /// Several stages.
    public struct Stages: OptionSet, Sendable, Hashable {
        /// A bit for each stage.
        public let rawValue: UInt8

        /// The stages whose bits are set.
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

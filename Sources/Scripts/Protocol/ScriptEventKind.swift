package import Flow

/// What a script can be told of.
package enum ScriptEventKind: String, Sendable, Hashable, CaseIterable {
    /// The request's head is here, and no server was contacted.
    case requestHead = "request-head"
    /// The request is here: with its body where the script wants that, else with its head.
    case request
    case responseHead = "response-head"
    case response
    /// A notice: a flow that the script was asked about has ended.
    case end

    /// It waits for an answer.
    var isQuestion: Bool { self != .end }

    /// It comes with the head, whatever the script wants of the body.
    package var isOfHead: Bool { self == .requestHead || self == .responseHead }

    /// The message that it is about; nil for the end of a flow.
    package var message: MessageKind? {
        switch self {
        case .requestHead, .request: .request
        case .responseHead, .response: .response
        case .end: nil
        }
    }
}

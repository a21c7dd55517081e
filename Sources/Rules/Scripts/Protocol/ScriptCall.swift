package import Bytes
package import Filter

/// What a script asks of Hark, as it was written; what may be sent is for whoever sends it to say.
package enum ScriptCall: Sendable {
    /// End, as a person does.
    case shutDown
    /// The newest recorded flows that match.
    case flows(FlowFilter, limit: Int)
    /// A body of a recorded flow.
    case body(flow: UInt64, isRequest: Bool, isRaw: Bool)
    case mark(flow: UInt64, Marks)
    case send(Request)
    case replay(flow: UInt64)
    /// A text message for one side of an open WebSocket.
    case inject(flow: UInt64, toServer: Bool, text: String)
    /// Send on what is held.
    case release(flow: UInt64)
    /// Why it is none of these: a clause.
    case invalid(String)

    package struct Marks: Sendable, Hashable {
        package var tag: String?
        package var untag: String?
        package var comment: String?
        package var pin: Bool?

        init() {}
    }

    /// A request to be sent.
    package struct Request: Sendable, Hashable {
        package var method: String
        package var url: String
        package var headers: [RuleAnswer.Field]
        package var body: Bytes?

        init(method: String, url: String, headers: [RuleAnswer.Field] = [], body: Bytes? = nil) {
            (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        }
    }

    /// The most flows that a call gives.
    static let mostFlows = 1_000
    /// Bytes of a text that is injected.
    static let injectLimit = 1 << 20

    static let methods = ["body", "flows", "inject", "mark", "release", "replay", "send", "shutdown"]
}

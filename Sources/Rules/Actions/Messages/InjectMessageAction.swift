import Bytes
import Filter
import Flow
import HTTPModel

/// `inject-message`: a message besides those that come.
struct InjectMessageAction: RuleAction {
    /// To the server, or to the client: as a request, or as a response goes.
    let receiver: MessageKind
    let content: RuleContent

    static let entry = ActionEntry(
        "inject-message", "client|server text T | json J",
        "sends an extra message: after each that matches the filter, or when the WebSocket opens"
    ) { reader throws(FilterError) in
        let receiver = try reader.choice(["client", "server"])
        return InjectMessageAction(
            receiver: receiver == "server" ? .request : .response, content: try reader.messageContent())
    }

    private var peer: String { receiver == .request ? "server" : "client" }

    var clause: String { "sends \(RuleWords.what(content)) to the \(peer) as a WebSocket message" }
    var stage: RuleStage { .message }
    var isInjection: Bool { true }
    var namesFile: Bool { content.namesFile }

    func change(_ work: inout MessageWork) -> String? {
        work.orders.injected.append((receiver, work.text(content)))
        return "A message was sent to the \(peer)."
    }
}

import Filter
import Flow

// What becomes of the messages of a WebSocket.
extension ActionTable {
    static let messages: [ActionEntry] = [
        ActionEntry("replace-message", "text T | json J", "replaces a WebSocket message") {
            reader throws(FilterError) in .replaceMessage(try reader.messageContent())
        },
        ActionEntry("drop-message", "drops a WebSocket message", .dropMessage),
        ActionEntry(
            "inject-message", "client|server text T | json J",
            "sends an extra message: after each that matches the filter, or when the WebSocket opens"
        ) { reader throws(FilterError) in
            let receiver = try reader.choice(["client", "server"])
            return .injectMessage(to: receiver == "server" ? .request : .response, try reader.messageContent())
        },
    ]
}

extension ActionReader {
    /// `text T` or `json J`.
    fileprivate mutating func messageContent() throws(FilterError) -> RuleContent {
        try choice(["text", "json"]) == "text"
            ? .text(try template(try argument("a text"))) : .json(try template(try json()))
    }
}

import Bytes
import Filter
import Flow

/// `replace-message`.
struct ReplaceMessageAction: RuleAction {
    let content: RuleContent

    static let entry = ActionEntry("replace-message", "text T | json J", "replaces a WebSocket message") {
        reader throws(FilterError) in ReplaceMessageAction(content: try reader.messageContent())
    }

    var clause: String { "replaces a WebSocket message with \(RuleWords.what(content))" }
    var stage: RuleStage { .message }
    var namesFile: Bool { content.namesFile }

    func change(_ work: inout MessageWork) -> String? {
        work.orders.content = work.text(content)
        return "A message \(work.direction) was replaced."
    }
}

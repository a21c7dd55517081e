import Bytes
import Flow

extension EntryReader {
    /// `_changes`: what Hark forwarded otherwise than it came; nil when the entry does not say.
    mutating func changes(_ node: JSONNode) -> [FlowRecord.ChangedLine]? {
        guard let nodes = array(node, "_changes") else { return nil }
        var changes: [FlowRecord.ChangedLine] = []
        for node in nodes {
            let message = string(node, "message").flatMap { MessageKind(rawValue: $0.text) }
            let action = string(node, "action").flatMap { FlowRecord.ChangedLine.Action(rawValue: $0.text) }
            guard let message, let action, let line = string(node, "line") else {
                log.add(node.offset, "This change does not say which line it changed, or how.", "It was left out.")
                continue
            }
            let part: FlowRecord.ChangedLine.Part =
                switch string(node, "part")?.text {
                case "trailers": .trailers
                case "interim": .interim(Int(clamping: integer(node, "index") ?? 0))
                default: .head
                }
            changes.append(
                FlowRecord.ChangedLine(
                    message: message, part: part, action: action, line: line, replacement: string(node, "with"),
                    reason: string(node, "reason") ?? Bytes()))
        }
        return changes
    }
}

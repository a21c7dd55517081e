import Bytes
import Flow
import JSON

extension EntryReader {
    /// `_rules`: what rules did to it.
    mutating func rules(_ node: JSONNode, since start: Instant) -> [RuleAct] {
        (array(node, "_rules") ?? []).compactMap { node in
            guard let name = string(node, "name"), let action = string(node, "action") else {
                log.add(node.offset, "The rule or its action is missing.", "It was left out.")
                return nil
            }
            let time = number(of: node, "time").map { Int64($0 * 1_000) } ?? 0
            return RuleAct(
                rule: name.text, file: string(node, "file")?.text ?? "",
                line: Int(clamping: integer(node, "line") ?? 0),
                action: action.text, text: string(node, "text")?.text ?? "", time: start.advanced(byMicroseconds: time))
        }
    }

    private func number(of node: JSONNode, _ name: StaticString) -> Double? {
        guard let value = node.member(name, in: file)?.double(in: file), value.isFinite, abs(value) < 1e12 else {
            return nil
        }
        return value
    }
}

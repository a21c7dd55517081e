import Bytes
import Flow

extension EntryReader {
    /// `_rules`: what rules did to it.
    mutating func rules(_ node: JSONNode, since start: Instant) -> [RuleAct] {
        let rules = (array(node, "_rules") ?? []).compactMap { node -> RuleAct? in
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
        return rules + scripts(node, since: start)
    }

    /// `_scripts`: what scripts did to it.
    private mutating func scripts(_ node: JSONNode, since start: Instant) -> [RuleAct] {
        (array(node, "_scripts") ?? []).compactMap { node in
            guard let name = string(node, "name"), let verdict = string(node, "verdict"), let on = string(node, "on")
            else { return nil }
            let (time, duration) = (number(of: node, "time") ?? 0, number(of: node, "duration") ?? 0)
            var act = RuleAct.script(
                name.text, file: string(node, "file")?.text ?? "", did: verdict.text, on: on.text,
                microseconds: UInt64(max(0, duration * 1_000)), text: string(node, "text")?.text ?? "")
            act.time = start.advanced(byMicroseconds: Int64(time * 1_000))
            return act
        }
    }

    private func number(of node: JSONNode, _ name: StaticString) -> Double? {
        guard let value = node.member(name, in: file)?.double(in: file), value.isFinite, abs(value) < 1e12 else {
            return nil
        }
        return value
    }
}

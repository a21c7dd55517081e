import Flow

/// What rules did to a flow, as a row of `extra` has it: six texts an act, each ended by a zero byte.
enum RuleActText {
    static func written(_ record: FlowRecord) -> String {
        var text = ""
        for act in record.ruleActs {
            let time = String(act.time.microseconds(since: record.openedAt))
            for part in [act.rule, act.file, String(act.line), act.action, act.text, time] {
                text += part.filter { $0 != "\0" } + "\0"
            }
        }
        return text
    }

    static func read(_ text: String, since start: Instant) -> [RuleAct] {
        let parts = text.split(separator: "\0", omittingEmptySubsequences: false).map { String($0) }
        var acts: [RuleAct] = []
        var place = 0
        while place + 5 < parts.count {
            let span = min(Int64(parts[place + 5]) ?? 0, Prepared.longestSpan / 1000)
            let time = start.advanced(byMicroseconds: span)
            acts.append(
                RuleAct(
                    rule: parts[place], file: parts[place + 1], line: Prepared.position(Int64(parts[place + 2]) ?? 0),
                    action: parts[place + 3], text: parts[place + 4], time: time))
            place += 6
        }
        return acts
    }
}

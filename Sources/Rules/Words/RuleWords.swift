import Bytes
import Filter
import Flow
import HTTPModel

/// Says in English what a rule does, so that a person sees whether it was read as it was meant.
package enum RuleWords {
    /// `When the host is shop.example.com: sets the request's Accept-Language to 'de'.`
    package static func sentence(_ rule: Rule) -> String {
        var actions = rule.steps.map(clause)
        if rule.isFinal { actions.append("prevents later rules from acting") }
        let what =
            actions.count < 2
            ? actions.joined() : actions.dropLast().joined(separator: ", ") + " and " + (actions.last ?? "")
        return "\(when(rule)): \(what)."
    }

    private static func when(_ rule: Rule) -> String {
        var text = "Always"
        if rule.filter.expression != .all([]) {
            let sentence = FilterWords.sentence(rule.filter)
            text = "When " + sentence.dropFirst("Flows where ".count).dropLast()
        }
        if let chance = rule.turn.chance { text += ", with a chance of \(RuleFormat.percent(chance))" }
        switch rule.turn.count {
        case .first(let number)?: text += number == 1 ? ", the first time" : ", the first \(number) times"
        case .after(let number)?: text += number == 1 ? ", after the first time" : ", after the first \(number) times"
        case .every(let number)?: text += number == 1 ? "" : ", every \(ordinal(number)) time"
        case nil: break
        }
        return text
    }

    private static func ordinal(_ number: UInt64) -> String {
        let teens = (11...13).contains(number % 100)
        switch number % 10 {
        case 1 where !teens: return "\(number)st"
        case 2 where !teens: return "\(number)nd"
        case 3 where !teens: return "\(number)rd"
        default: return "\(number)th"
        }
    }

    static func name(_ kind: MessageKind) -> String { kind == .request ? "request" : "response" }

    private static func clause(_ step: RuleStep) -> String { step.isRaw ? step.action.rawClause : step.action.clause }

    /// Control characters as they are written in a rule.
    static func shown(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            guard scalar.properties.generalCategory == .control else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return result
    }

    static func what(_ content: RuleContent) -> String {
        switch content {
        case .none: "nothing"
        case .text(let text): "the text '\(text.text.prefix(40))\(text.text.count > 40 ? "…" : "")'"
        case .json: "the given JSON"
        case .file(let path): "the file \(path)"
        }
    }

    static func duration(_ microseconds: Int64) -> String {
        if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000) s" }
        return microseconds % 1_000 == 0 ? "\(microseconds / 1_000) ms" : "\(microseconds) us"
    }
}

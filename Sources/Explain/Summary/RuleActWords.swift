package import Flow

/// What rules did, in the words that all views use: the record's own sentences, each with its rule's name.
package enum RuleActWords {
    /// The word of the action: `delay`, `respond`.
    static func word(_ act: RuleAct) -> Substring {
        let words = act.action.split(separator: " ", maxSplits: 2)
        return words.first == "raw" ? words.dropFirst().first ?? "" : words.first ?? ""
    }

    /// `the response was delayed 300 ms`
    static func clause(_ act: RuleAct) -> String {
        var text = act.text
        if text.hasSuffix("."), !text.hasSuffix("..") { text.removeLast() }
        // A first word that only the sentence made great.
        let first = text.prefix { $0.isLetter }
        guard first.count > 1, first.dropFirst().allSatisfy(\.isLowercase) else { return text }
        return first.lowercased() + text.dropFirst(first.count)
    }

    /// `rule 'slow': the response was delayed 300 ms.`
    package static func sentence(_ act: RuleAct) -> String {
        guard !act.rule.isEmpty else { return act.text }
        return act.script.map { "Script '\($0)': \(clause(act))." } ?? "Rule '\(act.rule)': \(clause(act))."
    }

    /// The time that the exchange took is, in part, this rule's doing.
    package static func takesTime(_ act: RuleAct) -> Bool { slow.contains(word(act)) }

    /// It answers in a server's place.
    static func answers(_ act: RuleAct) -> Bool {
        // A script that fails answers where it is to refuse.
        answering.contains(word(act)) || act.text == RuleAct.answeredByHand
            || (act.script != nil && word(act) == "refused")
    }

    private static let slow: Set<Substring> = ["delay", "throttle", "stall-response", "break"]
    private static let answering: Set<Substring> = [
        "respond", "redirect", "block", "map-file", "answer-from", "bad-gateway", "dns-fail", "allow-cors",
        "upgrade-insecure",
    ]
}

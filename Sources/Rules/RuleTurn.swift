import Flow

/// Which of the messages that a filter means are acted on.
package struct RuleTurn: Sendable, Hashable {
    /// In thousandths of a percent; nil: each.
    let chance: Int?
    let count: Count?

    /// Counted from 1 over those that chance chose.
    enum Count: Sendable, Hashable {
        case first(UInt64)
        case after(UInt64)
        case every(UInt64)
    }

    package static let always = RuleTurn(chance: nil, count: nil)

    static let certain = 100_000

    /// It never comes.
    var isNever: Bool { chance == 0 || count == .first(0) }

    /// Whether it is a message's turn.
    ///
    /// - Parameters:
    ///   - key: of the rule.
    ///   - seed: with the same seed, the same messages in the same order have their turn.
    func comes(_ key: RuleKey, seed: UInt64, _ counting: some RuleCounting) -> Bool {
        if let chance {
            let number = counting.next(key.met)
            guard Chance(seed: seed, key.hash, number).part(of: UInt64(Self.certain)) < UInt64(chance) else {
                return false
            }
        }
        guard let count else { return true }
        let number = counting.next(key.chosen)
        switch count {
        case .first(let most): return number <= most
        case .after(let least): return number > least
        case .every(let step): return number % step == 0
        }
    }
}

/// What a rule's counters are kept under: its text, so that they survive when its file is read again.
struct RuleKey: Sendable, Hashable {
    let text: String
    /// FNV-1a, 64 bits: the same in every run.
    let hash: UInt64

    init(_ text: String) {
        self.text = text
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.hash = hash
    }

    /// The messages that its filter meant.
    var met: String { text + "\u{0}met" }
    /// Those of them that chance chose.
    var chosen: String { text + "\u{0}chosen" }
    /// Those that it acted on.
    var acted: String { text + "\u{0}acted" }
}

/// Who keeps the counters of rules: one for all loops of a proxy.
package protocol RuleCounting: Sendable {
    /// The next number under this name, from 1 on.
    func next(_ name: String) -> UInt64
}

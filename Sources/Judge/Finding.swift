package import Explain
package import Flow

/// That a check found something: where, and with which values. Its words are made only when somebody reads them.
package struct Finding: Sendable {
    package let check: Check
    /// The message whose bytes these are; nil when it is about both, or about neither.
    package let message: MessageKind?
    /// Bytes from the start of the message's head; empty at 0 when it is about the whole.
    package let range: Range<Int>
    package let arguments: [Argument]
    /// How much it matters here; that of the check, unless the circumstances say otherwise.
    package let level: Note.Level
    /// By what findings are put in order: the message, then the place in it.
    let rank: Int
    /// How often the same was found once more, and is not listed.
    package var more = 0

    package init(
        check: Check, message: MessageKind?, range: Range<Int>, arguments: [Argument], level: Note.Level? = nil
    ) {
        self.check = check
        self.message = message
        self.range = range
        self.arguments = arguments
        self.level = level ?? check.level
        let side =
            switch message {
            case .request?: 0
            case .response?: 1
            case nil: 2
            }
        rank = side << 48 | min(range.lowerBound, 1 << 48 - 1)
    }

    /// The finding in words, with what to do about it.
    package var note: Note {
        Note(
            check.code, level, at: range, summary, advice.map { text + Prose(stringLiteral: " ") + $0 } ?? text,
            spec: check.spec.text, in: message)
    }

    package var summary: Prose { check.summary.filled(with: arguments) }
    /// What is found, and what that leads to.
    package var text: Prose {
        let text = check.text.filled(with: arguments)
        return more == 0 ? text : text + Prose(stringLiteral: " \(more) more like it are not listed.")
    }
    /// What to write instead; nil where there is nothing to change.
    package var advice: Prose? { check.advice?.filled(with: arguments) }
}

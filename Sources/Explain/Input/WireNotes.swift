import Flow
import HTTPModel

/// What the decoder says of a message, as notes: why it would be refused, and what was tolerated. Pure.
enum WireNotes {
    static func about(_ message: ExplainedMessage) -> [Note] {
        let explanation = message.explanation
        var notes: [Note] = []
        if let error = explanation.error, !message.excuses(error.code) {
            let start = message.base + max(0, error.offset)
            notes.append(
                Note(
                    error.code.rawValue, .bad, at: start..<(start + max(0, error.length)),
                    "A strict reader refuses this message.",
                    Prose(stringLiteral: error.text + " What follows is what a forgiving reader makes of it."),
                    spec: error.spec, in: explanation.kind))
        }
        for quirk in explanation.quirks {
            let start = message.base + explanation.headOffset + quirk.offset
            notes.append(
                Note(
                    quirk.code.rawValue, .warning, at: start..<(start + quirk.length), "Tolerated, and not correct.",
                    Prose(stringLiteral: quirk.text), spec: quirk.spec, in: explanation.kind))
        }
        return notes
    }
}

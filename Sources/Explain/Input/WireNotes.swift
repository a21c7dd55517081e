import Flow
import HTTPModel

/// What the decoder says of a message, as notes: why it would be refused, and what was tolerated. Pure.
enum WireNotes {
    static func about(_ message: ExplainedMessage) -> [Note] {
        let explanation = message.explanation
        var notes: [Note] = []
        if let error = explanation.error, !message.excuses(error.code) {
            let start = message.base + max(0, error.offset)
            // Of a copy nobody knows whether the message was cut off or the copy is short.
            let isShortCopy = message.isPasted && (error.code == .truncatedBody || error.code == .truncatedHead)
            notes.append(
                Note(
                    error.code.name, isShortCopy ? .warning : .bad, at: start..<(start + max(0, error.length)),
                    isShortCopy ? Prose(stringLiteral: error.text) : "A strict recipient rejects this message.",
                    isShortCopy
                        ? missing(message) + " It was cut off, or the copy is incomplete."
                        : Prose(
                            stringLiteral: error.text + " What follows is the reading of a lenient recipient."),
                    spec: error.spec, in: explanation.kind))
        }
        for quirk in explanation.quirks {
            // That is what editors do to a text, and no sender.
            if message.isPasted, quirk.code == .bareLineFeed { continue }
            let start = message.base + explanation.headOffset + quirk.offset
            notes.append(
                Note(
                    quirk.code.name, .warning, at: start..<(start + quirk.length), "Incorrect, but tolerated.",
                    Prose(stringLiteral: message.isPasted ? quirk.observation : quirk.text), spec: quirk.spec,
                    in: explanation.kind))
        }
        return notes
    }

    /// How much is missing, where a length says so.
    private static func missing(_ message: ExplainedMessage) -> Prose {
        guard let length = message.fields?.announcedLength, length > message.wireSize else {
            return "The input ends before the end of the message."
        }
        return "The input ends \(Quantity.count(length - message.wireSize, "byte")) early."
    }
}

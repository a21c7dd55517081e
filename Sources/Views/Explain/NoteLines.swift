import Explain

/// One note: its level as a sign, what it is in a few words, then what it means. Used once.
struct NoteLines {
    private let note: Note

    init(_ note: Note) {
        self.note = note
    }

    func write(to page: inout PageWriter) {
        page.pad(to: 4)
        page.raw(note.level.ink) { $0.wire(note.level.sign) }
        page.flow(note.heading, at: 6, ink: .strong)
        page.flow(note.text, at: 6)
        page.source(note.spec, at: 6)
        page.source(note.code, at: 6)
        page.newline()
    }
}

extension Note.Level {
    /// Told apart without colour.
    package var sign: String {
        switch self {
        case .bad: "✗"
        case .warning: "!"
        case .info: "·"
        case .good: "✓"
        }
    }

    var ink: Ink {
        switch self {
        case .bad: .bad
        case .warning: .warning
        case .info: .quiet
        case .good: .good
        }
    }
}

extension [Note] {
    /// The worst first, otherwise in their order.
    var byLevel: [Note] {
        Note.Level.allCases.sorted(by: >).flatMap { level in filter { $0.level == level } }
    }
}

extension Note {
    /// The summary, to be followed by the text.
    var heading: Prose {
        guard let last = summary.text.last else { return summary }
        return ".:!?".contains(last) ? summary : summary + ":"
    }
}

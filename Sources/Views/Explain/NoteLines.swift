import Explain

/// A note, or several that say the same of several things: its level as a sign, what it is in a few words, then what it
/// means. Used once.
struct NoteLines {
    private let note: Note
    /// Of what else the same holds.
    private let others: [String]

    init(_ group: NoteGroup) {
        note = group.note
        others = group.others
    }

    func write(to page: inout PageWriter, inShort: Bool = false) {
        page.pad(to: 4)
        page.raw(note.level.ink) { $0.wire(note.level.sign) }
        if inShort {
            page.flow(note.summary, at: 6)
            page.source(note.code, at: 6)
            return page.newline()
        }
        page.flow(note.heading, at: 6, ink: .strong)
        page.flow(note.text, at: 6)
        if !others.isEmpty { page.flow("Likewise \(Prose.quoted(others, separator: ", ")).", at: 6) }
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

/// A note, and of what else the very same is said.
struct NoteGroup {
    let note: Note
    private(set) var others: [String] = []

    init(_ note: Note) {
        self.note = note
    }

    /// Takes in a note that differs in a single quotation; false when it differs in more.
    mutating func take(_ other: Note) -> Bool {
        guard other.code == note.code, other.level == note.level, other.summary == note.summary,
            other.spec == note.spec, other.text.pieces.count == note.text.pieces.count
        else { return false }
        var found: String?
        for (mine, theirs) in zip(note.text.pieces, other.text.pieces) where mine != theirs {
            guard found == nil, case .code = mine, case .code(let text) = theirs else { return false }
            found = text
        }
        guard let found else { return false }
        others.append(found)
        return true
    }
}

extension [Note] {
    /// Those that say the same of several things together, where the first of them stands.
    var alike: [NoteGroup] {
        var groups: [NoteGroup] = []
        var last: [String: Int] = [:]
        for note in self {
            if let place = last[note.code], groups[place].take(note) { continue }
            last[note.code] = groups.count
            groups.append(NoteGroup(note))
        }
        return groups
    }
}

extension Note {
    /// The summary, to be followed by the text.
    var heading: Prose {
        guard let last = summary.text.last else { return summary }
        return ".:!?".contains(last) ? summary : summary + ":"
    }
}

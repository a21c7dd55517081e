package import Explain
import Flow

/// What a change would change, answer by answer: before, then after. Owned by the command that prints one.
package struct WhatIfView {
    package var page: PageWriter
    private let topics: Set<Reasoning.Topic>

    package init(
        style: Style, width: Int?, topics: Set<Reasoning.Topic> = [],
        hiding hidden: HiddenValues = .none
    ) {
        page = PageWriter(style: style, width: width, hiding: hidden)
        self.topics = topics
    }

    /// `change` is a sentence about what was changed.
    package mutating func show(_ whatIf: WhatIf, change: Prose) {
        page.heading("What if")
        page.prose(change, at: 2)
        page.prose("Hark sends nothing: it judges the same messages with the change.", at: 2, ink: .quiet)
        page.newline()
        let differences = whatIf.differences.filter { topics.isEmpty || topics.contains($0.topic) }
        for difference in differences { show(difference, whatIf) }
        let gone = WhatIf.notes(of: whatIf.before, missingIn: whatIf.after)
        let new = WhatIf.notes(of: whatIf.after, missingIn: whatIf.before)
        if topics.isEmpty {
            notes(gone, "Notes that disappear", "-", .bad)
            notes(new, "New notes", "+", .good)
        }
        if whatIf.before.messages.count != whatIf.after.messages.count {
            page.prose(
                """
                There would be \(whatIf.after.messages.count) messages instead of \(whatIf.before.messages.count): a \
                body ends elsewhere.
                """,
                at: 2, ink: .warning)
        }
        if differences.isEmpty, !topics.isEmpty || (gone.isEmpty && new.isEmpty) {
            page.prose("No verdict changes.", at: 2)
        }
    }

    private mutating func show(_ difference: WhatIf.Difference, _ whatIf: WhatIf) {
        let messages = difference.after == nil ? whatIf.before.messages : whatIf.after.messages
        let kind = messages.indices.contains(difference.place) ? messages[difference.place].kind.rawValue : ""
        page.prose(Prose(stringLiteral: "\(difference.topic.title) (\(kind))"), at: 2, ink: .strong)
        let same = difference.before?.conclusion == difference.after?.conclusion
        if same, let conclusion = difference.after?.conclusion {
            sided("=", .quiet, conclusion)
        } else {
            sided("-", .bad, difference.before?.conclusion ?? "There was nothing on this topic.")
            sided("+", .good, difference.after?.conclusion ?? "There would be nothing on this topic.")
        }
        steps(difference.before?.steps ?? [], difference.after?.steps ?? [])
        page.newline()
    }

    /// The steps that say something else, what they said above it; those that are no longer tried by name.
    private mutating func steps(_ old: [Reasoning.Step], _ new: [Reasoning.Step]) {
        for step in new where !old.contains(step) {
            page.flow(Prose(stringLiteral: step.rule + ":"), at: 6, ink: .quiet)
            let same = new.count { $0.rule == step.rule } == 1 ? old.filter { $0.rule == step.rule } : []
            guard same.count == 1, let before = same.first else {
                page.prose(step.text, at: 8)
                continue
            }
            page.newline()
            sided("-", .bad, before.text, at: 8)
            sided("+", .good, step.text, at: 8)
        }
        let rules = Set(new.map(\.rule))
        var gone: [String] = []
        for step in old where !rules.contains(step.rule) && !gone.contains(step.rule) { gone.append(step.rule) }
        if !gone.isEmpty {
            page.prose(
                Prose(stringLiteral: "No longer asked: " + gone.joined(separator: ", ") + "."), at: 6, ink: .quiet)
        }
    }

    private mutating func sided(_ sign: String, _ ink: Ink, _ text: Prose, at column: Int = 4) {
        page.pad(to: column)
        page.raw(ink) { $0.wire(sign) }
        page.prose(text, at: column + 2)
    }

    private mutating func notes(_ notes: [Note], _ title: Prose, _ sign: String, _ ink: Ink) {
        guard !notes.isEmpty else { return }
        page.prose(title, at: 2, ink: .strong)
        for note in notes.byLevel {
            page.pad(to: 4)
            page.raw(ink) { $0.wire(sign) }
            page.pad(to: 6)
            page.raw(note.level.ink) { $0.wire(note.level.sign) }
            page.flow(note.heading, at: 8, ink: .strong)
            page.prose(note.text, at: 8)
        }
        page.newline()
    }
}

package import HTTPModel

extension FieldSection {
    /// What rules do to these lines: each sees what the ones before it left.
    package func edits(by rules: [HeaderRule]) -> [Change] {
        var draft = HeadDraft(self)
        draft.apply(rules)
        return draft.edits
    }
}

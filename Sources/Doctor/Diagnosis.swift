/// One thing that a doctor looked at, what it found, and what to do about it. A value.
package struct Diagnosis: Sendable, Hashable {
    package enum Verdict: String, Sendable, CaseIterable {
        /// `info` is no fault: nothing has to be done about it.
        case ok, info, warn, bad
    }

    /// What was looked at: `listening`, `http_proxy`.
    package let name: String
    package let verdict: Verdict
    /// A sentence or two: what was found.
    package let text: String
    /// What to do: a command a line, or a sentence. nil when all is well, or nothing is known that helps.
    package let remedy: String?

    package init(_ name: String, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
        self.name = name
        self.verdict = verdict
        self.text = text
        self.remedy = remedy
    }
}

extension [Diagnosis] {
    /// The worst of them.
    package var verdict: Diagnosis.Verdict {
        if contains(where: { $0.verdict == .bad }) { return .bad }
        return contains { $0.verdict == .warn } ? .warn : .ok
    }
}

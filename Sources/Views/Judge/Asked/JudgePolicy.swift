package import Bytes
package import Explain
package import Filter
package import Judge

/// What is asked, how bad it is, what is ignored, and when a run fails. A value.
package struct JudgePolicy: Sendable {
    /// The level from which on a run fails.
    package enum FailOn: String, Sendable, CaseIterable {
        case bad, warning, info, never

        /// nil: nothing fails.
        package var level: Note.Level? { Note.Level(rawValue: rawValue) }
    }

    /// A finding that somebody decided to live with.
    package struct Suppression: Sendable {
        package let pattern: CheckPattern
        /// nil: everywhere.
        let matcher: FilterMatcher?
        package let reason: String
        package let expires: TOMLDate?
        /// Where it is written.
        package let line: Int

        func matches(_ subject: FilterSubject) -> Bool { matcher?.matches(subject) != false }

        package init(
            _ pattern: CheckPattern, _ filter: FlowFilter?, clock: FilterClock, reason: String, expires: TOMLDate?,
            line: Int
        ) {
            self.pattern = pattern
            matcher = filter.map { FilterMatcher($0, clock) }
            self.reason = reason
            self.expires = expires
            self.line = line
        }
    }

    /// A level for some checks; nil turns them off.
    struct Adjustment: Sendable {
        let pattern: CheckPattern
        let level: Note.Level?
    }

    package var failOn = FailOn.bad
    /// The configuration says on which level a run fails.
    package internal(set) var hasFailOn = false
    package var profile = JudgeProfile.default
    package var only: [CheckPattern] = []
    package var ignored: [CheckPattern] = []
    var adjustments: [Adjustment] = []
    package var suppressions: [Suppression] = []

    package init() {}

    /// The level of a check here; nil when it is not asked.
    ///
    /// - Parameter level: that of a finding, where it is another than the check's.
    package func level(of check: Check, _ level: Note.Level? = nil) -> Note.Level? {
        var adjusted: Note.Level? = profile.level(of: check.code, level ?? check.level)
        // A code says more than a topic, and the later line more than the earlier.
        for isCode in [false, true] {
            // What no suppression may hide by its topic, no level does either.
            for adjustment in adjustments where adjustment.pattern.isCode == isCode {
                if adjustment.pattern.suppresses(check, level ?? check.level) { adjusted = adjustment.level }
            }
        }
        guard let result = adjusted else { return nil }
        if !only.isEmpty, !only.contains(where: { $0.matches(check, result) }) { return nil }
        return ignored.contains { $0.matches(check, result) } ? nil : result
    }

    /// Whether a finding of this level makes the run fail.
    package func fails(_ level: Note.Level) -> Bool { failOn.level.map { level >= $0 } ?? false }
}

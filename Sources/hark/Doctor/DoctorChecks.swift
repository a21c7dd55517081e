import ArgumentParser
import Doctor

/// What `--only` of `hark doctor` names.
enum DoctorChecks {
    /// Names of checks with commas between them; nil: all, which is the empty set.
    static func read(_ list: String?) throws -> Set<String> {
        guard let list else { return [] }
        let words = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for word in words where !Examination.names.contains(word) {
            throw ValidationError(
                "invalid value '\(word.terminalEscaped)' for --only (expected some of "
                    + "\(Examination.names.joined(separator: ", ")), with commas)")
        }
        return Set(words)
    }
}

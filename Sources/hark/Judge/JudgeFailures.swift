import ArgumentParser
import Platform

/// What went wrong while reports were written. Each was said already; the others are written all the same.
struct JudgeFailures {
    /// Of the first failure.
    private(set) var code: ExitCode?

    mutating func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            code = code ?? (error as? ExitCode) ?? ExitCode(EX_CANTCREAT)
        }
    }
}

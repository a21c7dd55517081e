import ArgumentParser
import Filter

/// Sizes and times of options, and the sentences when they are none.
enum FigureOption {
    /// Bytes: what `--max-body-record` and its kind take.
    static func size(_ text: String, of option: String) throws -> Int {
        let complaint: String
        do throws(Figures.Fault) {
            if let size = Int(exactly: try Figures.bytes(text)) { return size }
            complaint = "is too large"
        } catch {
            switch error {
            case .ambiguousUnit:
                complaint = "could mean powers of 1,000 (kB, MB, GB) or of 1,024 (KiB, MiB, GiB): write one of these"
            case .unreadable, .unitMissing: complaint = "is not a size (expected a number and a unit, such as 16MiB)"
            }
        }
        throw ValidationError("\(option) '\(text.terminalEscaped)' \(complaint)")
    }

    /// Seconds of an age such as `12h`, `7d` or `4w`; nil when it is none.
    static func age(_ text: some StringProtocol) -> Int64? {
        (try? Figures.microseconds(text)).map { $0 / 1_000_000 }
    }
}

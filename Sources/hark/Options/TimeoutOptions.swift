import ArgumentParser
import Engine
import Filter

/// The flag that changes how long Hark waits; `hark help timeouts` lists for what.
struct TimeoutOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Change a time limit (idle=5m), see 'hark help timeouts'. Repeatable.", valueName: "name=time"),
        transform: TimeoutChange.init)
    var timeout: [TimeoutChange] = []

    /// Of two changes of one limit the later counts.
    func apply(to timeouts: inout Timeouts) {
        for change in timeout { timeouts[change.name] = change.time }
    }
}

/// `NAME=TIME`.
struct TimeoutChange: Sendable {
    let name: TimeoutName
    let time: Duration

    @Sendable init(_ text: String) throws {
        guard let equals = text.firstIndex(of: "=") else {
            throw ValidationError("expected NAME=TIME, such as idle=5m; 'hark help timeouts' lists the names")
        }
        let word = String(text[..<equals])
        guard let name = TimeoutName(rawValue: word) else {
            let nearest = NearestName.find(word.lowercased(), among: TimeoutName.allCases.map(\.rawValue))
            let hint = nearest.map { "did you mean '\($0)'?" } ?? "'hark help timeouts' lists the names"
            throw ValidationError("unknown time limit '\(word.terminalEscaped)'; \(hint)")
        }
        let value = String(text[text.index(after: equals)...])
        guard let time = name.mayBeNever && value == "never" ? Timeouts.never : TimeSpan.parse(value) else {
            throw ValidationError(
                "expected a number and a unit, such as 500ms, 30s, 5m or 1h\(name.mayBeNever ? ", or 'never'" : "")")
        }
        self.name = name
        self.time = time
    }
}

/// Lengths of time as people write them.
enum TimeSpan {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
    ]
    /// What is longer is as good as for ever.
    private static let longest = Duration.seconds(365 * 24 * 3_600)

    /// `500ms`, `1.5s`, `5m`, `1h`, and seconds without a unit; nil when it is none, is 0, or is longer than a year.
    static func parse(_ text: String) -> Duration? {
        let isBare = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
        guard let microseconds = try? Figures.microseconds(isBare ? text + "s" : text) else { return nil }
        let time = Duration.microseconds(microseconds)
        return time >= .milliseconds(1) && time <= longest ? time : nil
    }

    /// In the largest unit that it is a whole number of: `10m`.
    static func text(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        let unit = units.last { milliseconds % $0.milliseconds == 0 } ?? units[0]
        return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
}

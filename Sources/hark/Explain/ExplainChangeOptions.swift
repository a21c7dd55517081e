import ArgumentParser
import Bytes
import Explain

/// Flags that change a line to see what follows.
struct ExplainChangeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Show what would change if the message had this header. Repeatable. Sends nothing.",
            valueName: "'Name: value'"))
    var whatIf: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Show what would change without this header. Repeatable.", valueName: "name"))
    var without: [String] = []

    var isAsked: Bool { !whatIf.isEmpty || !without.isEmpty }

    func validate() throws {
        for line in whatIf where HeadChange(setting: Bytes(line)) == nil {
            throw ValidationError(
                "--what-if '\(line.terminalEscaped)' is not a header (expected 'Name: value' on one line)")
        }
        if without.contains("") { throw ValidationError("--without needs a header name") }
    }

    /// First what goes, then what comes: one may take the place of the other.
    var changes: [HeadChange] {
        without.map { HeadChange(removing: Bytes($0)) } + whatIf.compactMap { HeadChange(setting: Bytes($0)) }
    }
}

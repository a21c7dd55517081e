import ArgumentParser
import Bytes
import Explain

/// Flags that change a line to see what follows.
struct ExplainChangeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Say what changes when this line stands there, repeatable, of the message that has such a field; nothing is \
            sent.
            """,
            valueName: "'Name: value'"))
    var whatIf: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Say what changes when this field is not there, repeatable.", valueName: "name"))
    var without: [String] = []

    var isAsked: Bool { !whatIf.isEmpty || !without.isEmpty }

    func validate() throws {
        for line in whatIf where HeadChange(setting: Bytes(line)) == nil {
            throw ValidationError("--what-if '\(line.terminalEscaped)' is not 'Name: value' on one line.")
        }
        if without.contains("") { throw ValidationError("--without needs the name of a field.") }
    }

    /// First what goes, then what comes: one may take the place of the other.
    var changes: [HeadChange] {
        without.map { HeadChange(removing: Bytes($0)) } + whatIf.compactMap { HeadChange(setting: Bytes($0)) }
    }
}

import ArgumentParser

/// Where the flows are, and which one is the example.
struct LearnInputOptions: ParsableArguments {
    @OptionGroup var choice: SessionChoice

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Use this flow as the example (default: the first that fits).",
            valueName: "n"),
        transform: LearnInputOptions.number)
    var flow: UInt64?

    @Option(
        name: .long,
        help: ArgumentHelp("Seed for the choice and order of questions, so that a quiz is repeatable.", valueName: "n"))
    var seed: UInt64?

    private static func number(_ text: String) throws -> UInt64 {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard let number = UInt64(digits), number > 0 else {
            throw ValidationError("expected the number of a flow, as 'hark flows' shows it")
        }
        return number
    }
}

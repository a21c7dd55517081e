import ArgumentParser

/// Where the flows are, and which one is the example.
struct LearnInputOptions: ParsableArguments {
    @OptionGroup var choice: SessionChoice

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Use this flow as the example (default: the first that fits).",
            valueName: "n"))
    var flow: UInt64?

    @Option(
        name: .long,
        help: ArgumentHelp("Seed for the choice and order of questions, so that a quiz is repeatable.", valueName: "n"))
    var seed: UInt64?
}

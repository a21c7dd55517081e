import ArgumentParser

/// Questions and answers.
struct LearnPracticeOptions: ParsableArguments {
    @Flag(name: .long, help: "Ask the questions one by one, and mark each answer at once.")
    var quiz = false

    @Option(name: .long, help: ArgumentHelp("End the quiz after this many minutes.", valueName: "n"))
    var minutes: Int?

    @Option(name: .long, help: ArgumentHelp("Mark one answer, for example --mark path=/", valueName: "id=value"))
    var mark: String?

    @Flag(name: .long, help: "Show what was answered, by lesson.")
    var progress = false

    @Flag(name: .long, help: "Forget all answers.")
    var reset = false

    func validate(words: [String], _ output: LearnOutputOptions) throws {
        if minutes != nil, !quiz { throw ValidationError("--minutes needs --quiz") }
        if let minutes, !(1...600).contains(minutes) {
            throw ValidationError("--minutes \(minutes) is out of range (expected 1 to 600)")
        }
        if [quiz, mark != nil, progress, reset].count(where: { $0 }) > 1 {
            throw ValidationError("--quiz, --mark, --progress and --reset cannot be combined")
        }
        if quiz, output.json { throw ValidationError("--json cannot be combined with --quiz (use --mark)") }
        if let mark {
            guard mark.contains("=") else {
                throw ValidationError("--mark '\(mark.terminalEscaped)' is not an answer (expected ID=VALUE)")
            }
            if words.isEmpty || output.topics != nil { throw ValidationError("--mark needs one topic") }
        }
    }
}

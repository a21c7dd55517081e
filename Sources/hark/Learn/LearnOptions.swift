import ArgumentParser
import Lessons
import Platform
import Views

/// Where the flows are, and which one is the example.
struct LearnInputOptions: ParsableArguments {
    @OptionGroup var choice: SessionChoice

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Use this flow as the example (default: the first that fits).",
            valueName: "n"))
    var flow: UInt64?

    @Option(name: .long, help: ArgumentHelp("Fix choice and order of questions and options.", valueName: "n"))
    var seed: UInt64?
}

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

/// What is written.
struct LearnOutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @Option(
        name: .long,
        help: ArgumentHelp("Write the lesson to this file, without answers: .html or .md.", valueName: "file"),
        completion: .file())
    var handout: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write it with answers and reasons: .html or .md (with --json: -).", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(name: .long, help: ArgumentHelp("Several lessons, with commas.", valueName: "topics"))
    var topics: String?

    @Option(
        name: .long,
        help: ArgumentHelp("With --progress: write the answers to a file to hand in.", valueName: "file"),
        completion: .file())
    var export: String?

    @Option(name: .long, help: ArgumentHelp("With --export: the learner's name.", valueName: "name"))
    var name: String?

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp("Tabulate the exported answers in this folder.", valueName: "folder"),
        completion: .directory)
    var classFolder: String?

    /// Answers in JSON.
    var showsAnswers: Bool { json && key == "-" }
    var makesHandout: Bool { handout != nil || key != nil && !showsAnswers }

    func validate(_ practice: LearnPracticeOptions) throws {
        for (option, path) in [("--handout", handout), ("--key", showsAnswers ? nil : key)] {
            guard let path else { continue }
            guard LessonHandout.Form(path: path) != nil else {
                throw ValidationError("\(option) '\(path.terminalEscaped)' has no known form (expected .html or .md)")
            }
        }
        if let handout, handout == key { throw ValidationError("--handout and --key name the same file") }
        if handout != nil, json { throw ValidationError("--json and --handout cannot be combined") }
        if export != nil, !practice.progress { throw ValidationError("--export needs --progress") }
        if name != nil, export == nil { throw ValidationError("--name needs --export") }
    }

    func writeHandouts(_ pages: [LessonPage]) throws {
        for (path, withAnswers) in [(handout, false), (key, true)] {
            guard let path, let form = LessonHandout.Form(path: path) else { continue }
            try ProgressFile.write(Array(LessonHandout(pages, withAnswers: withAnswers).written(form).utf8), to: path)
        }
        for page in pages where page.flow == nil {
            Diagnostics.say("\(page.lesson.topic): no flow shows this; record one: \(page.lesson.experiment)")
        }
    }
}

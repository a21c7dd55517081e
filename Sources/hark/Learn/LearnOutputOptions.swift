import ArgumentParser
import Lessons
import Platform
import Views

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
        help: ArgumentHelp(
            "Write the lesson with answers and reasons: .html or .md (with --json: -).", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(name: .long, help: ArgumentHelp("Use these lessons, separated by commas.", valueName: "topics"))
    var topics: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write the answers to a file to hand in (with --progress).", valueName: "file"),
        completion: .file())
    var export: String?

    @Option(name: .long, help: ArgumentHelp("Name of the learner (with --export).", valueName: "name"))
    var name: String?

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp("Tabulate the exported answers in this folder.", valueName: "folder"),
        completion: .directory)
    var classFolder: String?

    /// Answers in JSON.
    var showsAnswers: Bool { json && key == "-" }
    var makesHandout: Bool { handout != nil || key != nil && !showsAnswers }

    /// - Parameter hasTopic: a lesson is named.
    func validate(_ practice: LearnPracticeOptions, hasTopic: Bool) throws {
        for (option, path) in [("--handout", handout), ("--key", showsAnswers ? nil : key)] {
            guard let path else { continue }
            guard LessonHandout.Form(path: path) != nil else {
                throw ValidationError("\(option) '\(path.terminalEscaped)' has no known form (expected .html or .md)")
            }
        }
        if makesHandout, !hasTopic { throw ValidationError("--handout and --key need a topic, or --topics") }
        if let handout, handout == key { throw ValidationError("--handout and --key name the same file") }
        if json, (topics ?? "").contains(",") { throw ValidationError("--json shows one lesson; name one topic") }
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
        for page in pages where page.questions.isEmpty {
            if let flow = page.flow { Diagnostics.say("\(page.lesson.topic): flow #\(flow) has no question of it") }
        }
    }
}

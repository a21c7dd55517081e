import ArgumentParser
import Filter
import Lessons
import Platform
import Store

/// `hark learn`: lessons on HTTP with the learner's own flows.
struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Learn HTTP from your own traffic: lessons, quizzes, handouts.",
        usage: """
            hark learn [<options>] [<topic>] [<file> | -]
            hark learn --quiz [<topic>] [--minutes <n>]
            """,
        discussion: """
            Without a topic, lists all lessons and marks those that a flow of the session illustrates. With a topic, \
            shows the lesson with that flow. The session is the newest one, or --session, or a file: HAR, log, raw \
            messages, the \
            output of `curl -v` (-: standard input).

            Before anything is recorded, still lists the lessons and their commands; a quiz needs a session.

            Exit code: 0 success, 1 wrong answer to --mark or no flow of that number, 64 usage or unknown topic, 65 \
            unreadable input, 66 no session.

            Examples:
              hark learn
              hark learn cookie-scope
              hark learn --quiz --minutes 10
              hark learn cookie-scope --handout sheet.html --key key.html
              curl -sv http://example.com/ 2>&1 | hark learn request -
            """)

    @Argument(help: ArgumentHelp("A topic of 'hark learn', then a file.", valueName: "topic"))
    var words: [String] = []

    @OptionGroup(title: "Input") var input: LearnInputOptions
    @OptionGroup(title: "Practice") var practice: LearnPracticeOptions
    @OptionGroup(title: "Output") var output: LearnOutputOptions

    func validate() throws {
        let request = try request()
        try practice.validate(words: words, output)
        try output.validate(practice, hasTopic: !request.topics.isEmpty)
        try LearnModes.validate(practice, output, input, hasTopic: !request.topics.isEmpty, file: request.file)
    }

    private func request() throws -> LearnRequest { try LearnRequest(words, practice, output, input.choice.session) }

    func run() throws {
        let request = try request()
        let progress = ProgressFile()
        if practice.reset { return try progress.reset() }
        if let folder = output.classFolder { return try LearnClass(folder).show(asJSON: output.json) }
        if practice.progress, output.export == nil { return LearnList.showProgress(try progress.read(), output) }
        let isNamed = request.file != nil || input.choice.session != nil
        let hasSession = isNamed || (try? KeptSession.folder?.find(nil)) != nil
        if let path = output.export {
            // Answers can be handed in without the session that they were about.
            let session = hasSession ? try LearnFlows(request, input).fingerprint() : nil
            return try progress.export(to: path, output.name, session)
        }
        // The curriculum can be read before anything is recorded; questions need a flow.
        let isReading = !practice.quiz && practice.mark == nil && !output.makesHandout && input.flow == nil
        let flows = try hasSession || !isReading ? LearnFlows(request, input) : LearnFlows()
        if practice.quiz { return try LearnQuiz(flows, practice, progress, input).run(request.topics) }
        guard !request.topics.isEmpty else { return try LearnList(flows, try progress.read()).show(output) }
        let pages = try request.topics.map { try flows.page($0, flow: input.flow, seed: input.seed ?? 1) }
        if output.makesHandout { return try output.writeHandouts(pages) }
        if let mark = practice.mark { return try LearnMark(mark).show(pages[0], progress, output, input.seed ?? 1) }
        for page in pages { LearnLesson(page).show(output) }
    }
}

import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPModel
import Platform
import Views

/// `hark explain`: what every line and byte of a message is, why things happen as they do, and what would change them.
/// Reads a file or standard input; sends nothing.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain HTTP messages: every line, every decision; or look a word up.",
        usage: """
            hark explain [OPTIONS] [FILE | -]
            hark explain [KIND] NAME[: VALUE]
            hark explain --list KIND
            hark explain --session NAME
            hark explain --flow NUMBER [--session NAME] [--show-secrets]
            """,
        discussion: """
            FILE has raw messages in a row, the output of `curl -v`, a HAR, a log, or what one side of an HTTP/2 \
            connection sent. A file that is called like a word is reached as ./status. Nothing is sent.

            KIND is status, method, header, directive, scheme, coding, cookie-attribute, relation, setting, alert, \
            close-code or another of those that --list names; without it the name is looked for in all of them.

            Examples:
              curl -sv http://example.com/ 2>&1 | hark explain
              hark explain --entry '#12' tour.har
              hark explain --flow 12
              hark explain --session tour.har --only cookies
              hark explain --what-if 'Cache-Control: max-age=60' --entry '#12' tour.har
              hark explain header Vary
              hark explain no-store
            """)

    @Argument(help: ArgumentHelp("What to explain; - is standard input.", valueName: "file"), completion: .file())
    var words: [String] = []

    @OptionGroup(title: "What is read") var input: ExplainInputOptions
    @OptionGroup(title: "What is shown") var output: ExplainOutputOptions
    @OptionGroup var protos: ProtoOptions
    @OptionGroup(title: "What if") var change: ExplainChangeOptions

    func validate() throws {
        if output.list != nil {
            guard words.isEmpty else {
                throw ValidationError("--list lists one kind; '\(words[0].terminalEscaped)' is too much.")
            }
            return
        }
        if DictionaryQuestion.kind(of: words) != nil { return }
        guard words.count <= 1 else {
            throw ValidationError(
                "One file at a time: '\(words[1].terminalEscaped)' is too much. "
                    + "To look a word up, its kind comes first: header Vary."
            )
        }
        if input.flow != nil {
            guard words.isEmpty, input.entry == nil else {
                throw ValidationError("--flow says what is explained: leave the file and --entry out.")
            }
        } else if output.session != nil {
            guard words.isEmpty else {
                throw ValidationError("--session names its file itself; '\(words[0].terminalEscaped)' is too much.")
            }
            guard !change.isAsked, input.entry == nil, !output.bytes else {
                throw ValidationError("--session tells of all entries: no --entry, --bytes, --what-if or --without.")
            }
        }
        if output.bytes, change.isAsked || !output.only.isEmpty {
            throw ValidationError("--bytes shows bytes: leave --only, --what-if and --without out.")
        }
    }

    func run() throws {
        if let kind = output.list { return try DictionaryList(kind).show(output) }
        if let (question, word) = DictionaryQuestion.asked(by: words) { return try question.answer(word, output) }
        if let path = output.session, input.flow == nil {
            return try SessionReport(source: input.session(path), output).show()
        }
        if words.isEmpty, input.flow == nil, isatty(STDIN_FILENO) == 1 { throw CleanExit.helpRequest(Self.self) }
        let schema = try protos.schema()
        let path = words.first ?? "-"
        let source =
            try input.flow.map { try RecordedFlow.source(of: $0, in: output.session) }
            ?? input.source(path, isWhatIf: change.isAsked)
        guard let explained = try source.explained(input) else {
            return try source.list(output, path: path)
        }
        let hidden = input.flow == nil || output.showSecrets ? .none : source.hiddenValues
        if change.isAsked {
            return try WhatIfReport(source: source, before: explained, input, output, change, hiding: hidden).show()
        }
        ExplanationReport(source: source, output, hiding: hidden, schema).show(explained)
        if source.isEmpty { throw UsageFailure.data }
    }
}

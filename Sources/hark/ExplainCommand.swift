import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPModel
import Platform
import Views

/// `hark explain`: what each line of a message is, why things happen, what would change them. Sends nothing.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain HTTP messages line by line, or look up a word of HTTP.",
        usage: """
            hark explain [OPTIONS] [FILE | -]
            hark explain [KIND] NAME[: VALUE]
            hark explain --list KIND | --session NAME | --flow NUMBER
            """,
        discussion: """
            FILE holds raw messages, the output of `curl -v`, a HAR, a log, or one side of an HTTP/2 connection. If a \
            file is named like a word, write ./status. Nothing is sent.

            KIND is status, method, header, directive, scheme, coding, alert, glossary, check (of 'hark judge') or \
            another kind of --list. Without KIND, the name is looked up in all kinds.

            Examples:
              curl -sv http://example.com/ 2>&1 | hark explain
              hark explain --entry '#12' tour.har
              hark explain --flow 12
              hark explain --session tour.har --only cookies
              hark explain --what-if 'Vary: Accept' --entry '#12' tour.har
              hark explain header Vary
            """)

    @Argument(
        help: ArgumentHelp("File or word to explain (-: standard input).", valueName: "file"), completion: .file())
    var words: [String] = []

    @OptionGroup(title: "Input") var input: ExplainInputOptions
    @OptionGroup(title: "Output") var output: ExplainOutputOptions
    @OptionGroup var protos: ProtoOptions
    @OptionGroup(title: "Try a change") var change: ExplainChangeOptions

    func validate() throws {
        if output.list != nil {
            guard words.isEmpty else {
                throw ValidationError("unexpected argument '\(words[0].terminalEscaped)': --list takes only a kind")
            }
            return
        }
        if CheckQuestion.isAsked(words) || DictionaryQuestion.kind(of: words) != nil { return }
        guard words.count <= 1 else {
            throw ValidationError(
                "unexpected argument '\(words[1].terminalEscaped)': give one file, or a kind and a word, such as "
                    + "header Vary"
            )
        }
        if input.flow != nil {
            guard words.isEmpty, input.entry == nil else {
                throw ValidationError("--flow cannot be combined with a file or --entry")
            }
        } else if output.session != nil {
            guard words.isEmpty else {
                throw ValidationError(
                    "unexpected argument '\(words[0].terminalEscaped)': --session already names the file")
            }
            guard !change.isAsked, input.entry == nil, !output.bytes else {
                throw ValidationError(
                    "--session covers all entries: leave out --entry, --bytes, --what-if and --without")
            }
        }
        if output.bytes, change.isAsked || !output.only.isEmpty {
            throw ValidationError("--bytes cannot be combined with --only, --what-if or --without")
        }
    }

    func run() throws {
        if let kind = output.list { return try DictionaryList(kind).show(output) }
        if CheckQuestion.isAsked(words) { return try CheckQuestion(words).show(output) }
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
        if source.isEmpty || source.hasNoMessage { throw UsageFailure.data }
    }
}

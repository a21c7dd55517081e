import Bytes
import Explain
import Flow
import JSON
import Views
import Platform

/// A page on standard output, as the terminal, or the pipe, likes it.
enum ExplainPage {
    static func print(_ make: (Style, Int?) -> [UInt8]) {
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        let style = Style(
            isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"), term: Environment.value("TERM"))
        terminal.write(make(style, terminal.width))
    }
}

/// Messages explained, for a person or a script.
struct ExplanationReport {
    private let source: ExplainSource
    private let output: ExplainOutputOptions

    init(source: ExplainSource, _ output: ExplainOutputOptions) {
        self.source = source
        self.output = output
    }

    func show(_ input: ExplainedInput) {
        if output.json {
            return Report.json { $0.explained(input, only: output.topics) }
        }
        ExplainPage.print { style, width in
            var view = ExplanationView(
                style: style, width: width, showsBytes: output.bytes, topics: output.topics,
                showsAll: output.all)
            if input.messages.isEmpty { view.page.prose("The input is empty: there is nothing to explain.", at: 0) }
            view.show(input)
            if case .recorded(let entries, let chosen?) = source.content, entries.count > 1, chosen.count == 1,
                let index = chosen.first?.index, !output.bytes
            {
                SessionPlace(session: entries, index: index, topics: output.topics).write(
                    to: &view.page)
            }
            return view.page.take()
        }
    }
}

/// The story of a session, for a person or a script.
struct SessionReport {
    private let session: [FlowRecord]
    private let output: ExplainOutputOptions

    init(source: [FlowRecord], _ output: ExplainOutputOptions) {
        session = source
        self.output = output
    }

    func show() throws {
        if output.json { return Report.json { $0.session(session) } }
        let told = SessionView.chapters
        if let other = output.only.first(where: { !told.contains($0) }) {
            Diagnostics.say(
                "--only \(other.rawValue) is told of one entry at a time; a session has "
                    + "\(told.map(\.rawValue).joined(separator: ", "))."
            )
            throw UsageFailure.code
        }
        ExplainPage.print { style, width in
            var view = SessionView(session, style: style, width: width, topics: output.topics)
            view.show()
            return view.page.take()
        }
    }
}

/// What a change would change, for a person or a script.
struct WhatIfReport {
    private let whatIf: WhatIf
    private let sentence: Prose
    private let output: ExplainOutputOptions

    init(
        source: ExplainSource, before: ExplainedInput, _ input: ExplainInputOptions, _ output: ExplainOutputOptions,
        _ options: ExplainChangeOptions
    ) throws {
        self.output = output
        var sentence: Prose = ""
        var current = before
        for change in options.changes {
            let kind = WhatIf.kind(of: change, in: current, asked: input.kind)
            sentence = sentence + (sentence.pieces.isEmpty ? "" : " ") + (try Self.sentence(change, kind, current))
            current = source.explained(WhatIf.bytes(change, of: current, in: kind), insteadOf: current, input)
        }
        self.sentence = sentence
        whatIf = WhatIf(before: before, after: current)
    }

    /// What is changed, in words; throws where there is nothing to change.
    private static func sentence(
        _ change: HeadChange, _ kind: MessageKind, _ input: ExplainedInput
    ) throws -> Prose {
        guard input.messages.contains(where: { $0.kind == kind && $0.fields != nil }) else {
            Diagnostics.say("There is no \(kind.rawValue) with a readable head here that could be changed.")
            throw UsageFailure.data
        }
        let has = input.messages.contains { $0.kind == kind && change.concerns($0) }
        let name = change.name.text
        let message = Prose(stringLiteral: kind.rawValue)
        if let line = change.line {
            return has
                ? "The \(message) with \(line) instead of its \(name)." : "The \(message) with \(line) added to it."
        }
        guard has else {
            Diagnostics.say("The \(kind.rawValue) has no \(name), so there is nothing to leave out.")
            throw UsageFailure.data
        }
        return "The \(message) without \(name)."
    }

    func show() {
        if output.json {
            return Report.json { writer in
                writer.beginObject()
                writer.key("before")
                writer.explained(whatIf.before, only: output.topics)
                writer.key("after")
                writer.explained(whatIf.after, only: output.topics)
                writer.key("changed")
                writer.beginArray()
                for topic in whatIf.changedTopics where output.topics.isEmpty || output.topics.contains(topic) {
                    writer.string(topic.rawValue)
                }
                writer.endArray()
                writer.endObject()
            }
        }
        ExplainPage.print { style, width in
            var view = WhatIfView(style: style, width: width, topics: output.topics)
            view.show(whatIf, change: sentence)
            return view.page.take()
        }
    }
}

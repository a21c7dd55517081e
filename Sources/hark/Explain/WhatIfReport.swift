import Bytes
import Explain
import Flow
import Views

/// What a change would change, for a person or a script.
struct WhatIfReport {
    private let whatIf: WhatIf
    private let sentence: Prose
    private let output: ExplainOutputOptions
    private let hidden: HiddenValues

    init(
        source: ExplainSource, before: ExplainedInput, _ input: ExplainInputOptions, _ output: ExplainOutputOptions,
        _ options: ExplainChangeOptions, hiding hidden: HiddenValues
    ) throws {
        self.output = output
        self.hidden = hidden
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
            Diagnostics.say("the input has no \(kind.rawValue) with a readable head to change")
            throw UsageFailure.data
        }
        let has = input.messages.contains { $0.kind == kind && change.concerns($0) }
        let name = change.name.text
        let message = Prose(stringLiteral: kind.rawValue)
        if let line = change.line {
            return has
                ? "The \(message) with \(line) instead of its \(name)." : "The \(message) with \(line) added."
        }
        guard has else {
            Diagnostics.say("the \(kind.rawValue) has no header \(name)")
            throw UsageFailure.data
        }
        return "The \(message) without \(name)."
    }

    func show() {
        if output.json { return Report.json(hiding: hidden) { $0.whatIf(whatIf, only: output.topics) } }
        ExplainPage.print { style, width in
            var view = WhatIfView(style: style, width: width, topics: output.topics, hiding: hidden)
            view.show(whatIf, change: sentence)
            return view.page.take()
        }
    }
}

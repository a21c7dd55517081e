import Bytes
import Explain
import Flow
import Views

/// Messages explained, for a person or a script.
struct ExplanationReport {
    private let source: ExplainSource
    private let output: ExplainOutputOptions
    private let hidden: HiddenValues

    /// - Parameter hidden: what the page leaves out.
    init(source: ExplainSource, _ output: ExplainOutputOptions, hiding hidden: HiddenValues) {
        self.source = source
        self.output = output
        self.hidden = hidden
    }

    func show(_ input: ExplainedInput) {
        if output.json {
            return Report.json(hiding: hidden) { $0.explained(input, only: output.topics) }
        }
        ExplainPage.print { style, width in
            var view = ExplanationView(
                style: style, width: width, showsBytes: output.bytes, topics: output.topics,
                showsAll: output.all, hiding: hidden)
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

import Bytes
import Explain
import Flow
import Views

/// The story of a session, for a person or a script.
struct SessionReport {
    private let session: [FlowRecord]
    private let output: ExplainOutputOptions

    init(source: [FlowRecord], _ output: ExplainOutputOptions) {
        session = source
        self.output = output
    }

    func show() throws {
        let hidden = output.showSecrets ? HiddenValues.none : HiddenValues(in: session)
        if output.json { return Report.json(hiding: hidden) { $0.session(session) } }
        let told = SessionView.chapters
        if let other = output.only.first(where: { !told.contains($0) }) {
            Diagnostics.say(
                "--only \(other.rawValue) needs one entry (--entry or --flow); for a session choose "
                    + "\(told.map(\.rawValue).joined(separator: ", "))"
            )
            throw UsageFailure.code
        }
        ExplainPage.print { style, width in
            var view = SessionView(session, style: style, width: width, topics: output.topics, hiding: hidden)
            view.show()
            return view.page.take()
        }
    }
}

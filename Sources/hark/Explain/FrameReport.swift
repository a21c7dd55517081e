import Explain
import Views

/// Frames of HTTP/2 explained, for a person or a script.
struct FrameReport {
    private let dissection: HTTP2Dissection
    private let output: ExplainOutputOptions

    init(_ dissection: HTTP2Dissection, _ output: ExplainOutputOptions) {
        self.dissection = dissection
        self.output = output
    }

    func show() throws {
        guard output.only.isEmpty else { throw UsageFailure.said("--only needs an HTTP/1 message, but this is HTTP/2") }
        if output.json { return Report.json { $0.frames(dissection) } }
        ExplainPage.print { style, width in
            var view = FrameView(style: style, width: width, showsBytes: output.bytes, showsAll: output.all)
            view.show(dissection)
            return view.page.take()
        }
    }
}

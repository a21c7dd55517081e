import Bytes
import Explain
import Flow
import Formats
import Messages
import Platform
import Views

/// Messages explained, for a person or a script.
struct ExplanationReport {
    private let source: ExplainSource
    private let output: ExplainOutputOptions
    private let hidden: HiddenValues
    private let schema: ProtoSchema?
    /// Messages of a call that are laid out; `hark show --messages` shows all.
    private static let messageCount = 10

    /// - Parameter hidden: what the page leaves out.
    /// - Parameter schema: by which messages of calls have names.
    init(
        source: ExplainSource, _ output: ExplainOutputOptions, hiding hidden: HiddenValues,
        _ schema: ProtoSchema? = nil
    ) {
        self.source = source
        self.output = output
        self.hidden = hidden
        self.schema = schema
    }

    func show(_ input: ExplainedInput) {
        if output.json {
            return Report.json(hiding: hidden) {
                $0.explained(input, only: output.topics, blocks: output.only.isEmpty ? recordedBlocks : [])
            }
        }
        // Of fields it can be told what they are; the page says what is missing.
        if source.hasNoMessage { return Diagnostics.say(source.other?.text ?? "") }
        guard !source.isEmpty else {
            return Diagnostics.say("the input has no message; give the output of curl -v, a message, a HAR or a log")
        }
        ExplainPage.print { style, width in
            var view = ExplanationView(
                style: style, width: width, showsBytes: output.bytes, topics: output.topics,
                showsAll: output.all, hiding: hidden)
            view.show(input)
            messages(&view.page)
            blocks(&view.page)
            frames(&view.page)
            if case .recorded(let entries, let chosen?) = source.content, entries.count > 1, chosen.count == 1,
                let index = chosen.first?.index, !output.bytes
            {
                SessionPlace(source.session, index: index, topics: output.topics).write(to: &view.page)
            }
            return view.page.take()
        }
    }

    /// The field blocks of HTTP/2 in which the heads came and went.
    private func blocks(_ page: inout PageWriter) {
        guard output.bytes else { return }
        var view = FrameView(on: page, showsBytes: true, showsAll: output.all)
        for block in recordedBlocks { view.show(block) }
        page = view.page
    }

    private var recordedBlocks: [RecordedBlock] {
        guard case .recorded(let entries, let chosen?) = source.content, chosen.count == 1 else { return [] }
        return chosen.flatMap { RecordedBlock.blocks(of: $0, among: entries) { hidden.hide($0) != $0 } }
    }

    /// The frames of a WebSocket, which stand behind its handshake.
    private func frames(_ page: inout PageWriter) {
        guard output.bytes, case .recorded(_, let chosen?) = source.content, chosen.count == 1 else { return }
        for record in chosen { WebSocketFrameLines(record).write(to: &page) }
    }

    /// What a call says in its messages, which are no text that could be explained byte by byte.
    private func messages(_ page: inout PageWriter) {
        guard !output.bytes, output.only.isEmpty, case .recorded(_, let chosen?) = source.content, chosen.count == 1,
            let record = chosen.first, record.call != nil
        else { return }
        page.heading("Messages")
        let options = LayoutOptions(
            now: WallTime.seconds, isSecret: hidden.isEmpty ? nil : SecretNames.isSecret,
            multibyte: MultibyteCharset.bySystem, schema: schema)
        MessageTable(
            record, options: options, limit: Self.messageCount, whole: "hark show \(record.id.number) --messages"
        ).write(to: &page, wraps: true)
    }
}

import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPModel
import HTTPSemantics
import Messages
import Views

/// One exchange with those around it, laid out part by part. A value.
struct ExchangePages {
    let record: FlowRecord
    /// The parts that it has of those that only some have.
    let parts: [ExchangeTab]
    /// Without content; itself among them.
    private let around: SessionContext
    /// Those of HTTP/2 that it went over.
    private let connections: [ConnectionRecord]
    private let tools: ScreenTools
    private let hidden: HiddenValues
    private let place: Int

    /// What the lines of the exchange say already.
    private static let toldByLines: Set<Reasoning.Topic> = [.redirects, .cookies, .caching, .changes]
    private static let bodyLines = 5_000
    private static let mostMessages = 5_000
    private static let hexBytes = 64 << 10

    init(
        _ record: FlowRecord, _ around: SessionContext, _ connections: [ConnectionRecord] = [], _ tools: ScreenTools
    ) {
        place = around.place(of: record) ?? 0
        var own = record
        own.index = place
        self.record = own
        // The contents are read only where none are kept beside them.
        let hasMessages = !record.inner.isEmpty || !InnerContent.messages(of: record).isEmpty
        let hasFrames = record.request.stream != nil || record.response.stream != nil
        parts = (hasMessages ? [.messages] : []) + (hasFrames ? [.frames] : [])
        self.around = around.knowing(connections)
        self.connections = connections
        self.tools = tools
        hidden = tools.showsSecrets ? .none : HiddenValues(in: around.all + [record])
    }

    /// Pages have colours; the screen leaves them out where there are none.
    private var style: Style { .ansi }
    private var showsSecrets: Bool { tools.showsSecrets }

    private var explained: ExplainedInput {
        ExplainedInput(
            recorded: [RecordedMessages(record)], in: around, options: tools.explaining)
    }

    func page(_ tab: ExchangeTab, width: Int) -> TextPage {
        switch tab {
        case .story: return story(width)
        case .bytes: return .empty
        case .changes: return page(width) { ChangeTable(record, showsSecrets: showsSecrets).write(to: &$0) }
        case .timing: return timing(width)
        case .body: return bodies(width)
        case .cookies: return cookies(width)
        case .cache: return reasoned(.caching, width)
        case .tls: return page(width) { TLSLines(record).write(to: &$0) }
        case .messages: return messages(width)
        case .frames:
            return page(width) { page in
                FrameTable(record, showsSecrets: showsSecrets).write(to: &page)
                for connection in connections { ConnectionLines(connection).write(to: &page) }
            }
        }
    }

    private func page(_ width: Int, _ write: (inout PageWriter) -> Void) -> TextPage {
        var page = PageWriter(style: style, width: width, hiding: hidden)
        write(&page)
        return TextPage(page.take())
    }

    private func story(_ width: Int) -> TextPage {
        var lines = ExchangeLines(
            options: ExchangeLines.Options(style: style, width: width, showsSecrets: showsSecrets))
        lines.render(record)
        var view = ExplanationView(style: style, width: width, hiding: hidden)
        view.judge(explained, besides: Self.toldByLines)
        let story = FlowStory(of: place, among: around.exchanges)
        if !story.chapters.isEmpty {
            view.page.heading("Story")
            StoryLines(story, of: record.id).write(to: &view.page)
        }
        return TextPage(lines.take() + view.page.take())
    }

    private func timing(_ width: Int) -> TextPage {
        var view = ExplanationView(style: style, width: width, topics: [.timing], showsAll: true, hiding: hidden)
        TimingBars(record).write(to: &view.page)
        view.page.newline()
        if !record.phases.isEmpty { view.show(explained) }
        return TextPage(view.page.take())
    }

    private func bodies(_ width: Int) -> TextPage {
        let messages = explained.messages
        return page(width) { page in
            var isEmpty = true
            for kind in MessageKind.allCases {
                let content = record[kind].content
                let size = content.size ?? UInt64(content.decoded?.count ?? content.kept.count ?? 0)
                guard size > 0 else { continue }
                isEmpty = false
                let options = LayoutOptions(
                    lineLimit: Self.bodyLines, hexLimit: Self.hexBytes, now: tools.clock().now / 1_000_000,
                    isSecret: showsSecrets ? nil : SecretNames.isSecret, multibyte: tools.multibyte,
                    schema: tools.schema)
                let view = BodyView(record, kind, options: options)
                let title = [kind == .request ? "Request body" : "Response body", view.title, Quantity.size(size)]
                page.heading(Prose(stringLiteral: title.filter { !$0.isEmpty }.joined(separator: " · ")))
                // The last of a kind: others are interim responses, which have no content.
                if let framing = messages.last(where: { $0.kind == kind })?.explanation.framing {
                    page.prose("Body end: " + framing.reasoning.conclusion, at: 0, ink: .quiet)
                }
                BodyLines(view).write(to: &page, at: 0, wraps: true)
            }
            if isEmpty { page.prose("There is no content.", at: 0, ink: .quiet) }
        }
    }

    private func messages(_ width: Int) -> TextPage {
        let options = LayoutOptions(
            hexLimit: Self.hexBytes, now: tools.clock().now / 1_000_000,
            isSecret: showsSecrets ? nil : SecretNames.isSecret, multibyte: tools.multibyte, schema: tools.schema)
        let whole = "hark show \(record.id.number) --messages"
        let table = MessageTable(record, options: options, limit: Self.mostMessages, whole: whole)
        return page(width) { table.write(to: &$0, wraps: true) }
    }

    private func cookies(_ width: Int) -> TextPage {
        guard let entry = around.cookies(at: place), !entry.isSilent || !entry.jar.isEmpty else {
            return reasoned(.cookies, width)
        }
        return page(width) { page in
            page.heading("Cookies of this exchange")
            CookieLines(entry).write(to: &page)
        }
    }

    private func reasoned(_ topic: Reasoning.Topic, _ width: Int) -> TextPage {
        var view = ExplanationView(style: style, width: width, topics: [topic], showsAll: true, hiding: hidden)
        view.show(explained)
        SessionPlace(around, index: place, topics: [topic]).write(to: &view.page)
        return TextPage(view.page.take())
    }

    // MARK: Bytes

    /// Of a message so many bytes are shown.
    private static let lensBytes = 256 << 10

    func lens(width: Int) -> Lens {
        let hidden = hidden
        let messages = explained.messages.map { message -> Lens.Message in
            let bytes = message.input.slice(0..<min(message.input.count, Self.lensBytes))
            let spans = message.spans
            let shown = hidden.isEmpty ? bytes : ByteTable.masked(bytes, spans, hidden)
            let title = message.kind == .response ? "Response" : "Request"
            let omitted = message.input.count - bytes.count
            guard message.isOfStreams else {
                return Lens.Message(
                    title: "\(title), as received", bytes: shown, spans: spans, base: message.base, omitted: omitted)
            }
            let form = FieldListForm(spans, in: shown)
            return Lens.Message(
                title: "\(title): decoded fields (HTTP/2 has no lines)", bytes: form.bytes, spans: form.spans, base: 0,
                omitted: omitted, isList: true)
        }
        return Lens(messages, columns: width, tools.look) { text in hidden.hide(Bytes(text)).text }
    }
}

import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPModel
import Judge
import Library
import Messages
import Views

/// One flow as `hark show` prints it: all of it, or the parts that were asked for.
struct ShownFlow {
    private let subject: FilterSubject
    private let record: FlowRecord
    private let source: any FlowLibrary
    private let message: ShowMessageOptions
    private let parts: ShowPartOptions
    private let pager: Pager
    private let schema: ProtoSchema?
    private let views: ScriptBodyViews?
    /// What no page shows.
    private var hidden: HiddenValues

    /// Lines of a body where everything is shown, so that an exchange is seen at a glance; `--body` shows all.
    private static let bodyLines = 10
    /// Messages there; `--messages` shows all.
    private static let messageCount = 10
    /// What the lines of the exchange say already, and what `--timing` and `--changes` say in full.
    private static let toldByLines: Set<Reasoning.Topic> = [.redirects, .cookies, .caching, .changes]

    init(
        _ subject: FilterSubject, in source: any FlowLibrary, _ message: ShowMessageOptions, _ parts: ShowPartOptions,
        _ pager: Pager, _ schema: ProtoSchema?, _ views: ScriptBodyViews? = nil
    ) {
        self.subject = subject
        record = subject.record
        self.source = source
        self.message = message
        self.parts = parts
        self.pager = pager
        self.schema = schema
        self.views = views
        hidden = message.showSecrets ? .none : HiddenValues(in: [subject.record])
    }

    mutating func write() throws {
        if parts.json { return json() }
        if message.raw || message.hex {
            let bytes = RawFlow(record, message, pager)
            return message.hex ? try bytes.hex() : try bytes.exact()
        }
        if message.isAsked { messages() }
        if !parts.sections.isEmpty {
            let around = try self.around()
            for section in parts.sections { try self.section(section, around) }
        }
        if !message.isAsked, parts.sections.isEmpty { try everything() }
    }

    private var showsSecrets: Bool { message.showSecrets }

    /// The flows around, of which no page shows a secret either.
    private mutating func around() throws -> FlowsAround {
        let around = try FlowsAround(record, in: source)
        if !showsSecrets { hidden = around.hidden }
        return around
    }

    private func page(_ write: (inout PageWriter) -> Void) {
        var page = PageWriter(style: pager.style, width: pager.width, hiding: hidden)
        write(&page)
        pager.write(page.take())
    }

    /// Which flow it is, where several are shown in parts.
    func title() {
        guard !parts.json, !message.raw, !message.hex, message.isAsked || !parts.sections.isEmpty else { return }
        page { $0.heading("#\(record.id.number) \(record.method.name) \(record.url.abbreviated(to: 200))") }
    }

    // MARK: Everything

    private mutating func everything() throws {
        let around = try self.around()
        var lines = ExchangeLines(
            options: ExchangeLines.Options(
                style: pager.style, width: pager.width, isVerbose: true,
                utcOffset: LocalTime.offset(at: (record.startedAt ?? 0) / 1_000_000),
                showsSecrets: showsSecrets))
        lines.render(record)
        pager.write(lines.take())
        var view = ExplanationView(style: pager.style, width: pager.width, hiding: hidden)
        marks(&view.page)
        view.page.newline()
        for kind in MessageKind.allCases { body(kind, limit: Self.bodyLines, &view.page) }
        // What a body has is laid out there.
        if record.inner.list.contains(where: \.isOfWebSocket) {
            view.page.heading("Messages")
            MessageTable(record, options: layout(3), limit: Self.messageCount).write(to: &view.page, wraps: true)
        }
        rules(&view.page)
        view.judge(around.explained, besides: Self.toldByLines)
        let story = around.story
        if !story.chapters.isEmpty {
            view.page.heading("Story")
            StoryLines(story, of: record.id).write(to: &view.page)
        }
        pager.write(view.page.take())
    }

    /// What rules did, whether or not a line changed.
    private func rules(_ page: inout PageWriter) {
        guard !record.ruleActs.isEmpty else { return }
        page.heading("Rules")
        for act in record.ruleActs {
            let place = act.rule.isEmpty ? "" : "\(act.rule) (\(act.place)) "
            page.wire([(Bytes(place), .strong), (Bytes("\(act.action). \(act.text)"), .normal)], at: 2)
        }
        page.newline()
    }

    /// What people put on it.
    private func marks(_ page: inout PageWriter) {
        let context = subject.context
        let marks =
            (context.isPinned ? ["pinned"] : []) + context.tags.map { "tag \($0)" }
            + (context.comment.map { ["comment: \($0)"] } ?? [])
        guard !marks.isEmpty else { return }
        page.wire([(Bytes(marks.joined(separator: " · ")), .notice)], at: 10)
    }

    private func contentSize(_ kind: MessageKind) -> UInt64 {
        let content = record[kind].content
        return content.size ?? UInt64(content.decoded?.count ?? content.kept.count ?? 0)
    }

    private func body(_ kind: MessageKind, limit: Int, _ page: inout PageWriter) {
        let count = contentSize(kind)
        guard count > 0 else { return }
        let view = views?.view(of: record.id.number, kind) ?? BodyView(record, kind, options: layout(limit))
        let title = [kind == .request ? "Request body" : "Response body", view.title, Quantity.size(count)]
        page.heading(Prose(stringLiteral: title.filter { !$0.isEmpty }.joined(separator: " · ")))
        BodyLines(view).write(to: &page, at: 2, wraps: pager.isTerminal, limit: limit)
        page.newline()
    }

    private func layout(_ limit: Int) -> LayoutOptions {
        LayoutOptions(
            lineLimit: limit == .max ? 200_000 : limit + 1, hexLimit: limit == .max ? 64 << 10 : 256,
            now: WallTime.seconds, isSecret: showsSecrets ? nil : SecretNames.isSecret,
            multibyte: MultibyteCharset.bySystem, schema: schema)
    }

    /// The picture that a body is, all of it there.
    private func draw(_ kind: MessageKind) {
        let content = record[kind].content
        guard pager.isTerminal, !content.isTruncated, contentSize(kind) <= TerminalImage.limit else { return }
        let reading = ContentReading(
            content.decoded.map { ContentRef.inline($0) } ?? content.kept,
            content.decoded == nil ? record.fields(kind) ?? .none : .none,
            limit: TerminalImage.limit)
        if reading.isWhole, reading.isDecoded { pager.draw(reading.bytes) }
    }

    // MARK: Parts

    private func messages() {
        let hasContent = message.kinds.contains { contentSize($0) > 0 }
        page { page in
            if message.body, !hasContent { page.prose("There is no content.", at: 2, ink: .quiet) }
            for kind in message.kinds {
                if !message.body { head(kind, &page) }
                if !message.head, !message.sent { body(kind, limit: .max, &page) }
            }
        }
        guard !message.head, !message.sent else { return }
        for kind in message.kinds { draw(kind) }
    }

    private func head(_ kind: MessageKind, _ page: inout PageWriter) {
        let came =
            switch kind {
            case .request: record.requestHead?.raw
            case .response: record.responseHead?.raw
            }
        guard let head = message.sent ? record[kind].sent : came ?? record[kind].malformedHead, !head.isEmpty else {
            let name = kind == .request ? "request" : "response"
            return page.prose("There is no \(Prose(stringLiteral: name))'s head.", at: 2, ink: .quiet)
        }
        if message.kinds.count > 1 { page.heading(kind == .request ? "Request" : "Response") }
        HeadLines(head, showsSecrets: showsSecrets).write(to: &page, at: 2, wraps: pager.isTerminal)
        page.newline()
    }

    private func section(_ section: ShowPartOptions.Section, _ around: FlowsAround) throws {
        switch section {
        case .changes: titled("Changes") { ChangeTable(record, showsSecrets: showsSecrets).write(to: &$0) }
        case .timing:
            titled("Timing") { page in
                TimingBars(record).write(to: &page)
                page.newline()
            }
        case .tls: titled("TLS") { TLSLines(record).write(to: &$0) }
        case .story: titled("Story") { StoryLines(around.story, of: record.id).write(to: &$0) }
        case .messages:
            titled("Messages") { page in
                MessageTable(record, options: layout(.max)).write(to: &page, wraps: pager.isTerminal)
            }
        case .frames:
            let connections = try source.connections(of: record, lost: true)
            titled("Frames") { page in
                FrameTable(record, showsSecrets: showsSecrets).write(to: &page)
                for connection in connections { ConnectionLines(connection).write(to: &page) }
            }
        case .cookies: reasoned(.cookies, around)
        case .caching: reasoned(.caching, around)
        }
    }

    private func titled(_ title: Prose, _ write: (inout PageWriter) -> Void) {
        page { page in
            page.heading(title)
            write(&page)
        }
    }

    private func reasoned(_ topic: Reasoning.Topic, _ around: FlowsAround) {
        var view = ExplanationView(
            style: pager.style, width: pager.width, topics: [topic], showsAll: true, hiding: hidden)
        // What became of each cookie says what the verdict on the message would say.
        if topic != .cookies || !cookies(around, &view.page) {
            view.show(around.explained)
            SessionPlace(around.context, index: around.own.index, topics: [topic]).write(to: &view.page)
        }
        pager.write(view.page.take())
    }

    /// The story of its cookies; false when there are none.
    private func cookies(_ around: FlowsAround, _ page: inout PageWriter) -> Bool {
        guard let entry = around.context.cookies(at: around.place), !entry.isSilent || !entry.jar.isEmpty else {
            return false
        }
        page.heading("Cookies")
        CookieLines(entry).write(to: &page)
        page.newline()
        return true
    }

    private func json() {
        var writer = JSONWriter()
        HAREntry.write(
            pager.isTerminal && !showsSecrets ? record.maskedWhole : record, HARAdditions(schema: schema),
            to: &writer)
        let bytes = writer.withBytes { Bytes(Array($0)) }
        // JSON escapes less than a terminal obeys.
        pager.write((pager.isTerminal ? RawFlow.escaped(bytes) : bytes.array + [ASCII.lineFeed]))
    }
}

import Bytes
package import Explain
package import Flow
import HTTPModel

/// Shows flows on a terminal, or in whatever standard output is: lines for each finished exchange, a word when a stream
/// begins, progress of transfers in flight.
///
/// It is told of every event, in batches, and writes once at the end of a batch. It lives on the recorder's queue; it
/// is not Sendable and holds no lock.
package final class TerminalView: FlowSink {
    package struct Options {
        package var lines: ExchangeLines.Options
        package var isTerminal: Bool
        /// Print a line for each message inside of an exchange.
        package var showsMessages: Bool
        /// Print no exchange; only the summary counts.
        package var isQuiet: Bool
        /// Columns of the terminal at this moment.
        package var width: () -> Int?
        /// What is added to UTC at a moment, both in seconds.
        package var utcOffset: (Int64) -> Int64
        /// Which exchanges are shown; nil: all. The summary counts every one.
        package var shows: Shown?
        /// What was found in a flow that has just ended; nil: nobody judges.
        package var findings: ((FlowID) -> [Finding])?
        /// The command that decides about the held message of this flow; nil: there is none.
        package var heldCommand: (UInt64) -> String?

        package init(
            lines: ExchangeLines.Options, isTerminal: Bool, showsMessages: Bool = false, isQuiet: Bool = false,
            width: @escaping () -> Int? = { nil }, utcOffset: @escaping (Int64) -> Int64 = { _ in 0 },
            shows: Shown? = nil, findings: ((FlowID) -> [Finding])? = nil,
            heldCommand: @escaping (UInt64) -> String? = { "hark held \($0)" }
        ) {
            self.findings = findings
            self.heldCommand = heldCommand
            self.lines = lines
            self.isTerminal = isTerminal
            self.showsMessages = showsMessages
            self.isQuiet = isQuiet
            self.width = width
            self.utcOffset = utcOffset
            self.shows = shows
        }
    }

    /// Something that is wrong with an exchange.
    package struct Finding: Sendable {
        let level: Note.Level
        let code: String
        let text: String

        package init(level: Note.Level, code: String, text: String) {
            self.level = level
            self.code = code
            self.text = text
        }
    }

    /// A choice among exchanges.
    package struct Shown {
        /// Whether the contents of messages are looked at.
        let needsContent: Bool
        let passes: (JudgedFlow) -> Bool

        package init(needsContent: Bool, passes: @escaping (JudgedFlow) -> Bool) {
            self.needsContent = needsContent
            self.passes = passes
        }
    }

    package private(set) var summary = Summary()
    private let output: any TerminalOutput
    private let options: Options
    private var lines: ExchangeLines
    /// Exchanges in `lines`.
    private var rendered = 0
    private var chains = RedirectFollower()
    private var progress: ProgressLine
    /// Flows whose stream was announced.
    private var announced: Set<FlowID> = []
    /// Of flows under way whether they are shown: as it was when content first came.
    private var underWay: [FlowID: Bool] = [:]
    private var asked = RequestContents()
    private var latest = Instant(nanoseconds: 0)
    /// The quarter of an hour for which the time zone was last asked.
    private var zoneQuarter: Int64?

    /// A body without a known length that has run this long is announced as a stream.
    private static let streamAge: UInt64 = 1_000_000_000

    package init(output: any TerminalOutput, options: Options) {
        self.output = output
        self.options = options
        lines = ExchangeLines(options: options.lines)
        progress = ProgressLine(style: options.lines.style)
        if options.isTerminal { lines.resize(to: options.width()) }
    }

    package var needs: SinkNeeds {
        // What GraphQL asks for is in the content of its requests.
        let events: SinkNeeds = options.isQuiet ? .events : options.showsMessages ? [.messages, .content] : .content
        return options.shows?.needsContent == true ? events.union(.bodies) : events
    }

    package func happened(_ event: FlowEvent, to record: FlowRecord) {
        latest = event.time
        guard !options.isQuiet else { return }
        switch event.fact {
        case .contentReceived(let kind, _, let bytes):
            if kind == .request, let bytes { asked.passed(bytes, of: record) }
            transferred(kind, record)
        case .innerMessage(let message): passed(message, record)
        case .innerReadingEnded(let end): passed(end, record)
        // Whoever is shown few exchanges is told of this one too: its client waits.
        case .ruleActed(let act) where act.text == RuleAct.heldRequest || act.text == RuleAct.heldResponse:
            lines.held(record, by: act, command: options.heldCommand(record.id.number))
        default: break
        }
    }

    package func finished(_ flow: JudgedFlow) {
        let record = flow.record
        latest = max(latest, record.times.finished ?? latest)
        summary.add(record)
        progress.remove(record.id)
        announced.remove(record.id)
        underWay[record.id] = nil
        let content = asked.take(record.id)
        if options.isQuiet { return }
        // The place among redirects is counted with what is not shown, too.
        let place = chains.place(record)
        if let shows = options.shows, !shows.passes(flow) { return }
        updateZone(record)
        if let content, case .absent = record.request.content.kept {
            var read = record
            read.request.content.kept = .inline(content)
            lines.render(read, place: place)
        } else {
            lines.render(record, place: place)
        }
        for finding in options.findings?(record.id) ?? [] { lines.finding(finding) }
        rendered += 1
    }

    /// Writes what the batch gave.
    package func batchEnded() {
        let isDrawn = progress.isDrawn
        let mayDraw = options.isTerminal && progress.isDue(latest)
        if lines.isEmpty, !mayDraw { return }
        var bytes: [UInt8] = []
        if isDrawn { bytes += progress.erase() }
        if !lines.isEmpty { bytes += lines.take() }
        if options.isTerminal {
            let width = options.width()
            if width != lines.options.width { lines.resize(to: width) }
            bytes += progress.draw(at: latest, width: width ?? 80)
        }
        if !bytes.isEmpty { output.write(bytes, exchanges: rendered) }
        rendered = 0
    }

    /// Nothing more comes.
    package func close() {
        batchEnded()
        clear()
        output.finish()
    }

    /// Takes the progress line away, as before a diagnostic or the end.
    package func clear() {
        if progress.isDrawn { output.write(progress.erase(), exchanges: 0) }
    }

    private func transferred(_ kind: MessageKind, _ record: FlowRecord) {
        let message = record[kind]
        guard let framing = message.framing, isShown(record) else { return }
        switch framing.kind {
        case .length(let length):
            if options.isTerminal { progress.update(record, kind, total: length, at: latest) }
        case .chunked, .close, .frames:
            guard kind == .response, let head = record.times.responseHead, latest > head,
                latest.nanoseconds - head.nanoseconds >= Self.streamAge
            else { return }
            if announced.insert(record.id).inserted {
                updateZone(record)
                lines.announceStream(record)
            }
            if options.isTerminal { progress.update(record, kind, total: nil, at: latest) }
        case .none, .tunnel:
            break
        }
    }

    private func passed(_ message: InnerMessage, _ record: FlowRecord) {
        guard announcesMessages(record) else { return }
        lines.message(message, of: record)
    }

    private func passed(_ end: InnerReadingEnd, _ record: FlowRecord) {
        guard announcesMessages(record) else { return }
        lines.readingEnd(end, of: record)
    }

    /// Whether its messages are shown; before the first one stands what they belong to.
    private func announcesMessages(_ record: FlowRecord) -> Bool {
        guard options.showsMessages, isShown(record) else { return false }
        if announced.insert(record.id).inserted {
            updateZone(record)
            lines.firstLine(record)
        }
        return true
    }

    private func isShown(_ record: FlowRecord) -> Bool {
        guard let shows = options.shows else { return true }
        if let known = underWay[record.id] { return known }
        let isShown = shows.passes(JudgedFlow(record))
        underWay[record.id] = isShown
        return isShown
    }

    private func updateZone(_ record: FlowRecord) {
        let seconds = (record.opening?.wallClock ?? 0) / 1_000_000
        guard seconds / 900 != zoneQuarter else { return }
        zoneQuarter = seconds / 900
        lines.options.utcOffset = options.utcOffset(seconds)
    }
}

extension ExchangeLines {
    /// What the judge found in the exchange above.
    mutating func finding(_ finding: TerminalView.Finding) {
        writer.detail("judge", ink: finding.level.ink) { out in
            out.wire(finding.level.sign)
            out.text(" ")
            out.wire(finding.code)
            out.text("  ")
            out.wire(finding.text)
        }
    }

    /// A response that goes on: its first line now, with what came so far, and the whole when it has ended.
    mutating func announceStream(_ record: FlowRecord) {
        firstLine(record)
        writer.detail("streaming", ink: .notice) { out in
            if let type = record.responseHead?.fields.first(.contentType) {
                out.wire(type, limit: 60)
                out.text(", ")
            }
            out.size(record.response.contentSize)
            if record.response.chunkCount > 0 {
                out.text(" in ")
                out.number(record.response.chunkCount)
                out.text(record.response.chunkCount == 1 ? " chunk" : " chunks")
            }
            out.text(" so far")
        }
    }
}

import Bytes
package import Explain
package import Flow
import HTTPModel
package import Messages

/// Renders one exchange: a line with time, method, URL, status, size and duration, and under it what is worth saying.
///
/// Writes bytes into its buffer and performs no I/O. Everything from the wire is escaped on the way. Owned by a view,
/// on the queue that views run on.
package struct ExchangeLines {
    package struct Options: Sendable {
        package var style: Style
        /// Columns of the terminal, nil when output is none.
        package var width: Int?
        /// Adds every header line and every chunk.
        package var isVerbose: Bool
        /// What is added to UTC for the time of day, in seconds.
        package var utcOffset: Int64
        /// Leaves in what proves who one is.
        package var showsSecrets: Bool
        /// By which messages of calls have names.
        package var schema: ProtoSchema?

        package init(
            style: Style = .plain, width: Int? = nil, isVerbose: Bool = false, utcOffset: Int64 = 0,
            showsSecrets: Bool = false, schema: ProtoSchema? = nil
        ) {
            self.style = style
            self.width = width
            self.isVerbose = isVerbose
            self.utcOffset = utcOffset
            self.showsSecrets = showsSecrets
            self.schema = schema
        }
    }

    package var options: Options
    var writer: DetailWriter

    package init(options: Options) {
        self.options = options
        writer = DetailWriter(style: options.style, width: options.width)
    }

    var secrets: Secrets { Secrets(areShown: options.showsSecrets) }

    /// The bytes written since the last call.
    package mutating func take() -> [UInt8] { writer.out.take() }
    package var isEmpty: Bool { writer.out.isEmpty }

    /// The terminal got another size.
    mutating func resize(to width: Int?) {
        options.width = width
        let written = writer.out
        writer = DetailWriter(style: options.style, width: width)
        writer.out = written
    }

    /// All lines of a finished flow. `place` is where it stands in a chain of redirects.
    package mutating func render(_ record: FlowRecord, place: RedirectFollower.Place = .alone) {
        firstLine(record)
        rows(ExchangeSummary(record, place: place, extent: options.isVerbose ? .full : .brief))
        if options.isVerbose { verboseLines(record) }
    }

    // MARK: The first line

    /// Columns of the number that every command takes, `#12`; those beyond 999 take more.
    private static let numberWidth = 5
    /// Columns of status, size and duration at the end of the line: `  302  12.3 KiB  12.3 ms`.
    private static let statusWidth = 5
    private static let sizeWidth = 10
    private static let durationWidth = 10
    /// Where columns end when there is no terminal.
    private static let assumedWidth = 100

    mutating func firstLine(_ record: FlowRecord) {
        let width = writer.width ?? Self.assumedWidth
        let metrics = width - Self.statusWidth - Self.sizeWidth - Self.durationWidth
        let (number, startedAt) = (record.id.number, record.opening?.wallClock)
        writer.out.ink(.quiet) { out in
            out.text("#")
            out.number(number)
            out.text(" ")
            out.pad(to: Self.numberWidth)
            Self.timeOfDay(startedAt, offset: options.utcOffset, to: &out)
        }
        writer.out.text("  ")
        requestWords(record, metrics: metrics)
        let (status, outcome) = (record.status, record.outcome?.kind)
        writer.out.pad(to: metrics)
        writer.out.text("  ")
        writer.out.ink(Self.ink(status: status, outcome)) { out in
            if let status { out.number(UInt64(max(0, status)), digits: 3) } else { out.text("---") }
        }
        let size = record.tunnelProtocol == nil ? record.response.contentSize : record.relayedReceived
        // Of what another tool recorded nobody may have counted it.
        let isCounted =
            record.opening?.clientConnection != nil || record.response.content.size != nil || size > 0
            || record.responseHead == nil
        writer.out.right(to: metrics + Self.statusWidth + Self.sizeWidth) { if isCounted { $0.size(size) } }
        let (nanoseconds, overflow) = UInt64(clamping: record.duration ?? 0).multipliedReportingOverflow(by: 1000)
        writer.out.right(to: width) { $0.duration(nanoseconds: overflow ? .max : nanoseconds) }
        writer.out.newline()
    }

    /// Method and URL. A URL that does not fit beside the figures gets two lines of its own, and is cut to those.
    private mutating func requestWords(_ record: FlowRecord, metrics: Int) {
        let method = record.requestHead?.method.name ?? record.refusedRequest?.method
        guard let method else {
            writer.out.text("no request from ")
            writer.out.wire(record.opening?.client ?? "an unknown client", limit: 40)
            return
        }
        let url = secrets.url(ExchangeURL.url(record) ?? record.url)
        writer.out.ink(.strong) { $0.wire(method, limit: 16) }
        writer.out.text(" ")
        writer.out.pad(to: Self.numberWidth + 15)
        guard let width = writer.width else {
            writer.out.wire(url, limit: 8000)
            return
        }
        let column = writer.out.column
        writer.phrase(at: column) { $0.wire(url, limit: 2 * (width - column)) }
        if writer.out.column > metrics { writer.out.newline() }
    }

    /// - Parameter startedAt: in microseconds since 1970.
    static func timeOfDay(_ startedAt: Int64?, offset: Int64, to out: inout LineBuffer) {
        let seconds = (startedAt ?? 0) / 1_000_000 &+ offset
        let ofDay = UInt64((seconds % 86_400 + 86_400) % 86_400)
        out.number(ofDay / 3600, digits: 2)
        out.text(":")
        out.number(ofDay / 60 % 60, digits: 2)
        out.text(":")
        out.number(ofDay % 60, digits: 2)
    }

    package static func ink(status: Int?, _ outcome: Outcome.Kind?) -> Ink {
        if outcome == .aborted || outcome == .failed { return .bad }
        switch status {
        case .some(500...): return .bad
        case .some(400..<500): return .warning
        case .some(300..<400): return .notice
        case .some(200..<300): return .good
        case .some: return .normal
        case .none: return .bad
        }
    }
}

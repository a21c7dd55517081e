import Bytes
import Flow

/// The one line at the bottom of a terminal that tells of transfers in flight. It is redrawn at most ten times a second
/// and taken away before anything else is written. Owned by `TerminalView`.
struct ProgressLine {
    private struct Transfer {
        var received: UInt64
        /// nil when it is not known.
        var total: UInt64?
        let url: Bytes
        let since: Instant
    }

    private var transfers: [FlowID: Transfer] = [:]
    private var drawnAt: Instant?
    private(set) var isDrawn = false
    private let style: Style

    /// A transfer is worth a line when it has run this long.
    private static let age: UInt64 = 500_000_000
    private static let interval: UInt64 = 100_000_000
    /// Transfers followed at once.
    private static let limit = 1000
    private static let barWidth = 20

    init(style: Style) {
        self.style = style
    }

    mutating func update(_ record: FlowRecord, _ kind: MessageKind, total: UInt64?, at time: Instant) {
        let message = record[kind]
        if transfers[record.id] != nil {
            if let total, message.contentSize >= total {
                transfers[record.id] = nil
            } else {
                transfers[record.id]?.received = message.contentSize
                transfers[record.id]?.total = total
            }
            return
        }
        let start = (kind == .request ? record.times.requestHead : record.times.responseHead) ?? record.openedAt
        guard time > start, time.nanoseconds - start.nanoseconds >= Self.age, transfers.count < Self.limit,
            message.contentSize < total ?? .max
        else { return }
        transfers[record.id] = Transfer(
            received: message.contentSize, total: total, url: ExchangeURL.redacted(record) ?? Bytes(), since: start)
    }

    mutating func remove(_ flow: FlowID) {
        if !transfers.isEmpty { transfers[flow] = nil }
    }

    /// Whether there is something new to draw, or something to take away.
    func isDue(_ now: Instant) -> Bool {
        if transfers.isEmpty { return isDrawn }
        guard let drawnAt else { return true }
        return now > drawnAt && now.nanoseconds - drawnAt.nanoseconds >= Self.interval
    }

    /// What takes the line away.
    mutating func erase() -> [UInt8] {
        isDrawn = false
        var out = LineBuffer(style: .plain)
        out.eraseLine()
        return out.take()
    }

    /// The line without line end, never wider than the terminal; nothing when nothing is in flight.
    mutating func draw(at now: Instant, width: Int) -> [UInt8] {
        guard let (_, transfer) = transfers.min(by: { $0.key < $1.key }) else { return [] }
        drawnAt = now
        isDrawn = true
        var line = LineBuffer(style: .plain)
        line.number(transfers.count)
        line.text(" in flight  ")
        if let total = transfer.total, total > 0 {
            let share = Double(transfer.received) / Double(total)
            line.right(to: line.column + 4) { $0.number(UInt64(share * 100)) }
            line.text(" % [")
            let filled = min(Self.barWidth, Int(share * Double(Self.barWidth)))
            for place in 0..<Self.barWidth { line.text(place < filled ? "#" : "-") }
            line.text("]  ")
            line.size(transfer.received)
            line.text(" of ")
            line.size(total)
        } else {
            line.text("streaming, ")
            line.size(transfer.received)
            line.text(" so far")
        }
        let elapsed = now > transfer.since ? now.nanoseconds - transfer.since.nanoseconds : 0
        if elapsed > 0 {
            line.text("  ")
            line.size(UInt64(min(Double(transfer.received) * 1e9 / Double(elapsed), 1e18)))
            line.text("/s")
        }
        line.text("  ")
        // The last column stays empty, as some terminals wrap when it is written.
        let room = width - 1 - line.column
        if room > 8 { line.wire(transfer.url, limit: room) }
        guard line.column < width else { return [] }
        var out = LineBuffer(style: style)
        out.ink(.quiet) { $0.append(line) }
        return out.take()
    }
}

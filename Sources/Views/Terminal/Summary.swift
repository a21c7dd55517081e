import Bytes
package import Flow
import HTTPModel

/// What passed through, counted: folded from finished flows and told at shutdown. Owned by a view.
package struct Summary: Sendable {
    package private(set) var exchanges: UInt64 = 0
    package private(set) var complete: UInt64 = 0
    package private(set) var aborted: UInt64 = 0
    package private(set) var refused: UInt64 = 0
    package private(set) var failed: UInt64 = 0
    package private(set) var tunnels: UInt64 = 0
    package private(set) var retried: UInt64 = 0
    /// Answers by the first digit of their status; 0 for what is none of 1 to 9.
    private(set) var statusClasses = [UInt64](repeating: 0, count: 10)
    /// Content bytes of requests, and bytes relayed to servers.
    package private(set) var sent: UInt64 = 0
    package private(set) var received: UInt64 = 0
    /// How often each thing went wrong, without the details of the single case.
    private(set) var troubles: [Outcome: UInt64] = [:]
    private var first: Instant?
    private var last: Instant?

    package init() {}

    /// Counts a finished flow.
    package mutating func add(_ record: FlowRecord) {
        guard let outcome = record.outcome else { return }
        exchanges &+= 1
        switch outcome.kind {
        case .complete: complete &+= 1
        case .aborted: aborted &+= 1
        case .refused: refused &+= 1
        case .failed: failed &+= 1
        case .tunnel: tunnels &+= 1
        }
        if outcome.code != .ok {
            troubles[Outcome(outcome.kind, by: outcome.by, outcome.code), default: 0] &+= 1
        }
        if record.wasRetried { retried &+= 1 }
        if let status = record.status {
            statusClasses[(100..<1000).contains(status) ? status / 100 : 0] &+= 1
        }
        sent &+= record.request.contentSize &+ record.relayedSent
        received &+= record.response.contentSize &+ record.relayedReceived
        first = min(first ?? record.openedAt, record.openedAt)
        let end = record.times.latest ?? record.openedAt
        last = max(last ?? end, end)
    }

    /// The lines printed at shutdown, each ended.
    package func text(style: Style) -> [UInt8] {
        var out = LineBuffer(style: style)
        out.text("hark: ")
        if exchanges == 0 {
            out.text("no traffic")
            out.newline()
            return out.take()
        }
        out.number(exchanges)
        out.text(exchanges == 1 ? " exchange" : " exchanges")
        if let first, let last, last > first {
            out.text(" in ")
            out.duration(nanoseconds: last.nanoseconds - first.nanoseconds)
        }
        out.text(": ")
        list(
            [
                (complete, "complete"), (tunnels, tunnels == 1 ? "tunnel" : "tunnels"), (aborted, "aborted"),
                (refused, "refused"), (failed, "failed"),
            ], to: &out)
        out.newline()
        out.text("      answers: ")
        let classes: [StaticString] = ["odd", "1xx", "2xx", "3xx", "4xx", "5xx", "6xx", "7xx", "8xx", "9xx"]
        var isFirst = true
        for (count, name) in zip(statusClasses, classes) where count > 0 {
            if !isFirst { out.text(", ") }
            isFirst = false
            out.text(name)
            out.text(" ")
            out.number(count)
        }
        if isFirst { out.text("none") }
        out.text("; bodies: ")
        out.size(sent)
        out.text(" sent, ")
        out.size(received)
        out.text(" received")
        out.newline()
        troubleLines(to: &out)
        return out.take()
    }

    private func troubleLines(to out: inout LineBuffer) {
        if retried > 0 {
            out.text("      sent again on a new connection: ")
            out.number(retried)
            out.newline()
        }
        let ranked = troubles.sorted { ($0.value, $1.key.code.rawValue) > ($1.value, $0.key.code.rawValue) }
        for (outcome, count) in ranked.prefix(5) {
            out.text("      ")
            out.number(count)
            out.text(" x ")
            out.wire(outcome.text)
            out.newline()
        }
    }

    /// `8 complete, 1 failed`: what is not zero, or `none`.
    private func list(_ counts: [(UInt64, StaticString)], to out: inout LineBuffer) {
        var isFirst = true
        for (count, name) in counts where count > 0 {
            if !isFirst { out.text(", ") }
            isFirst = false
            out.number(count)
            out.text(" ")
            out.text(name)
        }
        if isFirst { out.text("none") }
    }
}

import Bytes
import Explain
import Flow
import Views
import Workbench

/// Connections on both sides as a table: when each began and how long it was open, what it carried, and when, on one
/// scale. A value.
struct LanesPage {
    private let lanes: Lanes
    /// There is no exchange at all.
    private let isEmpty: Bool
    private let style: Style
    private let width: Int
    /// Pauses are shortened.
    private let scale: TimeStretches
    private let showsSecrets: Bool

    /// Where columns begin; times are since the first connection, as long as `59 min 59 s`.
    private static let (startColumn, spanColumn, addressColumn, barColumn) = (7, 19, 31, 51)

    /// - Parameter now: until when what is open has lasted, in microseconds since 1970; nil: nothing goes on.
    init(_ flows: [FlowRecord], now: Int64?, style: Style, width: Int, showsSecrets: Bool) {
        let start = flows.compactMap(\.startedAt).min() ?? 0
        lanes = Lanes(flows, since: start, now: now.map { $0 - start })
        isEmpty = flows.isEmpty
        self.style = style
        self.width = width
        self.showsSecrets = showsSecrets
        let all = lanes.client + lanes.server
        let busy = all.flatMap { lane in
            [lane.connect, lane.handshake].compactMap { $0 }
                + lane.blocks.map { $0.from...max($0.from, $0.to) }
        }
        scale = TimeStretches(
            busy: busy, from: all.map(\.from).min() ?? 0, to: all.map(\.to).max() ?? 0)
    }

    var text: TextPage {
        var page = PageWriter(style: style, width: width)
        if scale.isShortened { page.prose("Idle time is shortened: ┊", at: 2, ink: .quiet) }
        side("From clients", lanes.client, &page)
        side("To servers", lanes.server, &page)
        return TextPage(page.take())
    }

    private func side(_ title: Prose, _ lanes: [Lanes.Lane], _ page: inout PageWriter) {
        page.heading(title)
        if lanes.isEmpty { page.prose(nothing, at: 2) }
        if !lanes.isEmpty { head(&page) }
        for lane in lanes { self.lane(lane, &page) }
        page.newline()
    }

    /// Why a side has no connection. What answers by itself, or was not reached, needs none.
    private var nothing: Prose {
        if isEmpty { return "There are no exchanges." }
        return lanes.client.isEmpty && lanes.server.isEmpty
            ? "The recording does not say which connection was used." : "None."
    }

    /// The names of the columns, and the ends of the scale.
    private func head(_ page: inout PageWriter) {
        let columns = [
            (2, "#"), (Self.startColumn, "start"), (Self.spanColumn, "in use"), (Self.addressColumn, "address"),
            (Self.barColumn, "0"),
        ]
        for (column, name) in columns {
            page.pad(to: column)
            page.raw(.quiet) { $0.wire(Bytes(name)) }
        }
        let end = Quantity.duration(scale.to - scale.from)
        page.pad(to: max(Self.barColumn + 2, width - 1 - end.count))
        page.raw(.quiet) { $0.wire(Bytes(end)) }
        page.newline()
    }

    private func lane(_ lane: Lanes.Lane, _ page: inout PageWriter) {
        page.pad(to: 2)
        page.raw(.strong) { $0.wire("\(lane.number)") }
        page.pad(to: Self.startColumn)
        page.raw { $0.wire(Bytes(Quantity.duration(lane.from - scale.from))) }
        page.pad(to: Self.spanColumn)
        page.raw { $0.wire(Bytes(Quantity.duration(lane.to - lane.from))) }
        page.pad(to: Self.addressColumn)
        page.raw { $0.wire(lane.address ?? "", limit: Self.barColumn - Self.addressColumn - 2) }
        page.pad(to: Self.barColumn)
        for (ink, sign, count) in runs(lane) {
            page.raw(ink) { out in
                for _ in 0..<count { out.text(sign) }
            }
        }
        page.newline()
        var words = [Self.exchanges(lane)]
        if let spoken = lane.spoken { words.append(spoken) }
        if let connect = lane.connect { words.append("connected in \(Self.time(connect))") }
        if let handshake = lane.handshake { words.append("TLS in \(Self.time(handshake))") }
        if lane.saved > 0 { words.append("\(Quantity.duration(lane.saved)) saved") }
        if let closer = lane.closedBy {
            words.append("closed by \(closer == .hark ? "Hark" : "the " + closer.rawValue)")
        }
        page.prose(Prose(stringLiteral: words.joined(separator: " · ")), at: 8, ink: .quiet)
        for remark in lane.remarks { page.prose(Prose(stringLiteral: remark), at: 8, ink: .quiet) }
        let waits = lane.blocks.flatMap { block in block.waits.map { "#\(block.flow) \($0.words)." } }
        for wait in waits.prefix(Self.mostNamed) { page.prose(Prose(stringLiteral: wait), at: 10, ink: .warning) }
        if waits.count > Self.mostNamed {
            page.prose("… \(Quantity.count(waits.count - Self.mostNamed, "more wait")).", at: 10, ink: .quiet)
        }
    }

    private static let mostNamed = 12

    /// What it carried, by number.
    private static func exchanges(_ lane: Lanes.Lane) -> String {
        let numbers = lane.blocks.prefix(mostNamed).map { "#\($0.flow)" }.joined(separator: " ")
        let more = lane.blocks.count - mostNamed
        return more > 0 ? numbers + " and \(more) more" : numbers
    }

    private static func time(_ span: ClosedRange<Int64>) -> String {
        Quantity.duration(span.upperBound - span.lowerBound)
    }

    /// What stands in each column, neighbours that are alike together.
    private func runs(_ lane: Lanes.Lane) -> [(Ink, StaticString, Int)] {
        let room = max(8, width - Self.barColumn - 1)
        var columns = [Int](repeating: 0, count: room)
        func fill(_ from: Int64, _ to: Int64, _ kind: Int) {
            let first = min(Int(scale.share(of: from) * Double(room)), room - 1)
            let last = min(max(Int(scale.share(of: to) * Double(room)), first), room - 1)
            for place in first...last { columns[place] = max(columns[place], kind) }
        }
        fill(lane.from, lane.to, 1)
        if let connect = lane.connect { fill(connect.lowerBound, connect.upperBound, 2) }
        if let handshake = lane.handshake { fill(handshake.lowerBound, handshake.upperBound, 3) }
        for block in lane.blocks { fill(block.from, block.to, block.hasFailed ? 5 : 4) }
        for pause in scale.stretches where pause.isPause {
            let middle = min(Int((pause.start + pause.end) / 2 * Double(room)), room - 1)
            if columns[middle] == 0 { columns[middle] = 6 }
        }
        var runs: [(Ink, StaticString, Int)] = []
        let signs: [(Ink, StaticString)] = [
            (.normal, " "), (.quiet, "─"), (.notice, "░"), (.notice, "▒"), (.good, "█"), (.bad, "█"),
            (.quiet, "┊"),
        ]
        for kind in columns {
            if let last = runs.last, last.0 == signs[kind].0, last.1.description == signs[kind].1.description {
                runs[runs.count - 1].2 += 1
            } else {
                runs.append((signs[kind].0, signs[kind].1, 1))
            }
        }
        return runs
    }
}

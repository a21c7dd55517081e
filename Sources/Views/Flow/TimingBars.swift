import Bytes
import Explain
package import Flow

/// Where the time went, drawn: a bar a phase, each beginning where the one before it ended.
package struct TimingBars {
    private let record: FlowRecord
    private static let nameWidth = 10
    private static let figureWidth = 18
    private static let widest = 80
    /// Eighths of a column, for where a bar ends.
    private static let eighths: [StaticString] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    package init(_ record: FlowRecord) {
        self.record = record
    }

    package func write(to page: inout PageWriter) {
        let phases = record.phases.filter { $0.duration >= 0 }
        guard !phases.isEmpty else { return page.prose("The phases were not recorded.", at: 2) }
        let total = max(PhaseTimes(record).total, 1)
        let room = min(max(page.width - 4 - Self.nameWidth - Self.figureWidth, 8), Self.widest)
        var start: Int64 = 0
        for phase in phases {
            // In HAR, TLS is the end of connecting.
            let isWithin = phase.name == .ssl && phases.contains { $0.name == .connect }
            let begin = isWithin ? max(start - phase.duration, 0) : start
            bar(phase, from: begin, of: total, room, &page)
            if !isWithin { start += phase.duration }
        }
        page.pad(to: 2)
        page.raw(.quiet) { $0.text("total") }
        page.pad(to: 4 + Self.nameWidth + room)
        right(total, nil, &page)
        page.newline()
        bytes(&page)
    }

    private func bar(
        _ phase: (name: PhaseTimes.Phase, duration: Int64), from start: Int64, of total: Int64, _ room: Int,
        _ page: inout PageWriter
    ) {
        page.pad(to: 2)
        page.raw(.notice) { $0.text(Self.name(phase.name)) }
        // In eighths, the last one up, so that the shortest phase is seen.
        let scale = Double(room * 8) / Double(total)
        let begin = min(Int(Double(start) * scale) / 8, room - 1)
        let length = max(Int((Double(phase.duration) * scale).rounded()), phase.duration > 0 ? 1 : 0)
        let full = min(length / 8, room - begin)
        page.pad(to: 2 + Self.nameWidth + begin)
        page.raw(phase.name == .wait ? .warning : .good) { out in
            for _ in 0..<full { out.text("█") }
            if full == length / 8, begin + full < room { out.text(Self.eighths[length % 8]) }
        }
        page.pad(to: 4 + Self.nameWidth + room)
        right(phase.duration, Quantity.percent(UInt64(phase.duration), of: UInt64(total)), &page)
        page.newline()
    }

    private func right(_ duration: Int64, _ share: Int?, _ page: inout PageWriter) {
        let text = Quantity.duration(duration)
        page.raw(.strong) { $0.wire(String(repeating: " ", count: max(0, 10 - text.count)) + text) }
        if let share {
            page.raw(.quiet) { $0.wire(String(repeating: " ", count: max(1, 4 - "\(share)".count)) + "\(share) %") }
        }
    }

    private static func name(_ phase: PhaseTimes.Phase) -> StaticString {
        switch phase {
        case .blocked: "blocked"
        case .dns: "name"
        case .connect: "connect"
        case .ssl: "  TLS"
        case .send: "send"
        case .wait: "wait"
        case .receive: "receive"
        }
    }

    /// What rules did to it that takes time; else how fast what came, where that took long enough to say.
    private func bytes(_ page: inout PageWriter) {
        let slow = record.ruleActs.filter { RuleActWords.takesTime($0) }
        for act in slow { page.wire([(Bytes(RuleActWords.sentence(act)), .notice)], at: 2) }
        guard slow.isEmpty, let received = PhaseTimes(record).receive, received >= 1000,
            let size = record.response.content.size,
            size > 0
        else { return }
        // A file may say any size.
        let rate = UInt64(min(Double(size) / Double(received) * 1_000_000, 1e18))
        let text = "The response's \(Quantity.size(size)) came at \(Quantity.size(rate)) a second."
        page.prose(Prose(stringLiteral: text), at: 2, ink: .quiet)
    }
}

package import Flow

/// The phases of one flow as segments on one scale, in microseconds since it began. A value, the same for every view.
package struct Waterfall: Sendable, Hashable {
    /// In the order in which they follow one another. Unlike HAR's, `connect` ends where `tls` begins.
    package enum Phase: String, Sendable, CaseIterable {
        case blocked, name, connect, tls, send, wait, receive
    }

    package struct Segment: Sendable, Hashable {
        package let phase: Phase
        package let from: Int64
        package let to: Int64
    }

    /// What stands at its end.
    package enum End: String, Sendable {
        case done
        /// The last segment goes on.
        case open
        /// It failed in its last segment.
        case failed
    }

    package private(set) var segments: [Segment] = []
    /// When the first chunks of the response came.
    package private(set) var ticks: [Int64] = []
    package let end: End

    /// More ticks than these no drawing shows.
    private static let mostTicks = 32

    package init(_ record: borrowing FlowRecord) {
        end =
            switch record.outcome?.kind {
            case .complete, .tunnel: .done
            case .failed, .aborted, .refused: .failed
            // Of other recordings nobody knows how they ended.
            case nil: record.run == nil ? .done : .open
            }
        guard !record.phases.isEmpty else { return }
        let times = PhaseTimes(record)
        var position: Int64 = 0
        func add(_ phase: Phase, _ duration: Int64?, to segments: inout [Segment]) {
            guard let duration, duration >= 0 else { return }
            let (next, overflow) = position.addingReportingOverflow(duration)
            guard !overflow else { return }
            segments.append(Segment(phase: phase, from: position, to: next))
            position = next
        }
        var all: [Segment] = []
        add(.blocked, times.blocked, to: &all)
        add(.name, times.dns, to: &all)
        // HAR 1.2: connect includes ssl.
        let tls = times.ssl.map { min($0, times.connect ?? 0) }
        add(.connect, times.connect.map { $0 - (tls ?? 0) }, to: &all)
        add(.tls, tls, to: &all)
        add(.send, times.send, to: &all)
        add(.wait, times.wait, to: &all)
        add(.receive, times.receive, to: &all)
        // What took no time is not seen, unless it is where the flow stands.
        segments = all.enumerated().filter { $0.element.to > $0.element.from || $0.offset == all.count - 1 }
            .map(\.element)
        ticks = record.response.chunks.prefix(Self.mostTicks).map { $0.time.microseconds(since: record.openedAt) }
    }
}

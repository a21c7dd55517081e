import Dispatch
import Synchronization
import Workbench

/// Pages of all flows of a session in their order, read by two threads: while one part of the file is counted the next
/// is read. What is ahead is bounded.
final class StatisticsPages: Sendable {
    private let lanes: [Lane]
    private let parts: Int
    private let state = Mutex(0)

    /// What one thread has read and nobody has taken.
    private final class Lane: Sendable {
        let pages = Mutex<[StatisticsPage]>([])
        let filled = DispatchSemaphore(value: 0)
        let room = DispatchSemaphore(value: 0)
        let isCancelled = Atomic(false)
    }

    /// So many pages are ahead of each.
    private static let limit = 4

    init(_ reader: SessionReader, by dimension: StatDimension, parts: [ClosedRange<Int64>]) throws(SessionError) {
        self.parts = parts.count
        lanes = (0..<min(2, parts.count)).map { _ in Lane() }
        for (number, lane) in lanes.enumerated() {
            // A connection is one thread's.
            let reader = try SessionReader(reader.path)
            let own = stride(from: number, to: parts.count, by: lanes.count).map { parts[$0] }
            for _ in 0..<Self.limit { lane.room.signal() }
            // A queue of its own: the pool has as many threads as there are processors, and adds one to those that
            // wait only once a second.
            DispatchQueue(label: "hark.statistics.\(number)").async { Self.read(own, reader, dimension, lane) }
        }
    }

    private static func read(
        _ parts: [ClosedRange<Int64>], _ reader: SessionReader, _ dimension: StatDimension, _ lane: Lane
    ) {
        defer { reader.close() }
        var reading = StatisticsReading(by: dimension)
        func put(_ page: StatisticsPage) {
            lane.room.wait()
            lane.pages.withLock { $0.append(page) }
            lane.filled.signal()
        }
        for part in parts {
            do {
                try reader.forEachFacts(
                    reading.facts, in: part, { reading.add($0) },
                    pageEnded: {
                        () throws(SessionError) in
                        if !lane.isCancelled.load(ordering: .relaxed) { put(reading.takePage()) }
                    })
                put(StatisticsPage(isLast: true))
            } catch {
                put(StatisticsPage(failure: error))
            }
            if lane.isCancelled.load(ordering: .relaxed) { return }
        }
    }

    /// The next page, and who read it; nil at the end.
    func next() -> (page: StatisticsPage, lane: Int)? {
        while true {
            let part = state.withLock { $0 }
            guard part < parts else { return nil }
            let place = part % lanes.count
            let lane = lanes[place]
            lane.filled.wait()
            let page = lane.pages.withLock { $0.removeFirst() }
            lane.room.signal()
            guard page.isLast else { return (page, place) }
            state.withLock { $0 += 1 }
        }
    }

    /// Nobody takes any more: who waits for room goes on to the end.
    func cancel() {
        for lane in lanes {
            lane.isCancelled.store(true, ordering: .relaxed)
            for _ in 0..<2 { lane.room.signal() }
        }
    }
}

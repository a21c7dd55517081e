import Dispatch
package import Explain
import Filter
package import Flow
package import Library
import Platform
import Synchronization

/// What a page asks of a session file, beside what commands ask.
extension SessionLibrary {
    private static let momentFacts: Set<FlowFact> = [.id, .time, .duration, .status, .outcome]

    package func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) throws {
        guard let first = numbers.first, let last = numbers.last else { return }
        // Where most of a stretch is wanted, all of it is read, which is much sooner done than asking one by one.
        let isDense = numbers.count > 1_000 && last >= first && (last - first) / 4 < UInt64(numbers.count)
        guard isDense, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return try slow.forEachFacts(Self.momentFacts, of: numbers) { body(Self.moments($0)) }
        }
        var place = 0
        func take(_ facts: FlowFacts) -> Bool {
            let number = UInt64(bitPattern: facts.integer(.id) ?? 0)
            while place < numbers.count, numbers[place] < number { place += 1 }
            if place < numbers.count, numbers[place] == number { body(Self.moments(facts)) }
            return true
        }
        try slow.forEachFacts(
            Self.momentFacts, in: Int64(clamping: first)...Int64(clamping: last), take,
            pageEnded: { () throws(SessionError) in })
    }

    private static func moments(_ facts: FlowFacts) -> FlowMoments {
        let outcome = facts.text(.outcome)
        let hasFailed = outcome.map { $0 != "complete" && $0 != "tunnel" } ?? false
        return FlowMoments(
            number: UInt64(bitPattern: facts.integer(.id) ?? 0), start: facts.integer(.time),
            duration: facts.integer(.duration), isFailed: hasFailed || facts.integer(.status) ?? 0 >= 400)
    }

    // MARK: Neighbours

    package func around(_ record: FlowRecord) throws -> SessionContext { try around(record.id.number) }

    private func around(_ number: UInt64) throws -> SessionContext {
        try around.flows(around: number, version: near.version()) { range, known in
            try known.isEmpty ? SessionLibrary(near, filterReader).flows(in: range) : flows(of: range, known)
        }
    }

    /// The flows of these numbers that are there now; read are those alone that were not known.
    private func flows(of range: ClosedRange<UInt64>, _ known: [FlowRecord]) throws(SessionError) -> [FlowRecord] {
        var bounds = FlowQuery(
            where: "flow.id BETWEEN ? AND ?",
            [.integer(Int64(clamping: range.lowerBound)), .integer(Int64(clamping: range.upperBound))])
        bounds.omitsBodies = true
        let numbers = try near.numbers(bounds)
        var found = Dictionary(known.map { ($0.id.number, $0) }, uniquingKeysWith: { $1 })
        try near.forEachFlow(numbered: numbers.filter { found[$0] == nil }, omitsBodies: true) { flow in
            found[flow.record.id.number] = subject(flow).record.slim
            return true
        }
        return numbers.compactMap { found[$0] }.enumerated().map { place, flow in
            var flow = flow
            flow.index = place
            return flow
        }
    }

    package func foresee(_ number: UInt64) {
        // One at a time, and of those that wait the last.
        guard foresight.number.exchange(number, ordering: .relaxed) == 0 else { return }
        foresight.queue.async { [self] in readForeseen() }
    }

    /// On the queue. At the end of a session that grows, what is around a flow is more in a moment: in a flood it would
    /// be read again and again.
    private func readForeseen() {
        let now = DispatchTime.now().uptimeNanoseconds
        let due = foresight.lastEndRead.load(ordering: .relaxed) + Foresight.endInterval
        let number = foresight.number.load(ordering: .relaxed)
        let isAtEnd =
            isFilledHere && (try? near.lastNumber()).map { $0 < Foresight.end || $0 - Foresight.end < number } ?? false
        if isAtEnd {
            guard now >= due else {
                return foresight.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(due - now))) { [self] in
                    readForeseen()
                }
            }
            foresight.lastEndRead.store(now, ordering: .relaxed)
        }
        _ = try? around(foresight.number.exchange(0, ordering: .relaxed))
    }

    /// What is read before somebody asks for it.
    final class Foresight: Sendable {
        let queue = DispatchQueue(label: "hark.page.around", qos: .utility)
        /// The flow whose surroundings are read next; 0: none.
        let number = Atomic<UInt64>(0)
        /// When what is around the newest flows was read last, by the steady clock.
        let lastEndRead = Atomic<UInt64>(0)
        static let endInterval: UInt64 = 1_000_000_000
        /// So many of the newest flows are the end.
        static let end: UInt64 = 1_000
    }

    // MARK: Watch

    /// What of the file was seen last.
    struct Seen {
        var version: Int64
        var last: UInt64
        let device: dev_t
        let inode: ino_t

        init(_ reader: SessionReader) throws(SessionError) {
            var status = stat()
            _ = unsafe stat(reader.path, &status)
            (version, last) = (try reader.version(), try reader.lastNumber())
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    package func look() -> LibraryChange {
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        let version = try? reader.version()
        return seen.withLock { known in
            guard var seen = known else { return .none }
            guard isThere, status.st_dev == seen.device, status.st_ino == seen.inode else {
                return isThere ? .replaced : .deleted
            }
            guard !isFilledHere, let version, version != seen.version else { return .none }
            seen.version = version
            defer { known = seen }
            guard let last = try? reader.lastNumber(), last > seen.last else { return .none }
            let before = seen.last
            seen.last = last
            let added = FlowQuery(where: "flow.id > ?", [.integer(Int64(clamping: before))])
            return .grown((try? reader.numbers(added)) ?? [])
        }
    }
}

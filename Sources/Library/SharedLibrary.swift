package import Explain
package import Filter
package import Flow
import Synchronization
package import Workbench

/// A library of records that one thread at a time may ask, for several threads: who asks waits for the others.
package final class SharedLibrary<Base: FlowLibrary>: FlowLibrary, Sendable {
    // No `Mutex` has it, as what calls take and give would have to be Sendable then. It is asked only while `lock` is
    // held, by one thread at a time; whoever made it gave it away (`sending`), and what it lends ends with the call.
    nonisolated(unsafe) private let base: Base
    private let lock = Mutex(())

    package init(_ base: sending Base) {
        self.base = base
    }

    private func locked<Answer: Sendable>(_ body: (Base) throws -> Answer) rethrows -> Answer {
        try lock.withLock { _ in try body(base) }
    }

    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        try locked { try $0.forEach(filter, clock, reading, body) }
    }

    package func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) throws -> [UInt64] {
        try locked { try $0.numbers(filter, clock, order) }
    }

    package func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        try locked { try $0.count(filter, clock) }
    }

    package func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]
    ) throws -> [UInt64] {
        try locked { try $0.matching(filter, clock, among: numbers) }
    }

    package func newest(_ count: Int) throws -> [UInt64] { try locked { try $0.newest(count) } }

    package func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) throws {
        try locked { try $0.moments(numbers, body) }
    }

    package func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws -> FlowStatistics {
        try locked { try $0.statistics(filter, clock, by: dimension) }
    }

    package func look() -> LibraryChange { locked { $0.look() } }

    package func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws {
        try locked { try $0.subjects(numbers, hasContent: hasContent, body) }
    }

    package func around(_ record: FlowRecord) throws -> SessionContext {
        try locked { try $0.around(record) }
    }

    package func past(of records: [FlowRecord]) throws -> SessionPast {
        try locked { try $0.past(of: records) }
    }

    package func connections() throws -> [ConnectionRecord] { try locked { try $0.connections() } }

    package func connections(of record: FlowRecord, lost: Bool) throws -> [ConnectionRecord] {
        try locked { try $0.connections(of: record, lost: lost) }
    }
}

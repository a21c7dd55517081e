import Bytes
import Filter
import FilterTestKit
import Flow
import Formats
import TestKit
import Testing

@testable import Fleet

/// Exactly once, whatever fails: a scripted database that loses connections at every statement, before and after it.
@Suite struct FleetShipperTests {
    private let name = FleetRun(
        tenant: "default", id: MemorySource.run, proxy: "p", version: "0", started: nil, labels: ["a": "b"])

    private func shipper(_ source: MemorySource, _ policy: ShippingPolicy = ShippingPolicy()) -> FleetShipper {
        FleetShipper(source, policy, redactor: nil, reader: FilterReader(), clock: { 0 })
    }

    /// Ships all, with a new link after each error that may pass. So many errors at most.
    private func ship(_ shipper: FleetShipper, to database: ScriptedDatabase, errors: Int = 1) throws {
        var left = errors
        while true {
            do {
                if !shipper.isLinked { try shipper.use(database.link()) }
                while try shipper.ship(MemorySource.run, as: name) {}
                return
            } catch let error as FleetError where error.isTransient && left > 0 {
                left -= 1
                shipper.close()
            }
        }
    }

    @Test func aRunIsShippedOnceAndNothingIsDoneTwice() throws {
        let (database, source) = (ScriptedDatabase(), MemorySource(150))
        let shipper = shipper(source)
        try ship(shipper, to: database, errors: 0)
        #expect(database.state.flows == Dictionary(uniqueKeysWithValues: (1...150).map { ($0, 1) }))
        // 64 records a pack.
        #expect(database.state.packs == 3)
        #expect(database.state.through == 150 && database.state.gaps.isEmpty && database.state.counted == 150)
        #expect(shipper.totals.shipped == 150 && shipper.totals.already == 0)
        let statements = database.statements
        #expect(try shipper.ship(MemorySource.run, as: name) == false)
        // Only the cursor is asked again.
        #expect(database.statements == statements + 1)
    }

    /// Flows that a bound removed before they were shipped are lost, each once, and nothing waits for them.
    @Test func whatWasEvictedBeforeItWasShippedIsCounted() throws {
        let (database, source) = (ScriptedDatabase(), MemorySource(100))
        source.isOver = false
        source.open = [50]
        let shipper = shipper(source)
        try ship(shipper, to: database, errors: 0)
        #expect(database.state.through == 100 && database.state.gaps == [50, 50])
        // 1 to 49 and 51 to 100 were shipped; of 101 to 160 none was, as far as anybody can know.
        for number in Int64(161)...200 { source.add(number) }
        for number in Int64(1)...49 { source.flows[number] = nil }
        source.gone = [(1...49, 49), (51...160, 50 + 40 + 10)]
        try ship(shipper, to: database, errors: 0)
        #expect(database.state.lost == 60 && shipper.totals.lost == 60)
        #expect(database.state.through == 200 && database.state.gaps == [50, 50])
        try ship(shipper, to: database, errors: 0)
        let again = self.shipper(source)
        try ship(again, to: database, errors: 0)
        #expect(database.state.lost == 60 && again.totals.lost == 0)
        // The open one ends, and is shipped.
        source.open = []
        try ship(shipper, to: database, errors: 0)
        #expect(database.state.gaps.isEmpty && database.state.flows[50] == 1 && database.state.lost == 60)
        #expect(database.state.flows.values.allSatisfy { $0 == 1 })
    }

    /// What waits is counted each second: no list of it is made, however long it is.
    @Test func whatWaitsIsCountedAndNotGathered() throws {
        let (database, source) = (ScriptedDatabase(), MemorySource(5_000))
        source.isOver = false
        source.open = [2, 4_000]
        let shipper = shipper(source)
        let all = try shipper.backlog(MemorySource.run, as: MemorySource.run)
        #expect(all.count == 4_998 && all.start == source.flows[1]?.startedAt)
        try ship(shipper, to: database, errors: 0)
        let none = try shipper.backlog(MemorySource.run, as: MemorySource.run)
        #expect(none.count == 0 && none.start == nil)
        source.add(5_001)
        source.open = [4_000]
        let two = try shipper.backlog(MemorySource.run, as: MemorySource.run)
        #expect(two.count == 2 && two.start == source.flows[2]?.startedAt)
        #expect(source.longest <= FleetBatch.flowLimit)
    }

    /// Every statement of a run once fails before its effect, and once after it.
    @Test(arguments: [ScriptedDatabase.Trouble.before, .after])
    func whateverStatementFailsEachFlowArrivesOnce(trouble: ScriptedDatabase.Trouble) throws {
        let quiet = ScriptedDatabase()
        try ship(shipper(MemorySource(70)), to: quiet, errors: 0)
        #expect(quiet.statements > 8)
        for step in 1...quiet.statements {
            let (database, source) = (ScriptedDatabase(), MemorySource(70))
            database.trouble = (step, trouble)
            let shipper = shipper(source)
            try ship(shipper, to: database)
            #expect(database.state.flows == quiet.state.flows, "\(step)")
            #expect(database.state.through == 70 && database.state.counted == 70, "\(step)")
            // Also when the answer to the commit was lost.
            #expect(shipper.totals.shipped == 70 && shipper.totals.already == 0, "\(step)")
        }
    }

    /// Another process goes on after the first one was killed at any statement.
    @Test func aNewShipperGoesOnWhereAKilledOneStopped() throws {
        let quiet = ScriptedDatabase()
        try ship(shipper(MemorySource(70)), to: quiet, errors: 0)
        for step in 1...quiet.statements {
            let (database, source) = (ScriptedDatabase(), MemorySource(70))
            database.trouble = (step, .before)
            #expect(throws: FleetError.self) { try ship(shipper(source), to: database, errors: 0) }
            let next = shipper(source)
            try ship(next, to: database, errors: 0)
            #expect(database.state.flows == quiet.state.flows, "\(step)")
            #expect(next.totals.shipped + next.totals.already <= 70)
        }
    }

    /// Flows end in another order than they began, and none is skipped or sent twice.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func openFlowsArriveWhenTheyEnd(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (database, source) = (ScriptedDatabase(), MemorySource())
        source.isOver = false
        let shipper = shipper(source)
        for number in Array(1...40).shuffled(using: &random) {
            source.add(Int64(number))
            if Bool.random(using: &random) { source.open.insert(Int64(number)) }
            if let ended = source.open.randomElement(using: &random) { source.open.remove(ended) }
            if Int.random(in: 0..<3, using: &random) == 0 { try ship(shipper, to: database, errors: 0) }
        }
        try ship(shipper, to: database, errors: 0)
        #expect(Set(database.state.flows.keys) == Set(source.flows.keys).subtracting(source.open))
        source.isOver = true
        try ship(shipper, to: database, errors: 0)
        #expect(database.state.flows == Dictionary(uniqueKeysWithValues: (1...40).map { ($0, 1) }))
        #expect(database.state.through == 40 && database.state.gaps.isEmpty)
    }

    @Test func twoShippersOfOneFileShipEachFlowOnce() throws {
        let (database, source) = (ScriptedDatabase(), MemorySource(10))
        let (one, other) = (shipper(source), shipper(source))
        try ship(one, to: database, errors: 0)
        try ship(other, to: database, errors: 0)
        source.add(11)
        try ship(other, to: database, errors: 0)
        source.add(12)
        try ship(one, to: database, errors: 0)
        #expect(database.state.flows.count == 12 && database.state.flows.values.allSatisfy { $0 == 1 })
        #expect(one.totals.shipped == 11 && other.totals.shipped == 1)
    }

    /// A copied machine goes on with the same run and the same numbers.
    @Test func aCopyIsFoundOutAndNothingOfItIsShipped() throws {
        let (database, source, copy) = (ScriptedDatabase(), MemorySource(5), MemorySource(5))
        let (one, other) = (shipper(source), shipper(copy))
        try ship(one, to: database, errors: 0)
        try ship(other, to: database, errors: 0)
        source.add(6)
        copy.add(6, "GET http://shop.example.com/another HTTP/1.1\nHost: shop.example.com")
        copy.add(7)
        try ship(one, to: database, errors: 0)
        let before = database.state
        #expect(throws: FleetError.conflict(run: MemorySource.run.text)) {
            try ship(other, to: database, errors: 0)
        }
        #expect(database.state == before)
        #expect(throws: FleetError.conflict(run: MemorySource.run.text)) {
            try ship(shipper(copy), to: database, errors: 0)
        }
        // What ends a flow, and marks, are no other flow.
        source.flows[6]?.outcome = Outcome(.aborted, by: .client, .clientClosed)
        source.add(8)
        try ship(shipper(source), to: database, errors: 0)
        #expect(database.state.flows[8] == 1)
    }

    /// A flow that the database refuses is found by halving; the others arrive whole.
    @Test(arguments: [[1], [50], [100], [3, 4], [1, 50, 99], Array(1...100)] as [[Int64]])
    func aRefusedFlowIsShippedWithoutItsValues(refused: [Int64]) throws {
        let (database, source) = (ScriptedDatabase(), MemorySource(100))
        database.refused = Set(refused)
        let shipper = shipper(source)
        try ship(shipper, to: database, errors: 0)
        #expect(database.state.flows == Dictionary(uniqueKeysWithValues: (1...100).map { ($0, 1) }))
        #expect(database.state.lossy == Set(refused))
        #expect(database.state.conflicts == Int64(refused.count) && shipper.totals.conflicts == refused.count)
        #expect(database.state.through == 100 && database.state.gaps.isEmpty && database.state.lost == 0)
    }

    @Test func aFlowThatIsRefusedInAnyFormIsCountedAsLost() throws {
        let (database, source) = (ScriptedDatabase(), MemorySource(9))
        database.banned = [4]
        let shipper = shipper(source)
        try ship(shipper, to: database, errors: 0)
        #expect(Set(database.state.flows.keys) == Set(1...9).subtracting([4]))
        #expect(database.state.lost == 1 && database.state.through == 9 && database.state.gaps.isEmpty)
    }

    @Test func aSchemaOfAnotherVersionIsRefusedBeforeAnythingIsSent() {
        let database = ScriptedDatabase()
        for (version, compatible, expected) in [
            ("0", "0", FleetError.olderSchema(0)), ("2", "2", .newerSchema(2)), ("x", "x", .noSchema),
        ] {
            (database.version, database.compatible) = (version, compatible)
            #expect(throws: expected) { try shipper(MemorySource(1)).use(database.link()) }
        }
        #expect(database.state == ScriptedDatabase.State())
        (database.version, database.compatible) = ("2", "1")
        #expect(throws: Never.self) { try shipper(MemorySource(1)).use(database.link()) }
    }

    // MARK: Policy

    @Test func whatAPolicyLeavesOutMovesTheCursorAndIsCounted() throws {
        let (database, source) = (ScriptedDatabase(), MemorySource(100))
        let filter = FilterMatcher(try FlowFilter("path ~ \"/*1\""), FilterClock(now: 0, utcOffset: 0))
        let shipper = shipper(source, ShippingPolicy(matcher: filter))
        try ship(shipper, to: database, errors: 0)
        #expect(Set(database.state.flows.keys) == Set((1...100).filter { $0 % 10 == 1 }))
        #expect(shipper.totals.filtered == 90 && database.state.through == 100)
        try ship(shipper, to: database, errors: 0)
        #expect(shipper.totals.filtered == 90)
    }

    @Test func aSampleKeepsFailuresAndIsTheSameEachTime() throws {
        let source = MemorySource(400)
        for number in 401...440 as ClosedRange<Int64> {
            source.flows[number] = MadeFlow.make(
                nil, nil, number: UInt64(number), outcome: .init(.failed, by: .proxy, .nameNotFound))
        }
        var runs: [Set<Int64>] = []
        for _ in 1...2 {
            let database = ScriptedDatabase()
            let shipper = shipper(source, ShippingPolicy(sample: 0.25))
            try ship(shipper, to: database, errors: 0)
            runs.append(Set(database.state.flows.keys))
            #expect(shipper.totals.sampled + shipper.totals.shipped == 440)
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].isSuperset(of: 401...440))
        // 100 of 400 are expected; with a chance of less than one in a million it is outside of these.
        #expect((60...140).contains(runs[0].count - 40), "\(runs[0].count)")
    }
}

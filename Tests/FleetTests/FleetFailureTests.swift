import Bytes
import Filter
import FilterTestKit
import Flow
import TestKit
import Testing

@testable import Fleet

/// Rows of the table of failures in docs/fleet.md that need no process, against a real PostgreSQL.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetFailureTests {
    private static let run = FleetRun(
        tenant: "default", id: MemorySource.run, proxy: "p", version: "0.1", started: MadeFlow.noon)

    private func shipper(_ source: MemorySource, at time: Int64 = MadeFlow.noon) -> FleetShipper {
        FleetShipper(
            source, ShippingPolicy(bodies: .all, bodyLimit: .max), redactor: nil, reader: FleetDatabase.reader,
            clock: { time })
    }

    /// Killed at each statement in turn, and started again: each flow is there once, and nothing else is.
    @Test func aShipperThatEndsAtAnyStatementLosesNothing() throws {
        let database = try FleetDatabase()
        let source = MemorySource(100)
        source.add(101, content: String(repeating: "0123456789", count: 1_000))
        var (step, isDone) = (0, false)
        while !isDone, step < 40 {
            step += 1
            let link = InterruptedLink(try database.server.connect("postgres", database.name), at: step)
            do {
                let shipper = shipper(source)
                try shipper.use(link)
                while try shipper.ship(MemorySource.run, as: Self.run) {}
                isDone = true
            } catch {
                let flows = try database.count("hark.flow")
                #expect(flows == 0 || flows == 101, "step \(step)")
                #expect(try database.count("hark.run WHERE flows <> \(flows)") == 0, "step \(step)")
            }
        }
        #expect(isDone && step > 8)
        #expect(try database.read().map(\.id.number) == Array(1...101))
        #expect(try database.count("hark.pack") == 2 && database.count("hark.body") == 1)
        #expect(try database.owner.run("SELECT flows FROM hark.run").first?.integer(0) == 101)
    }

    @Test func aClonedMachineIsFoundOutAndShippedAsAnotherRun() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(5))
        let clone = MemorySource(4)
        // The machine went on by itself after it was copied.
        clone.add(5, "GET http://shop.example.com/other HTTP/1.1\nHost: shop.example.com")
        clone.add(6)
        let before = try database.read()
        #expect(throws: FleetError.conflict(run: MemorySource.run.text)) { try database.ship(clone) }
        #expect(try database.read().count == before.count && database.count("hark.pack") == 1)
        let shipper = shipper(clone)
        try shipper.use(database.server.connect("postgres", database.name))
        let copy = RunID.copy(of: MemorySource.run, proxy: "p", path: "/a.hark")
        let name = FleetRun(tenant: "default", id: copy, proxy: "p", version: "0.1", started: MadeFlow.noon)
        while try shipper.ship(MemorySource.run, as: name) {}
        #expect(shipper.totals.shipped == 6)
        #expect(try database.count("hark.flow") == 11 && database.count("hark.run") == 2)
        #expect(try database.count("hark.flow WHERE path = '/other'") == 1)
    }

    /// The file is gone before its open flows ended: what is missing is a gap, which the status shows.
    @Test func aFileThatIsGoneLeavesAGap() throws {
        let database = try FleetDatabase()
        let source = MemorySource(6)
        (source.open, source.isOver) = ([2, 4], false)
        try database.ship(source)
        let status = try FleetStatus(database.owner)
        #expect(status.runs.first?.gaps == 2 && status.runs.first?.flows == 4)
        // With the file it would have been closed.
        source.isOver = true
        try database.ship(source)
        #expect(try FleetStatus(database.owner).runs.first?.gaps == 0)
        #expect(try database.count("hark.flow") == 6)
    }

    @Test(arguments: [-3_600_000_000, 3_600_000_000] as [Int64])
    func aWrongClockMovesNothingAndIsShown(skew: Int64) throws {
        let database = try FleetDatabase()
        let now = try #require(try database.owner.run("SELECT clock_timestamp()").first?.time(0))
        let shipper = shipper(MemorySource(3), at: now + skew)
        try shipper.use(database.server.connect("postgres", database.name))
        while try shipper.ship(MemorySource.run, as: Self.run) {}
        let run = try #require(try FleetStatus(database.owner).runs.first)
        #expect(abs(run.skew + skew) < 60_000_000, "\(run.skew)")
        // Times are as they were recorded.
        #expect(try database.read().allSatisfy { abs(($0.startedAt ?? 0) - MadeFlow.noon) < 1_000_000 })
    }

    /// A server that is going down, or too busy, is tried again; what it will never take is not.
    @Test(arguments: [
        ("53100", true), ("53300", true), ("57P01", true), ("57P03", true), ("57014", true), ("25006", true),
        ("40001", true), ("40P01", true), ("55P03", true), ("08006", true), ("42501", false), ("28P01", false),
        ("22021", false), ("23514", false), ("42P01", false), ("42703", false),
    ])
    func onlyWhatMayPassIsTriedAgain(state: String, isTransient: Bool) {
        #expect(FleetError(PostgresError(state: state, "x")).isTransient == isTransient)
    }
}

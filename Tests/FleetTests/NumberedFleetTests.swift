import Bytes
import Explain
import Filter
import FilterTestKit
import Flow
import Formats
import Library
import TestKit
import Testing
import Workbench

@testable import Fleet

/// Flows of a fleet by one number each: the database finds what a library in memory finds among the same flows.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct NumberedFleetTests {
    private static let clock = FilterClock(now: MadeFlow.noon, utcOffset: 3_600)
    private static let count = 150

    /// As they are numbered: by start.
    private static let flows: [(record: FlowRecord, context: FlowContext)] = {
        var random = SeededGenerator(seed: 31)
        let made = (1...UInt64(count)).map { number in
            var record = RandomFlow.make(number: number, &random)
            if record.outcome == nil { record.outcome = HAREntry.unfinished }
            var context = RandomFlow.context(&random)
            context.origin = FleetDatabase.origin
            if number.isMultiple(of: 10) { context.comment = "one\u{0}two" }
            return (record, context)
        }
        return made.sorted {
            ($0.0.startedAt ?? 0, $0.0.id.number) < ($1.0.startedAt ?? 0, $1.0.id.number)
        }
    }()

    private static let database = Result { () -> String in
        let database = try FleetDatabase()
        let source = MemorySource()
        for (record, context) in flows {
            source.flows[Int64(record.id.number)] = record
            source.contexts[Int64(record.id.number)] = context
        }
        try database.ship(source)
        return database.name
    }

    /// Asked by each flow, with the number that it has in the list.
    private static func subject(_ number: UInt64) -> FilterSubject {
        let (record, context) = flows[Int(number) - 1]
        return FilterSubject(record.numbered(FlowID(number)), context, reader: FleetDatabase.reader)
    }

    private static var numbers: [UInt64] { (1...UInt64(count)).map { $0 } }

    private static func meant(_ filter: FlowFilter) -> [UInt64] {
        let matcher = FilterMatcher(filter, clock)
        return numbers.filter { matcher.matches(subject($0)) }
    }

    /// What happened to a list, and the time by its clock.
    private final class Watch {
        var time: Int64 = 0
        var bounds: [NumberedFleet.Bound] = []
    }

    private func fleet(
        _ database: String, _ watch: Watch = Watch(), _ limits: NumberedFleet.Limits = NumberedFleet.Limits()
    ) throws -> NumberedFleet {
        try NumberedFleet(
            PostgresServer.shared.get().connect("postgres", database), reader: FleetDatabase.reader, limits: limits,
            clock: { watch.time }, met: { watch.bounds.append($0) })
    }

    /// - Parameter keys: so many flows are asked for by their keys.
    private func fleet(keys: Int = 2_000) throws -> NumberedFleet {
        var limits = NumberedFleet.Limits()
        limits.keys = keys
        return try fleet(Self.database.get(), Watch(), limits)
    }

    // MARK: Finding

    @Test(arguments: [0, 10, 2_000])
    func filtersMadeByChanceFindTheSame(keys: Int) throws {
        let fleet = try fleet(keys: keys)
        var random = SeededGenerator(seed: 12)
        for turn in 0..<40 {
            var text = RandomFilter.text(&random)
            // Numbers beside whatever else, in a conjunction and not.
            if turn.isMultiple(of: 4) { text = "(\(text)) and id > \(turn / 2)" }
            if turn % 4 == 1 { text = "id < 20 or (\(text))" }
            let filter = try FlowFilter(text)
            let meant = Self.meant(filter)
            #expect(try fleet.numbers(filter, Self.clock, .recorded) == meant, "\(text)")
            #expect(try fleet.count(filter, Self.clock) == meant.count, "\(text)")
            let some = Self.numbers.filter { $0 % 3 == 0 }
            #expect(
                try fleet.matching(filter, Self.clock, among: some) == meant.filter { $0 % 3 == 0 }, "\(text)")
            var newest: [UInt64] = []
            try fleet.forEach(filter, Self.clock, FlowReading(.newestFirst, limit: 7, hasContent: false)) { subject in
                newest.append(subject.record.id.number)
                return true
            }
            #expect(newest == Array(meant.reversed().prefix(7)), "\(text)")
        }
    }

    @Test(arguments: [
        "id = 7", "id != 7", "id < 7", "id <= 7", "id > 140", "id >= 140", "id in (3, 150, 151)", "not id = 7", "id",
        "not id", "id = 0", "id > 150", "id = 3 or id = 9", "not (id > 3 and id < 100)", "id > 3 and id < 3",
        "id = 9 and not status = 200", "id = 9 or status = 200", "not (id = 9 or status = 200)",
        "id >= 9223372036854775807",
    ])
    func testsOfNumbersAreOfTheList(text: String) throws {
        let filter = try FlowFilter(text)
        for keys in [0, 2_000] {
            let fleet = try fleet(keys: keys)
            #expect(try fleet.numbers(filter, Self.clock, .newestFirst) == Self.meant(filter).reversed())
            #expect(try fleet.count(filter, Self.clock) == Self.meant(filter).count)
        }
    }

    @Test(arguments: RowColumn.all.map(\.name))
    func eachColumnSortsTheSame(name: String) throws {
        let column = try #require(RowColumn.named(name))
        let fleet = try fleet()
        for isReversed in [false, true] {
            let order = FlowOrder(field: column.field, isReversed: isReversed)
            let sorted = order.sorted(Self.numbers.map { (order.value(Self.subject($0)), $0) })
            // What checks find is found again in the record, which may say less than the bytes did; no comment that was
            // shipped can have a NUL.
            guard !["worst", "note", "comment"].contains(name) else { continue }
            #expect(try fleet.numbers(.everything, Self.clock, order) == sorted, "\(name)")
        }
    }

    @Test func aNameFindsItsFlow() throws {
        let fleet = try fleet()
        for number: UInt64 in [1, 75, 150] {
            let own = Self.flows[Int(number) - 1].record.id.number
            var tags: [String] = []
            try fleet.subjects([number], hasContent: false) { subject in
                #expect(subject.record.id.number == number && subject.record.run == MemorySource.run)
                tags = subject.context.tags
                return true
            }
            #expect(tags.last == "00000000:\(own)")
            let named = try FlowFilter("tag = '00000000:\(own)'")
            #expect(try fleet.numbers(named, Self.clock, .recorded) == [number])
        }
        for text in ["tag = '00000000:151'", "tag = '00000001:1'", "tag = 'zzzz:1'", "tag = '0000:1:1'"] {
            #expect(try fleet.numbers(FlowFilter(text), Self.clock, .recorded) == [], "\(text)")
        }
    }

    // MARK: Reading

    @Test func flowsAreReadByTheirNumbers() throws {
        let fleet = try fleet()
        #expect(try fleet.newest(3) == [150, 149, 148])
        var found: [FlowMoments] = []
        try fleet.moments([150, 9, 151, 1]) { found.append($0) }
        #expect(found.map(\.number) == [150, 9, 1])
        for moments in found {
            let record = Self.flows[Int(moments.number) - 1].record
            let expected = FlowMoments(record)
            #expect(moments.duration == expected.duration && moments.isFailed == expected.isFailed)
            if let start = record.startedAt { #expect(moments.start == start) }
        }
        var read: [UInt64] = []
        try fleet.subjects([9, 0, 151, 8], hasContent: true) { subject in
            read.append(subject.record.id.number)
            return true
        }
        #expect(read == [9, 8])
        let one = try #require(try fleet.flow(9)).record
        let around = try fleet.around(one).exchanges
        #expect(around.map(\.id.number) == Self.numbers && around.map(\.index) == Array(0..<Self.count))
        #expect(try fleet.start() == Self.flows.map { $0.record.startedAt ?? 0 }.min())
    }

    // MARK: Limits

    @Test func whatALimitLeavesOutIsSaidOnce() throws {
        let watch = Watch()
        var limits = NumberedFleet.Limits()
        (limits.flows, limits.list, limits.keys) = (60, 25, 0)
        let fleet = try fleet(Self.database.get(), watch, limits)
        #expect(try fleet.numbers(.everything, Self.clock, .recorded) == (126...150).map { UInt64($0) })
        #expect(watch.bounds == [.list(25)])
        // The database counts all of them.
        #expect(try fleet.count(.everything, Self.clock) == Self.count)
        var read: [UInt64] = []
        try fleet.forEach(.everything, Self.clock, FlowReading(.newestFirst, hasContent: false)) { subject in
            read.append(subject.record.id.number)
            return true
        }
        #expect(read == (91...150).reversed().map { UInt64($0) })
        #expect(watch.bounds == [.list(25), .flows(60)])
        #expect(try fleet.numbers(FlowFilter("id < 91"), Self.clock, .recorded) == [])
        #expect(try fleet.numbers(FlowFilter("id = 1"), Self.clock, .recorded) == [])
        let all = Self.meant(try FlowFilter("method = GET")).filter { $0 > 90 }
        #expect(try fleet.numbers(FlowFilter("method = GET"), Self.clock, .recorded) == Array(all.suffix(25)))
        #expect(watch.bounds == [.list(25), .flows(60)])
    }

    @Test func withinItsLimitsNothingIsSaid() throws {
        let watch = Watch()
        let fleet = try fleet(Self.database.get(), watch)
        #expect(try fleet.numbers(.everything, Self.clock, .recorded) == Self.numbers)
        #expect(watch.bounds.isEmpty)
    }

    // MARK: What arrives

    @Test(arguments: [0, 2_000])
    func whatArrivesGetsTheNextNumbers(keys: Int) throws {
        let database = try FleetDatabase()
        let source = MemorySource(20)
        try database.ship(source)
        let watch = Watch()
        var limits = NumberedFleet.Limits()
        limits.keys = keys
        let fleet = try fleet(database.name, watch, limits)
        #expect(try fleet.numbers(.everything, Self.clock, .recorded) == (1...20).map { UInt64($0) })
        for number: Int64 in 21...23 { source.add(number) }
        try database.ship(source)
        // So soon after the last look nothing is asked.
        #expect(fleet.look() == .none)
        watch.time += 2_000_000
        #expect(fleet.look() == .grown([21, 22, 23]))
        watch.time += 2_000_000
        #expect(fleet.look() == .none)
        #expect(try fleet.numbers(.everything, Self.clock, .newestFirst) == (1...23).reversed().map { UInt64($0) })
        #expect(try fleet.numbers(FlowFilter("path = /22 or path = /2"), Self.clock, .recorded) == [2, 22])
        #expect(try fleet.numbers(FlowFilter("id > 20"), Self.clock, .recorded) == [21, 22, 23])
        #expect(try fleet.newest(2) == [23, 22])
        // What another one takes out is gone, and its number is no other flow's.
        try database.owner.run("DELETE FROM hark.flow WHERE id = 22")
        var read: [UInt64] = []
        try fleet.subjects([21, 22, 23], hasContent: false) { subject in
            read.append(subject.record.id.number)
            return true
        }
        #expect(read == [21, 23])
    }

    @Test func anEmptyDatabaseFills() throws {
        let database = try FleetDatabase()
        let watch = Watch()
        let fleet = try fleet(database.name, watch)
        #expect(try fleet.numbers(.everything, Self.clock, .recorded) == [] && fleet.newest(1) == [])
        #expect(try fleet.start() == nil && fleet.flow(1)?.record.id == nil)
        try database.ship(MemorySource(3))
        watch.time += 2_000_000
        #expect(try fleet.numbers(.everything, Self.clock, .recorded) == [1, 2, 3])
        #expect(fleet.look() == .grown([1, 2, 3]))
    }

    /// Flows of two tenants that are equal in all but the tenant are two flows.
    @Test func equalFlowsOfTwoTenantsAreTwo() throws {
        let database = try FleetDatabase()
        for tenant in ["a", "b"] { try database.ship(MemorySource(4), tenant: tenant) }
        var limits = NumberedFleet.Limits()
        limits.keys = 0
        let fleet = try fleet(database.name, Watch(), limits)
        let all = (1...8).map { UInt64($0) }
        #expect(try fleet.numbers(.everything, Self.clock, .recorded) == all)
        // A list continues after each place, also between the two.
        for number in all {
            let before = try fleet.numbers(
                FlowFilter("id < \(number) and method = GET"), Self.clock, .newestFirst)
            #expect(before == all.filter { $0 < number }.reversed())
        }
        let origins = try all.map { try #require(try fleet.flow($0)).context.origin?.tenant }
        #expect(origins.filter { $0 == "a" }.count == 4 && origins.filter { $0 == "b" }.count == 4)
    }
}

/// Sets of numbers, as filters name them.
struct NumberRangesTests {
    @Test func rangesAreThoseOfTheTests() throws {
        func ranges(_ text: String) throws -> [ClosedRange<Int64>]? {
            NumberRanges(try FlowFilter(text).expression)?.ranges
        }
        #expect(try ranges("id = 3 or id = 4 or id in (4, 9)") == [3...3, 4...4, 9...9])
        #expect(try ranges("not (id > 3 and id < 6)") == [Int64.min...3, 6...Int64.max])
        #expect(try ranges("id > 9223372036854775807") == [])
        #expect(try ranges("status = 200") == nil && ranges("id = 3 or status = 200") == nil)
        #expect(try ranges("") == [Int64.min...Int64.max])
    }

    @Test func numbersAreListedWhereTheyAreFew() {
        let ranges = NumberRanges([1...3, 7...8])
        #expect(ranges.numbers(atMost: 5) == [8, 7, 3, 2, 1] && ranges.numbers(atMost: 4) == nil)
        #expect(NumberRanges.all.numbers(atMost: .max) == nil && NumberRanges([]).numbers(atMost: 0) == [])
        #expect(ranges.contains(7) && !ranges.contains(4) && !ranges.contains(.max))
        #expect(ranges.complement.complement == ranges && NumberRanges.all.complement.isEmpty)
        #expect(ranges.intersection(NumberRanges([2...7])) == NumberRanges([2...3, 7...7]))
    }
}

import Bytes
import Filter
import FilterTestKit
import Flow
import Formats
import HTTPModel
import Store
import TestKit
import Testing

@testable import Fleet

/// A filter means the same flows of a fleet, whether it is asked of the database or of the flows themselves.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetFilterTests {
    private static let clock = FilterClock(now: MadeFlow.noon, utcOffset: 3_600)
    private static let count: Int64 = 150

    /// Flows whose values filters made by chance ask for; one of ten has something that no column can keep.
    private static let flows: [(record: FlowRecord, context: FlowContext)] = {
        var random = SeededGenerator(seed: 77)
        return (1...UInt64(count)).map { number in
            var record = RandomFlow.make(number: number, &random)
            // A flow is shipped when it has ended, or when nothing will end it any more.
            if record.outcome == nil { record.outcome = HAREntry.unfinished }
            var context = RandomFlow.context(&random)
            context.origin = FleetDatabase.origin
            if number.isMultiple(of: 10) { context.comment = "one\u{0}two" }
            return (record, context)
        }
    }()

    /// The name of a database with these flows.
    private static let database = Result { () -> String in
        let database = try FleetDatabase()
        let source = MemorySource()
        for (record, context) in flows {
            source.flows[Int64(record.id.number)] = record
            source.contexts[Int64(record.id.number)] = context
        }
        try database.ship(source)
        guard try database.count("hark.flow WHERE lossy") == count / 10 else { throw Failure("unexpected lossy flows") }
        return database.name
    }

    private let reader: FleetReader
    private let link: PostgresConnection

    init() throws {
        link = try PostgresServer.shared.get().connect("postgres", Self.database.get())
        reader = try FleetReader(link, reader: FleetDatabase.reader)
    }

    private static func meant(_ filter: FlowFilter) -> [UInt64] {
        let matcher = FilterMatcher(filter, clock)
        return flows.sorted {
            ($0.record.startedAt ?? 0, $0.record.id.number) < ($1.record.startedAt ?? 0, $1.record.id.number)
        }
        .filter { matcher.matches(FilterSubject($0.record, $0.context, reader: FleetDatabase.reader)) }
        .map(\.record.id.number)
    }

    /// - Returns: what is wrong; nil when nothing is.
    private func fault(of text: String) throws -> String? {
        let filter = try FlowFilter(text)
        let meant = Self.meant(filter)
        var query = FleetQuery(filter, Self.clock)
        query.hasContent = false
        var found: [UInt64] = []
        do {
            try reader.forEach(query) { record, _ in
                found.append(record.id.number)
                return true
            }
            // Where the clause is not exact it is the same loop.
            let isExact = PostgresFilter(filter, Self.clock, .fleet).isExact
            let count = isExact ? try reader.count(query) : found.count
            if found == meant, count == meant.count { return nil }
            let (missing, more) = (Set(meant).subtracting(found), Set(found).subtracting(meant))
            return "\(text): \(meant.count) are meant, \(found.count) found, \(count) counted; "
                + "missing \(missing.sorted()), too many \(more.sorted())"
        } catch {
            return "\(text): \(error)"
        }
    }

    @Test func filtersMadeByChanceFindTheSame() throws {
        var random = SeededGenerator(seed: 4_711)
        var exact = 0
        for _ in 0..<160 {
            let text = RandomFilter.text(&random)
            if PostgresFilter(try FlowFilter(text), Self.clock, .fleet).isExact { exact += 1 }
            if let fault = try fault(of: text) { Issue.record("\(fault)") }
        }
        // The database decides many of them by itself: else this tests the evaluator against itself.
        #expect(exact > 45, "\(exact)")
    }

    /// Each field by itself, with the operators that it takes, and negated.
    @Test func eachFieldFindsTheSame() throws {
        var random = SeededGenerator(seed: 99)
        for field in FilterFields.all {
            for _ in 0..<2 {
                let test = RandomFilter.test(of: field, &random)
                for text in [test, "not (\(test))"] {
                    if let fault = try fault(of: text) { Issue.record("\(fault)") }
                }
            }
        }
    }

    /// What no column decides is asked of the record in a pack: that has to say the same as the one that was recorded.
    @Test func aRecordOfAPackSaysWhatWasRecorded() throws {
        var query = FleetQuery(.everything, Self.clock)
        query.hasContent = true
        try reader.forEach(query) { record, context in
            let (original, marks) = try #require(Self.flows.first { $0.record.id.number == record.id.number })
            let was = FilterSubject(original, marks, reader: FleetDatabase.reader)
            let now = FilterSubject(record, context, reader: FleetDatabase.reader)
            // No comment can have a NUL. Phases that no proxy leaves out, and what checks find anew, columns say.
            let others = ["comment", "wait", "receive", "worst"]
            for field in FilterFields.all where !others.contains(field.name) {
                #expect(field.value(of: now) == field.value(of: was), "\(field.name) of \(record.id.number)")
                #expect(field.values(of: now) == field.values(of: was), "\(field.name) of \(record.id.number)")
            }
            return true
        }
    }

    /// Runs are few: the database decides which of them have a label, whatever its name and its value are.
    @Test(arguments: [
        "label.env = prod", "label.env", "not label.env", "label.env ~ \"a *\"", "label.env = \"a \\\"b\\\"\"",
        "label.none = \"'; DROP TABLE hark.run; --\"", "label.env in (prod, test)", "label.x-y.z = 1",
        "label.env = prod or status = 200", "not (label.env = prod and method = GET)",
    ])
    func theDatabaseDecidesLabels(text: String) throws {
        #expect(PostgresFilter(try FlowFilter(text), Self.clock, .fleet).isExact, "\(text)")
        #expect(try fault(of: text) == nil)
    }

    /// What a fleet knows of a flow beyond its record: who recorded it, and its trace.
    @Test func flowsAreFoundByWhoRecordedThem() throws {
        let all = Self.count
        for (text, count) in [
            ("proxy = p", all), ("proxy = q", 0), ("tenant = default", all), ("tenant = other", 0),
            ("label.env ~ \"a *\"", all), ("label.env = prod", 0), ("label.none", 0), ("not label.none", all),
            ("trace = 00000000000000000000000000000001", 0),
        ] {
            #expect(try fault(of: text) == nil)
            #expect(try reader.count(FleetQuery(FlowFilter(text), Self.clock)) == count, "\(text)")
        }
    }

    /// A value is a parameter, whatever stands in it.
    @Test(arguments: ["'; DROP TABLE hark.flow; --", "%_\\\"*?[", "$1", "\u{1F600}", "a\u{0}b", "\\", "%", "_"])
    func noValueDoesHarm(value: String) throws {
        let quoted = "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        let tests = [
            "host = \(quoted)", "host != \(quoted)", "url contains \(quoted)", "path ~ \(quoted)", "path !~ \(quoted)",
            "comment contains \(quoted)", quoted, "tag in (\(quoted))", "rule = \(quoted)", "type = \(quoted)",
        ]
        for text in tests where (try? FlowFilter(text)) != nil {
            if let fault = try fault(of: text) { Issue.record("\(fault)") }
        }
        #expect(try reader.count(FleetQuery(.everything, Self.clock)) == Int(Self.count))
    }
}

import Bytes
import Explain
import FilterTestKit
import Flow
import HTTPModel
import Judge
import TestKit
import Testing

@testable import Fleet

/// What is found in an exchange is found in what a fleet keeps of it, as in other files (`JudgedFormatsTests`).
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"))
struct FleetJudgementTests {
    private static let shipped = Result { try read(ShippingPolicy(bodies: .all, bodyLimit: .max)) }

    /// The flows as a fleet gives them back, in the order of their numbers.
    private static func read(_ policy: ShippingPolicy) throws -> [FlowRecord] {
        let database = try FleetDatabase(today: Example.moment * 1_000_000)
        let source = MemorySource()
        for record in ExampleFlows.records { source.flows[Int64(record.id.number)] = record }
        try database.ship(source, policy)
        return try database.read().sorted { $0.id.number < $1.id.number }
    }

    private struct Said: Hashable {
        let code: String
        let level: Note.Level
        let message: MessageKind?
        let words: String
    }

    private func findings(_ record: FlowRecord) -> Set<Said> {
        Set(
            Checks.findings(of: record).map {
                Said(code: $0.check.code, level: $0.level, message: $0.message, words: $0.note.text.text)
            })
    }

    @Test func aFleetGivesTheFindingsOfTheLiveExchange() throws {
        let read = try Self.shipped.get()
        try #require(read.count == ExampleFlows.records.count)
        for (record, again) in zip(ExampleFlows.records, read) {
            let (live, then) = (findings(record), findings(again))
            let lines = "\(record.requestHead?.raw.text ?? "")\(record.responseHead?.raw.text ?? "")"
            #expect(live == then, "\(live.symmetricDifference(then)) in \(lines)")
        }
    }

    /// What a policy leaves out is not found, and nothing is found for want of it.
    @Test(arguments: [
        ShippingPolicy(), ShippingPolicy(bodies: .none), ShippingPolicy(bodies: .all, bodyLimit: 2),
        ShippingPolicy(bodies: .all, bodyLimit: 6_000),
    ])
    func whatIsLeftOutGivesNothingMore(policy: ShippingPolicy) throws {
        let read = try Self.read(policy)
        try #require(read.count == ExampleFlows.records.count)
        for (record, again) in zip(ExampleFlows.records, read) {
            let (live, then) = (findings(record), findings(again))
            let lines = "\(record.requestHead?.raw.text ?? "")\(record.responseHead?.raw.text ?? "")"
            #expect(then.isSubset(of: live), "\(then.subtracting(live)) in \(lines)")
        }
    }
}

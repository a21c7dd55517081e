import Bytes
import Filter
import FilterTestKit
import Fleet
import Flow

/// Flows of a test that a shipper reads: those that have ended, and those that have not yet.
final class MemorySource: ShippingSource {
    static let run = RunID(1)
    var flows: [Int64: FlowRecord] = [:]
    var contexts: [Int64: FlowContext] = [:]
    var open: Set<Int64> = []
    var isOver = true
    /// Numbers whose flows a bound removed.
    var gone: [(numbers: ClosedRange<Int64>, count: Int64)] = []
    /// Connections of HTTP/2 that have ended.
    var ended: [ConnectionRecord] = []
    /// The most numbers that were asked for at once.
    private(set) var longest = 0

    init(_ count: Int = 0) {
        guard count > 0 else { return }
        for number in 1...count { add(Int64(number)) }
    }

    func add(_ number: Int64, _ request: String? = nil, content: String = "hello", body: String = "") {
        flows[number] = MadeFlow.make(
            request ?? "GET http://shop.example.com/\(number) HTTP/1.1\nHost: shop.example.com", body: body,
            content: content, number: UInt64(number))
    }

    func ended(_ run: RunID, in ranges: [ClosedRange<Int64>], limit: Int, isOver: Bool) -> [Int64] {
        longest = max(longest, limit)
        let all = flows.keys.filter { isOver || !open.contains($0) }.sorted()
        return Array(all.filter { number in ranges.contains { $0.contains(number) } }.prefix(limit))
    }

    func tally(_ run: RunID, in ranges: [ClosedRange<Int64>], isOver: Bool) -> (count: Int, first: Int64?) {
        let all = flows.keys.filter { number in
            (isOver || !open.contains(number)) && ranges.contains { $0.contains(number) }
        }
        return (all.count, all.min())
    }

    func forEach(_ numbers: [Int64], _ body: (JudgedFlow, FlowContext) -> Void) {
        for number in numbers {
            if let flow = flows[number] { body(JudgedFlow(flow), contexts[number] ?? FlowContext()) }
        }
    }

    func connections(
        of run: RunID, _ leg: ConnectionRecord.Leg, in ranges: [ClosedRange<Int64>], limit: Int
    ) -> [ConnectionRecord] {
        let found = ended.filter { one in
            one.leg == leg && ranges.contains { $0.contains(Int64(bitPattern: one.number)) }
        }
        return Array(found.sorted { $0.number < $1.number }.prefix(limit))
    }

    func evicted(_ run: RunID) -> [(numbers: ClosedRange<Int64>, count: Int64)] { gone }

    func flow(_ number: Int64) -> FlowRecord? { flows[number] }
}

import Bytes
import Explain
import Filter
import FilterTestKit
import Flow
import Testing

@testable import Library

/// Records in order, as a HAR or a log has them.
@Suite struct RecordLibraryTests {
    private static let clock = FilterClock(now: 1_800_000_000_000_000, utcOffset: 0)

    private static func flow(_ number: UInt64, _ path: String, status: Int = 200) -> FlowRecord {
        MadeFlow.make(
            "GET http://shop.test/\(path) HTTP/1.1\nHost: shop.test", "HTTP/1.1 \(status) X\nContent-Length: 0",
            number: number)
    }

    private static func library() -> RecordLibrary {
        RecordLibrary(
            [flow(1, "b", status: 404), flow(2, "a"), flow(3, "b"), flow(4, "c", status: 500)],
            reader: FilterReader())
    }

    private static func order(_ field: String, isReversed: Bool = false) throws -> FlowOrder {
        FlowOrder(field: try #require(FilterFields.all.first { $0.name == field }), isReversed: isReversed)
    }

    private func numbers(_ filter: String, _ order: FlowOrder = .recorded) throws -> [UInt64] {
        try Self.library().numbers(filter.isEmpty ? .everything : try FlowFilter(filter), Self.clock, order)
    }

    @Test func aFilterFindsAndAnOrderSorts() throws {
        #expect(try numbers("") == [1, 2, 3, 4])
        #expect(try numbers("", .newestFirst) == [4, 3, 2, 1])
        #expect(try numbers("status >= 400") == [1, 4])
        #expect(try numbers("status = 301") == [])
        // Equal ones stay as they were recorded, also the other way round.
        #expect(try numbers("", Self.order("path")) == [2, 1, 3, 4])
        #expect(try numbers("", Self.order("path", isReversed: true)) == [4, 3, 1, 2])
        #expect(try numbers("status < 500", Self.order("status", isReversed: true)) == [1, 3, 2])
    }

    @Test func handedOutIsWhatIsFound() throws {
        let orders = [FlowOrder.recorded, .newestFirst, try Self.order("path"), try Self.order("status")]
        for order in orders {
            for limit in 0...5 {
                var handed: [UInt64] = []
                try Self.library().forEach(.everything, Self.clock, FlowReading(order, limit: limit)) { subject in
                    handed.append(subject.record.id.number)
                    return true
                }
                #expect(handed == Array(try numbers("", order).prefix(limit)))
            }
        }
    }

    @Test func numbersThatAreNotThereAreLeftOut() throws {
        var handed: [UInt64] = []
        try Self.library().subjects([9, 3, 0, 1], hasContent: true) { subject in
            handed.append(subject.record.id.number)
            return true
        }
        #expect(handed == [3, 1])
        #expect(try Self.library().flow(9) == nil)
        #expect(try Self.library().flow(4)?.record.status == 500)
        #expect(try Self.library().newest(2) == [4, 3])
        #expect(try Self.library().matching(try FlowFilter("status >= 400"), Self.clock, among: [4, 3, 9]) == [4])
    }

    @Test func whoSaysNoGetsNoMore() throws {
        var count = 0
        try Self.library().subjects([1, 2, 3], hasContent: false) { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    @Test func whatTheReceiverThrowsComesBack() {
        struct Mine: Error {}
        #expect(throws: Mine.self) { try Self.library().forEach(.everything, Self.clock) { _ in throw Mine() } }
        #expect(throws: Mine.self) { try Self.library().subjects([1], hasContent: false) { _ in throw Mine() } }
    }

    @Test func countsAreTheSameBeforeAndAfterAllWereSeen() throws {
        let library = Self.library()
        #expect(try library.count(.everything, Self.clock) == 4)
        _ = try library.numbers(.everything, Self.clock, .recorded)
        #expect(try library.count(.everything, Self.clock) == 4)
        #expect(try library.count(try FlowFilter("status >= 400"), Self.clock) == 2)
    }

    @Test func nothingOfItCanBeChanged() {
        #expect(throws: ReadOnlyLibrary.self) { try Self.library().mark([1], FlowMarks(pin: true)) }
        #expect(throws: ReadOnlyLibrary.self) { try Self.library().delete([1]) }
        #expect(Self.library().look() == .none)
    }

    @Test func neighboursAreNearAndWithoutContent() throws {
        let around = try Self.library().around(Self.flow(3, "b"))
        #expect(around.exchanges.map(\.id.number) == [1, 2, 3, 4])
        #expect(around.exchanges.map(\.index) == [0, 1, 2, 3])
    }

    @Test func aSharedLibraryAnswersTheSame() throws {
        let shared = SharedLibrary(Self.library())
        #expect(try shared.numbers(try FlowFilter("status >= 400"), Self.clock, .newestFirst) == [4, 1])
        #expect(try shared.count(.everything, Self.clock) == 4)
        #expect(try shared.flow(2)?.record.url == "http://shop.test/a")
        #expect(throws: ReadOnlyLibrary.self) { try shared.delete([1]) }
    }

    @Test(
        arguments: [
            (0, 0, 499), (1, 0, 499), (299, 0, 499), (300, 0, 799), (1_300, 200, 1_699),
            (UInt64.max, .max - 1_015, .max),
        ] as [(UInt64, UInt64, UInt64)])
    func aStretchIsTheSameForNumbersBesideEachOther(number: UInt64, first: UInt64, last: UInt64) {
        #expect(FlowStretch.around(number) == first...last)
    }
}

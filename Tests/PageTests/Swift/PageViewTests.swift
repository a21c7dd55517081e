import Filter
import Library
import TestKit
import Testing
import Workbench

@testable import Page

/// What becomes of flows that a filter asks of while they are open.
@Suite struct PageViewTests {
    private static func view() throws -> PageView {
        PageView(
            id: 1, filter: try FlowFilter("path = /a"), clock: FilterClock(now: 0), order: nil, numbers: [1, 2],
            bound: 2)
    }

    @Test func whatWasOpenForLongIsListedOnce() throws {
        var view = try Self.view()
        view.take(began: [7], ended: [], tick: 1)
        #expect(view.due(tick: 2).isEmpty, "it may end soon")
        #expect(view.due(tick: 20) == [7])
        view.append([7])
        #expect(view.numbers == [1, 2, 7])
        view.take(began: [], ended: [7], tick: 30)
        #expect(view.due(tick: 40) == [7])
        view.append([7])
        #expect(view.numbers == [1, 2, 7])
        #expect(!view.isWaiting)
    }

    /// What did not match while it was open may match when it has ended.
    @Test func whatMatchesAtItsEndIsListed() throws {
        var view = try Self.view()
        view.take(began: [7], ended: [], tick: 1)
        #expect(view.due(tick: 20) == [7])
        view.append([])
        view.take(began: [], ended: [7], tick: 30)
        #expect(view.due(tick: 40) == [7])
        view.append([7])
        #expect(view.numbers == [1, 2, 7])
    }

    /// Numbers, whatever order they are told in: twice, late, in the middle, gone and back.
    @Test(arguments: [true, false], [60_000, 20_001])
    func noFlowIsListedTwiceAndNoneIsForgotten(isOfAll: Bool, count: Int) throws {
        var random = SeededGenerator(seed: 25)
        // What the file had when the list was made: not all that had begun.
        let written = (1...UInt64(count / 2)).filter { !$0.isMultiple(of: 7) }
        var view = PageView(
            id: 1, filter: isOfAll ? .everything : try FlowFilter("path = /a"), clock: FilterClock(now: 0), order: nil,
            numbers: written, bound: written.last ?? 0)
        var listed = Set(written)
        var gone: Set<UInt64> = []
        var tick: UInt64 = 0
        func check() {
            let numbers = view.numbers.map { UInt64($0) }
            #expect(Set(numbers) == listed)
            #expect(numbers.count == listed.count, "a flow is there twice")
        }
        while tick < 60 {
            tick += 1
            // Some begin, some are told of once more, some came long ago.
            let began = (0..<2_000).map { _ in UInt64.random(in: 1...UInt64(count), using: &random) }
            let again = began.prefix(300) + (view.numbers.prefix(50).map { UInt64($0) })
            view.take(began: began + again, ended: began.filter { $0.isMultiple(of: 3) }, tick: tick)
            if isOfAll {
                listed.formUnion(began)
            } else {
                // Those that match are even; asked while they are open and when they have ended.
                let matched = view.due(tick: tick).filter { $0.isMultiple(of: 2) }
                view.append(matched)
                view.append(Array(matched.prefix(5)))
                listed.formUnion(matched)
            }
            if tick.isMultiple(of: 13) {
                gone = Set(listed.prefix(20))
                let isChanged = view.remove(gone)
                #expect(isChanged)
                listed.subtract(gone)
            }
            if tick.isMultiple(of: 20) { check() }
        }
        check()
        #expect(view.numbers.count > (isOfAll ? count * 9 / 10 : count / 2))
        // Every position leads to its flow, and windows put together are the list.
        let windows = stride(from: 0, to: view.numbers.count, by: 500).flatMap { view.window($0, 500) }
        #expect(windows == view.numbers.map { UInt64($0) })
        for place in stride(from: 0, to: view.numbers.count, by: 997) {
            #expect(view.position(of: UInt64(view.numbers[place])) == place)
        }
    }

    @Test func aSortedListIsWhatItWas() throws {
        let order = FlowOrder(field: try #require(RowColumn.named("duration")?.field), isReversed: true)
        var view = PageView(
            id: 1, filter: .everything, clock: FilterClock(now: 0), order: order, numbers: [3, 1, 2], bound: 3)
        view.take(began: [4, 2], ended: [4], tick: 1)
        view.append([4, 3])
        #expect(view.numbers == [3, 1, 2])
        let isChanged = view.remove([1])
        #expect(isChanged)
        #expect(view.numbers == [3, 2])
    }

    @Test func aSetOfNumbersIsASet() {
        var random = SeededGenerator(seed: 7)
        var (set, model) = (NumberSet(), Set<UInt32>())
        for _ in 0..<20_000 {
            let number =
                Bool.random(using: &random)
                ? UInt32.random(in: 0...2_000, using: &random) : UInt32.random(in: 0 ... .max, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let isNew = set.insert(number)
                #expect(isNew == model.insert(number).inserted)
            case 1:
                set.remove(number)
                model.remove(number)
            default: #expect(set.contains(number) == model.contains(number))
            }
        }
        for number in model { #expect(set.contains(number)) }
    }
}

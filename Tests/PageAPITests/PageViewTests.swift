import Filter
import PageAPI
import Testing

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
}

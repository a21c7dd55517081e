import Bytes
import Flow
import HTTPModel
import Store
import Testing

/// What waits for the writer, and what it is taken to cost.
@Suite struct SessionInboxTests {
    @Test func ofAFlowThatGoesOnOnlyTheNewestStateWaits() {
        var inbox = SessionInbox()
        let open = openFlow()
        inbox.append(.progressed(open))
        let cost = inbox.cost
        for _ in 0..<100 { inbox.append(.progressed(open)) }
        #expect(inbox.changes.count == 1)
        #expect(inbox.cost == cost)
    }

    @Test func nothingWaitsOfHowItWentOnWhenItHasEnded() {
        var inbox = SessionInbox()
        let made = MadeFlow.plain(1)
        inbox.append(.progressed(openFlow()))
        inbox.append(.content(made.record.id, .response, "hello"))
        inbox.append(.finished(made.record))
        #expect(inbox.changes.count == 2)
        guard case .content = inbox.changes.first, case .over = inbox.changes.last else {
            Issue.record("content comes before the end")
            return
        }
        var other = SessionInbox()
        other.append(.content(made.record.id, .response, "hello"))
        other.append(.finished(made.record))
        #expect(inbox.cost == other.cost)
    }

    @Test func contentOfAFlowKeepsItsOrder() {
        var inbox = SessionInbox()
        let open = openFlow()
        for piece in ["a", "b", "c"] {
            inbox.append(.progressed(open))
            inbox.append(.content(open.id, .response, Bytes(piece)))
        }
        let pieces = inbox.changes.compactMap { change in
            if case .content(_, _, let bytes) = change { bytes.text } else { nil }
        }
        #expect(pieces == ["a", "b", "c"])
    }

    @Test func aStateCostsWhatItHolds() throws {
        var open = openFlow()
        var small = SessionInbox()
        small.append(.progressed(open))
        let chunk = try #require(Chunk(offset: 0, line: "5"))
        for _ in 0..<5_000 { open.response.chunks.append((chunk, open.openedAt)) }
        var large = SessionInbox()
        large.append(.progressed(open))
        #expect(large.cost - small.cost >= 5_000 * 64)
    }

    private func openFlow() -> FlowRecord {
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        return record
    }
}

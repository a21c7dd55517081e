import Flow
import HTTPSemantics
import Testing

/// Who sends next (RFC 9218 §10).
@Suite struct SendingTurnsTests {
    private static func stream(_ number: UInt32, _ urgency: Int, inParts: Bool = false) -> SendingTurns.Stream {
        var priority = ResponsePriority()
        priority.urgency = urgency
        priority.isIncremental = inParts
        return SendingTurns.Stream(number, priority)
    }

    /// The numbers in the order of their turns, when each has so many pieces.
    private static func order(_ pieces: [(stream: SendingTurns.Stream, count: Int)]) -> [UInt32] {
        var turns = SendingTurns()
        var left = pieces
        var order: [UInt32] = []
        while let place = turns.next(of: left.map(\.stream)) {
            order.append(left[place].stream.number)
            left[place].count -= 1
            if left[place].count == 0 { left.remove(at: place) }
        }
        return order
    }

    @Test func theMoreUrgentGoesFirstWhateverItsNumber() {
        #expect(
            Self.order([(Self.stream(1, 7), 2), (Self.stream(3, 3, inParts: true), 2), (Self.stream(5, 0), 2)])
                == [5, 5, 3, 3, 1, 1])
    }

    @Test func wholeOnesGoOneBehindAnother() {
        #expect(
            Self.order([(Self.stream(5, 3), 2), (Self.stream(1, 3), 2), (Self.stream(3, 3), 1)]) == [1, 1, 3, 5, 5])
    }

    @Test func thoseInPartsTakeTurns() {
        #expect(
            Self.order([1, 3, 5].map { (Self.stream($0, 2, inParts: true), $0 == 3 ? 1 : 3) })
                == [1, 3, 5, 1, 5, 1, 5])
    }

    /// A long download stops no page that grows as it comes.
    @Test func aWholeOneTakesItsTurnAmongThose() {
        #expect(
            Self.order([(Self.stream(1, 3), 3), (Self.stream(3, 3), 1), (Self.stream(5, 3, inParts: true), 2)])
                == [1, 5, 1, 5, 1, 3])
    }

    @Test func nobodyIsNobody() {
        var turns = SendingTurns()
        #expect(turns.next(of: []) == nil)
    }
}

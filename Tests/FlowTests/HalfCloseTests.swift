import Flow
import Testing

/// How long a client that has ended its side is waited for.
@Suite struct HalfCloseTests {
    private static let limit = Duration.seconds(2)

    @Test(arguments: [HalfClose.Sight.orphan, .owned, .unknown])
    func nobodyEndsOneSideOfTLS(sight: HalfClose.Sight) {
        var state = HalfClose(isSecure: true, limit: nil)
        guard case .leave = state.look(sight, after: .zero, tookMore: true) else { return #expect(Bool(false)) }
    }

    @Test(arguments: [Duration.seconds(2), nil])
    func anOrphanIsGoneWhateverTheLimitIs(limit: Duration?) {
        var state = HalfClose(isSecure: false, limit: limit)
        guard case .leave = state.look(.orphan, after: .zero, tookMore: false) else { return #expect(Bool(false)) }
    }

    /// It may be closed later, and nothing would tell: it is looked at again and again, soon at first.
    @Test func whoIsThereIsWaitedForForEver() {
        var state = HalfClose(isSecure: false, limit: Self.limit)
        var steps: [HalfClose.Step] = []
        for _ in 0..<100 { steps.append(state.look(.owned, after: .seconds(60), tookMore: false)) }
        #expect(
            Array(steps.prefix(3)) == [
                .look(after: .milliseconds(10)), .look(after: .milliseconds(100)), .look(after: .seconds(1)),
            ])
        #expect(steps.dropFirst(3).allSatisfy { $0 == .look(after: .seconds(1)) })
        guard case .leave = state.look(.orphan, after: .seconds(1), tookMore: false) else {
            return #expect(Bool(false))
        }
    }

    @Test func ofWhomNothingIsKnownTheSilenceCounts() {
        var state = HalfClose(isSecure: false, limit: Self.limit)
        #expect(state.look(.unknown, after: .zero, tookMore: false) == .look(after: .seconds(2)))
        #expect(state.look(.unknown, after: .seconds(1), tookMore: false) == .look(after: .seconds(1)))
        // It took something: it was there a moment ago.
        #expect(state.look(.unknown, after: .seconds(1), tookMore: true) == .look(after: .seconds(2)))
        guard case .leave(let detail) = state.look(.unknown, after: .seconds(2), tookMore: false) else {
            return #expect(Bool(false))
        }
        #expect(detail.contains("2 s") && detail.contains("--timeout half-close"))
    }

    @Test func neverIsNever() {
        var state = HalfClose(isSecure: false, limit: nil)
        #expect(state.look(.unknown, after: .seconds(9999), tookMore: false) == .wait)
    }
}

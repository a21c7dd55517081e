import Engine
import Flow
import Testing

/// Which time limit ends what, and what gives a peer its time anew. No test waits: it says how late it is.
@Suite(.timeLimit(.minutes(10))) struct DeadlineTests {
    private static let short = Duration.seconds(7)
    private static let long = Duration.seconds(900)

    private static func timeouts(body: Duration, flush: Duration) -> Timeouts {
        var timeouts = Timeouts()
        timeouts.body = body
        timeouts.flush = flush
        return timeouts
    }

    // MARK: - An upload whose answer has begun

    private static let uploaded = 4 << 20

    /// The server has begun to answer, and reads no more of the upload for now.
    private func slowUpload() throws -> HandDrivenExchange {
        let hand = try HandDrivenExchange(Self.timeouts(body: Self.short, flush: Self.long))
        hand.client.send(
            "PUT http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: \(Self.uploaded)\r\n\r\n")
        hand.client.send(zeros: Self.uploaded)
        hand.settle()
        hand.server.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbegun")
        hand.settle()
        #expect(hand.flow?.response.framing != nil && hand.outcome == nil)
        #expect(hand.flow?.request.contentSize ?? 0 < UInt64(Self.uploaded))
        return hand
    }

    @Test func aServerThatTakesAnUploadSlowlyHasItsTimeAnewWithWhatItTakes() throws {
        let hand = try slowUpload()
        for _ in 0..<4 {
            let before = hand.now
            hand.server.want(512 << 10)
            hand.settle()
            hand.pass(Self.short, since: before)
            #expect(hand.outcome == nil)
        }
        hand.server.want(Self.uploaded * 2)
        hand.settle()
        hand.server.send("ended")
        hand.client.want(1 << 10)
        hand.settle()
        #expect(hand.outcome == .complete)
        #expect(hand.flow?.request.contentSize == UInt64(Self.uploaded))
    }

    @Test func aServerThatTakesNothingMoreAndSaysNothingMoreIsNotWaitedFor() throws {
        let hand = try slowUpload()
        hand.pass(Self.short, since: hand.now)
        #expect(hand.outcome?.kind == .aborted && hand.outcome?.by == .upstream)
    }

    // MARK: - The last bytes of a response

    private static let size = 200_000

    /// The server has said everything it says, and the client takes none of it.
    private func served(_ timeouts: Timeouts, whole: Bool = true) throws -> HandDrivenExchange {
        let hand = try HandDrivenExchange(timeouts)
        hand.client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        hand.settle()
        hand.server.send("HTTP/1.1 200 OK\r\nContent-Length: \(whole ? Self.size : Self.size + 1)\r\n\r\n")
        hand.server.send(zeros: Self.size)
        hand.settle()
        #expect(hand.flow?.response.contentSize == UInt64(Self.size))
        #expect(hand.flow?.response.hasEnded == whole)
        #expect(hand.outcome == nil)
        return hand
    }

    @Test func whoDoesNotTakeTheLastBytesIsEndedByTheLimitForThat() throws {
        let hand = try served(Self.timeouts(body: Self.long, flush: Self.short))
        hand.pass(Self.short, since: hand.now)
        let outcome = try #require(hand.outcome)
        #expect(outcome.kind == .aborted && outcome.by == .client && outcome.code == .receiverStalled)
        #expect(outcome.detail.hasSuffix("bytes of the response"))
        #expect(!hand.hasClient)
    }

    @Test func noOtherLimitEndsIt() throws {
        let hand = try served(Self.timeouts(body: Self.short, flush: Self.long))
        hand.pass(Self.short, since: hand.now)
        #expect(hand.outcome == nil && hand.hasClient)
        hand.client.want(Self.size * 2)
        hand.settle()
        #expect(hand.outcome == .complete)
        #expect(hand.client.received > Self.size)
    }

    @Test func whoTakesSomeOfThemHasItsTimeAnew() throws {
        let hand = try served(Self.timeouts(body: Self.long, flush: Self.short))
        let before = hand.now
        hand.client.want(50_000)
        hand.settle()
        hand.pass(Self.short, since: before)
        #expect(hand.outcome == nil && hand.hasClient)
        hand.pass(Self.short, since: hand.now)
        #expect(hand.outcome?.code == .receiverStalled)
    }

    /// What is left of a response that was cut off is for the client too, for as long.
    @Test(arguments: [short, long])
    func theLimitHoldsForWhatIsLeftOfAResponseThatWasCutOff(flush: Duration) throws {
        let hand = try served(Self.timeouts(body: Self.long, flush: flush), whole: false)
        hand.server.close()
        hand.settle()
        #expect(hand.outcome?.kind == .aborted && hand.outcome?.by == .upstream)
        #expect(hand.hasClient)
        hand.pass(Self.short, since: hand.now)
        #expect(hand.hasClient == (flush == Self.long))
    }
}

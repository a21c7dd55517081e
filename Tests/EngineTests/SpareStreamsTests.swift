import Testing

@testable import Engine

/// Streams that are over serve for the next ones of their connection; one that is idle lets go of them.
@Suite(.timeLimit(.minutes(10))) struct SpareStreamsTests {
    private static func connections(idle: Duration = .seconds(120), kept: Duration = .seconds(30)) throws
        -> HandDrivenStreams
    {
        var timeouts = Timeouts()
        timeouts.idle = idle
        timeouts.kept = kept
        return try HandDrivenStreams(timeouts)
    }

    @Test func nextStreamsAreThoseThatAreOver() throws {
        let hand = try Self.connections()
        hand.exchange(5)
        #expect(hand.requests == 5 && hand.answers == 5)
        let client = Set(hand.client.spare.map(ObjectIdentifier.init))
        let server = Set(hand.server.spare.map(ObjectIdentifier.init))
        #expect(client.count == 5 && server.count == 5)
        hand.exchange(3)
        #expect(hand.requests == 8 && hand.answers == 8)
        #expect(Set(hand.client.spare.map(ObjectIdentifier.init)) == client)
        #expect(Set(hand.server.spare.map(ObjectIdentifier.init)) == server)
    }

    @Test func idleConnectionsLetGoOfThemAndGoOn() throws {
        let hand = try Self.connections()
        let before = hand.now
        hand.exchange(5)
        // Not before a second has passed since the last of them.
        hand.pass(.milliseconds(999), since: before)
        #expect(hand.client.spare.count == 5 && hand.server.spare.count == 5)
        hand.pass(.seconds(2), since: hand.now)
        #expect(hand.client.spare.isEmpty && hand.server.spare.isEmpty)
        #expect(hand.client.isOpen && hand.server.isOpen)
        hand.exchange(1)
        #expect(hand.requests == 6 && hand.answers == 6)
        #expect(hand.client.spare.count == 1 && hand.server.spare.count == 1)
    }

    /// Letting go is not the end, and puts it off by nothing.
    @Test func theirEndComesWhenItWouldHave() throws {
        let hand = try Self.connections()
        hand.exchange(2)
        let idle = hand.now
        hand.pass(.seconds(2), since: idle)
        hand.pass(.seconds(28), since: idle)
        #expect(hand.server.canOpenStream)
        hand.pass(.seconds(30), since: hand.now)
        #expect(!hand.server.canOpenStream)
        hand.pass(.seconds(118), since: idle)
        #expect(!hand.clientIsToLeave)
        hand.pass(.seconds(120), since: hand.now)
        #expect(hand.clientIsToLeave)
    }

    /// A connection that is to end sooner keeps its time.
    @Test func aConnectionThatIsKeptForLessEndsThen() throws {
        let hand = try Self.connections(kept: .milliseconds(500))
        hand.exchange(2)
        hand.pass(.milliseconds(600), since: hand.now)
        #expect(!hand.server.canOpenStream)
        #expect(hand.client.spare.count == 2)
    }
}

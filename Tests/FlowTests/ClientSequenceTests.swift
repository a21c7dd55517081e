import Flow
import HTTPModel
import Testing

/// Keep-alive, pipelining and half-close, without a socket.
@Suite struct ClientSequenceTests {
    private static let end = WireError(.truncatedHead, offset: 3, length: 0)

    /// What is ordered by the last of these events.
    private static func last(_ events: [ClientSequence.Event]) -> [ClientSequence.Action] {
        var sequence = ClientSequence()
        var orders: [ClientSequence.Action] = []
        for event in events {
            orders = []
            sequence.handle(event, &orders)
        }
        return orders
    }

    private static let running: [ClientSequence.Event] = [.bytesCame(beginRequest: true), .headRead]
    private static let read = running + [.requestEnded(hasMore: false)]

    @Test func aRequestAfterTheOther() {
        #expect(Self.last([.bytesCame(beginRequest: true)]) == [.wait(.head)])
        #expect(Self.last(Self.running) == [.wait(.nothing)])
        #expect(Self.last(Self.read) == [])
        #expect(
            Self.last(Self.read + [.exchangeEnded(.keep, hasMore: false)]) == [
                .wait(.request), .startNext(atOnce: false),
            ])
        #expect(
            Self.last(Self.running + [.requestEnded(hasMore: true), .exchangeEnded(.keep, hasMore: true)]) == [
                .wait(.request), .startNext(atOnce: true),
            ])
    }

    /// RFC 9112 §2.2: an empty line between requests is none, and has no time to keep.
    @Test func emptyLinesBeginNoRequest() {
        #expect(Self.last([.bytesCame(beginRequest: false)]) == [])
        #expect(Self.last([.bytesCame(beginRequest: true), .bytesCame(beginRequest: false)]) == [.wait(.request)])
        #expect(Self.last([.bytesCame(beginRequest: true), .bytesCame(beginRequest: true)]) == [])
    }

    @Test func aRequestThatWasNotReadToItsEndIsTheLast() {
        #expect(Self.last(Self.running + [.exchangeEnded(.keep, hasMore: true)]) == [.close(.afterFlush)])
    }

    @Test(arguments: [
        (Exchange.ClientFate.close, ClientSequence.Closing.afterFlush), (.truncate, .afterFlush),
        (.breakOff, .withResetAfterFlush), (.reset, .withReset),
    ])
    func theExchangeSaysHowItEnds(fate: Exchange.ClientFate, closing: ClientSequence.Closing) {
        #expect(Self.last(Self.read + [.exchangeEnded(fate, hasMore: true)]) == [.close(closing)])
    }

    @Test func aClientThatEndsItsSideIsAnsweredFirst() {
        // Behind a whole request.
        #expect(Self.last(Self.read + [.inputEnded(hasMore: false)]) == [.tell(.reachedEnd)])
        #expect(
            Self.last(Self.running + [.inputEnded(hasMore: true), .requestEnded(hasMore: false)]) == [
                .tell(.reachedEnd)
            ])
        // With others behind it, these have their turn first.
        #expect(Self.last(Self.running + [.requestEnded(hasMore: true), .inputEnded(hasMore: true)]) == [])
        #expect(
            Self.last(
                Self.running + [
                    .requestEnded(hasMore: true), .inputEnded(hasMore: true), .exchangeEnded(.keep, hasMore: true),
                ]) == [.wait(.request), .startNext(atOnce: true)])
        // In the middle of one.
        #expect(
            Self.last(Self.running + [.inputEnded(hasMore: false), .inputExhausted(error: Self.end)])
                == [.tell(.reachedEnd)])
        // Between two.
        #expect(Self.last([.inputEnded(hasMore: false), .inputExhausted(error: nil)]) == [.close(.now)])
        // Within a head.
        #expect(
            Self.last([
                .bytesCame(beginRequest: true), .inputEnded(hasMore: true), .inputExhausted(error: Self.end),
            ]) == [
                .refuse(Outcome(.aborted, by: .client, .clientClosed, error: Self.end), answers: false),
                .close(.afterFlush),
            ])
    }

    @Test func whatIsNoRequestIsAnsweredOnceAtMost() {
        let error = WireError(.bareLineFeed, offset: 1)
        #expect(
            Self.last([.bytesCame(beginRequest: true), .malformed(error, detail: "")]) == [
                .refuse(Outcome(.refused, by: .client, .malformedRequest, error: error), answers: true),
                .close(.afterFlush),
            ])
        #expect(Self.last(Self.running + [.malformed(error, detail: "")]) == [.tell(.failed(error))])
        #expect(
            Self.last([
                .bytesCame(beginRequest: true), .malformed(error, detail: ""), .malformed(error, detail: ""),
            ]) == [])
    }

    @Test func timeAndTheEndOfTheProxy() {
        #expect(Self.last([.deadlinePassed]) == [.close(.now)])
        #expect(
            Self.last([.bytesCame(beginRequest: true), .deadlinePassed]) == [
                .refuse(Outcome(.refused, by: .client, .headTimedOut), answers: true), .close(.afterFlush),
            ])
        #expect(Self.last(Self.running + [.deadlinePassed]) == [])
        #expect(Self.last([.shutDown(force: false)]) == [.close(.now)])
        // What the client has said, and nobody read, may be a request; but not for ever.
        #expect(Self.last([.shutDown(force: false, hasUnread: true)]) == [])
        #expect(Self.last([.shutDown(force: true, hasUnread: true)]) == [.close(.now)])
        #expect(
            Self.last([.shutDown(force: false, hasUnread: true)] + Self.read + [.exchangeEnded(.keep, hasMore: false)])
                == [.close(.afterFlush)])
        #expect(
            Self.last([.bytesCame(beginRequest: true), .shutDown(force: false)]) == [
                .refuse(Outcome(.aborted, by: .proxy, .shuttingDown), answers: false), .close(.afterFlush),
            ])
        #expect(Self.last(Self.read + [.shutDown(force: false)]) == [])
        #expect(
            Self.last(Self.read + [.shutDown(force: false), .exchangeEnded(.keep, hasMore: true)])
                == [.close(.afterFlush)])
        #expect(Self.last(Self.read + [.shutDown(force: true)]) == [.tell(.shutDown)])
    }

    @Test func whoGivesWayGoesAtOnce() {
        #expect(Self.last([.gaveWay]) == [.close(.now)])
        #expect(
            Self.last([.bytesCame(beginRequest: true), .gaveWay]) == [
                .refuse(Outcome(.refused, by: .proxy, .resourcesExhausted), answers: false), .close(.now),
            ])
        // What its exchange answers closes the connection.
        #expect(
            Self.last(Self.read + [.inputEnded(hasMore: true), .gaveWay])
                == [.tell(.left(detail: "it had ended its side, and descriptors were short"))])
        #expect(Self.last([.gaveWay, .gaveWay]) == [])
    }

    @Test func aConnectionThatBreaksTakesItsExchangeAlong() {
        #expect(Self.last(Self.read + [.broke(detail: "reset")]) == [.tell(.left(detail: "reset"))])
        #expect(Self.last([.broke(detail: "reset")]) == [.close(.now)])
        #expect(
            Self.last([.bytesCame(beginRequest: true), .broke(detail: "reset")]) == [
                .refuse(Outcome(.aborted, by: .client, .clientClosed, detail: "reset"), answers: false),
                .close(.afterFlush),
            ])
    }
}

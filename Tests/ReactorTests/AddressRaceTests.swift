import Platform
import Testing

@testable import Reactor

@Suite struct AddressRaceTests {
    private static let delay = AddressRace.attemptDelay.count

    private func v6(_ low: UInt64) -> SocketAddress { SocketAddress(.v6(high: 1, low: low), port: 80) }
    private func v4(_ value: UInt32) -> SocketAddress { SocketAddress(.v4(value), port: 80) }

    @Test func familiesAlternateBeginningWithTheResolversFirst() {
        // RFC 8305 §4.
        let race = AddressRace([v6(1), v6(2), v6(3), v4(1), v4(2)])
        #expect(race.addresses == [v6(1), v4(1), v6(2), v4(2), v6(3)])
        #expect(AddressRace([v4(1), v4(2), v6(1)]).addresses == [v4(1), v6(1), v4(2)])
        #expect(AddressRace([v4(1), v4(1), v4(2)]).addresses == [v4(1), v4(2)])
    }

    @Test func attemptsStartAQuarterOfASecondApart() {
        // RFC 8305 §5: the recommended Connection Attempt Delay is 250 milliseconds.
        #expect(Self.delay == 250_000_000)
        var race = AddressRace([v6(1), v4(1), v4(2)])
        #expect(race.next(now: 1000) == 0)
        #expect(race.next(now: 1000) == nil)
        #expect(race.nextStart == 1000 + Self.delay)
        #expect(race.next(now: 999 + Self.delay) == nil)
        #expect(race.next(now: 1000 + Self.delay) == 1)
        #expect(race.next(now: 1000 + 2 * Self.delay) == 2)
        #expect(race.nextStart == nil)
        #expect(race.next(now: .max) == nil)
    }

    @Test func aFailureStartsTheNextAtOnce() {
        var race = AddressRace([v6(1), v4(1)])
        #expect(race.next(now: 0) == 0)
        race.failed(0, ENETUNREACH)
        #expect(race.next(now: 1) == 1)
        #expect(!race.isLost)
    }

    @Test func theFirstToSucceedWinsAndNobodyElseStarts() {
        var race = AddressRace([v6(1), v4(1), v4(2)])
        #expect(race.next(now: 0) == 0)
        #expect(race.next(now: Self.delay) == 1)
        #expect(race.succeeded(1) == true)
        #expect(race.succeeded(0) == false)
        #expect(race.winner == 1)
        #expect(race.nextStart == nil)
        #expect(race.next(now: .max) == nil)
        race.failed(0, ECONNREFUSED)
        #expect(!race.isLost)
        #expect(race.next(now: .max) == nil)
    }

    @Test func itIsLostWhenAllHaveFailed() {
        var race = AddressRace([v6(1), v4(1)])
        #expect(race.next(now: 0) == 0)
        race.failed(0, ENETUNREACH)
        #expect(!race.isLost)
        #expect(race.next(now: 0) == 1)
        race.failed(1, ECONNREFUSED)
        #expect(race.isLost)
        let failure = ConnectFailure(attempts: race.failures, deadlinePassed: false)
        // A host that answered says more than one without a route.
        #expect(failure.reason == .refused)
        #expect(failure.code == ECONNREFUSED)
        #expect(failure.attempts.map(\.address) == [v6(1), v4(1)])
    }

    @Test func noAddressesAreLostFromTheStart() {
        var race = AddressRace([])
        #expect(race.isLost)
        #expect(race.next(now: 0) == nil)
    }

    @Test(
        arguments: [
            (ECONNREFUSED, .refused), (ENETUNREACH, .unreachable), (EHOSTUNREACH, .unreachable), (ETIMEDOUT, .timedOut),
            (EMFILE, .exhausted), (ENFILE, .exhausted), (ECONNRESET, .other),
        ] as [(Int32, ConnectFailure.Reason)])
    func aFailureIsNamedByItsErrorNumber(code: Int32, reason: ConnectFailure.Reason) {
        let failure = ConnectFailure(
            attempts: [ConnectFailure.Attempt(address: v4(0x7F00_0001), code: code)], deadlinePassed: false)
        #expect(failure.reason == reason)
        #expect(failure.description.hasPrefix("127.0.0.1:80: "))
        let late = ConnectFailure(attempts: failure.attempts, deadlinePassed: true)
        #expect(late.reason == .timedOut)
    }
}

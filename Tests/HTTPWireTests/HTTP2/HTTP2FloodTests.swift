import Bytes
import HTTPModel
import HTTPWire
import Testing

/// Each way to make a receiver work or wait has its limit, and ends with its own error (RFC 9113 §10.5).
@Suite struct HTTP2FloodTests {
    private static func limits(_ change: (inout HTTP2Limits) -> Void) -> HTTP2Limits {
        var limits = HTTP2Limits()
        change(&limits)
        return limits
    }

    @Test func theLimitsAreThoseThatAreDocumented() {
        let limits = HTTP2Limits()
        #expect(
            limits.streams == 100 && limits.resets == 1000 && limits.resetsPerSecond == 33 && limits.latePerStream == 4)
        #expect(limits.fieldBlock == 262_144 && limits.continuations == 32 && limits.fieldList == 262_144)
        #expect(limits.settingsValues == 32 && limits.acknowledgements == 1000 && limits.frameSize == 16_384)
        #expect(limits.settings == 100 && limits.pings == 1000 && limits.span == 10 && limits.emptyData == 100)
        #expect(limits.fields == 1000 && limits.prioritiesPerStream == 100 && limits.stall == .seconds(60))
        #expect(limits.windowUpdates == 5 && limits.windowUpdatesPerStream == 2 && limits.windowUpdatesPerData == 20)
        #expect(limits.streamWindow == 262_144 && limits.largestStreamWindow == 4_194_304)
        #expect(limits.windows == 67_108_864 && limits.scarceStreamWindow == 65_536)
    }

    @Test func aRapidResetEmptiesThePurse() {
        var driver = ConnectionDriver.open(.server, limits: Self.limits { $0.resets = 5 })
        var peer = RawPeer()
        for place in 0..<5 {
            let stream = UInt32(place * 2 + 1)
            driver.feed(peer.headers(stream, RawPeer.get) + RawPeer.reset(stream))
            driver.connection.release(stream)
        }
        #expect(driver.failure == nil)
        // A thirty-third of a second gives one back.
        driver.now += 40_000_000
        driver.feed(peer.headers(11, RawPeer.get) + RawPeer.reset(11))
        #expect(driver.failure == nil)
        driver.feed(peer.headers(13, RawPeer.get) + RawPeer.reset(13))
        #expect(driver.failure?.code == .resetFlood && driver.failure?.errorCode == .enhanceYourCalm)
    }

    /// A stream that was reset keeps its place until the other leg is done with it.
    @Test func aResetStreamStillCounts() {
        var driver = ConnectionDriver.open(.server, limits: Self.limits { $0.streams = 3 })
        var peer = RawPeer()
        for stream: UInt32 in [1, 3, 5] { driver.feed(peer.headers(stream, RawPeer.get) + RawPeer.reset(stream)) }
        driver.feed(peer.headers(7, RawPeer.get))
        #expect(driver.sent().map(\.outline) == ["RST_STREAM 7 7"])
        #expect(driver.connection.streamCount == 3 && driver.failure == nil)
        driver.connection.release(3)
        driver.feed(peer.headers(9, RawPeer.get, ends: true))
        #expect(driver.outline.suffix(2) == ["9 GET /", "9 end"])
    }

    /// Faults that make us reset come out of the same purse.
    @Test func makingUsResetCostsThePeer() {
        var driver = ConnectionDriver.open(.server, limits: Self.limits { $0.resets = 4 })
        var peer = RawPeer()
        for stream: UInt32 in [1, 3, 5, 7, 9] {
            driver.feed(peer.headers(stream, RawPeer.get) + RawPeer.frame(8, 0, stream, [0, 0, 0, 0]))
        }
        #expect(driver.failure?.code == .resetFlood)
        #expect(driver.sent().map(\.outline).filter { $0.hasPrefix("RST_STREAM") }.count == 4)
    }

    /// A malformed request is answered, and what is left of it is reset: the peer makes us do that, too.
    @Test func malformedRequestsThatGoOnCostThePeer() {
        for ends in [true, false] {
            var driver = ConnectionDriver.open(.server, limits: Self.limits { $0.resets = 4 })
            var peer = RawPeer()
            for stream: UInt32 in [1, 3, 5, 7, 9] {
                driver.feed(peer.headers(stream, RawPeer.post + [("content-length", "1")]))
                driver.feed(RawPeer.data(stream, "ab", ends: ends))
                driver.connection.release(stream)
            }
            #expect(driver.failure?.code == (ends ? nil : .resetFlood))
        }
    }

    @Test func continuationsHaveAnEnd() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(RawPeer.frame(1, 1, 1, [0x82]))
        for _ in 0..<32 { driver.feed(RawPeer.frame(9, 0, 1, [0x84])) }
        #expect(driver.failure == nil)
        driver.feed(RawPeer.frame(9, 0, 1, [0x84]))
        #expect(driver.failure?.code == .tooManyContinuations)
    }

    @Test func anEmptyContinuationIsTheLast() {
        var driver = ConnectionDriver.open(.server)
        var peer = RawPeer()
        driver.feed(RawPeer.frame(1, 1, 1, peer.block(RawPeer.get)) + RawPeer.frame(9, 4, 1))
        #expect(driver.outline == ["1 GET /", "1 end"])
        driver.feed(RawPeer.frame(1, 1, 3, [0x82]) + RawPeer.frame(9, 0, 3))
        #expect(driver.failure?.code == .emptyContinuation)
    }

    @Test func aBlockHasASize() {
        var driver = ConnectionDriver.open(.server, limits: Self.limits { $0.fieldBlock = 20_000 })
        let piece = [UInt8](repeating: 0x82, count: 10_000)
        driver.feed(RawPeer.frame(1, 1, 1, piece) + RawPeer.frame(9, 0, 1, piece))
        #expect(driver.failure == nil)
        driver.feed(RawPeer.frame(9, 0, 1, [0x82]))
        #expect(driver.failure?.code == .blockTooLarge)
    }

    @Test func settingsAndPingsAreCountedBySpans() {
        for (frame, code) in [
            (RawPeer.noSettings, HTTP2Error.Code.settingsFlood),
            (RawPeer.frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]), .pingFlood),
        ] {
            var driver = ConnectionDriver.open(
                .server,
                limits: Self.limits {
                    $0.settings = 4
                    $0.pings = 3
                })
            for _ in 0..<3 { driver.feed(frame) }
            #expect(driver.failure == nil)
            driver.now += 10_000_000_000
            for _ in 0..<3 { driver.feed(frame) }
            #expect(driver.failure == nil)
            driver.feed(frame)
            driver.feed(frame)
            #expect(driver.failure?.code == code)
        }
    }

    @Test func acknowledgementsThatNobodyTakesAreCounted() {
        var driver = ConnectionDriver.open(
            .server,
            limits: Self.limits {
                $0.acknowledgements = 3
            })
        let ping = RawPeer.frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0])
        for _ in 0..<3 { driver.feed(ping) }
        _ = driver.sent()
        for _ in 0..<3 { driver.feed(ping) }
        #expect(driver.failure == nil)
        driver.feed(ping)
        #expect(driver.failure?.code == .acknowledgementFlood)
    }

    @Test func emptyDataInARowIsCounted() {
        var driver = ConnectionDriver.open(.server, limits: Self.limits { $0.emptyData = 2 })
        var peer = RawPeer()
        driver.feed(peer.headers(1, RawPeer.post))
        driver.feed(RawPeer.data(1, "") + RawPeer.data(1, "") + RawPeer.data(1, "a") + RawPeer.data(1, ""))
        #expect(driver.failure == nil)
        // Padding makes it no fuller.
        driver.feed(RawPeer.frame(0, 8, 1, [1, 0]) + RawPeer.data(1, ""))
        #expect(driver.failure?.code == .emptyDataFlood)
    }

    @Test func prioritiesAndUnknownFramesAreCounted() {
        for frame in [
            RawPeer.frame(2, 0, 3, [0, 0, 0, 0, 1]), RawPeer.frame(0xAB), RawPeer.frame(16, 0, 0, [0, 0, 0, 1]),
        ] {
            var driver = ConnectionDriver.open(.server, limits: Self.limits { $0.prioritiesPerStream = 2 })
            driver.feed(frame + frame)
            var peer = RawPeer()
            driver.feed(peer.headers(1, RawPeer.get) + frame + frame)
            #expect(driver.failure == nil)
            driver.feed(frame)
            #expect(driver.failure?.code == .priorityFlood)
        }
    }

    @Test func windowUpdatesAreHeldAgainstWhatWasSent() {
        var driver = ConnectionDriver.open(
            .server,
            limits: Self.limits {
                $0.windowUpdates = 1
                $0.windowUpdatesPerStream = 1
                $0.windowUpdatesPerData = 1
            })
        var peer = RawPeer()
        driver.feed(peer.headers(1, RawPeer.get, ends: true))
        driver.connection.sendFields([HPACKField(":status", "200")], on: 1, ends: false)
        Bytes("abc").withSpan { _ = driver.connection.sendData($0, on: 1, ends: false) }
        for _ in 0..<3 { driver.feed(RawPeer.windowUpdate(0, 1)) }
        #expect(driver.failure == nil)
        driver.feed(RawPeer.windowUpdate(1, 1))
        #expect(driver.failure?.code == .windowUpdateFlood)
    }

    @Test func aPurseFillsAgainAndNotBeyondItsSize() {
        var purse = FloodPurse(2, perSecond: 10)
        let moments: [(UInt64, Bool)] = [
            (0, true), (0, true), (0, false), (99_999_999, false), (100_000_000, true), (100_000_001, false),
            // A minute later two are there, not six hundred.
            (60_000_000_000, true), (60_000_000_000, true), (60_000_000_000, false),
        ]
        for (moment, isThere) in moments {
            let wasThere = purse.spend(at: moment)
            #expect(wasThere == isThere)
        }
    }
}

import Bytes
import HTTPModel
import HTTPWire
import Testing

/// Flow control (RFC 9113 §5.2, §6.9): nobody sends more than it may, and what is taken is given back.
@Suite struct HTTP2WindowTests {
    private static func receiving(_ limits: HTTP2Limits = HTTP2Limits()) -> ConnectionDriver {
        var driver = ConnectionDriver.open(.server, limits: limits)
        var peer = RawPeer()
        driver.feed(RawPeer.acknowledgement + peer.headers(1, RawPeer.post))
        driver.clear()
        return driver
    }

    private static func sending(_ window: UInt32) -> ConnectionDriver {
        var driver = ConnectionDriver(.server)
        driver.feed(RawPeer.preface + RawPeer.frame(4, 0, 0, RawPeer.setting(4, window)))
        var peer = RawPeer()
        driver.feed(peer.headers(1, RawPeer.get, ends: true))
        driver.connection.sendFields([HPACKField(":status", "200")], on: 1, ends: false)
        driver.clear()
        return driver
    }

    private static func send(_ text: String, _ driver: inout ConnectionDriver, ends: Bool = true) -> Int {
        Bytes(text).withSpan { driver.connection.sendData($0, on: 1, ends: ends) }
    }

    @Test func noMoreGoesOutThanTheWindow() {
        var driver = Self.sending(5)
        #expect(Self.send("abcdefgh", &driver) == 5)
        #expect(driver.sent().map(\.outline) == ["DATA 1 5"])
        let sent0 = Self.send("fgh", &driver)
        #expect(sent0 == 0 && driver.connection.sendable(on: 1) == 0)
        driver.feed(RawPeer.windowUpdate(1, 2))
        #expect(driver.events.contains(.windowOpened(1)))
        #expect(Self.send("fgh", &driver) == 2)
        driver.feed(RawPeer.windowUpdate(1, 100))
        #expect(Self.send("h", &driver) == 1)
        #expect(driver.sent().map(\.outline) == ["DATA 1 2", "DATA 1 1 end"])
        #expect(Self.send("x", &driver) == 0)
    }

    @Test func aSmallerInitialWindowMakesAWindowNegative() {
        var driver = Self.sending(10)
        #expect(Self.send("abcdefgh", &driver, ends: false) == 8)
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(4, 3)))
        #expect(driver.connection.sendable(on: 1) == 0)
        // −5 and 5 are nothing; one more is one.
        driver.feed(RawPeer.windowUpdate(1, 5))
        #expect(driver.connection.sendable(on: 1) == 0)
        driver.feed(RawPeer.windowUpdate(1, 1))
        #expect(driver.connection.sendable(on: 1) == 1)
    }

    @Test func theConnectionsWindowBoundsAllStreams() {
        var driver = Self.sending(100_000)
        let sent = Self.send(String(repeating: "a", count: 80_000), &driver)
        #expect(sent == 65_535)
        #expect(driver.sent().allSatisfy { $0.header.length <= 16_384 })
        driver.feed(RawPeer.windowUpdate(0, 10))
        #expect(driver.events.contains(.windowOpened(0)) && driver.connection.sendable(on: 1) == 10)
    }

    @Test func anEmptyEndNeedsNoWindow() {
        var driver = Self.sending(0)
        #expect(Self.send("", &driver) == 0)
        #expect(driver.sent().map(\.outline) == ["DATA 1 0 end"])
    }

    @Test func paddingIsKeptWholeOrNotSent() {
        var driver = Self.sending(10)
        let sent = Bytes("abcdef").withSpan { driver.connection.sendData($0, on: 1, padding: 4, ends: false) }
        #expect(sent == 0 && driver.sent().isEmpty)
        let fitting = Bytes("abcde").withSpan { driver.connection.sendData($0, on: 1, padding: 4, ends: false) }
        #expect(fitting == 5 && driver.connection.sendable(on: 1) == 0)
        #expect(driver.sent().first?.padding == 4)
    }

    @Test func aWindowThatBecomesTooLargeIsAnError() {
        var driver = Self.sending(100)
        driver.feed(RawPeer.windowUpdate(1, UInt32(Int32.max)))
        #expect(driver.fault(of: 1)?.code == .windowOverflow && driver.failure == nil)
        #expect(driver.sent().map(\.outline) == ["RST_STREAM 1 3"])
        driver.feed(RawPeer.windowUpdate(0, UInt32(Int32.max)))
        #expect(driver.failure?.code == .windowOverflow)
        driver = Self.sending(100)
        driver.feed(RawPeer.windowUpdate(1, UInt32(Int32.max) - 100))
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(4, 101)))
        #expect(driver.failure?.code == .windowOverflow)
    }

    @Test func aPeerThatSendsMoreThanItMayLosesTheStream() {
        var limits = HTTP2Limits()
        limits.streamWindow = 10
        limits.largestStreamWindow = 10
        var driver = Self.receiving(limits)
        driver.feed(RawPeer.data(1, "0123456789") + RawPeer.data(1, "x"))
        #expect(driver.fault(of: 1)?.code == .windowExceeded)
        #expect(driver.sent().last?.outline == "RST_STREAM 1 3")
        limits.streamWindow = 1 << 20
        limits.connectionWindow = 65_535
        driver = Self.receiving(limits)
        // The connection's window is given back on arrival, although nobody has taken the content.
        for _ in 0..<5 { driver.feed(RawPeer.data(1, String(repeating: "a", count: 16_384))) }
        #expect(driver.sent().map(\.outline).contains { $0.hasPrefix("WINDOW_UPDATE 0 ") })
        #expect(driver.failure == nil)
    }

    @Test func aStreamsWindowIsGivenBackWhenItsContentWasTaken() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        limits.largestStreamWindow = 100
        var driver = Self.receiving(limits)
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 60)))
        #expect(driver.sent().isEmpty)
        driver.connection.consumed(30, on: 1)
        #expect(driver.sent().isEmpty)
        driver.connection.consumed(30, on: 1)
        #expect(driver.sent().map(\.outline) == ["WINDOW_UPDATE 1 60"])
        // Padding is taken as it comes.
        driver.feed(RawPeer.frame(0, 8, 1, [59] + [UInt8](repeating: 0, count: 59)))
        #expect(driver.sent().map(\.outline) == ["WINDOW_UPDATE 1 60"])
    }

    @Test func aWindowThatRanEmptyWhileWeWereReadyGrows() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        limits.largestStreamWindow = 300
        var driver = Self.receiving(limits)
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 100)))
        driver.connection.consumed(100, on: 1)
        #expect(driver.sent().map(\.outline) == ["WINDOW_UPDATE 1 200"])
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 200)))
        driver.connection.consumed(200, on: 1)
        #expect(driver.sent().map(\.outline) == ["WINDOW_UPDATE 1 300"])
        // It waited for us: no larger window would have helped.
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 300)))
        driver.connection.consumed(150, on: 1)
        driver.connection.consumed(150, on: 1)
        #expect(driver.sent().map(\.outline) == ["WINDOW_UPDATE 1 150", "WINDOW_UPDATE 1 150"])
    }

    @Test func noWindowGrowsWhereMemoryIsScarce() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        limits.largestStreamWindow = 300
        var driver = Self.receiving(limits)
        driver.connection.growsWindows = false
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 100)))
        driver.connection.consumed(100, on: 1)
        #expect(driver.sent().map(\.outline) == ["WINDOW_UPDATE 1 100"])
    }

    @Test func whatAConnectionMayComeToHoldIsTheSumOfItsWindows() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        limits.largestStreamWindow = 300
        var driver = ConnectionDriver.open(.server, limits: limits)
        var peer = RawPeer()
        #expect(driver.connection.promised == 0)
        driver.feed(RawPeer.acknowledgement + peer.headers(1, RawPeer.post) + peer.headers(3, RawPeer.post))
        #expect(driver.connection.promised == 200)
        // One that sends nothing more holds nothing.
        driver.feed(peer.headers(5, RawPeer.get, ends: true))
        #expect(driver.connection.promised == 200)
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 100)))
        driver.connection.consumed(100, on: 1)
        #expect(driver.connection.promised == 300)
        // A smaller one counts as the usual one: what is done about scarcity does not end it.
        driver.connection.setStreamWindow(10)
        driver.feed(RawPeer.acknowledgement)
        #expect(driver.connection.promised == 210)
        driver.feed(RawPeer.reset(1) + RawPeer.data(3, "", ends: true))
        #expect(driver.connection.promised == 0)
    }

    @Test func aWindowThatShrinksBelowWhatIsOwedIsGivenBack() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        var driver = Self.receiving(limits)
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 40)))
        driver.connection.consumed(40, on: 1)
        #expect(driver.sent().isEmpty)
        driver.connection.setStreamWindow(20)
        driver.feed(RawPeer.acknowledgement)
        // The peer may send −20, and gets as much as makes it 20.
        #expect(driver.sent().map(\.outline) == ["SETTINGS", "WINDOW_UPDATE 1 40"])
    }

    @Test func aSmallerWindowHoldsOnceItIsAcknowledged() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        var driver = Self.receiving(limits)
        driver.connection.setStreamWindow(40)
        #expect(driver.sent().map(\.outline) == ["SETTINGS"])
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 40)))
        driver.feed(RawPeer.acknowledgement + RawPeer.data(1, "a"))
        #expect(driver.fault(of: 1)?.code == .windowExceeded)
    }

    /// RFC 9113 §6.5.3, §6.9.2: what the client sends at once it sends by the window that nobody has to announce.
    @Test func theFirstWindowHoldsUntilOursIsAcknowledged() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        limits.largestStreamWindow = 100
        var driver = ConnectionDriver.open(.server, limits: limits)
        var peer = RawPeer()
        driver.feed(peer.headers(1, RawPeer.post) + peer.headers(3, RawPeer.post))
        let frames = [16_384, 16_384, 16_384, 16_383].map { RawPeer.data(1, String(repeating: "a", count: $0)) }
        driver.feed(frames.flatMap { $0 })
        #expect(driver.failure == nil && driver.fault(of: 1) == nil)
        #expect(driver.contents[1]?.count == 65_535)
        driver.feed(RawPeer.data(1, "a"))
        #expect(driver.fault(of: 1)?.code == .windowExceeded)

        // From then on ours holds, of streams that were there before too: what came counts (it may be −200).
        driver.feed(RawPeer.data(3, String(repeating: "a", count: 300)) + RawPeer.acknowledgement)
        driver.clear()
        driver.connection.consumed(300, on: 3)
        #expect(driver.sent().map(\.outline) == ["WINDOW_UPDATE 3 300"])
        driver.feed(RawPeer.data(3, String(repeating: "a", count: 100)))
        #expect(driver.fault(of: 3) == nil)
        driver.feed(RawPeer.data(3, "a"))
        #expect(driver.fault(of: 3)?.code == .windowExceeded)
        driver.feed(peer.headers(5, RawPeer.post) + RawPeer.data(5, String(repeating: "a", count: 101)))
        #expect(driver.fault(of: 5)?.code == .windowExceeded && driver.failure == nil)
    }

    /// The peer may have seen a larger window before it says so.
    @Test func aLargerWindowHoldsAtOnce() {
        var limits = HTTP2Limits()
        limits.streamWindow = 100
        var driver = Self.receiving(limits)
        driver.connection.setStreamWindow(200)
        driver.feed(RawPeer.data(1, String(repeating: "a", count: 200)) + RawPeer.acknowledgement)
        #expect(driver.fault(of: 1) == nil)
        driver.feed(RawPeer.data(1, "a"))
        #expect(driver.fault(of: 1)?.code == .windowExceeded)
    }
}

import Bytes
import HTTPModel
import HTTPWire
import Testing

/// What a server sends on streams that are over: some of it was on its way and is ignored (RFC 9113 §5.1), more of it
/// comes out of the purse that resets come out of.
@Suite struct HTTP2LateFramesTests {
    private static let request = OutgoingFields([
        HPACKField(":method", "POST"), HPACKField(":scheme", "https"), HPACKField(":authority", "a.example"),
        HPACKField(":path", "/"),
    ])

    private static func driver(resets: Int = 5, late: Int = 4, window: Int = 4 << 20) -> ConnectionDriver {
        var limits = HTTP2Limits()
        limits.resets = resets
        limits.latePerStream = late
        limits.largestStreamWindow = window
        limits.streamWindow = min(window, limits.streamWindow)
        return ConnectionDriver.open(.client, limits: limits)
    }

    private static func ask(_ driver: inout ConnectionDriver, ends: Bool) -> UInt32 {
        driver.connection.openStream(request, method: .post, ends: ends) ?? 0
    }

    /// A stream that both sides ended.
    private static func over(_ driver: inout ConnectionDriver, _ peer: inout RawPeer) -> UInt32 {
        let stream = ask(&driver, ends: true)
        driver.feed(peer.headers(stream, [(":status", "200")], ends: true))
        return stream
    }

    @Test(arguments: [true, false])
    func resetsOfWhatIsOverHaveAnEnd(isReleased: Bool) {
        var driver = Self.driver()
        var peer = RawPeer()
        let stream = Self.over(&driver, &peer)
        if isReleased { driver.connection.release(stream) }
        for _ in 0..<9 { driver.feed(RawPeer.reset(stream)) }
        #expect(driver.failure == nil && !driver.outline.contains { $0.contains("reset") })
        driver.feed(RawPeer.reset(stream))
        #expect(driver.failure?.code == .resetFlood && driver.failure?.errorCode == .enhanceYourCalm)
    }

    /// RFC 9113 §8.1: a server may answer early, and say that it wants no more of the request.
    @Test func aServerThatAnswersEarlyAndResetsIsNotEnded() {
        var driver = Self.driver(resets: 1)
        var peer = RawPeer()
        for _ in 0..<5_000 {
            let stream = Self.ask(&driver, ends: false)
            driver.feed(peer.headers(stream, [(":status", "413")], ends: true) + RawPeer.reset(stream, 0))
            driver.connection.release(stream)
        }
        #expect(driver.failure == nil && driver.events.contains(.reset(9_999, .noError)))
        // Our end and its reset met on the way.
        for _ in 0..<5_000 {
            let stream = Self.over(&driver, &peer)
            driver.feed(RawPeer.reset(stream, 0))
            driver.connection.release(stream)
        }
        #expect(driver.failure == nil)
    }

    /// What was on its way when we reset: a head, trailers, the server's own reset.
    @Test func whatWasOnItsWayIsIgnored() {
        var driver = Self.driver(resets: 1)
        var peer = RawPeer()
        for _ in 0..<1_000 {
            let stream = Self.ask(&driver, ends: true)
            driver.connection.release(stream)
            driver.feed(
                peer.headers(stream, [(":status", "200")]) + RawPeer.data(stream, String(repeating: "x", count: 16_000))
            )
            driver.feed(peer.headers(stream, [("x", "1")], ends: true) + RawPeer.reset(stream))
        }
        #expect(driver.failure == nil && driver.outline.isEmpty)
    }

    @Test func fieldsOnAStreamThatWasResetHaveAnEnd() {
        var driver = Self.driver()
        var peer = RawPeer()
        let stream = Self.ask(&driver, ends: true)
        driver.connection.reset(stream, .cancel)
        for _ in 0..<9 { driver.feed(peer.headers(stream, [(":status", "200")])) }
        #expect(driver.failure == nil)
        driver.feed(peer.headers(stream, [(":status", "200")]))
        #expect(driver.failure?.code == .resetFlood)
    }

    /// No more can have been on its way than the stream's window let out.
    @Test func contentOnAStreamThatWasResetHasAnEnd() {
        var driver = Self.driver(resets: 2, window: 100_000)
        let stream = Self.ask(&driver, ends: true)
        driver.connection.reset(stream, .cancel)
        let piece = RawPeer.data(stream, String(repeating: "x", count: 10_000))
        for _ in 0..<12 { driver.feed(piece) }
        #expect(driver.failure == nil)
        driver.feed(piece)
        #expect(driver.failure?.code == .resetFlood)
    }

    @Test func contentBehindItsEndHasAnEndToo() {
        var driver = Self.driver(resets: 3)
        var peer = RawPeer()
        let stream = Self.over(&driver, &peer)
        driver.clear()
        // RFC 9113 §5.1: a stream error, each of which costs; from the first on the stream counts as reset.
        driver.feed(RawPeer.data(stream, "a"))
        #expect(driver.sent().map(\.outline) == ["RST_STREAM 1 5"])
        for _ in 0..<300 { driver.feed(RawPeer.data(stream, String(repeating: "x", count: 16_000))) }
        #expect(driver.failure?.code == .resetFlood)
    }

    @Test func windowsOfWhatIsOverAreCounted() {
        var driver = Self.driver()
        var peer = RawPeer()
        let stream = Self.over(&driver, &peer)
        // Five, and two for the stream.
        for _ in 0..<7 { driver.feed(RawPeer.windowUpdate(stream, 1)) }
        #expect(driver.failure == nil)
        driver.feed(RawPeer.windowUpdate(stream, 1))
        #expect(driver.failure?.code == .windowUpdateFlood)
    }

    /// RFC 9113 §6.8: what a client had sent before it heard of the end is ignored, an upload too.
    @Test func anUploadBehindAGoAwayCostsNothing() {
        var limits = HTTP2Limits()
        limits.resets = 1
        var driver = ConnectionDriver.open(.server, limits: limits)
        var peer = RawPeer()
        driver.connection.leave()
        for stream: UInt32 in [1, 3, 5] {
            driver.feed(peer.headers(stream, RawPeer.post))
            for _ in 0..<16 { driver.feed(RawPeer.data(stream, String(repeating: "x", count: 16_000))) }
        }
        #expect(driver.failure == nil && driver.outline.isEmpty)
    }
}

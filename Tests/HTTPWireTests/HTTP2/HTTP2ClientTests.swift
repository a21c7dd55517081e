import Bytes
import HTTPModel
import HTTPWire
import Testing

/// The client's side of a connection, towards a server that keeps the rules or does not.
@Suite struct HTTP2ClientTests {
    private var peer = RawPeer()
    private static let fields = [
        HPACKField(":method", "GET"), HPACKField(":scheme", "https"), HPACKField(":authority", "a.example"),
        HPACKField(":path", "/"),
    ]
    private static let request = OutgoingFields(fields)

    private static func asking(_ count: Int = 1, method: Method = .get) -> ConnectionDriver {
        var driver = ConnectionDriver.open(.client)
        for place in 0..<count {
            let stream = driver.connection.openStream(request, method: method, ends: true)
            #expect(stream == UInt32(place * 2 + 1))
        }
        driver.clear()
        return driver
    }

    @Test func thePrefaceGoesOutAndPushIsRefused() throws {
        var driver = ConnectionDriver(.client)
        let first = try #require(driver.sent().first)
        guard case .settings(let settings) = first.payload else {
            Issue.record("no SETTINGS")
            return
        }
        #expect(
            settings.contains(HTTP2Setting(.enablePush, 0))
                && !settings.contains { $0.identifier == .maxConcurrentStreams })
    }

    @Test mutating func aResponseComesInItsParts() {
        var driver = Self.asking()
        driver.feed(peer.headers(1, [(":status", "103"), ("link", "</a>")]) + peer.headers(1, [(":status", "200")]))
        driver.feed(RawPeer.data(1, "abc") + peer.headers(1, [("x-sum", "1")], ends: true))
        #expect(
            driver.outline == ["1 interim 103", "1 200", "1 piece 0+3", "1 content 3", "1 trailers 1", "1 end"])
        #expect(driver.connection.state(of: 1) == .closed(.ended))
    }

    @Test(
        arguments: [
            ([(":status", "101")], .switchingProtocols), ([("x", "1")], .missingStatus),
            ([(":status", "200"), ("x", "a\r\nb: c")], .lineBreakInValue),
            ([(":status", "200"), ("transfer-encoding", "chunked")], .connectionField),
        ] as [([(String, String)], FieldFault.Rule)])
    func aMalformedResponseEndsItsStream(fields: [(String, String)], rule: FieldFault.Rule) {
        var driver = Self.asking(2)
        var peer = RawPeer()
        driver.feed(
            peer.headers(1, fields) + RawPeer.data(1, "late") + peer.headers(3, [(":status", "200")], ends: true))
        #expect(driver.malformed(1)?.rule == rule)
        #expect(driver.outline.suffix(2) == ["3 200", "3 end"] && driver.failure == nil)
        #expect(driver.sent().map(\.outline) == ["RST_STREAM 1 1"])
    }

    @Test mutating func anInterimResponseDoesNotEndTheStream() {
        var driver = Self.asking()
        driver.feed(peer.headers(1, [(":status", "100")], ends: true))
        #expect(driver.malformed(1)?.rule == .endedInterim)
    }

    /// They have no window: what waits of them is bounded by their number and their size.
    @Test func interimResponsesAreCountedAndSoIsTheirSize() {
        for (size, most) in [(10, 256), (5_000, 51), (200_000, 1)] {
            var driver = Self.asking(2)
            var peer = RawPeer()
            let fields = [(":status", "103"), ("link", String(repeating: "{", count: size))]
            func hint() -> [UInt8] {
                let block = peer.block(fields)
                let pieces = stride(from: 0, to: block.count, by: 16_384).map {
                    Array(block[$0..<min($0 + 16_384, block.count)])
                }
                return pieces.enumerated().flatMap { place, piece in
                    RawPeer.frame(place == 0 ? 1 : 9, place == pieces.count - 1 ? 4 : 0, 1, piece)
                }
            }
            for _ in 0..<most { driver.feed(hint()) }
            #expect(driver.malformed(1) == nil && driver.outline.count == most)
            driver.feed(hint())
            #expect(driver.malformed(1)?.rule == .tooManyInterim)
            driver.feed(peer.headers(3, [(":status", "200")], ends: true))
            #expect(driver.outline.last == "3 end" && driver.failure == nil)
        }
    }

    @Test mutating func contentBeforeAHeadIsMalformed() {
        var driver = Self.asking()
        driver.feed(RawPeer.data(1, "a"))
        #expect(driver.malformed(1)?.rule == .missingHead)
        #expect(driver.sent().map(\.outline) == ["RST_STREAM 1 1"])
    }

    @Test mutating func theAnswerToHeadHasALengthAndNoContent() {
        var driver = Self.asking(1, method: .head)
        driver.feed(peer.headers(1, [(":status", "200"), ("content-length", "500")], ends: true))
        #expect(driver.outline == ["1 200", "1 end"])
        driver = Self.asking(1, method: .head)
        var peer = RawPeer()
        driver.feed(peer.headers(1, [(":status", "200")]) + RawPeer.data(1, "a", ends: true))
        #expect(driver.malformed(1)?.rule == .contentLengthWrong)
    }

    @Test mutating func aPushEndsTheConnection() {
        var driver = Self.asking()
        driver.feed(RawPeer.frame(5, 4, 1, [0, 0, 0, 2] + peer.block(RawPeer.get)))
        #expect(driver.failure?.code == .refusedPush)
        driver = Self.asking()
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(2, 1)))
        #expect(driver.failure?.code == .malformedSetting)
    }

    @Test mutating func aServerOpensNothing() {
        for stream: UInt32 in [2, 3] {
            var driver = Self.asking()
            var peer = RawPeer()
            driver.feed(peer.headers(stream, [(":status", "200")], ends: true))
            #expect(driver.failure?.code == .wrongStreamNumber)
        }
    }

    @Test func noMoreStreamsAreOpenedThanTheServerTakes() {
        var driver = ConnectionDriver.open(.client)
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(3, 2)))
        let opened = (0..<3).map { _ in driver.connection.openStream(Self.request, method: .get, ends: true) }
        #expect(opened == [1, 3, nil] && !driver.connection.canOpenStream)
        driver.connection.reset(1, .cancel)
        let another = driver.connection.openStream(Self.request, method: .get, ends: true)
        #expect(another == 5)
    }

    @Test mutating func whatAGoAwayLostMayBeSentAgain() {
        var driver = Self.asking(3)
        driver.feed(RawPeer.frame(7, 0, 0, RawPeer.number(1) + RawPeer.number(0) + Array("bye".utf8)))
        #expect(driver.outline == ["goAway 1 0", "3 unprocessed", "5 unprocessed"])
        #expect(!driver.connection.canOpenStream)
        driver.feed(peer.headers(1, [(":status", "200")], ends: true))
        #expect(driver.outline.suffix(2) == ["1 200", "1 end"])
    }

    @Test mutating func aRefusedStreamIsTold() {
        var driver = Self.asking()
        driver.feed(RawPeer.reset(1, 7))
        #expect(driver.events.contains(.reset(1, .refusedStream)))
    }

    @Test func anOfferOfExtendedConnectIsNotTakenBack() {
        var driver = ConnectionDriver.open(.client)
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(8, 1)))
        #expect(driver.connection.peerSettings.allowsExtendedConnect)
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(8, 0)))
        #expect(driver.failure?.code == .malformedSetting)
    }

    @Test func aLargeHeadGoesInFramesThatTheServerTakes() {
        var driver = ConnectionDriver.open(.client)
        let large = HPACKField("x-large", Bytes([UInt8](repeating: 0x7B, count: 20_000)))
        let stream = driver.connection.openStream(OutgoingFields(Self.fields + [large]), method: .get, ends: true)
        #expect(stream == 1)
        let sent = driver.sent()
        #expect(sent.map(\.outline).first == "HEADERS 1 end" && sent.count == 2)
        #expect(sent.allSatisfy { $0.header.length <= 16_384 })
    }
}

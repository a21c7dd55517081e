import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// The server's side of a connection: what each MUST of RFC 9113 asks, frame by frame.
@Suite struct HTTP2ServerTests {
    private var peer = RawPeer()

    // MARK: - Beginning

    @Test func settingsGoOutFirst() {
        var driver = ConnectionDriver(.server)
        #expect(driver.sent().map(\.outline) == ["SETTINGS", "WINDOW_UPDATE 0 \((16 << 20) - 65_535)"])
        driver.feed(RawPeer.opening)
        #expect(driver.sent().map(\.outline) == ["SETTINGS ACK"])
        #expect(driver.failure == nil && driver.connection.isUsable)
    }

    @Test func aWrongPrefaceIsSeenAtItsFirstWrongOctet() {
        var driver = ConnectionDriver(.server)
        driver.feed(Array("PRI * HTTP/1".utf8))
        #expect(driver.failure == HTTP2Error(.malformedPreface, offset: 11))
        #expect(driver.sent().last?.outline == "GOAWAY 0 1")
        // What still comes is dropped.
        driver.feed(RawPeer.opening)
        #expect(driver.events.count == 1)
    }

    @Test func theFirstFrameIsSettings() {
        for first in [RawPeer.frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]), RawPeer.frame(4, 1)] {
            var driver = ConnectionDriver(.server)
            driver.feed(RawPeer.preface + first)
            #expect(driver.failure == HTTP2Error(.missingSettings, offset: 24))
        }
    }

    // MARK: - Requests

    @Test mutating func aRequestWithContentAndTrailersComesInItsParts() throws {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post))
        driver.feed(RawPeer.frame(0, 8, 1, [2, 0x61, 0x62, 0x63, 0, 0]) + RawPeer.data(1, "de"))
        driver.feed(peer.headers(1, [("x-sum", "1")], ends: true))
        #expect(
            driver.outline == [
                "1 POST /in", "1 piece 0+3", "1 content 3", "1 piece 3+2", "1 content 2", "1 trailers 1", "1 end",
            ])
        #expect(driver.contents[1] == Array("abcde".utf8))
        guard case .pieceStarted(1, let piece) = driver.events[1] else { return }
        #expect(piece.padding == 2)
        #expect(driver.sent().isEmpty)
    }

    @Test mutating func aHeadInManyFramesIsOneHead() {
        let block = peer.block(RawPeer.get + [("x-a", "0123456789"), ("cookie", "a=b")])
        for pieces in 1...block.count {
            var driver = ConnectionDriver.open(.server)
            let size = (block.count + pieces - 1) / pieces
            let parts = stride(from: 0, to: block.count, by: size).map {
                Array(block[$0..<min($0 + size, block.count)])
            }
            guard parts.count <= 33 else { continue }
            for (place, part) in parts.enumerated() {
                let isLast = place == parts.count - 1
                driver.feed(
                    place == 0
                        ? RawPeer.frame(1, isLast ? 5 : 1, 1, part) : RawPeer.frame(9, isLast ? 4 : 0, 1, part))
            }
            #expect(driver.outline == ["1 GET /", "1 end"])
            guard case .requestHead(_, _, let fields) = driver.events.first else { continue }
            #expect(fields.bytes == Bytes(block) && fields.representations.count == 6)
        }
    }

    @Test mutating func contentLengthIsHeldAgainstTheContent() {
        let cases: [(String, [[UInt8]], [String])] = [
            ("3", [RawPeer.data(1, "abc", ends: true)], ["1 POST /in", "1 piece 0+3", "1 content 3", "1 end"]),
            (
                "3", [RawPeer.data(1, "ab", ends: true)],
                ["1 POST /in", "1 refused 2", "1 malformed contentLengthWrong"]
            ),
            ("3", [RawPeer.data(1, "abcd")], ["1 POST /in", "1 refused 4", "1 malformed contentLengthWrong"]),
            // The head waits for the frame that proves that there is no content.
            ("0", [], []), ("0", [RawPeer.data(1, "")], []),
            ("0", [RawPeer.data(1, "", ends: true)], ["1 POST /in", "1 piece 0+0", "1 end"]),
            ("0", [RawPeer.data(1, "a")], ["1 malformed contentLengthWrong"]),
            ("0", [RawPeer.reset(1)], ["1 POST /in", "1 reset 8"]),
        ]
        for (length, frames, outline) in cases {
            var driver = ConnectionDriver.open(.server)
            var peer = RawPeer()
            driver.feed(peer.headers(1, RawPeer.post + [("content-length", length)]))
            for frame in frames { driver.feed(frame) }
            #expect(driver.outline == outline)
            #expect(driver.failure == nil)
        }
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post + [("content-length", "3")], ends: true))
        #expect(driver.outline == ["1 malformed contentLengthWrong"])
    }

    @Test mutating func aMalformedRequestMayBeAnsweredBeforeItIsReset() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post + [("connection", "close")]))
        #expect(driver.malformed(1)?.rule == .connectionField)
        #expect(driver.sent().isEmpty)
        // What still comes of it is dropped; the connection and other streams go on.
        driver.feed(RawPeer.data(1, "abc") + peer.headers(3, RawPeer.get, ends: true))
        #expect(driver.outline == ["1 malformed connectionField", "3 GET /", "3 end"])
        driver.connection.sendFields([HPACKField(":status", "400")], on: 1, ends: true)
        driver.connection.reset(1, .protocolError)
        driver.connection.release(1)
        #expect(driver.sent().map(\.outline) == ["HEADERS 1 end", "RST_STREAM 1 1"])
        #expect(driver.connection.streamCount == 1)
    }

    @Test mutating func trailersEndTheMessage() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post) + peer.headers(1, [("x-sum", "1")]))
        #expect(driver.outline == ["1 POST /in", "1 malformed unendedTrailers"])
    }

    @Test mutating func aListBeyondTheLimitIsAnswered431AndTheTableLives() {
        var limits = HTTP2Limits()
        limits.fieldList = 300
        var driver = ConnectionDriver.open(.server, limits: limits)
        driver.feed(peer.headers(1, RawPeer.get + [("x-a", String(repeating: "a", count: 200))], ends: true))
        #expect(driver.malformed(1)?.rule == .listTooLarge && driver.malformed(1)?.status == 431)
        driver.feed(peer.headers(3, RawPeer.get, ends: true))
        #expect(driver.outline.suffix(2) == ["3 GET /", "3 end"])
    }

    /// Two octets stand for an entry of 4 KB: what it costs to read on is spared, and the connection ends.
    @Test mutating func aBombOfFieldsEndsTheConnection() {
        var driver = ConnectionDriver.open(.server)
        var block: [UInt8] = [0x40, 0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x61, count: 4000) + [0x00]
        block += [[UInt8]](repeating: [0x7E, 0x00], count: 6000).joined()
        driver.feed(RawPeer.frame(1, 5, 1, block))
        #expect(driver.failure?.cause?.code == .bomb && driver.failure?.errorCode == .enhanceYourCalm)
        #expect(driver.sent().last?.outline == "GOAWAY 0 11")
    }

    // MARK: - States (RFC 9113 §5.1)

    @Test(
        arguments: [
            (RawPeer.data(1, "a"), .idleStream), (RawPeer.reset(1), .idleStream),
            (RawPeer.windowUpdate(1, 5), .idleStream), (RawPeer.windowUpdate(2, 5), .idleStream),
            (RawPeer.frame(9, 4, 1, []), .strayContinuation), (RawPeer.frame(1, 5, 2, [0x82]), .wrongStreamNumber),
            (RawPeer.frame(5, 4, 1, [0, 0, 0, 2]), .refusedPush),
            // RST_STREAM may not be sent on an idle stream, so the connection ends.
            (RawPeer.frame(2, 0, 1, [0, 0, 0, 1, 0]), .selfDependency),
            (RawPeer.frame(1, 5, 1, [0xFF]), .compression),
            (RawPeer.frame(16, 0, 0, [0, 0, 0, 0]), .misplacedPriorityUpdate),
        ] as [([UInt8], HTTP2Error.Code)])
    func whatNoIdleStreamMayHaveEndsTheConnection(frame: [UInt8], code: HTTP2Error.Code) {
        var driver = ConnectionDriver.open(.server)
        driver.feed(frame)
        #expect(driver.failure?.code == code)
        #expect(driver.failure?.offset == 33)
        #expect(driver.sent().last?.outline.hasPrefix("GOAWAY") == true)
    }

    @Test mutating func aHalfClosedStreamTakesNoMoreOfAMessage() {
        for late in [RawPeer.data(1, "a"), RawPeer.frame(1, 5, 1, [0x82])] {
            var driver = ConnectionDriver.open(.server)
            var peer = RawPeer()
            driver.feed(peer.headers(1, RawPeer.get, ends: true) + RawPeer.windowUpdate(1, 5) + late)
            #expect(driver.fault(of: 1)?.code == .closedStream)
            #expect(driver.sent().last?.outline == "RST_STREAM 1 5")
            #expect(driver.failure == nil)
        }
    }

    @Test mutating func afterItsResetAStreamTakesNothing() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post) + RawPeer.reset(1) + RawPeer.data(1, "a"))
        #expect(driver.outline == ["1 POST /in", "1 reset 8"])
        #expect(driver.sent().map(\.outline) == ["RST_STREAM 1 5"])
        // PRIORITY, WINDOW_UPDATE and RST_STREAM may still come.
        driver.feed(RawPeer.windowUpdate(1, 5) + RawPeer.reset(1) + RawPeer.frame(2, 0, 1, [0, 0, 0, 0, 1]))
        #expect(driver.sent().isEmpty && driver.failure == nil)
    }

    @Test mutating func whatWasOnItsWayWhenWeResetIsDropped() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post))
        driver.connection.reset(1, .cancel)
        driver.connection.release(1)
        driver.feed(RawPeer.data(1, "a") + peer.headers(1, [("x-a", "b")], ends: true))
        #expect(driver.outline == ["1 POST /in"] && driver.failure == nil)
        #expect(driver.sent().map(\.outline) == ["RST_STREAM 1 8"])
        // The block of the dropped trailers is in the table all the same.
        driver.feed(peer.headers(3, RawPeer.get + [("x-a", "b")], ends: true))
        #expect(driver.outline.suffix(2) == ["3 GET /", "3 end"])
    }

    @Test mutating func aStreamThatBothEndedIsClosed() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.get, ends: true))
        let isFirstSent = driver.connection.sendFields([HPACKField(":status", "200")], on: 1, ends: true)
        let isSecondSent = driver.connection.sendFields([HPACKField("x", "1")], on: 1, ends: true)
        #expect(isFirstSent && !isSecondSent)
        driver.connection.release(1)
        #expect(driver.sent().map(\.outline) == ["HEADERS 1 end"])
        driver.feed(peer.headers(1, RawPeer.get, ends: true))
        #expect(driver.failure?.code == .closedStream)
    }

    @Test mutating func numbersOnlyGrow() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(5, RawPeer.get, ends: true) + peer.headers(3, RawPeer.get, ends: true))
        #expect(driver.failure?.code == .wrongStreamNumber)
        #expect(driver.sent().last?.outline == "GOAWAY 5 1")
    }

    @Test mutating func aBlockIsNotInterrupted() {
        let block = peer.block(RawPeer.get)
        for between in [
            RawPeer.frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]), RawPeer.frame(9, 4, 3, []), RawPeer.frame(0xBB),
        ] {
            var driver = ConnectionDriver.open(.server)
            driver.feed(RawPeer.frame(1, 1, 1, Array(block.prefix(3))) + between)
            #expect(driver.failure?.code == .interruptedBlock)
        }
    }

    // MARK: - Settings, PING, GOAWAY

    @Test func settingsAreAcknowledgedAndHeld() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(1, 0) + RawPeer.setting(5, 20_000) + RawPeer.setting(99, 1)))
        #expect(driver.sent().map(\.outline) == ["SETTINGS ACK"])
        #expect(driver.connection.peerSettings.maxFrameSize == 20_000)
        #expect(driver.connection.peerSettings.headerTableSize == 0)
        driver.feed(RawPeer.frame(4, 1))
        #expect(driver.sent().isEmpty && driver.events.contains(.settingsAcknowledged))
    }

    @Test func aPingIsAnsweredWithItsOctets() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(
            RawPeer.frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]) + RawPeer.frame(6, 1, 0, [8, 7, 6, 5, 4, 3, 2, 1]))
        let sent = driver.sent()
        #expect(sent.map(\.outline) == ["PING ACK"])
        #expect(sent.first?.payload == .ping(Bytes([1, 2, 3, 4, 5, 6, 7, 8])))
        #expect(driver.events == [.pingAcknowledged(Bytes([8, 7, 6, 5, 4, 3, 2, 1]))])
    }

    @Test mutating func leavingTakesTheStreamsThatWereThere() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post))
        driver.connection.announceEnd()
        driver.feed(peer.headers(3, RawPeer.post))
        driver.connection.leave()
        #expect(driver.sent().map(\.outline) == ["GOAWAY 2147483647 0", "GOAWAY 3 0"])
        driver.feed(peer.headers(5, RawPeer.post) + RawPeer.data(5, "abc") + RawPeer.data(3, "abc", ends: true))
        #expect(
            driver.outline == ["1 POST /in", "3 POST /in", "3 piece 0+3", "3 content 3", "3 end"])
        #expect(driver.failure == nil && driver.sent().isEmpty)
    }

    /// RFC 9113 §6.8: a request above the last stream may have been sent again elsewhere by then.
    @Test mutating func theLastStreamIsNeverAHigherOne() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(peer.headers(1, RawPeer.post))
        driver.connection.leave()
        driver.feed(peer.headers(3, RawPeer.get, ends: true) + RawPeer.frame(0, 0, 0, [1]))
        #expect(driver.failure?.code == .missingStream)
        #expect(driver.sent().map(\.outline) == ["GOAWAY 1 0", "GOAWAY 1 1"])
    }

    /// RFC 7541 §4.2: between two blocks the smallest of several sizes counts, in one frame or in several.
    @Test(arguments: [true, false])
    func aTableThatWasEmptiedInBetweenIsTold(inOneFrame: Bool) throws {
        var driver = ConnectionDriver.open(.server)
        var peer = RawPeer()
        driver.feed(peer.headers(1, RawPeer.get, ends: true) + peer.headers(3, RawPeer.get, ends: true))
        driver.connection.sendFields([HPACKField(":status", "200"), HPACKField("x-a", "b")], on: 1, ends: true)
        driver.clear()
        let values = [RawPeer.setting(1, 0), RawPeer.setting(1, 4096)]
        driver.feed(inOneFrame ? RawPeer.frame(4, 0, 0, values[0] + values[1]) : RawPeer.frame(4, 0, 0, values[0]))
        if !inOneFrame { driver.feed(RawPeer.frame(4, 0, 0, values[1])) }
        driver.clear()
        driver.connection.sendFields([HPACKField(":status", "200"), HPACKField("x-a", "b")], on: 3, ends: true)
        guard case .headers(let block, _)? = driver.sent().first?.payload else {
            Issue.record("no HEADERS")
            return
        }
        // A table of 0, one of 4096, and no entry of before.
        #expect(Array(block.array.prefix(4)) == [0x20, 0x3F, 0xE1, 0x1F])
        var decoder = HPACKDecoder()
        #expect(try decoder.decode(block).fields.lines.count == 2)
    }

    @Test mutating func unknownFramesChangeNothing() {
        var driver = ConnectionDriver.open(.server)
        driver.feed(
            RawPeer.frame(0xAB, 0xFF, 7, [1, 2, 3]) + RawPeer.frame(10, 0, 0, [0, 0])
                + peer.headers(1, RawPeer.get, ends: true))
        #expect(driver.outline == ["1 GET /", "1 end"])
        #expect(driver.frames.map(\.header.typeNumber) == [0xAB, 10, 1])
        #expect(driver.frames.first?.payload == .other(Bytes([1, 2, 3])))
    }

    @Test func anEndWithinAFrameIsTold() {
        var driver = ConnectionDriver.open(.server)
        #expect(driver.connection.endOfInput(unread: 0) == nil)
        #expect(driver.connection.endOfInput(unread: 5) == HTTP2Error(.truncated, offset: 38))
        driver.feed(RawPeer.frame(7, 0, 0, [0, 0, 0, 0, 0, 0, 0, 2]))
        #expect(driver.outline == ["goAway 0 2"])
    }

    /// However the bytes of a session are cut, the same comes of them.
    @Test mutating func aSessionIsReadHoweverItIsCut() {
        let session =
            RawPeer.opening + peer.headers(1, RawPeer.post) + RawPeer.data(1, "hello")
            + peer.headers(3, RawPeer.get, ends: true)
            + RawPeer.windowUpdate(0, 100) + RawPeer.data(1, "", ends: true) + RawPeer.frame(0xAB, 0, 0, [1])
            + RawPeer.reset(3) + RawPeer.frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8])
        var whole = ConnectionDriver(.server)
        whole.feed(session)
        #expect(whole.outline.count == 8 && whole.failure == nil)
        for step in 1..<session.count {
            var driver = ConnectionDriver(.server)
            for start in stride(from: 0, to: session.count, by: step) {
                driver.feed(Array(session[start..<min(start + step, session.count)]))
            }
            #expect(driver.outline == whole.outline && driver.frames == whole.frames)
            #expect(driver.contents == whole.contents)
        }
    }
}

import Bytes
import HTTPModel
import HTTPWire
import Testing

/// What RFC 9113 asks of a receiver, section by section, on both legs. Each row begins with streams in every state, and
/// ends by looking whether those that it did not touch live on, or, after a connection error, that nothing does.
///
/// What single frames are worth is in `FrameDecoderTests`, limits are in `HTTP2FloodTests`.
///
/// Where the RFC leaves a choice, or Hark is stricter:
/// - DATA that is too long ends the connection, not the stream (§4.2 allows both): it would have to be read all
///   the same.
/// - A stream error on an idle stream ends the connection: RST_STREAM must not be sent on one (§6.4).
/// - A stream that depends on itself is an error of the stream (RFC 7540 §5.3.1), although priorities mean nothing now.
/// - DATA on a stream that is closed is an error of the stream, HEADERS one of the connection unless the peer had reset
///   it (§5.1: MAY be one of the connection).
/// - A malformed request is told, so that it can be answered before its stream is reset (§8.1.1).
@Suite struct HTTP2ConformanceTests {
    enum Outcome: Hashable {
        case connectionError(UInt32)
        case streamError(UInt32, UInt32)
        /// A stream error of PROTOCOL_ERROR, which a server may answer before.
        case malformed(UInt32)
        case tolerated
    }

    @Test(arguments: HTTP2ConformanceRows.broken + HTTP2ConformanceRows.kept)
    func aSequenceHasTheOutcomeThatItsSectionAsks(row: HTTP2ConformanceRow) {
        for isCut in [false, true] {
            var (driver, peer) = Self.streams(row.leg)
            let bytes = row.bytes(&peer)
            // Long frames in larger pieces, to be quick.
            let step = isCut ? max(1, bytes.count / 100) : bytes.count
            for start in stride(from: 0, to: bytes.count, by: step) {
                driver.feed(Array(bytes[start..<min(start + step, bytes.count)]))
            }
            let sent = driver.sent()
            let resets = sent.filter { $0.header.type == .resetStream }.map(\.outline)
            let goAways = sent.filter { $0.header.type == .goAway }
            var faults = driver.outline.filter { $0.contains(" faulted ") || $0.contains(" malformed ") }
            switch row.outcome {
            case .connectionError(let code):
                #expect(driver.failure?.errorCode.rawValue == code)
                let last = row.leg == .client ? 0 : row.last
                #expect(goAways.map(\.outline) == ["GOAWAY \(last) \(code)"])
                #expect(sent.last?.header.type == .goAway && resets.isEmpty && faults.isEmpty)
            case .streamError(let stream, let code):
                #expect(resets == ["RST_STREAM \(stream) \(code)"])
                faults.removeAll { $0.hasPrefix("\(stream) faulted") }
            case .malformed(let stream):
                #expect(driver.malformed(stream) != nil)
                #expect(resets == (row.leg == .client ? ["RST_STREAM \(stream) 1"] : []))
                faults.removeAll { $0.hasPrefix("\(stream) malformed") }
            case .tolerated: #expect(resets.isEmpty)
            }
            #expect(faults.isEmpty)
            if let told = row.told { #expect(driver.outline == told) }
            if case .connectionError = row.outcome {} else { #expect(driver.failure == nil && goAways.isEmpty) }
            Self.checkBystanders(&driver, &peer)
        }
    }

    /// Streams that had no part in it. What they say is in the table of the field blocks, which has to be intact too.
    private static func checkBystanders(_ driver: inout ConnectionDriver, _ peer: inout RawPeer) {
        let (before, lives) = (driver.events.count, driver.failure == nil)
        if driver.connection.role == .server {
            driver.feed(RawPeer.data(13, "on", ends: true) + peer.headers(101, RawPeer.get, ends: true))
        } else {
            driver.feed(peer.headers(13, [(":status", "200"), ("x-by", "stander")], ends: true))
        }
        let told = driver.events[before...].compactMap(\.outline)
        guard lives else { return #expect(told.isEmpty && !driver.connection.isUsable) }
        #expect(
            told
                == (driver.connection.role == .server
                    ? ["13 piece 0+2", "13 content 2", "13 end", "101 GET /", "101 end"] : ["13 200", "13 end"]))
        #expect(driver.failure == nil)
    }

    /// Streams in every state. 1 is open; 3 is half-closed by who asks; 5 was reset by the peer, 9 by us; 7 was ended
    /// by both and released; 11 was skipped by a client, and was answered before all was asked of a server; 13 is open
    /// and waits; 15 and above are idle.
    private static func streams(_ leg: HTTP2Connection.Role) -> (ConnectionDriver, RawPeer) {
        var (driver, peer) = (ConnectionDriver.open(leg), RawPeer())
        if leg == .server {
            for stream: UInt32 in [1, 3, 5, 7, 9, 13] {
                driver.feed(peer.headers(stream, RawPeer.post, ends: stream == 3 || stream == 7))
            }
            driver.feed(RawPeer.reset(5))
            driver.connection.sendFields([HPACKField(":status", "200")], on: 7, ends: true)
        } else {
            let fields = OutgoingFields(RawPeer.post.map { HPACKField(Bytes($0.0), Bytes($0.1)) })
            for stream: UInt32 in [1, 3, 5, 7, 9, 11, 13] {
                let ends = stream == 3 || stream == 7 || stream == 13
                let opened = driver.connection.openStream(fields, method: .post, ends: ends)
                #expect(opened == stream)
            }
            driver.feed(RawPeer.reset(5))
            for stream: UInt32 in [7, 11] { driver.feed(peer.headers(stream, [(":status", "200")], ends: true)) }
        }
        driver.connection.release(7)
        driver.connection.reset(9, .cancel)
        #expect(driver.failure == nil)
        driver.clear()
        return (driver, peer)
    }

    // MARK: - What is no row

    /// §3.4
    @Test(arguments: [RawPeer.frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]), RawPeer.frame(4, 1), RawPeer.frame(0xAB)])
    func aServersFirstFrameIsSettings(first: [UInt8]) {
        var driver = ConnectionDriver(.client)
        driver.feed(first + RawPeer.noSettings)
        #expect(driver.failure == HTTP2Error(.missingSettings, offset: 0))
        #expect(driver.sent().last?.outline == "GOAWAY 0 1" && driver.events.count == 1)
    }

    /// §5.1, §6.9: what comes on a stream that we reset takes of the connection's window, and is given back.
    @Test func whatIsDroppedIsGivenBackToTheConnection() {
        var limits = HTTP2Limits()
        limits.connectionWindow = 65_535
        var driver = ConnectionDriver.open(.server, limits: limits)
        var peer = RawPeer()
        driver.feed(peer.headers(1, RawPeer.post))
        driver.connection.reset(1, .cancel)
        driver.clear()
        for _ in 0..<6 { driver.feed(RawPeer.data(1, String(repeating: "a", count: 16_384))) }
        var given = 0
        for frame in driver.sent() {
            #expect(frame.header.stream == 0)
            if case .windowUpdate(let increment) = frame.payload { given += Int(increment) }
        }
        // More came than the window was at first, and never more was given back than came.
        #expect(given >= 6 * 16_384 - 65_535 && given <= 6 * 16_384)
        #expect(driver.outline.isEmpty)
    }

    /// §8.5, RFC 9110 §9.3.6: a client ignores Content-Length of the answer that opens a tunnel, and of no other.
    @Test(arguments: [("0", "200"), ("1", "299"), ("2", "200"), ("2", "407"), ("1", "407")])
    func aTunnelHasNoLength(length: String, status: String) {
        var (driver, peer) = (ConnectionDriver.open(.client), RawPeer())
        let fields: OutgoingFields = [HPACKField(":method", "CONNECT"), HPACKField(":authority", "a.example:443")]
        let stream = driver.connection.openStream(fields, method: .connect, ends: false)
        #expect(stream == 1)
        driver.feed(peer.headers(1, [(":status", status), ("content-length", length)]) + RawPeer.data(1, "ab"))
        let isRight = status != "407" || length == "2"
        #expect((driver.malformed(1) == nil) == isRight)
        #expect(driver.outline.first == "1 \(status)" && driver.outline.contains("1 content 2") == isRight)
    }

    /// §6.5.3: values are taken in their order, the last holds.
    @Test func theLastOfRepeatedValuesHolds() {
        var (driver, _) = Self.streams(.client)
        driver.feed(RawPeer.frame(4, 0, 0, RawPeer.setting(4, 0) + RawPeer.setting(4, 10)))
        #expect(driver.connection.sendable(on: 1) == 10 && driver.failure == nil)
        #expect(driver.sent().map(\.outline) == ["SETTINGS ACK"])
    }
}

import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import TestKit
import Testing

@testable import Engine

/// A WebSocket under `--strict`: who breaks its rules ends it, in either version.
@Suite struct WebSocketStrictTests {
    // MARK: - One side

    private static func frame(_ first: UInt8, _ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] {
        var bytes = WebSocketFrame.whole(.text, Bytes(payload), mask: mask).array
        bytes[0] = first
        return bytes
    }

    /// What passes of a server's bytes cut at these places, whether its receiver is in the middle of a frame, and the
    /// rule that was broken.
    private static func watch(
        _ input: [UInt8], cutAt cuts: [Int]
    ) -> (passed: [UInt8], isWithinFrame: Bool, rule: WebSocketError.Code?) {
        var watch = WebSocketWatch(from: .server, nil)
        var passed: [UInt8] = []
        var start = 0
        for end in cuts + [input.count] {
            let seen = watch.take(Bytes(Array(input[start..<end])))
            passed += seen.passing.array
            if let error = seen.error { return (passed, watch.isWithinFrame, error.code) }
            start = end
        }
        return (passed, watch.isWithinFrame, nil)
    }

    @Test func whatKeepsTheRulesPassesAsItCameAtEverySplit() {
        let input =
            Self.frame(0x01, [0xC3]) + Self.frame(0x89, [1, 2]) + Self.frame(0x80, [0xBC])
            + Self.frame(0x82, [UInt8](repeating: 0xFF, count: 200)) + Self.frame(0x88, [3, 0xE8])
        for first in 0...input.count {
            let seen = Self.watch(input, cutAt: [first])
            #expect(seen.passed == input && seen.rule == nil && !seen.isWithinFrame)
        }
    }

    static let broken: [(frame: [UInt8], rule: WebSocketError.Code, header: Int)] = [
        (frame(0x83, [1]), .unknownOpcode, 0),
        (frame(0xC1, [1]), .reservedBit, 0),
        (frame(0x80, [1]), .strayContinuation, 0),
        (frame(0x09, [1]), .fragmentedControl, 0),
        (frame(0x81, [65], mask: 7), .needlessMask, 0),
        (frame(0x88, [3]), .malformedClose, 2),
        (frame(0x88, [3, 0xED]), .malformedCloseCode, 2),
        (frame(0x81, [65, 0xFF]), .malformedText, 2),
    ]

    @Test(arguments: broken.indices)
    func nothingPassesFromTheFirstFaultOn(_ index: Int) {
        let (frame, rule, header) = Self.broken[index]
        let good = Self.frame(0x81, Array("good".utf8))
        let input = good + frame + good
        for cut in 0...input.count {
            let seen = Self.watch(input, cutAt: [cut])
            #expect(seen.rule == rule)
            // What of the frame had gone before its fault came cannot be taken back.
            let gone = seen.isWithinFrame ? cut : good.count
            #expect(seen.passed == Array(input[..<gone]), "cut at \(cut)")
            #expect(seen.isWithinFrame == (header > 0 && cut >= good.count + header && cut < good.count + frame.count))
        }
    }

    // MARK: - Through the proxy

    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    private static let asking = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
    ]

    /// A server that opens a WebSocket with what `fields` says, then does as told.
    private static func origin(
        _ fields: [String] = [], _ then: @escaping @Sendable (RawConnection) throws -> Void
    ) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            let asked = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key: ") }
            let accept = WebSocketHandshake.accept(for: Bytes(String((asked ?? "").dropFirst(19))))
            let answer = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
            try connection.send((answer + ["Sec-WebSocket-Accept: \(accept.text)"] + fields).joined(separator: "\r\n"))
            try connection.send("\r\n\r\n")
            try then(connection)
        }
    }

    private static func strict(_ change: (inout ProxyConfiguration) -> Void = { _ in }) -> ProxyConfiguration {
        .with { configuration in
            configuration.isStrict = true
            change(&configuration)
        }
    }

    @Test func aServersFaultEndsBothSidesWithTheCodeThatIsDue() async throws {
        let ends = Handover<[UInt8]>()
        let origin = try Self.origin { connection in
            try connection.send(Self.frame(0x81, Array("good".utf8)) + Self.frame(0x83, [1]))
            ends.put(try connection.receive(exactly: 8))
            _ = try? connection.receiveToEnd()
        }
        try await withEngine(Self.strict()) { engine in
            let client = try engine.connect()
            try client.send(
                (["GET \(origin.url)/ HTTP/1.1", "Host: \(origin.host)"] + Self.asking).joined(separator: "\r\n"))
            try client.send("\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: 6) == Self.frame(0x81, Array("good".utf8)))
            let close = try client.receive(exactly: 4)
            #expect(close[0] == 0x88 && close[1] < 126 && Array(close[2...]) == [0x03, 0xEA])
            let (reason, end) = try client.receiveToEnd()
            #expect(reason == "The opcode is not known." && end == .closed)
            // The server is told as by a client, with a mask.
            let told = try ends.take("the server was told")
            #expect(told[0] == 0x88 && told[1] & 0x80 != 0)
            #expect([told[6] ^ told[2], told[7] ^ told[3]] == [0x03, 0xEA])
            let outcome = try #require(try engine.finished(1).first?.outcome)
            #expect(outcome.code == .webSocketRuleBroken && outcome.by == .upstream && outcome.kind == .aborted)
            #expect(outcome.detail.contains("RFC 6455 §5.2") && outcome.detail.contains("Byte 6"))
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func withoutItAFaultIsRelayed() async throws {
        let origin = try Self.origin { connection in
            try connection.send(Self.frame(0x83, [1]))
            _ = try? connection.receiveToEnd()
        }
        try await withEngine { engine in
            let client = try engine.connect()
            try client.send(
                (["GET \(origin.url)/ HTTP/1.1", "Host: \(origin.host)"] + Self.asking).joined(separator: "\r\n"))
            try client.send("\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: 3) == Self.frame(0x83, [1]))
        }
    }

    /// Its frames may be good: nobody here knows.
    @Test func whereAnUnknownExtensionWasAgreedOnNothingIsEnded() async throws {
        let origin = try Self.origin(["Sec-WebSocket-Extensions: x-own"]) {
            try $0.send(Self.frame(0xA1, [1]))
            _ = try? $0.receiveToEnd()
        }
        try await withEngine(Self.strict()) { engine in
            let client = try engine.connect()
            let lines = ["GET \(origin.url)/ HTTP/1.1", "Host: \(origin.host)"] + Self.asking
            let offer = "Sec-WebSocket-Extensions: x-own"
            try client.send((lines + [offer]).joined(separator: "\r\n") + "\r\n\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 101 "))
            #expect(try client.receive(exactly: 3) == Self.frame(0xA1, [1]))
        }
        #expect(origin.problems.isEmpty)
    }

    /// Whoever has the beginning of a frame cannot be told anything.
    @Test func inTheMiddleOfAFrameItBreaks() async throws {
        let goOn = Handover<Void>()
        let origin = try Self.origin { connection in
            let frame = Self.frame(0x81, [65, 65, 0xFF])
            try connection.send(frame[..<4])
            try goOn.take("the beginning has come")
            try connection.send(frame[4...])
            _ = try? connection.receiveToEnd()
        }
        try await withEngine(Self.strict()) { engine in
            let client = try engine.connect()
            try client.send(
                (["GET \(origin.url)/ HTTP/1.1", "Host: \(origin.host)"] + Self.asking).joined(separator: "\r\n"))
            try client.send("\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: 4) == [0x81, 3, 65, 65])
            goOn.put(())
            let (rest, end) = try client.receiveToEnd()
            #expect(rest.isEmpty && end == .reset)
            #expect(try engine.finished(1).first?.outcome?.detail.contains("closed with 1007") == true)
        }
    }

    @Test func onAStreamAClientsFaultEndsItToo() async throws {
        let ends = Handover<[UInt8]>()
        let origin = try Self.origin { connection in
            ends.put(try connection.receive(exactly: 8))
            _ = try? connection.receiveToEnd()
        }
        let configuration = Self.strict { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
        }
        try await withEngine(configuration) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try Self.openWebSocket(client, version: "13")
            try client.wait("the answer") { client.messages[stream]?.status == "200" }
            // Without a mask.
            let frame = Self.frame(0x81, [65])
            client.wire.sendData(frame.span, on: stream, ends: false)
            try client.flush()
            try client.wait("the close") { (client.messages[stream]?.body.count ?? 0) >= 4 }
            #expect(Array((client.messages[stream]?.body ?? [])[2..<4]) == [0x03, 0xEA])
            _ = try ends.take("the server was told")
            let outcome = try #require(try engine.finished(1).first?.outcome)
            #expect(outcome.code == .webSocketRuleBroken && outcome.by == .client)
            #expect(outcome.detail.contains("RFC 6455 §5.1"))
        }
        #expect(origin.problems.isEmpty)
    }

    private static func openWebSocket(_ client: HTTP2Peer, version: String) throws -> UInt32 {
        try client.flush()
        try client.wait("the offer") { client.wire.peerSettings.allowsExtendedConnect }
        let fields = [
            (":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "http"), (":authority", "a.test"),
            (":path", "/"), ("sec-websocket-version", version),
        ]
        return try client.connect(fields)
    }

    // MARK: - Handshakes

    @Test(arguments: [
        ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: abc"], ["Sec-WebSocket-Version: 13"],
        ["Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: \(key)"], ["Sec-WebSocket-Key: \(key)"],
    ])
    func aRequestThatBreaksThemReachesNoServer(_ fields: [String]) async throws {
        let origin = try Self.origin { _ in }
        try await withEngine(Self.strict()) { engine in
            let client = try engine.connect()
            let lines = ["GET \(origin.url)/ HTTP/1.1", "Host: \(origin.host)", "Upgrade: websocket"]
            try client.send((lines + ["Connection: Upgrade"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
            let (status, body) = try client.receiveResponse()
            #expect(status.hasPrefix("HTTP/1.1 400") && body.contains("RFC 6455 §4.1"))
            #expect(try engine.finished(1).first?.outcome?.code == .malformedRequest)
        }
        #expect(origin.connectionCount == 0)
    }

    @Test func onAStreamTheVersionIsAskedForAndNoKey() async throws {
        let origin = try Self.origin { _ in }
        try await withEngine(Self.strict()) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try Self.openWebSocket(client, version: "12")
            #expect(try client.message(on: stream).status == "400")
        }
        #expect(origin.connectionCount == 0)
    }

    @Test(arguments: [
        ["Sec-WebSocket-Protocol: chat"], ["Sec-WebSocket-Extensions: permessage-deflate"],
        ["Sec-WebSocket-Accept: \(accept)"],
    ])
    func anAnswerThatBreaksThemBecomesA502(_ fields: [String]) async throws {
        let origin = try Self.origin(fields) { _ = try? $0.receiveToEnd() }
        for isStrict in [true, false] {
            try await withEngine(.with { $0.isStrict = isStrict }) { engine in
                let client = try engine.connect()
                let lines = ["GET \(origin.url)/ HTTP/1.1", "Host: \(origin.host)"] + Self.asking
                try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
                let head = try client.receiveHead()
                #expect(head.hasPrefix("HTTP/1.1 \(isStrict ? 502 : 101) "))
                guard isStrict else { return }
                #expect(try engine.finished(1).first?.outcome?.code == .unwantedResponse)
            }
        }
    }
}

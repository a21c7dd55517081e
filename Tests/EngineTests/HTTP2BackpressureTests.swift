import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import Synchronization
import TestKit
import Testing

/// While the recorder is full, what comes on streams of HTTP/2 waits at their windows, and frames are read all the
/// same.
@Suite struct HTTP2BackpressureTests {
    private final class Recorder: Sendable {
        private let full = Mutex(false)

        var isFull: Bool {
            get { full.withLock { $0 } }
            set { full.withLock { $0 = newValue } }
        }
    }

    private static func reverse(to origin: ScriptedOrigin, http2: Bool = false) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            configuration.upstreamHTTP2 = http2
        }
    }

    private static func run(
        _ configuration: ProxyConfiguration, _ recorder: Recorder, _ test: (EngineHost) async throws -> Void
    ) async throws {
        try await withEngine(configuration, isFull: { recorder.isFull }, test)
    }

    private static let usual = HTTP2Limits().streamWindow

    /// One whose settings are known.
    private static func client(
        _ engine: EngineHost, limits: HTTP2Limits = HTTP2Limits()
    ) throws -> HTTP2Peer {
        let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
        try client.flush()
        try client.wait("the settings") { client.wire.peerSettings.initialWindowSize == UInt32(usual) }
        return client
    }

    private static func received(_ engine: EngineHost, _ kind: MessageKind) -> Int {
        engine.flows.reduce(0) { $0 + engine.content(of: $1.id, kind).count }
    }

    @Test func anUploadWaitsAtItsWindowAndADownloadGoesOn() async throws {
        let recorder = Recorder()
        let began = Handover<Void>()
        let size = 1 << 20
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                if head.hasPrefix("GET") {
                    try connection.send(reply(String(repeating: "d", count: 60_000)))
                } else {
                    began.put(())
                    let body = try connection.receive(exactly: size)
                    try connection.send(reply("\(body.count)"))
                }
            }
        }
        try await Self.run(Self.reverse(to: origin), recorder) { engine in
            var limits = HTTP2Limits()
            limits.streamWindow = 1000
            limits.largestStreamWindow = 1000
            let client = try Self.client(engine, limits: limits)
            client.consumes = false
            let download = try client.request("/down", scheme: "http")
            try client.wait("as much as fits") { client.messages[download]?.body.count == 1000 }
            try eventually("all of the download is here") { Self.received(engine, .response) == 60_000 }
            let upload = try client.request(
                method: "POST", scheme: "http", [("content-length", "\(size)")], ends: false)
            try began.take("the upload's head has come")

            recorder.isFull = true
            let body = [UInt8](repeating: 120, count: size)
            var sent = client.wire.sendData(body.span, on: upload, ends: true)
            try client.flush()
            try client.ping()
            #expect(sent == Self.usual)
            // No window was given, and nothing was told that would have to be kept.
            #expect(client.wire.sendable(on: upload) == 0)
            #expect(Self.received(engine, .request) == 0)
            // What was kept before goes out, since the client's windows are read.
            client.consumes = true
            client.wire.consumed(1000, on: download)
            try client.flush()
            #expect(try client.message(on: download).body.count == 60_000)
            #expect(client.wire.sendable(on: upload) == 0)

            recorder.isFull = false
            while sent < size {
                try client.wait("a window") { client.wire.sendable(on: upload) > 0 }
                sent += client.wire.sendData(body.span.extracting(sent..<size), on: upload, ends: true)
                try client.flush()
            }
            #expect(try client.message(on: upload).text == "\(size)")
            #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
            #expect(Self.received(engine, .request) == size)
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func aServersStreamWaitsAtItsWindow() async throws {
        let recorder = Recorder()
        let size = 1 << 20
        let stands = Handover<Int>()
        let goOn = Handover<Void>()
        let origin = try ScriptedOrigin { raw, _ in
            let server = HTTP2Peer(.server, raw)
            let (stream, _) = try server.nextRequest()
            recorder.isFull = true
            let fields = [(":status", "200"), ("content-length", "\(size)")]
            server.wire.sendFields(HTTP2Peer.fields(fields), on: stream, ends: false)
            let body = [UInt8](repeating: 120, count: size)
            var sent = server.wire.sendData(body.span, on: stream, ends: true)
            try server.flush()
            try server.ping()
            stands.put(server.wire.sendable(on: stream) == 0 ? sent : -1)
            try goOn.take("the recorder has room")
            while sent < size {
                try server.wait("a window") { server.wire.sendable(on: stream) > 0 }
                sent += server.wire.sendData(body.span.extracting(sent..<size), on: stream, ends: true)
                try server.flush()
            }
            try? server.wait("the end") { false }
        }
        try await Self.run(Self.reverse(to: origin, http2: true), recorder) { engine in
            let client = try Self.client(engine)
            let stream = try client.request(scheme: "http")
            #expect(try stands.take("the server stands still") == Self.usual)
            #expect(Self.received(engine, .response) == 0)
            recorder.isFull = false
            goOn.put(())
            #expect(try client.message(on: stream).body.count == size)
            #expect(try engine.finished(1).first?.outcome == .complete)
        }
        #expect(origin.problems.isEmpty)
    }

    /// All that a server said before it left is told, though the recorder was full when it came.
    @Test func whatCameBeforeTheServerLeftIsNotLost() async throws {
        let recorder = Recorder()
        let left = Handover<Void>()
        let origin = try ScriptedOrigin { raw, _ in
            let server = HTTP2Peer(.server, raw)
            let (stream, _) = try server.nextRequest()
            recorder.isFull = true
            try server.respond(200, on: stream, body: "all of it")
            try server.ping()
            raw.close()
            left.put(())
        }
        try await Self.run(Self.reverse(to: origin, http2: true), recorder) { engine in
            let client = try Self.client(engine)
            let stream = try client.request(scheme: "http")
            try left.take("the server has left")
            recorder.isFull = false
            #expect(try client.message(on: stream).text == "all of it")
            #expect(try engine.finished(1).first?.outcome == .complete)
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func aNewRequestWaitsAndIsServedThen() async throws {
        let recorder = Recorder()
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await Self.run(Self.reverse(to: origin), recorder) { engine in
            let client = try Self.client(engine)
            recorder.isFull = true
            let stream = try client.request(method: "POST", scheme: "http", [("content-length", "4")], body: "ping")
            let other = try client.request("/other", scheme: "http")
            try client.ping()
            #expect(origin.connectionCount == 0)
            #expect(client.messages[stream] == nil)
            #expect(engine.flows.allSatisfy { $0.requestHead == nil })
            recorder.isFull = false
            #expect(try client.message(on: stream).text == "good")
            #expect(try client.message(on: other).text == "good")
            let flows = try engine.finished(2)
            #expect(flows.map { $0.requestHead?.targetBytes.text } == ["/", "/other"])
            #expect(flows.allSatisfy { $0.outcome == .complete })
        }
        #expect(origin.problems.isEmpty)
    }

    @Test(arguments: ["reset", "malformed", "gone"])
    func aRequestThatEndsWhileItWaitsIsRecordedAndGoesNowhere(how: String) async throws {
        let recorder = Recorder()
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await Self.run(Self.reverse(to: origin), recorder) { engine in
            let raw = try engine.connect()
            let client = HTTP2Peer(.client, raw)
            recorder.isFull = true
            let stream = try client.request(
                "/a", method: "POST", scheme: "http", [("content-length", "1")], ends: false)
            switch how {
            case "reset":
                client.wire.reset(stream, .cancel)
                try client.ping()
            case "malformed":
                try client.send("ab", on: stream, ends: true)
                #expect(try client.message(on: stream).status == "400")
            default:
                try client.ping()
                raw.close()
            }
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.requestHead?.targetBytes.text == "/a")
            let codes: [String: Outcome.Code] = [
                "reset": .resetByClient, "malformed": .malformedRequest, "gone": .clientClosed,
            ]
            #expect(flow.outcome?.code == codes[how])
            recorder.isFull = false
        }
        #expect(origin.connectionCount == 0)
    }

    /// What a client says in a tunnel ahead of the answer waits with the request, and comes behind it.
    @Test func aTunnelThatWaitedCarriesWhatWasSaidMeanwhile() async throws {
        let recorder = Recorder()
        let origin = try ScriptedOrigin { connection, _ in
            let bytes = try connection.receive(exactly: 5)
            try connection.send(bytes.reversed())
            _ = try? connection.receiveToEnd()
        }
        try await Self.run(ProxyConfiguration(), recorder) { engine in
            let client = try Self.client(engine)
            recorder.isFull = true
            let fields = [(":method", "CONNECT"), (":authority", origin.host)]
            let stream = try client.connect(fields)
            try client.send("hello", on: stream, ends: false)
            try client.ping()
            #expect(origin.connectionCount == 0)
            recorder.isFull = false
            try client.wait("the answer") { client.messages[stream]?.text == "olleh" }
            try client.send("", on: stream, ends: true)
            #expect(try client.message(on: stream).hasEnded)
        }
        #expect(origin.problems.isEmpty)
    }

    // MARK: - Windows together

    @Test func manyOpenStreamsMakeNewOnesStartSmaller() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                _ = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
                try connection.send(reply("ok"))
            }
        }
        var configuration = Self.reverse(to: origin)
        configuration.http2.windows = 4 * Self.usual
        try await withEngine(configuration) { engine in
            let client = try Self.client(engine)
            func open() throws -> UInt32 {
                try client.request(method: "POST", scheme: "http", [("content-length", "1")], ends: false)
            }
            let three = try (0..<3).map { _ in try open() }
            try client.ping()
            #expect(client.wire.peerSettings.initialWindowSize == UInt32(Self.usual))
            let fourth = try open()
            try client.wait("a smaller window") { client.wire.peerSettings.initialWindowSize == 64 << 10 }
            // RFC 9113 §6.9.2: those that are open have as much less.
            #expect(client.wire.sendable(on: fourth) == 64 << 10)
            // Another connection of the loop begins so.
            let second = HTTP2Peer(.client, try engine.connect())
            try second.flush()
            try second.wait("its settings") { second.wire.peerSettings.initialWindowSize == 64 << 10 }
            // With one more free it stays, with half of them it ends.
            try client.send("x", on: fourth, ends: true)
            #expect(try client.message(on: fourth).text == "ok")
            try client.ping()
            #expect(client.wire.peerSettings.initialWindowSize == 64 << 10)
            for stream in three.dropFirst() {
                try client.send("x", on: stream, ends: true)
                #expect(try client.message(on: stream).text == "ok")
            }
            try client.wait("the usual window") { client.wire.peerSettings.initialWindowSize == UInt32(Self.usual) }
            try client.send("x", on: three[0], ends: true)
            #expect(try client.message(on: three[0]).text == "ok")
            #expect(client.goAway == nil)
        }
        #expect(origin.problems.isEmpty)
    }

    /// However many there are: what all may send together hardly grows, and each is still served.
    @Test func veryManyOpenStreamsStartSmallest() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                _ = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
                try connection.send(reply("ok"))
            }
        }
        var configuration = Self.reverse(to: origin)
        configuration.http2.windows = Self.usual
        try await withEngine(configuration) { engine in
            let client = try Self.client(engine)
            let streams = try (0..<17).map { _ in
                try client.request(method: "POST", scheme: "http", [("content-length", "1")], ends: false)
            }
            try client.wait("the smallest window") { client.wire.peerSettings.initialWindowSize == 8 << 10 }
            let all = streams.reduce(0) { $0 + client.wire.sendable(on: $1) }
            #expect(all <= 17 * 8 << 10)
            for stream in streams.dropFirst() {
                try client.send("x", on: stream, ends: true)
                #expect(try client.message(on: stream).text == "ok")
            }
            try client.wait("a larger window") { client.wire.peerSettings.initialWindowSize == 64 << 10 }
            try client.send("x", on: streams[0], ends: true)
            #expect(try client.message(on: streams[0]).text == "ok")
            #expect(client.goAway == nil)
        }
        #expect(origin.problems.isEmpty)
    }
}

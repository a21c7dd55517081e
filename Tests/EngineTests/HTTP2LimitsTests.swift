import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What a client may cost, row by row of docs/http2.md: what it is sent, and what its flow says.
@Suite struct HTTP2LimitsTests {
    private struct Row: Sendable {
        let rule: String
        var code: UInt32 = HTTP2ErrorCode.enhanceYourCalm.rawValue
        var limits: @Sendable (inout HTTP2Limits) -> Void = { _ in }
        let send: @Sendable (HTTP2Peer) throws -> Void
    }

    private static func frame(_ type: UInt8, _ flags: UInt8 = 0, _ stream: UInt8 = 0, _ payload: [UInt8] = [])
        -> [UInt8]
    {
        [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255), type, flags]
            + [0, 0, 0, stream] + payload
    }

    private static func times(_ count: Int, _ frame: [UInt8]) -> [UInt8] { (0..<count).flatMap { _ in frame } }

    /// One a second comes back: a machine that is slow to send five of them does not send them within the limit.
    private static let fewResets: @Sendable (inout HTTP2Limits) -> Void = {
        $0.resets = 3
        $0.resetsPerSecond = 1
    }

    private static let rows: [Row] = [
        Row(
            rule: "resetFlood", limits: fewResets,
            send: { client in
                for _ in 0..<5 {
                    let stream = try client.request(scheme: "http")
                    client.wire.reset(stream, .cancel)
                }
                try client.flush()
            }),
        // CVE-2025-8671: WINDOW_UPDATE of 0 makes us reset (RFC 9113 §6.9).
        Row(
            rule: "resetFlood", limits: fewResets,
            send: { client in
                let streams = try (0..<5).map { _ in try client.request(scheme: "http") }
                try client.send(raw: streams.flatMap { frame(8, 0, UInt8($0), [0, 0, 0, 0]) })
            }),
        Row(rule: "tooManyContinuations") { client in
            try client.send(raw: frame(1, 1, 1, [0x82]) + times(33, frame(9, 0, 1, [0x84])))
        },
        Row(rule: "emptyContinuation") { try $0.send(raw: frame(1, 1, 1, [0x82]) + frame(9, 0, 1)) },
        Row(
            rule: "blockTooLarge", limits: { $0.fieldBlock = 10_000 },
            send: { client in
                let piece = [UInt8](repeating: 0x82, count: 8_000)
                try client.send(raw: frame(1, 1, 1, piece) + frame(9, 0, 1, piece))
            }),
        Row(rule: "tooManyValues") { client in
            try client.send(raw: frame(4, 0, 0, times(33, [0, 3, 0, 0, 0, 1])))
        },
        Row(rule: "settingsFlood", limits: { $0.settings = 4 }, send: { try $0.send(raw: times(5, frame(4))) }),
        Row(
            rule: "pingFlood", limits: { $0.pings = 4 },
            send: { client in
                try client.send(raw: times(5, frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8])))
            }),
        Row(
            rule: "emptyDataFlood", limits: { $0.emptyData = 3 },
            send: { client in
                let stream = try client.request(method: "POST", scheme: "http", ends: false)
                try client.send(raw: times(4, frame(0, 0, UInt8(stream))))
            }),
        Row(
            rule: "priorityFlood", limits: { $0.prioritiesPerStream = 3 },
            send: { client in
                try client.send(raw: times(4, frame(2, 0, 1, [0, 0, 0, 0, 1])))
            }),
        Row(
            rule: "priorityFlood", limits: { $0.prioritiesPerStream = 3 },
            send: { client in
                try client.send(raw: times(4, frame(16, 0, 0, [0, 0, 0, 1])))
            }),
        Row(rule: "windowUpdateFlood") { try $0.send(raw: times(10, frame(8, 0, 0, [0, 0, 0, 1]))) },
        // A number of more than five octets (RFC 7541 §5.1).
        Row(rule: "compression", code: 9) { client in
            try client.send(raw: frame(1, 5, 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]))
        },
    ]

    private static func configuration(
        _ origin: ScriptedOrigin, _ limits: (inout HTTP2Limits) -> Void = { _ in }
    ) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            limits(&configuration.http2)
        }
    }

    /// One that reads, and never answers.
    private static func silent() throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in _ = try? connection.receiveToEnd() }
    }

    @Test(arguments: rows.indices)
    func whoeverGoesBeyondIsToldSo(_ index: Int) async throws {
        let row = Self.rows[index]
        // It has to be there until the end: without it the streams are answered, and nothing is left to be reset.
        let origin = try Self.silent()
        defer { withExtendedLifetime(origin) {} }
        try await withEngine(Self.configuration(origin, row.limits)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            try row.send(client)
            try client.wait("GOAWAY for \(row.rule)") { client.goAway != nil }
            #expect(client.goAway?.rawValue == row.code, "\(row.rule)")
            // Streams that the client took back end before the one that is too many.
            try eventually("a flow says \(row.rule)") {
                engine.flows.contains { $0.outcome?.detail.contains(row.rule) == true }
            }
            #expect(!engine.flows.contains { $0.outcome == .complete })
        }
    }

    @Test func whatIsWithinThemPasses() async throws {
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await withEngine(Self.configuration(origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            try client.send(
                raw: Self.times(50, Self.frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0])) + Self.times(50, Self.frame(4))
                    + Self.times(90, Self.frame(2, 0, 1, [0, 0, 0, 0, 1])) + Self.frame(0xAB, 0xFF, 0, [1, 2]))
            for _ in 0..<120 { #expect(try client.message(on: client.request(scheme: "http")).text == "good") }
            #expect(client.goAway == nil)
        }
    }

    @Test func aListThatIsTooLargeCostsItsStreamAlone() async throws {
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await withEngine(Self.configuration(origin) { $0.fieldList = 2_000 }) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let large = try client.request(scheme: "http", [("x-a", String(repeating: "a", count: 3_000))])
            #expect(try client.message(on: large).status == "431")
            #expect(try client.message(on: client.request(scheme: "http")).text == "good")
            #expect(try engine.finished(2).map { $0.outcome == .complete } == [false, true])
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func aStreamTooManyIsRefusedAlone() async throws {
        let gate = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try gate.take("the other was refused")
            try connection.send(reply("good"))
        }
        try await withEngine(Self.configuration(origin) { $0.streams = 1 }) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            // Both leave before the client knows that one alone is allowed.
            let first = try client.request(scheme: "http")
            let second = try client.request(scheme: "http")
            #expect(try client.message(on: second).reset == .refusedStream)
            gate.put(())
            #expect(try client.message(on: first).text == "good")
            #expect(client.goAway == nil)
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func aWindowThatStaysShutEndsItsStreamAlone() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                try connection.send(reply(String(repeating: "x", count: head.hasPrefix("GET /big") ? 1_000_000 : 2)))
            }
        }
        try await withEngine(Self.configuration(origin) { $0.stall = .milliseconds(300) }) { engine in
            var limits = HTTP2Limits()
            limits.streamWindow = 1_000
            limits.largestStreamWindow = 1_000
            let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
            client.consumes = false
            let big = try client.request("/big", scheme: "http")
            let message = try client.message(on: big)
            #expect(message.reset == .cancel && !message.hasEnded && message.body.count == 1_000)
            #expect(try client.message(on: client.request("/small", scheme: "http")).text == "xx")
            let flows = try engine.finished(2)
            #expect(flows[0].outcome?.code == .receiverStalled && flows[0].outcome?.by == .client)
            #expect(flows[1].outcome == .complete)
        }
    }

    // MARK: Servers

    private static func origin(_ script: @escaping @Sendable (HTTP2Peer) throws -> Void) throws -> ScriptedOrigin {
        try ScriptedOrigin { raw, _ in try script(HTTP2Peer(.server, raw)) }
    }

    private static func upstream(_ origin: ScriptedOrigin, resets: Int) -> ProxyConfiguration {
        var configuration = configuration(origin) { $0.resets = resets }
        configuration.upstreamHTTP2 = true
        return configuration
    }

    /// What goes on a stream that is over, until it is too much.
    @Test(arguments: [frame(3, 0, 1, [0, 0, 0, 8]), frame(8, 0, 1, [0, 0, 0, 1])])
    func aServerThatGoesOnAboutWhatIsOverIsToldSo(_ late: [UInt8]) async throws {
        let rule = late[3] == 3 ? "resetFlood" : "windowUpdateFlood"
        let origin = try Self.origin { peer in
            let (first, _) = try peer.nextRequest()
            try peer.respond(200, on: first, body: "good")
            _ = try peer.nextRequest(after: 1)
            try peer.send(raw: Self.times(40, late))
            try peer.wait("GOAWAY") { peer.goAway != nil }
            guard peer.goAway == .enhanceYourCalm else { throw Failure("\(String(describing: peer.goAway))") }
        }
        try await withEngine(Self.upstream(origin, resets: 3)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            #expect(try client.message(on: client.request(scheme: "http")).text == "good")
            // What was under way has no answer, and says why; the client's connection goes on.
            #expect(try client.message(on: client.request(method: "POST", scheme: "http")).status == "502")
            let flows = try engine.finished(2)
            #expect(flows[0].outcome == .complete)
            #expect(flows[1].outcome?.by == .upstream && flows[1].outcome?.detail.contains(rule) == true)
            #expect(client.goAway == nil)
        }
        #expect(origin.connectionCount >= 1)
    }

    /// RFC 9113 §8.1: it has answered, and wants no more of the request.
    @Test func aServerThatAnswersEarlyManyTimesIsNotEnded() async throws {
        let origin = try Self.origin { peer in
            var count = 0
            while true {
                try peer.wait("a request") { peer.opened.count > count }
                let stream = peer.opened[count]
                count += 1
                try peer.respond(413, on: stream, body: "no")
                peer.wire.reset(stream, .noError)
                peer.wire.release(stream)
                try peer.flush()
            }
        }
        try await withEngine(Self.upstream(origin, resets: 2)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            for _ in 0..<200 {
                let stream = try client.request(method: "POST", scheme: "http", ends: false)
                #expect(try client.message(on: stream).text == "no")
                try client.wait("the reset") { client.messages[stream]?.reset != nil }
                client.wire.release(stream)
            }
            let flows = try engine.finished(200)
            #expect(!flows.contains { $0.outcome?.detail.contains("Flood") == true })
            #expect(client.goAway == nil)
        }
        #expect(origin.connectionCount == 1)
    }
}

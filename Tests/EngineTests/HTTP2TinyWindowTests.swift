import Bytes
import Engine
import Flow
import Foundation
import HTTPModel
import HTTPWire
import Synchronization
import TestKit
import Testing

/// Clients that open their windows octet by octet, or slowly: the first cost no more than those that open none, the
/// others get all there is.
@Suite struct HTTP2TinyWindowTests {
    private static let size = 4_000_000
    /// More than the systems between have room for.
    private static let hugeSize = 100_000_000

    private final class Count: Sendable {
        private let value = Mutex(0)
        var total: Int { value.withLock { $0 } }

        func add(_ more: Int) { value.withLock { $0 += more } }
    }

    /// Sends as much as it is let, and counts that.
    private static func origin(_ sent: Count = Count()) throws -> ScriptedOrigin {
        let piece = [UInt8](repeating: 0x78, count: 10_000)
        return try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                let count = head.hasPrefix("GET /big") ? size : head.hasPrefix("GET /huge") ? hugeSize : 2
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
                var left = count
                while left > 0 {
                    try connection.send(Array(piece.prefix(left)))
                    left -= min(left, piece.count)
                    sent.add(min(count, piece.count))
                }
            }
        }
    }

    private static func configuration(_ origin: ScriptedOrigin, stall: Duration) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            configuration.http2.stall = stall
        }
    }

    private static func windowUpdate(_ stream: UInt32, _ increment: UInt8) -> [UInt8] {
        [0, 0, 4, 8, 0, 0, 0, 0, UInt8(stream), 0, 0, 0, increment]
    }

    private static func client(_ engine: EngineHost, window: Int) throws -> HTTP2Peer {
        var limits = HTTP2Limits()
        limits.streamWindow = window
        limits.largestStreamWindow = window
        let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
        client.consumes = false
        return client
    }

    @Test func aWindowThatOpensOctetByOctetIsAsGoodAsShut() async throws {
        let sent = Count()
        let origin = try Self.origin(sent)
        try await withEngine(Self.configuration(origin, stall: .milliseconds(500))) { engine in
            let client = try Self.client(engine, window: 1)
            let big = try client.request("/huge", scheme: "http")
            var octets = 1
            try client.wait("the first octet") { client.messages[big]?.body.count == octets }
            while client.messages[big]?.reset == nil, octets < 500 {
                octets += 1
                // Each is answered by a frame of one octet: no flood, and hardly any progress.
                client.wire.consumed(1, on: big)
                try client.flush()
                try client.wait("one more") {
                    client.messages[big]?.reset != nil || client.messages[big]?.body.count == octets
                }
                usleep(10_000)
            }
            #expect(client.messages[big]?.reset == .cancel && octets < 500)
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .receiverStalled && flow.outcome?.by == .client)
            // What waited is what its own windows let in, and what the systems between have room for.
            #expect(sent.total < Self.hugeSize / 2)
            // The connection goes on.
            let small = try client.request("/small", scheme: "http")
            try client.wait("an octet of another") { client.messages[small]?.body.count == 1 }
            #expect(client.goAway == nil)
        }
    }

    /// Increments that nothing was sent for are a flood, however small they are.
    @Test func incrementsByTheThousandAreAFlood() async throws {
        let sent = Count()
        let origin = try Self.origin(sent)
        try await withEngine(Self.configuration(origin, stall: .seconds(20))) { engine in
            let client = try Self.client(engine, window: 1)
            let big = try client.request("/big", scheme: "http")
            try client.wait("the first octet") { client.messages[big]?.body.count == 1 }
            try client.send(raw: (0..<1_000).flatMap { _ in Self.windowUpdate(big, 1) })
            try client.wait("GOAWAY") { client.goAway != nil }
            #expect(client.goAway == .enhanceYourCalm)
            #expect(try engine.finished(1)[0].outcome?.detail.contains("windowUpdateFlood") == true)
        }
    }

    /// A client that is slow and reads on gets all of it.
    @Test func aSlowReceiverIsNotEnded() async throws {
        let origin = try Self.origin()
        try await withEngine(Self.configuration(origin, stall: .seconds(4))) { engine in
            let client = try Self.client(engine, window: 1_000)
            let big = try client.request("/big", scheme: "http")
            // Longer than a window may be shut, all in all; each time for a tenth of that.
            for round in 1...12 {
                try client.wait("round \(round)") {
                    client.messages[big]?.body.count == round * 1_000 || client.messages[big]?.reset != nil
                }
                usleep(400_000)
                client.wire.consumed(1_000, on: big)
                try client.flush()
            }
            try client.wait("the last") { client.messages[big]?.body.count == 13_000 }
            #expect(client.messages[big]?.reset == nil)
        }
    }

    /// Whoever reads another stream first has not stopped reading (RFC 9218: that is what priorities are for).
    @Test func aStreamThatWaitsForAnotherIsNotStalled() async throws {
        let origin = try Self.origin()
        try await withEngine(Self.configuration(origin, stall: .seconds(2))) { engine in
            var limits = HTTP2Limits()
            limits.connectionWindow = 65_535
            limits.streamWindow = 1 << 20
            let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
            let first = try client.request("/big", scheme: "http", [("priority", "u=0")])
            let second = try client.request("/big", scheme: "http", [("priority", "u=7")])
            // 64 KiB at a time, for far longer than a window may be shut.
            while client.messages[first]?.hasEnded != true {
                let before = client.messages[first]?.body.count ?? 0
                try client.wait("more") {
                    client.messages[first]?.body.count ?? 0 > before || client.messages[first]?.reset != nil
                }
                try #require(client.messages[first]?.reset == nil)
                usleep(60_000)
            }
            #expect(client.messages[second]?.reset == nil)
            #expect(try client.message(on: second).body.count == Self.size)
            #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
        }
    }
}

import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What a client wants first it gets first (RFC 9218), by the field of its request and by PRIORITY_UPDATE.
@Suite struct HTTP2PriorityTests {
    private static let size = 40_000

    /// PRIORITY_UPDATE (RFC 9218 §7.1).
    private static func update(_ stream: UInt32, _ value: String) -> [UInt8] {
        let payload = (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * UInt32($0))) } + Array(value.utf8)
        return [0, 0, UInt8(payload.count), 16, 0, 0, 0, 0, 0] + payload
    }

    private struct Seen {
        /// The paths, in the order in which pieces of content came.
        var pieces: [String] = []
        /// The heads that the server got.
        var heads: [String] = []

        /// Without repetitions.
        var turns: [String] {
            pieces.indices.filter { $0 == 0 || pieces[$0] != pieces[$0 - 1] }.map { pieces[$0] }
        }
    }

    /// Asks for each path with its `Priority`, sends frames before and behind, and opens the windows when all responses
    /// are there.
    private static func exchange(
        _ asked: [(path: String, priority: String?)], before: [UInt8] = [], behind: [UInt8] = []
    ) async throws -> Seen {
        let heads = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                heads.put(head)
                try connection.send(reply(String(repeating: "x", count: size)))
            }
        }
        let configuration = ProxyConfiguration.with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
        }
        var seen = Seen()
        try await withEngine(configuration) { engine in
            var limits = HTTP2Limits()
            limits.streamWindow = 0
            let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
            try client.send(raw: before)
            var paths: [UInt32: String] = [:]
            for (path, priority) in asked {
                let fields = priority.map { [("priority", $0)] } ?? []
                paths[try client.request(path, scheme: "http", fields)] = path
            }
            try client.send(raw: behind)
            for _ in asked { seen.heads.append(try heads.take("a request came")) }
            try eventually("all responses have come") {
                engine.flows.count { flow in
                    engine.facts(of: flow.id).contains {
                        if case .messageEnded(.response, _) = $0 { true } else { false }
                    }
                } == asked.count
            }
            client.wire.setStreamWindow(1 << 20)
            try client.flush()
            for stream in paths.keys {
                let message = try client.message(on: stream)
                #expect(message.body.count == size && message.hasEnded)
            }
            seen.pieces = client.pieces.map { paths[$0] ?? "?" }
            #expect(client.goAway == nil)
        }
        return seen
    }

    @Test func theUrgentComesFirst() async throws {
        let seen = try await Self.exchange([("/late", "u=5"), ("/soon", "u=1"), ("/usual", nil), ("/last", "u=7, i")])
        #expect(seen.turns == ["/soon", "/usual", "/late", "/last"])
        // The field goes on; its server may know what to do with it.
        #expect(seen.heads.contains { $0.contains("priority: u=5\r\n") })
    }

    @Test func anUpdateHoldsInPlaceOfTheField() async throws {
        let seen = try await Self.exchange(
            [("/1", "u=0"), ("/3", nil), ("/5", "u=1")],
            // Of a stream that is yet to come, and of one that is there.
            before: Self.update(5, "u=6"), behind: Self.update(3, "u=0") + Self.update(1, "u=4"))
        #expect(seen.turns == ["/3", "/1", "/5"])
        // It was for Hark alone.
        #expect(!seen.heads.contains { $0.contains("u=6") || $0.contains("u=4") })
    }

    @Test func whatIsOfUseInPartsTakesTurns() async throws {
        let seen = try await Self.exchange([("/a", "i"), ("/b", "i"), ("/first", "u=2")])
        #expect(seen.turns.first == "/first")
        #expect(Array(seen.turns.dropFirst().prefix(4)) == ["/a", "/b", "/a", "/b"])
    }

    @Test func whatCannotBeReadChangesNothing() async throws {
        let seen = try await Self.exchange(
            [("/1", "u=5"), ("/3", "u=2")], behind: Self.update(1, "u=") + Self.update(99, "u=0"))
        #expect(seen.turns == ["/3", "/1"])
    }

    @Test func whoSaysNothingGetsAll() async throws {
        let seen = try await Self.exchange([("/1", nil), ("/3", nil)])
        #expect(Set(seen.pieces) == ["/1", "/3"])
    }
}

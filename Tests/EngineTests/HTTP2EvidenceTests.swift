import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What the record has of HTTP/2: every frame of an exchange, its field blocks, and what it waited for.
@Suite struct HTTP2EvidenceTests {
    private static func reverse(to origin: ScriptedOrigin) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
        }
    }

    @Test func aBlockInSeveralFramesIsOneBlock() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(reply("ok"))
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            // Such letters have long codes, so that the block does not fit into one frame.
            let stream = try client.request("/", scheme: "http", [("x-long", String(repeating: "{", count: 20_000))])
            #expect(try client.message(on: stream).text == "ok")
            let flow = try #require(try engine.finished(1).first)
            let came = flow.request.frames.map(\.frame).filter { !$0.isSent }
            #expect(came.map(\.type) == [1, 9])
            #expect(came.map(\.flagNames) == [["END_STREAM"], ["END_HEADERS"]])
            let block = try #require(flow.request.block)
            #expect(block.bytes.count == came.reduce(0) { $0 + $1.size })
            #expect(block.places.count == 5)
            // The places tile the block.
            var end = 0
            for place in block.places {
                #expect(place.offset == end)
                end += place.length
            }
            #expect(end == block.bytes.count)
            // It went on as HTTP/1.
            #expect(flow.request.sentBlock == nil && !flow.request.frames.contains { $0.frame.isSent })
            #expect(flow.request.waits.isEmpty && flow.response.waits.isEmpty)
        }
    }

    @Test func whatLeavesIsReadFromWhatLeft() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            for _ in 0..<2 {
                _ = try connection.receiveHead()
                try connection.send(reply("ok"))
            }
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            for _ in 0..<2 { _ = try client.message(on: client.request("/", scheme: "http", [("x-a", "b")])) }
            let flows = try engine.finished(2)
            // The client's own decoder reads the blocks that Hark says it sent, as they follow each other.
            var decoder = HPACKDecoder()
            for flow in flows {
                let decoded = try decoder.decode(try #require(flow.response.sentBlock))
                #expect(decoded.fields.raw == flow.response.sent)
                let left = flow.response.frames.map(\.frame).filter(\.isSent)
                #expect(left.map(\.type) == [1, 0])
                #expect(left.last?.flagNames == ["END_STREAM"])
            }
            // The second request names the entry that the first one made.
            let named = flows[1].request.block?.places.last
            #expect(named?.form == .indexed && named?.origin?.stream == flows[0].request.stream)
        }
    }

    /// A peer may send content octet by octet: that is not to cost the record more than it keeps.
    @Test func framesBeyondThoseThatAreKeptAreCounted() async throws {
        let count = 1_200
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            _ = try connection.receive(exactly: count)
            try connection.send(reply("ok"))
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let fields = [("content-length", "\(count)")]
            let stream = try client.request("/", method: "POST", scheme: "http", fields, ends: false)
            for place in 1...count { try client.send("x", on: stream, ends: place == count) }
            #expect(try client.message(on: stream).text == "ok")
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.request.frames.count == 1000 && flow.request.frameCount == 1 + count)
            let facts = engine.facts(of: flow.id)
            #expect(facts.count { if case .framePassed(.request, _) = $0 { true } else { false } } == 1000)
            #expect(flow.request.contentSize == UInt64(count))
            #expect(flow.request.wireSize == UInt64(count * 10))
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func aShutWindowIsAWaitWithItsCause() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(reply(String(repeating: "x", count: 1_500)))
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            var limits = HTTP2Limits()
            limits.streamWindow = 1000
            limits.largestStreamWindow = 1000
            let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
            client.consumes = false
            let stream = try client.request(scheme: "http")
            try client.wait("as much as fits") { client.messages[stream]?.body.count == 1000 }
            client.wire.consumed(1000, on: stream)
            client.consumes = true
            try client.flush()
            #expect(try client.message(on: stream).body.count == 1_500)
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.response.waits.map(\.cause) == [.streamWindow])
            #expect(flow.response.waits.first?.count == 500)
            let left = flow.response.frames.map(\.frame).filter { $0.type == 0 && $0.isSent }
            #expect(left.map(\.size) == [1000, 500])
            #expect(left.map(\.window).first == 0)
            let opened = flow.request.frames.map(\.frame).filter { $0.type == 8 }
            #expect(opened.map(\.increment) == [1000] && opened.map(\.window) == [1000])
        }
    }
}

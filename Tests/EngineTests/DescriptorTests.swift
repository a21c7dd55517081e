import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Clients that are silent, or have gone without a word, do not keep others out.
@Suite struct DescriptorTests {
    /// A server that answers `/fresh` alone.
    private static func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            if head.hasPrefix("GET /fresh") { try connection.send(reply("here")) }
            _ = try? connection.receiveToEnd()
        }
    }

    @Test(arguments: [true, false])
    func aFreshClientIsServedWhateverTheOthersDo(halfClosed: Bool) async throws {
        let origin = try Self.origin()
        try await withEngine(.with { $0.descriptorLimit = 128 }) { host in
            var others: [RawConnection] = []
            for _ in 0..<300 {
                let other = try host.connect()
                if halfClosed {
                    try other.get(origin.url + "/never")
                    other.shutdownSending()
                }
                others.append(other)
            }
            let start = ContinuousClock.now
            let client = try host.connect()
            try client.get(origin.url + "/fresh")
            #expect(try client.receiveResponse().body == "here")
            #expect(ContinuousClock.now - start < .seconds(5))
            // Who was there before made room.
            #expect(try others[0].receiveToEnd().text.isEmpty)
        }
    }

    /// Those that speak HTTP/2 keep a connection for long, and make room as others do, told by GOAWAY (RFC 9113 §6.8).
    @Test func idleConnectionsOfHTTP2MakeRoom() async throws {
        let origin = try Self.origin()
        try await withEngine(.with { $0.descriptorLimit = 128 }) { host in
            var others: [HTTP2Peer] = []
            for _ in 0..<100 {
                let other = HTTP2Peer(.client, try host.connect())
                // It is one of HTTP/2 when this has come back.
                try other.ping()
                others.append(other)
            }
            let client = try host.connect()
            try client.get(origin.url + "/fresh")
            #expect(try client.receiveResponse().body == "here")
            try others[0].wait("GOAWAY") { others[0].goAway != nil }
            #expect(others[0].goAway == .noError && others[0].lastStreams == [0])
            // The newest had no need to go.
            try others[99].ping()
            #expect(others[99].goAway == nil)
        }
    }

    @Test func aStreamThatIsServedKeepsItsConnection() async throws {
        let go = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try go.take("the others have come")
            try connection.send(reply("in time"))
        }
        try await withEngine(
            .with {
                $0.descriptorLimit = 128
                let server = Destination(host: "127.0.0.1", port: origin.port)
                $0.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            }
        ) { host in
            let client = HTTP2Peer(.client, try host.connect())
            let stream = try client.request(scheme: "http")
            try eventually("the server is asked") { host.flows.first?.request.sent != nil }
            let others = try (0..<100).map { _ in
                let other = HTTP2Peer(.client, try host.connect())
                try other.ping()
                return other
            }
            try others[0].wait("GOAWAY") { others[0].goAway != nil }
            go.put(())
            #expect(try client.message(on: stream).text == "in time")
            #expect(client.goAway == nil)
        }
    }

    /// A client that is being served is not the one to go.
    @Test func aRunningExchangeIsNotCutOff() async throws {
        let go = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try go.take("the others have come")
            try connection.send(reply("in time"))
        }
        try await withEngine(.with { $0.descriptorLimit = 128 }) { host in
            let client = try host.connect()
            try client.get(origin.url)
            try eventually("the server is asked") { host.flows.first?.request.sent != nil }
            let others = try (0..<100).map { _ in try host.connect() }
            #expect(try others[0].receiveToEnd().end == .closed)
            go.put(())
            #expect(try client.receiveResponse().body == "in time")
        }
    }
}

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
            while try connection.receiveHead().hasPrefix("GET /fresh") { try connection.send(reply("here")) }
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
            let client = try host.connect()
            try client.get(origin.url + "/fresh")
            #expect(try client.receiveResponse().body == "here")
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

    /// What a client of a crowd does before the descriptors run out.
    enum Manner: CaseIterable {
        case silent, half, served, left, lingering
    }

    private static func crowd(_ count: Int, _ manner: Manner, _ host: EngineHost, _ origin: ScriptedOrigin) throws
        -> [RawConnection]
    {
        try (0..<count).map { _ in
            let client = try host.connect()
            switch manner {
            case .silent: break
            case .half: try client.send("GET \(origin.url)/fresh HTTP/1.1\r\nHos")
            case .served, .lingering:
                try client.get(origin.url + "/fresh", manner == .lingering ? "Connection: close" : "X-A: b")
                _ = try client.receiveResponse()
            case .left:
                try client.get(origin.url + "/never")
                client.close()
            }
            return client
        }
    }

    @Test(arguments: [64, 128, 256], Manner.allCases)
    func aFreshClientIsServedAfterACrowd(limit: Int, manner: Manner) async throws {
        let origin = try Self.origin()
        for shards in [1, 2] {
            try await withEngine(
                .with {
                    $0.descriptorLimit = limit
                    $0.shards = shards
                }
            ) { host in
                let others = try Self.crowd(limit, manner, host, origin)
                // Half a head is no request for long.
                if manner == .half { try await Task.sleep(for: .milliseconds(1_100)) }
                let client = try host.connect()
                try client.get(origin.url + "/fresh")
                #expect(try client.receiveResponse().status == "HTTP/1.1 200 OK")
                withExtendedLifetime(others) {}
            }
        }
    }

    /// Of those who ask for nothing, one that never did is worth less than one that was served, however long ago.
    @Test(arguments: [1, 2])
    func whoNeverAskedGoesBeforeWhoWasServed(shards: Int) async throws {
        let origin = try Self.origin()
        try await withEngine(
            .with {
                $0.descriptorLimit = 128
                $0.shards = shards
            }
        ) { host in
            let served = try Self.crowd(8, .served, host, origin)
            let silent = try Self.crowd(150, .silent, host, origin)
            // The oldest of the crowd had to go, and none of those before it.
            #expect(try silent[0].receiveToEnd().end == .closed)
            for client in served {
                try client.get(origin.url + "/fresh")
                #expect(try client.receiveResponse().body == "here")
            }
        }
    }

    /// A client whose request has come is no idle one, whether Hark has had time to read it or not; and none that went
    /// without having said anything has a flow.
    @Test func whoSpeaksIsServedOrTold() async throws {
        let origin = try Self.origin()
        try await withEngine(
            .with {
                $0.descriptorLimit = 128
                $0.shards = 2
            }
        ) { host in
            let silent = try Self.crowd(60, .silent, host, origin)
            let speaking = try (0..<30).map { _ in
                let client = try host.connect()
                try client.get(origin.url + "/fresh")
                return client
            }
            for client in speaking { #expect(try client.receiveResponse().body == "here") }
            #expect(try host.finished(30).count == 30)
            withExtendedLifetime(silent) {}
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

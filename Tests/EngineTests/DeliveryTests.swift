import Engine
import Flow
import TestKit
import Testing

/// What a client is owed is delivered, or the record says how much of it was not.
@Suite struct DeliveryTests {
    private static let size = 3 << 20

    /// A server that sends a response of `size` bytes at once.
    private static func origin(closing: Bool, sent: Handover<Void>) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\(closing ? "" : "Content-Length: \(size)\r\n")\r\n")
            try connection.send([UInt8](repeating: 0x61, count: size))
            sent.put(())
            if !closing { _ = try? connection.receiveHead() }
        }
    }

    /// However the connection goes on: the client pauses longer than an idle client may, and gets everything.
    @Test(arguments: ["", "Connection: close"], [false, true])
    func aClientThatPausesLosesNothing(field: String, sources: Bool) async throws {
        let sent = Handover<Void>()
        let origin = try Self.origin(closing: false, sent: sent)
        try await withEngine(
            .with {
                // Long enough for a busy machine to send the request before it.
                $0.timeouts.idle = .seconds(2)
                $0.usesDispatchSources = sources
            }
        ) { host in
            let idle = try host.connect()
            let client = try host.connect(receiveBuffer: 4096)
            field.isEmpty ? try client.get(origin.url) : try client.get(origin.url, field)
            _ = try client.receiveHead()
            #expect(try idle.receiveToEnd().end == .closed)
            #expect(host.flows.first?.isFinished == false)
            #expect(try client.receive(exactly: Self.size).count == Self.size)
            #expect(try host.finished(1).first?.outcome == .complete)
        }
    }

    /// The end of the connection is the end of such a body: cut off, it would look whole.
    @Test func aBodyThatEndsWithTheConnectionArrivesWhole() async throws {
        let sent = Handover<Void>()
        let origin = try Self.origin(closing: true, sent: sent)
        try await withEngine(.with { $0.timeouts.idle = .milliseconds(500) }) { host in
            let client = try host.connect(receiveBuffer: 4096)
            try client.get(origin.url)
            _ = try client.receiveHead()
            let (text, end) = try client.receiveToEnd()
            #expect(text.utf8.count == Self.size)
            #expect(end == .closed)
            #expect(try host.finished(1).first?.outcome == .complete)
        }
    }

    @Test func aClientThatLeavesBeforeTheEndIsToldOf() async throws {
        let sent = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n")
            try connection.send([UInt8](repeating: 0x61, count: 200_000))
            sent.put(())
            _ = try? connection.receiveHead()
        }
        try await withEngine { host in
            let client = try host.connect(receiveBuffer: 2048)
            try client.get(origin.url)
            _ = try client.receiveHead()
            try sent.take("the server has sent everything")
            try eventually("the response is read") { host.flows.first?.response.hasEnded == true }
            // Unless the system's own buffers took all of it, the client is owed the rest.
            guard host.flows.first?.isFinished == false else { return }
            client.reset()
            let outcome = try #require(try host.finished(1).first?.outcome)
            #expect(outcome.kind == .aborted && outcome.by == .client && outcome.code == .clientClosed)
        }
    }

    @Test func aClientThatStopsReadingIsToldOf() async throws {
        let sent = Handover<Void>()
        let origin = try Self.origin(closing: false, sent: sent)
        // Whether all of it was read from the server by then depends on what the system holds.
        let configuration = ProxyConfiguration.with {
            $0.timeouts.body = .milliseconds(500)
            $0.timeouts.flush = .milliseconds(500)
        }
        try await withEngine(configuration) { host in
            let client = try host.connect(receiveBuffer: 4096)
            try client.get(origin.url)
            let outcome = try #require(try host.finished(1).first?.outcome)
            #expect(outcome.kind == .aborted && outcome.by == .client && outcome.code == .receiverStalled)
            _ = client
        }
    }

    /// A proxy that is stopped gives a client that still reads its time.
    @Test func aStopWaitsForWhatIsOwed() async throws {
        let sent = Handover<Void>()
        let origin = try Self.origin(closing: false, sent: sent)
        try await onThreads {
            let host = try await EngineHost.start(.with { $0.timeouts.grace = .seconds(30) })
            let idle = try host.connect()
            let client = try host.connect(receiveBuffer: 4096)
            try client.get(origin.url)
            _ = try client.receiveHead()
            async let stopped: Void = host.stop()
            #expect(try idle.receiveToEnd().end == .closed)
            #expect(try client.receive(exactly: Self.size).count == Self.size)
            await stopped
            #expect(host.flows.map(\.outcome) == [.complete])
            #expect(host.disorder.isEmpty)
        }
    }
}

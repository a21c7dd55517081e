import Engine
import Flow
import Synchronization
import TestKit
import Testing

/// A slow reader slows its sender, and gets everything in the end.
@Suite struct BackpressureTests {
    private static let block = [UInt8](repeating: 0x61, count: 1 << 20)
    /// Enough to fill every buffer on the way.
    private static let total = 24 << 20

    private final class Recorder: Sendable {
        let isFull = Mutex(false)
    }

    /// Sends until everything is sent or nothing was taken for a second.
    private static func fill(_ connection: RawConnection, _ total: Int) throws -> Int {
        var sent = 0
        while sent < total {
            let count = try connection.sendSome(Array(block.prefix(total - sent)), givingUpAfter: 1)
            if count == 0 { break }
            sent += count
        }
        return sent
    }

    /// The server has closed long before the client begins to read.
    @Test(arguments: ["Content-Length: \(total)\r\n", ""], [false, true])
    func aDownloadWaitsForItsReader(framing: String, sources: Bool) async throws {
        let stands = Handover<Int>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\(framing)\r\n")
            let sent = try Self.fill(connection, Self.total)
            stands.put(sent)
            try connection.send([UInt8](repeating: 0x61, count: Self.total - sent))
        }
        try await withEngine(.with { $0.usesDispatchSources = sources }) { host in
            let client = try host.connect(receiveBuffer: 65_536)
            try client.get(origin.url)
            _ = try client.receiveHead()
            #expect(try stands.take("the server stands still") < Self.total)
            let received = try client.receive(exactly: Self.total)
            #expect(received.areAll(0x61))
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome == .complete)
            #expect(flow.response.contentSize == UInt64(Self.total))
        }
        #expect(origin.problems.isEmpty)
    }

    /// The last pieces are in the proxy alone when the server closes.
    @Test(arguments: [false, true])
    func whatCameBeforeTheEndIsDeliveredAfterIt(closesByLength: Bool) async throws {
        let size = 700 << 10
        let closed = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\(closesByLength ? "Content-Length: \(size)\r\n" : "")\r\n")
            try connection.send([UInt8](repeating: 0x61, count: size))
            connection.close()
            closed.put(())
        }
        try await withEngine { host in
            let client = try host.connect(receiveBuffer: 4096)
            try client.get(origin.url, "Connection: close")
            try closed.take("the server has closed")
            let (text, end) = try client.receiveToEnd()
            #expect(text.utf8.count { $0 == 0x61 } >= size)
            #expect(end == .closed)
            #expect(try host.finished(1).first?.outcome == .complete)
        }
    }

    @Test(arguments: [false, true])
    func anUploadWaitsForItsReader(sources: Bool) async throws {
        let reading = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try reading.take("the client stands still")
            let body = try connection.receive(exactly: Self.total)
            try connection.send(reply("\(body.count)"))
            _ = try connection.receiveToEnd()
        }
        try await withEngine(.with { $0.usesDispatchSources = sources }) { host in
            let client = try host.connect()
            try client.send("PUT \(origin.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: \(Self.total)\r\n\r\n")
            let sent = try Self.fill(client, Self.total)
            #expect(sent < Self.total)
            reading.put(())
            try client.send([UInt8](repeating: 0x61, count: Self.total - sent))
            client.shutdownSending()
            #expect(try client.receiveResponse().body == "\(Self.total)")
            #expect(try host.finished(1).first?.request.contentSize == UInt64(Self.total))
        }
        #expect(origin.problems.isEmpty)
    }

    /// While more waits to be kept than may wait, nothing is read; when it has been kept, all goes on.
    @Test(arguments: [false, true])
    func aFullRecorderHoldsTheServer(sources: Bool) async throws {
        let stands = Handover<Int>()
        let recorder = Recorder()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            recorder.isFull.withLock { $0 = true }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.total)\r\n\r\n")
            let sent = try Self.fill(connection, Self.total)
            stands.put(sent)
            try connection.send([UInt8](repeating: 0x61, count: Self.total - sent))
        }
        try await onThreads {
            let host = try await EngineHost.start(
                .with { $0.usesDispatchSources = sources }, isFull: { recorder.isFull.withLock { $0 } })
            let client = try host.connect()
            try client.get(origin.url)
            // The client reads all it can get, so that only the recorder can be what holds the server.
            async let body = { () throws -> Int in
                _ = try client.receiveHead()
                return try client.receive(exactly: Self.total).count
            }()
            #expect(try stands.take("the server stands still") < Self.total)
            recorder.isFull.withLock { $0 = false }
            #expect(try await body == Self.total)
            #expect(try host.finished(1).first?.outcome == .complete)
            await host.stop()
            #expect(host.disorder.isEmpty)
        }
    }

    @Test func aReaderThatNeverReadsIsBlamedItself() async throws {
        let ended = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while (try? connection.send(Self.block)) != nil {}
            ended.put(())
        }
        // Long enough that a sender which the machine holds up for a while does not seem to have nothing to say.
        try await withEngine(.with { $0.timeouts.body = .seconds(3) }) { host in
            let client = try host.connect(receiveBuffer: 4096)
            try client.get(origin.url)
            let outcome = try #require(try host.finished(1).first?.outcome)
            #expect(outcome.kind == .aborted && outcome.by == .client && outcome.code == .receiverStalled)
            #expect(outcome.detail.hasSuffix("bytes of the response"))
            try ended.take("the server is let go")
        }
    }
}

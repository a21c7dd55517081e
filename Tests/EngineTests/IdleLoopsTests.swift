import Bytes
import Engine
import Flow
import Synchronization
import TestKit
import Testing

@testable import Reactor

/// Connections that come to loops which have slept for longer than a client may be idle.
@Suite(.timeLimit(.minutes(10))) struct IdleLoopsTests {
    private static let idle = Duration.seconds(1)

    private static func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            while (try? connection.receiveHead()) != nil { try connection.send(reply("here")) }
        }
    }

    /// Nothing happens on any loop for longer than a client may be idle.
    private static func silence(beyond idle: Duration = idle) async throws {
        try await Task.sleep(for: idle * 3)
    }

    @Test(arguments: [1, 2, 3], [false, true])
    func aNewClientIsServedAfterTheOthersWereSilent(shards: Int, usesSources: Bool) async throws {
        let origin = try Self.origin()
        try await withEngine(
            .with {
                $0.shards = shards
                $0.usesDispatchSources = usesSources
                $0.timeouts.idle = Self.idle
            }
        ) { host in
            for round in 1...3 {
                try await Self.silence()
                for _ in 0..<4 {
                    let client = try host.connect()
                    try client.get(origin.url)
                    #expect(try client.receiveResponse().body == "here")
                }
                #expect(try host.finished(round * 4).allSatisfy { $0.outcome == .complete })
            }
        }
    }

    /// What a client of any kind of listener begins after a silence is not over as soon as it has begun.
    @Test func aClientThatTakesItsTimeHasIt() async throws {
        let origin = try Self.origin()
        // A loaded machine takes its time, too.
        let limit = Self.idle * 4
        try await withEngine(
            .with {
                $0.shards = 3
                $0.timeouts.idle = limit
                $0.timeouts.requestHead = limit
            }
        ) { host in
            try await Self.silence(beyond: limit)
            let clients = try (0..<6).map { _ in try host.connect() }
            try await Task.sleep(for: limit / 20)
            for client in clients { try client.send("GET \(origin.url) HTTP/1.1\r\n") }
            try await Task.sleep(for: limit / 20)
            for client in clients { try client.send("Host: x\r\n\r\n") }
            for client in clients { #expect(try client.receiveResponse().body == "here") }
        }
    }

    @Test func aClientThatSaysNothingIsLetGoWithoutAFlow() async throws {
        try await withEngine(
            .with {
                $0.shards = 2
                $0.timeouts.idle = Self.idle
            }
        ) { host in
            for _ in 0..<2 {
                try await Self.silence()
                let start = ContinuousClock.now
                let client = try host.connect()
                #expect(try client.receiveToEnd().end == .closed)
                #expect(ContinuousClock.now - start >= Self.idle - .milliseconds(20))
            }
            #expect(host.flows.isEmpty)
        }
    }

    /// What was sent while Hark itself did not read is no silence of the client's.
    @Test func aRequestThatHarkHadNoTimeToReadIsServedAndTold() async throws {
        let origin = try Self.origin()
        let state = Mutex(true)
        let isFull: @Sendable () -> Bool = { state.withLock { $0 } }
        let configuration = ProxyConfiguration.with { $0.timeouts.idle = Self.idle }
        try await withEngine(configuration, isFull: isFull) { host in
            let client = try host.connect()
            try client.get(origin.url)
            #expect(try client.receiveResponse().body == "here")
            try client.get(origin.url + "/second")
            try await Self.silence()
            state.withLock { $0 = false }
            #expect(try client.receiveResponse().body == "here")
            #expect(try host.finished(2).map(\.outcome) == [.complete, .complete])
        }
    }

    /// Each has said something, so each is told of, whatever became of it.
    @Test(arguments: [ListenerSpec.Manner.http, .socks5])
    func whoSaysSomethingAndLeavesIsTold(manner: ListenerSpec.Manner) async throws {
        try await withEngine(.with { $0.listeners[0].manner = manner }) { host in
            for (number, isReset) in [false, true].enumerated() {
                let client = try host.connect()
                try client.send(manner == .socks5 ? [UInt8(5)] : Array("GE".utf8))
                // Or the system would throw it away with the reset.
                try await Task.sleep(for: .milliseconds(200))
                if isReset { client.reset() } else { client.close() }
                let flow = try #require(try host.finished(number + 1).last)
                #expect(flow.outcome?.kind == .aborted && flow.outcome?.by == .client)
            }
        }
    }
}

import Engine
import Flow
import TestKit
import Testing

/// Connections that stop being HTTP.
@Suite struct TunnelTests {
    @Test(arguments: [false, true])
    func eachSideMayEndBeforeTheOther(sources: Bool) async throws {
        let origin = try ScriptedOrigin { connection, number in
            if number == 1 {
                // The client ends first.
                try connection.send("heard: \(try connection.receiveToEnd().text)")
            } else {
                // The server ends first.
                try connection.send("bye")
                connection.shutdownSending()
                let text = try connection.receiveToEnd().text
                try Failure.unless(text == "still here", text)
            }
        }
        try await withEngine(.with { $0.usesDispatchSources = sources }) { host in
            let first = try host.connect()
            // The first bytes come along with the head.
            try first.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\nhel")
            #expect(try first.receiveHead() == "HTTP/1.1 200 Connection established\r\n\r\n")
            try first.send("lo")
            first.shutdownSending()
            #expect(try first.receiveToEnd() == ("heard: hello", .closed))

            let second = try host.connect()
            try second.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try second.receiveHead()
            #expect(try second.receiveToEnd().text == "bye")
            try second.send("still here")
            second.shutdownSending()

            let flows = try host.finished(2)
            #expect(flows.map { $0.outcome?.kind } == [.tunnel, .tunnel])
            #expect(flows.map(\.relayedSent) == [5, 10])
            #expect(flows.map(\.relayedReceived) == [12, 3])
            #expect(flows.allSatisfy { $0.tunnelProtocol == "CONNECT" })
        }
        #expect(origin.problems.isEmpty)
    }

    /// What comes late it answers with a reset, and then there is nobody to wait for.
    @Test func aServerThatEndedAndIsGoneIsNotWaitedFor() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receive(exactly: 5)
            try connection.send("all there is")
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\nhello")
            _ = try client.receiveHead()
            #expect(try client.receiveToEnd() == ("all there is", .closed))
            try client.send("too late")
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome?.kind == .tunnel && flow.outcome?.by == .upstream)
            #expect(flow.relayedReceived == 12)
        }
    }

    @Test func aClientThatEndedBeforeTheTunnelWasOpenIsStillServed() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            try connection.send("heard: \(try connection.receiveToEnd().text)")
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\nall")
            client.shutdownSending()
            _ = try client.receiveHead()
            #expect(try client.receiveToEnd().text == "heard: all")
            #expect(try host.finished(1).first?.outcome?.code == .ok)
        }
    }

    @Test func anUpgradedConnectionIsRelayedWithWhatCameAlong() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nhi ")
            while let bytes = try connection.receive() { try connection.send(bytes) }
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url, "Connection: upgrade", "Upgrade: echo")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 101 "))
            try client.send("GET / HTTP/1.1\r\n\r\n")
            client.shutdownSending()
            #expect(try client.receiveToEnd().text == "hi GET / HTTP/1.1\r\n\r\n")
            let flow = try #require(try host.finished(1).first)
            #expect(flow.tunnelProtocol == "echo")
            #expect(flow.outcome?.kind == .complete)
            #expect(flow.relayedSent == 18 && flow.relayedReceived == 21)
        }
    }

    @Test func aTunnelThatCannotBeOpenedIsAnswered() async throws {
        let nowhere = try Loopback.refusingPort()
        try await withEngine { host in
            let client = try host.connect()
            try client.send("CONNECT 127.0.0.1:\(nowhere) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.receiveResponse().status == "HTTP/1.1 502 Bad Gateway")
            #expect(try host.finished(1).first?.outcome?.code == .connectionRefused)
        }
    }

    /// Both directions fill up, and neither holds the other.
    @Test(arguments: [false, true])
    func aTunnelWaitsForItsReaders(sources: Bool) async throws {
        let total = 8 << 20
        let origin = try ScriptedOrigin { connection, _ in
            try connection.send([UInt8](repeating: 0x62, count: total))
            let bytes = try connection.receive(exactly: total)
            try connection.send(Array("\(bytes.count)".utf8))
        }
        try await withEngine(.with { $0.usesDispatchSources = sources }) { host in
            let client = try host.connect(receiveBuffer: 65_536)
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: total).count == total)
            try client.send([UInt8](repeating: 0x61, count: total))
            #expect(try client.receiveToEnd().text == "\(total)")
        }
        #expect(origin.problems.isEmpty)
    }

    /// A protocol that a server picks by itself is none the client could speak; CONNECT least of all.
    @Test func aServerCannotMakeATunnelOfAnUpgrade() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: CONNECT\r\n\r\nhi")
            _ = try? connection.receiveToEnd()
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url, "Connection: upgrade", "Upgrade: echo")
            #expect(try client.receiveResponse().status == "HTTP/1.1 502 Bad Gateway")
            #expect(try client.receiveToEnd().text.isEmpty)
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome?.code == .unwantedResponse && flow.tunnelProtocol == nil)
        }
    }

    /// The side that has not ended is not waited for without end.
    @Test(arguments: [true, false])
    func aTunnelThatOneSideHasLeftEnds(clientLeaves: Bool) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            if clientLeaves { _ = try? connection.receiveToEnd() } else { connection.shutdownSending() }
            // It says nothing more, and does not close.
            _ = try? connection.receiveToEnd()
        }
        try await withEngine(.with { $0.timeouts.tunnelHalfClosed = .milliseconds(200) }) { host in
            let client = try host.connect()
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.receiveHead()
            if clientLeaves { client.shutdownSending() }
            #expect(try client.receiveToEnd().text.isEmpty)
            let outcome = try #require(try host.finished(1).first?.outcome)
            if !clientLeaves {
                #expect(outcome.code == .idleTimedOut && outcome.by == .client)
            }
        }
    }

    /// A long connection is seen while it runs.
    @Test func whatIsRelayedIsToldWhileItMoves() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            while let bytes = try connection.receive() { try connection.send(bytes) }
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.receiveHead()
            try client.send("\u{1}hello")
            #expect(try client.receive(exactly: 6).count == 6)
            try eventually("the totals are told") { host.flows.first?.relayedReceived == 6 }
            #expect(host.flows.first?.isFinished == false)
        }
    }

    /// Nobody waits for a tunnel in which nothing was said, whether or not Hark would look into it.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func anIdleTunnelDoesNotHoldUpAStop(isLookedInto: Bool) async throws {
        let origin = try ScriptedOrigin { connection, _ in _ = try connection.receiveToEnd() }
        let service = isLookedInto ? try TLSLab.shared.get().service() : nil
        try await onThreads {
            let host = try await EngineHost.start(.with { $0.timeouts.grace = .seconds(3600) }, tls: service)
            let client = try host.connect()
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.receiveHead()
            await host.stop()
            #expect(try client.receiveToEnd().text.isEmpty)
            #expect(host.flows.map(\.outcome?.code) == [.shuttingDown])
            #expect(host.disorder.isEmpty)
        }
    }
}

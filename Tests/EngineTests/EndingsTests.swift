import Bytes
import Engine
import Flow
import HTTPModel
import TestKit
import Testing

/// How exchanges end that do not go as they should, on real sockets.
@Suite struct EndingsTests {
    @Test(arguments: [false, true])
    func aBodyThatIsCutOffArrivesAsFarAsItCame(sources: Bool) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        }
        try await withEngine(.with { $0.usesDispatchSources = sources }) { host in
            let client = try host.connect()
            try client.get(origin.url)
            _ = try client.receiveHead()
            #expect(try client.receiveToEnd() == ("abc", .closed))
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome == Outcome(.aborted, by: .upstream, .upstreamClosed))
            #expect(flow.response.contentSize == 3)
            #expect(!flow.response.hasEnded)
        }
    }

    @Test(arguments: [false, true])
    func aBodyUntilCloseThatIsCutOffEndsWithAReset(sources: Bool) async throws {
        let seen = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
            try seen.take("the client has the beginning")
            connection.reset()
        }
        try await withEngine(.with { $0.usesDispatchSources = sources }) { host in
            let client = try host.connect()
            try client.get(origin.url)
            _ = try client.receive(through: "abc")
            seen.put(())
            #expect(try client.receiveToEnd().end == .reset)
            #expect(try host.finished(1).first?.outcome?.code == .upstreamClosed)
        }
    }

    @Test(arguments: [false, true])
    func aClientThatVanishesFreesItsServer(resets: Bool) async throws {
        let ended = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while (try? connection.send([UInt8](repeating: 0x61, count: 4096))) != nil {}
            ended.put(())
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url)
            _ = try client.receiveHead()
            resets ? client.reset() : client.close()
            try ended.take("the server is let go")
            #expect(try host.finished(1).first?.outcome?.code == .clientClosed)
        }
    }

    /// RFC 9112 §9.6: ending one side is no farewell. The client is served as any other, however long the server takes.
    @Test func aHalfClosedClientIsServedAsAnyOther() async throws {
        let ended = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try ended.take("the other waits have passed")
            try connection.send(reply("late"))
            _ = try connection.receiveToEnd()
        }
        try await withEngine(
            .with {
                $0.timeouts.idle = .milliseconds(500)
                $0.timeouts.requestHead = .milliseconds(500)
                $0.timeouts.tunnelHalfClosed = .milliseconds(50)
            }
        ) { host in
            let idle = try host.connect()
            let client = try host.connect()
            try client.get(origin.url)
            client.shutdownSending()
            #expect(try idle.receiveToEnd().end == .closed)
            ended.put(())
            #expect(try client.receiveResponse().body == "late")
            #expect(try client.receiveToEnd().end == .closed)
            #expect(try host.finished(1).first?.outcome == .complete)
        }
    }

    @Test(arguments: [false, true])
    func aHeadThatBreaksOffIsRecorded(resets: Bool) async throws {
        try await withEngine { host in
            let client = try host.connect()
            // Answered, so that the engine has certainly begun to read what follows.
            try client.send("GET https://a/ HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.receiveToEnd()
            let other = try host.connect()
            try other.send("GET http://a/ HTT")
            resets ? other.reset() : other.close()
            // A reset may overtake the bytes before it; then there was nothing to record.
            if !resets {
                let flow = try #require(try host.finished(2).last)
                #expect(flow.outcome?.kind == .aborted && flow.outcome?.code == .clientClosed)
                #expect(flow.request.malformedHead == "GET http://a/ HTT")
            }
        }
    }

    @Test func aBodyThatBreaksOffReachesNobodyAsAWhole() async throws {
        let got = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in got.put(try connection.receiveToEnd().text) }
        try await withEngine { host in
            let client = try host.connect()
            try client.send("PUT \(origin.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
            client.shutdownSending()
            #expect(try client.receiveResponse().status == "HTTP/1.1 400 Bad Request")
            let sent = "PUT / HTTP/1.1\r\nHost: \(origin.host)\r\nContent-Length: 9\r\n\r\nabc"
            #expect(sent.hasPrefix(try got.take("the server sees the end")))
            #expect(try host.finished(1).first?.outcome == Outcome(.aborted, by: .client, .requestCutOff))
        }
    }

    // MARK: - Servers that do not answer

    @Test func aServerThatIsNotThereIsToldOf() async throws {
        let nowhere = try Loopback.refusingPort()
        try await withEngine { host in
            let client = try host.connect()
            try client.get("http://127.0.0.1:\(nowhere)/")
            #expect(try client.receiveResponse().status == "HTTP/1.1 502 Bad Gateway")
            #expect(try host.finished(1).first?.outcome?.code == .connectionRefused)
        }
    }

    @Test func aServerThatSaysNothingIsNotWaitedForWithoutEnd() async throws {
        let origin = try ScriptedOrigin { connection, _ in _ = try connection.receiveToEnd() }
        try await withEngine(.with { $0.timeouts.responseHead = .milliseconds(100) }) { host in
            let client = try host.connect()
            try client.get(origin.url)
            #expect(try client.receiveResponse().status == "HTTP/1.1 504 Gateway Timeout")
            #expect(try host.finished(1).first?.outcome?.code == .responseTimedOut)
        }
        #expect(origin.problems.isEmpty)
    }

    @Test(arguments: [("GET", 2, "2"), ("POST", 1, "502")])
    func aKeptConnectionThatDiesCostsOnlyWhatCannotBeRepeated(method: String, connections: Int, result: String)
        async throws
    {
        let origin = try ScriptedOrigin { connection, number in
            _ = try connection.receiveHead()
            try connection.send(reply("\(number)"))
            // The first connection takes one more request and drops it.
            if number == 1 { _ = try? connection.receiveHead() } else { _ = try connection.receiveToEnd() }
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url)
            #expect(try client.receiveResponse().body == "1")
            try client.send("\(method) \(origin.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = try client.receiveResponse()
            #expect(answer.body == result || answer.status.contains(result))
            let flow = try #require(try host.finished(2).last)
            #expect(flow.wasRetried == (method == "GET"))
            #expect(flow.upstream?.reused == (method == "POST"))
        }
        #expect(origin.connectionCount == connections)
    }

    // MARK: - Clients that do not go on

    @Test(arguments: [false, true])
    func aHeadThatTakesTooLongIsAnswered(sources: Bool) async throws {
        try await withEngine(
            .with {
                $0.timeouts.requestHead = .milliseconds(100)
                $0.usesDispatchSources = sources
            }
        ) { host in
            let client = try host.connect()
            try client.send("GET http://a/ HTTP/1.1\r\nHo")
            #expect(try client.receiveResponse().status == "HTTP/1.1 408 Request Timeout")
            #expect(try client.receiveToEnd().end == .closed)
            #expect(try host.finished(1).first?.outcome?.code == .headTimedOut)
        }
    }

    @Test func aConnectionThatAsksNothingIsClosedWithoutAWord() async throws {
        try await withEngine(.with { $0.timeouts.idle = .milliseconds(100) }) { host in
            let client = try host.connect()
            #expect(try client.receiveToEnd() == ("", .closed))
            #expect(host.flows.isEmpty)
        }
    }

    /// RFC 9112 §2.2: some clients send an empty line after a body. It begins no request, so it cannot take too long.
    @Test func anEmptyLineBetweenRequestsIsNoRequest() async throws {
        let origin = try ScriptedOrigin(answering: reply("x"))
        try await withEngine(
            .with {
                $0.timeouts.requestHead = .milliseconds(100)
                $0.timeouts.idle = .milliseconds(400)
            }
        ) { host in
            let client = try host.connect()
            try client.send("POST \(origin.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx\r\n")
            #expect(try client.receiveResponse().body == "x")
            try client.send("\r\n")
            #expect(try client.receiveToEnd() == ("", .closed))
            #expect(host.flows.count == 1)
        }
    }

    /// The server has answered and then says nothing more: that is what is waited for, whatever the client still sends.
    @Test func aTricklingClientProlongsNoOtherWait() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\na")
            while try connection.receive() != nil {}
        }
        // Longer than a busy machine keeps this task from sending: else the client is the one that was waited for.
        try await withEngine(.with { $0.timeouts.body = .seconds(3) }) { host in
            let client = try host.connect()
            try client.send("POST \(origin.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n")
            let clock = ContinuousClock()
            let giveUp = clock.now + .seconds(20)
            while clock.now < giveUp, host.flows.first?.isFinished != true, (try? client.send("x")) != nil {
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(clock.now < giveUp)
            let outcome = try #require(try host.finished(1).first?.outcome)
            #expect(outcome.kind == .aborted && outcome.by == .upstream)
        }
    }

    @Test func anUploadThatStopsIsAnswered() async throws {
        let origin = try ScriptedOrigin { connection, _ in _ = try connection.receiveToEnd() }
        try await withEngine(.with { $0.timeouts.body = .milliseconds(100) }) { host in
            let client = try host.connect()
            try client.send("PUT \(origin.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
            #expect(try client.receiveResponse().status == "HTTP/1.1 408 Request Timeout")
            #expect(try host.finished(1).first?.outcome == Outcome(.aborted, by: .client, .idleTimedOut))
        }
    }

    // MARK: - The end of the proxy

    @Test func runningExchangesGetTheirTime() async throws {
        let asked = Handover<Void>()
        let stopping = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            asked.put(())
            try stopping.take("the proxy stops")
            try connection.send(reply("late"))
        }
        try await onThreads {
            let host = try await EngineHost.start(.with { $0.timeouts.grace = .milliseconds(30_000) })
            let idle = try host.connect()
            let client = try host.connect()
            try client.get(origin.url)
            try asked.take("the server is asked")
            async let stopped: Void = host.stop()
            // An idle connection is closed at once: so the proxy is stopping by now.
            #expect(try idle.receiveToEnd().end == .closed)
            stopping.put(())
            #expect(try client.receiveResponse().body == "late")
            await stopped
            #expect(host.flows.map(\.outcome) == [.complete])
            #expect(host.disorder.isEmpty)
        }
    }

    @Test func whatRunsLongerIsCutOffAndTold() async throws {
        let origin = try ScriptedOrigin { connection, _ in _ = try connection.receiveToEnd() }
        let asked = Handover<Void>()
        let tunnel = try ScriptedOrigin { connection, _ in
            asked.put(())
            _ = try connection.receiveToEnd()
        }
        try await onThreads {
            let host = try await EngineHost.start(.with { $0.timeouts.grace = .milliseconds(100) })
            let client = try host.connect()
            try client.get(origin.url)
            let other = try host.connect()
            try other.send("CONNECT \(tunnel.host) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try other.receiveHead()
            try asked.take("the tunnel is open")
            try eventually("the request is forwarded") { host.flows.first?.request.sent != nil }
            await host.stop()
            #expect(try client.receiveResponse().status == "HTTP/1.1 503 Service Unavailable")
            #expect(try other.receiveToEnd().text.isEmpty)
            #expect(host.flows.map { $0.outcome?.code } == [.shuttingDown, .shuttingDown])
            #expect(host.disorder.isEmpty)
        }
    }
}

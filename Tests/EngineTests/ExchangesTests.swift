import Bytes
import Engine
import Flow
import HTTPModel
import TestKit
import Testing

/// Exchanges that go as they should, on real sockets.
@Suite struct ExchangesTests {
    /// Answers each request with its own target.
    private static func echo() throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                try connection.send(reply(String(head.split(separator: " ")[1])))
            }
        }
    }

    @Test(arguments: [false, true])
    func pipelinedRequestsOfAHalfClosedClientAreAllAnswered(sources: Bool) async throws {
        let origin = try Self.echo()
        try await withEngine(.with { $0.usesDispatchSources = sources }) { host in
            let client = try host.connect()
            try client.send((1...5).map { "GET \(origin.url)/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            client.shutdownSending()
            for number in 1...5 {
                #expect(try client.receiveResponse().body == "/\(number)")
            }
            #expect(try client.receiveToEnd().end == .closed)
            let flows = try host.finished(5)
            #expect(flows.allSatisfy { $0.outcome == .complete })
            #expect(flows.map { $0.opening?.requestNumber } == [1, 2, 3, 4, 5])
            #expect(Set(flows.map { $0.opening?.clientConnection }).count == 1)
            // The last response says that it is the last.
            #expect(flows.last?.response.sent?.text.contains("Connection: close\r\n") == true)
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func aServersConnectionServesOneClientAfterTheOther() async throws {
        let origin = try Self.echo()
        try await withEngine { host in
            for path in ["/a", "/b"] {
                let client = try host.connect()
                try client.get(origin.url + path, "Connection: close")
                #expect(try client.receiveResponse().body == path)
                #expect(try client.receiveToEnd().end == .closed)
            }
            let flows = try host.finished(2)
            #expect(flows.map { $0.upstream?.reused } == [false, true])
            #expect(flows[0].upstream?.connection == flows[1].upstream?.connection)
            #expect(flows[0].opening?.clientConnection != flows[1].opening?.clientConnection)
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func howAResponseIsCutMakesNoDifference() async throws {
        let wire = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: 1\r\n\r\n"
        let origin = try ScriptedOrigin { connection, _ in
            while (try? connection.receiveHead()) != nil {
                for byte in wire.utf8 { try connection.send([byte]) }
            }
        }
        try await withEngine { host in
            let client = try host.connect()
            for _ in 0..<3 {
                try client.get(origin.url)
                #expect(try client.receive(exactly: wire.utf8.count) == Array(wire.utf8))
            }
            let flow = try host.finished(3)[0]
            #expect(flow.response.chunks.map(\.chunk.size) == [3, 2, 0])
            #expect(flow.response.trailers?.lines.count == 1)
            #expect(host.content(of: flow.id, .response) == "abcde")
        }
    }

    /// What differs between what a server said and what its client got is in the events, trailers and interim heads
    /// included.
    @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
    func everyDifferenceIsTold(version: String) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(
                "HTTP/1.1 103 Hints\r\nConnection: X-Secret\r\nX-Secret: 1\r\nLink: a\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nHost: evil\r\nA: b\r\n\r\n")
            _ = try connection.receiveToEnd()
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.send("GET \(origin.url)/ \(version)\r\nHost: x\r\nConnection: close\r\n\r\n")
            let received = try client.receiveToEnd().text
            let flow = try host.finished(1)[0]
            let facts = host.facts(of: flow.id)
            if version == "HTTP/1.1" {
                let interim = "HTTP/1.1 103 Hints\r\nLink: a\r\n\r\n"
                #expect(received.hasPrefix(interim))
                #expect(received.hasSuffix("\r\n0\r\nA: b\r\n\r\n"))
                #expect(
                    facts.contains {
                        if case .interimForwarded(0, Bytes(interim), let edits) = $0 { edits.count == 2 } else { false }
                    })
                #expect(
                    facts.contains {
                        if case .trailersForwarded(.response, "A: b\r\n\r\n", let edits) = $0 {
                            edits.count == 1
                        } else {
                            false
                        }
                    })
            } else {
                #expect(!received.contains("103") && !received.contains("A: b"))
                #expect(facts.contains { if case .interimDropped(0, _) = $0 { true } else { false } })
                #expect(
                    facts.contains {
                        if case .trailersForwarded(.response, Bytes(), let edits) = $0 {
                            edits.count == 2
                        } else {
                            false
                        }
                    })
            }
        }
    }

    /// A request that is refused behind its first line is told of with its method and target.
    @Test func aRefusedRequestIsToldOfByItsFirstLine() async throws {
        try await withEngine { host in
            let client = try host.connect()
            try client.send("GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\nBad Name: x\r\n\r\n")
            #expect(try client.receiveResponse().status.contains(" 400 "))
            let flow = try host.finished(1)[0]
            #expect(
                host.facts(of: flow.id).contains {
                    if case .requestLineRead(let request) = $0 {
                        request.method == "GET" && request.target == "http://a.test/x" && request.host == "a.test"
                    } else {
                        false
                    }
                })
        }
    }

    @Test func messagesWithoutABodyDoNotDisturbTheNext() async throws {
        let answers = [
            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" + reply("end"),
        ]
        let origin = try ScriptedOrigin { connection, _ in
            for answer in answers {
                _ = try connection.receiveHead()
                try connection.send(answer)
            }
            _ = try connection.receiveToEnd()
        }
        try await withEngine { host in
            let client = try host.connect()
            for (method, answer) in zip(["HEAD", "GET", "GET", "GET"], answers) {
                try client.send("\(method) \(origin.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.receive(exactly: answer.utf8.count) == Array(answer.utf8))
            }
            let flows = try host.finished(4)
            #expect(flows.map(\.outcome) == Array(repeating: .complete, count: 4))
            #expect(flows[3].interim.map(\.head.status) == [103, 102])
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func manyFieldsPassInTheirOrder() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            let fields = head.split(separator: "\r\n").dropFirst(2).map { "\($0)\r\n" }.joined()
            try connection.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
        }
        try await withEngine { host in
            let client = try host.connect()
            let fields = (1...900).map { "X-Field-\($0): \(String(repeating: "v", count: $0 % 50))\r\n" }.joined()
            try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\(fields)\r\n")
            #expect(try client.receiveHead() == "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func aNameCanBeGivenAnAddress() async throws {
        let origin = try Self.echo()
        let override = try #require(ResolveOverride("nowhere.invalid:80:127.0.0.1:\(origin.port)"))
        try await withEngine(.with { $0.overrides = [override] }) { host in
            let client = try host.connect()
            try client.get("http://Nowhere.INVALID/x")
            #expect(try client.receiveResponse().body == "/x")
            #expect(try host.finished(1)[0].host == "nowhere.invalid")
        }
    }

    @Test(arguments: [
        "127.0.0.1", "localhost", "LOCALHOST.", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "[::ffff:127.0.0.1]",
    ])
    func theProxyDoesNotAskItself(spelling: String) async throws {
        try await withEngine { host in
            let client = try host.connect()
            try client.get("http://\(spelling):\(host.port)/")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 403 "))
            #expect(try host.finished(1).first?.outcome?.code == .loop)
            let tunnel = try host.connect()
            try tunnel.send("CONNECT \(spelling):\(host.port) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try tunnel.receiveHead().hasPrefix("HTTP/1.1 403 "))
        }
    }

    // MARK: - Connections that are not what they seem

    @Test func bytesBehindAResponseAreToldAndNeverAnAnswer() async throws {
        let origin = try ScriptedOrigin { connection, number in
            _ = try connection.receiveHead()
            let stolen = number == 1 ? reply("stolen") : ""
            try connection.send(reply("\(number)") + stolen)
            _ = try? connection.receiveToEnd()
        }
        try await withEngine { host in
            let client = try host.connect()
            for body in ["1", "2"] {
                try client.get(origin.url)
                #expect(try client.receiveResponse().body == body)
            }
            let quirks = try host.finished(2)[0].quirks(.response)
            let wanted = Quirk(
                .bytesAfterLastMessage, offset: reply("1").utf8.count, length: reply("stolen").utf8.count)
            #expect(quirks == [wanted])
        }
        #expect(origin.connectionCount == 2)
    }

    /// RFC 9110 §15.2.2: else the client's next request would be bytes of a protocol that only the server knows.
    @Test func aProtocolNobodyAskedForIsRefused() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
            try Failure.unless(try connection.receiveToEnd().text.isEmpty, "something came")
        }
        try await withEngine { host in
            let client = try host.connect()
            try client.get(origin.url)
            try client.get(origin.url + "/second")
            #expect(try client.receiveResponse().status == "HTTP/1.1 502 Bad Gateway")
            #expect(try client.receiveToEnd().end == .closed)
            #expect(try host.finished(1).map { $0.outcome?.code } == [.unwantedResponse])
        }
        #expect(origin.problems.isEmpty)
    }

    /// RFC 4559 §6: the connection is authenticated, not the request.
    @Test func anAuthenticatedConnectionServesOneClientAlone() async throws {
        let origin = try ScriptedOrigin { connection, number in
            while (try? connection.receiveHead()) != nil { try connection.send(reply("\(number)")) }
        }
        try await withEngine { host in
            let first = try host.connect()
            let second = try host.connect()
            try first.get(origin.url, "Authorization: NTLM TlRMTVNTUAAB")
            #expect(try first.receiveResponse().body == "1")
            try second.get(origin.url)
            #expect(try second.receiveResponse().body == "2")
            try first.get(origin.url)
            #expect(try first.receiveResponse().body == "1")
            #expect(try host.finished(3).last?.upstream?.reused == true)
        }
    }

    @Test func anAuthenticatedConnectionThatDiedIsNotUsed() async throws {
        let origin = try ScriptedOrigin { connection, number in
            _ = try connection.receiveHead()
            try connection.send(reply("\(number)"))
            if number > 1 { _ = try connection.receiveToEnd() }
        }
        try await withEngine { host in
            let client = try host.connect()
            for body in ["1", "2"] {
                // A POST would not be repeated: it has to find a connection that lives, or be told that none does.
                try client.get(origin.url, "Authorization: Negotiate YII=")
                #expect(try client.receiveResponse().body == body)
            }
        }
    }
}

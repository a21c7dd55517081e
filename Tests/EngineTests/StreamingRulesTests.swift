import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What does not need a body whole delays none of it: what came goes on before anything more comes.
@Suite struct StreamingRulesTests {
    /// All of them act, and none of them waits for an end.
    private static let rules = """
        a: when status = 200 do set-response-header "X-A: 1", remove-response-header X-B, no-csp, tag t
        b: do set-request-header "X-A: 1", set-method PUT, set-path /b, cut-request after 1MiB
        c: do cut-response after 1MiB, corrupt-response 1, no-cookies, set-trailer "X-Sum: 1"
        d: do set-request-trailer "X-Sum: 1"
        e: when path = /other do substitute-response-body /a/b/, substitute-request-body /a/b/
        """

    @Test(arguments: [HTTPVersion.http11, .http20], [HTTPVersion.http11, .http20])
    func aResponseGoesOnAsItComes(client: HTTPVersion, server: HTTPVersion) async throws {
        let goOn = Handover<Void>()
        let origin = try ScriptedOrigin { raw, _ in
            guard server.major >= 2 else {
                _ = try raw.receiveHead()
                try raw.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nX-B: 1\r\n\r\none ")
                _ = try goOn.take("the client has it")
                return try raw.send("more")
            }
            let peer = HTTP2Peer(.server, raw)
            let (stream, _) = try peer.nextRequest()
            peer.wire.sendFields(
                HTTP2Peer.fields([(":status", "200"), ("content-length", "8"), ("x-b", "1")]), on: stream, ends: false)
            try peer.send("one ", on: stream, ends: false)
            _ = try goOn.take("the client has it")
            try peer.send("more", on: stream, ends: true)
            try? peer.wait("the end") { false }
        }
        try await withEngine(RuledProxy.proxy(Self.rules, to: origin, speaking: server)) { engine in
            let connection = try engine.connect()
            if client.major >= 2 {
                let peer = HTTP2Peer(.client, connection)
                let stream = try peer.request(scheme: "http")
                try peer.wait("the first bytes") { peer.messages[stream]?.body.count == 4 }
                goOn.put(())
                let message = try peer.message(on: stream)
                #expect(message.body.count == 8 && message.hasEnded && message.trailers == ["x-sum: 1"])
                #expect(message.fields.contains("x-a: 1") && !message.fields.contains("x-b: 1"))
            } else {
                try connection.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
                let head = try connection.receiveHead()
                #expect(head.contains("X-A: 1\r\n") && !head.lowercased().contains("x-b:"))
                #expect(try connection.receive(through: "\r\n") == "4\r\n")
                _ = try connection.receive(exactly: 4)
                goOn.put(())
                #expect(try connection.receive(through: "\r\n\r\n").hasSuffix("0\r\nX-Sum: 1\r\n\r\n"))
            }
        }
        #expect(origin.problems.isEmpty)
    }

    @Test(arguments: [HTTPVersion.http11, .http20], [HTTPVersion.http11, .http20])
    func aRequestGoesOnAsItComes(client: HTTPVersion, server: HTTPVersion) async throws {
        let arrived = Handover<Void>()
        let origin = try ScriptedOrigin { raw, _ in
            guard server.major >= 2 else {
                let head = try raw.receiveHead()
                try Failure.unless(head.hasPrefix("PUT /b HTTP/1.1\r\n"), head)
                _ = try raw.receive(through: "4\r\none \r\n")
                arrived.put(())
                let rest = try raw.receive(through: "X-Sum: 1\r\n\r\n")
                try Failure.unless(rest == "4\r\nmore\r\n0\r\nX-Sum: 1\r\n\r\n", rest)
                return try raw.send(reply("done"))
            }
            let peer = HTTP2Peer(.server, raw)
            try peer.wait("the first bytes") { peer.opened.first.map { peer.messages[$0]?.text == "one " } == true }
            arrived.put(())
            let (stream, message) = try peer.nextRequest()
            try Failure.unless(message.text == "one more" && message.trailers == ["x-sum: 1"], "\(message)")
            try peer.respond(200, on: stream, body: "done")
            try? peer.wait("the end") { false }
        }
        try await withEngine(RuledProxy.proxy(Self.rules, to: origin, speaking: server)) { engine in
            let connection = try engine.connect()
            if client.major >= 2 {
                let peer = HTTP2Peer(.client, connection)
                let stream = try peer.request(method: "POST", scheme: "http", body: "one ", ends: false)
                _ = try arrived.take("the first bytes are there")
                try peer.send("more", on: stream, ends: true)
                #expect(try peer.message(on: stream).status == "200")
            } else {
                try connection.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 8\r\n\r\none ")
                _ = try arrived.take("the first bytes are there")
                try connection.send("more")
                #expect(try connection.receiveHead().hasPrefix("HTTP/1.1 200 "))
            }
        }
        #expect(origin.problems.isEmpty)
    }
}

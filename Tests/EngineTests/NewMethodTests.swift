import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// RFC 9110 §8.6: with some methods a server expects to be told that there is no content.
@Suite struct NewMethodTests {
    @Test(arguments: [
        ("set-method POST", "GET", "", ["Content-Length: 0"]),
        ("set-method PATCH", "DELETE", "", ["Content-Length: 0"]),
        ("set-method DELETE", "GET", "", []), ("set-method DELETE", "POST", "", []), ("set-path /b", "POST", "", []),
        // It has content, or says already that there is none.
        ("set-method PUT", "POST", "Content-Length: 2\r\n\r\nab", ["Content-Length: 2"]),
        ("set-method PUT", "POST", "Content-Length: 0\r\n\r\n", ["Content-Length: 0"]),
        ("set-method PUT", "POST", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ["Transfer-Encoding: chunked"]),
        // Who means it has the last word on framing.
        ("raw set-method POST", "GET", "", []),
        ("set-method POST, raw set-request-header \"X: 1\"", "GET", "", []),
    ])
    func aNewMethodIsFramedAsItsServerExpects(
        action: String, method: String, rest: String, framing: [String]
    ) async throws {
        let seen = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            seen.put(try connection.receiveHead())
            try connection.send(reply("", "Connection: close"))
        }
        try await withEngine(RuledProxy.proxy("m: do \(action)", to: origin)) { engine in
            let client = try engine.connect()
            try client.send("\(method) /a HTTP/1.1\r\nHost: a.test\r\n" + (rest.isEmpty ? "\r\n" : rest))
            let lines = try seen.take("what the server got").split(separator: "\r\n").map(String.init)
            #expect(lines.filter { $0.hasPrefix("Content-Length") || $0.hasPrefix("Transfer-") } == framing, "\(lines)")
        }
    }

    /// RFC 9110 §9.3.2: the client gets the head of the answer, and the record has its content.
    @Test(arguments: ["Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"])
    func contentIsKeptFromAClientThatAskedForAHead(answer: String) async throws {
        let seen = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                seen.put(head)
                try connection.send("HTTP/1.1 200 OK\r\nX: y\r\n\(answer)")
            }
        }
        try await withEngine(RuledProxy.proxy("m: do set-method GET", to: origin)) { engine in
            let client = try engine.connect()
            for number in 0..<2 {
                try client.send("HEAD /\(number) HTTP/1.1\r\nHost: a.test\r\n\r\n")
                #expect(try seen.take("what the server got").hasPrefix("GET /\(number) "))
                // The next answer begins behind this one's head.
                let head = try client.receiveHead()
                #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nX: y\r\n") && !head.contains("hello"))
            }
            for flow in try engine.finished(2) {
                #expect(engine.content(of: flow.id, .response).text == "hello" && flow.outcome == .complete)
            }
        }
        #expect(origin.connectionCount == 1, "the connection was used again")
    }

    @Test func aStreamThatAskedForAHeadGetsNoContent() async throws {
        let origin = try ScriptedOrigin(answering: reply("hello"))
        try await withEngine(RuledProxy.proxy("m: do set-method GET", to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let message = try client.message(on: client.request("/a", method: "HEAD", scheme: "http"))
            #expect(message.status == "200" && message.body.isEmpty && message.reset == nil)
            #expect(try engine.content(of: engine.finished(1)[0].id, .response).text == "hello")
        }
        let new = try RuledProxy.echo()
        try await withEngine(RuledProxy.proxy("m: do set-method GET", to: new, speaking: .http20)) { engine in
            let client = try engine.connect()
            try client.send("HEAD /a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
            let text = try client.receiveToEnd().text
            #expect(text.hasPrefix("HTTP/1.1 200 ") && !text.contains(":method: GET"))
            #expect(try engine.content(of: engine.finished(1)[0].id, .response).text.contains(":method: GET"))
        }
    }

    /// A connection that is there already takes no time to make.
    @Test func onlyAConnectionThatIsMadeIsDelayed() async throws {
        let origin = try RuledProxy.oldEcho()
        let rule = "c: do delay connect 200ms"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            for path in ["/1", "/2", "/3"] {
                try client.send("GET \(path) HTTP/1.1\r\nHost: a.test\r\n\r\n")
                _ = try client.receiveResponse()
            }
            let flows = try engine.finished(3)
            #expect(flows.map { $0.ruleActs.map(\.text) } == [["The connection was delayed 200 ms."], [], []])
            let times = flows.map { flow in
                (flow.times.finished?.nanoseconds ?? 0) - flow.openedAt.nanoseconds
            }
            #expect(times[0] >= 200_000_000, "\(times)")
            #expect(flows.map { $0.upstream?.reused } == [false, true, true])
        }
        #expect(origin.connectionCount == 1)
    }

    /// Longer than a connection may take: the wait is the rule's.
    @Test func aDelayIsNoTimeOfTheServers() async throws {
        let origin = try RuledProxy.oldEcho()
        let configuration = try RuledProxy.proxy("c: do delay connect 1300ms", to: origin) {
            $0.timeouts.connect = .seconds(1)
        }
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
            #expect(try client.receiveResponse().status.hasPrefix("HTTP/1.1 200 "))
        }
    }
}

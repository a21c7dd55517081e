import TestKit
import Testing

/// The six header flags and the two that decide about Host.
@Suite struct RewritingTests {
    /// What reached the origin, and what reached the client, of one request through a proxy with these flags.
    private func exchange(_ arguments: [String], request: String, response: String) throws -> (String, String, Entry) {
        let heads = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            heads.put(try connection.receiveHead())
            try connection.send(response)
        }
        let scratch = try Scratch()
        let log = scratch.file("log")
        let files = ["--log", log]
        let proxy = try RunningProxy(arguments: files + arguments.map { $0.replacing("ORIGIN", with: origin.url) })
        let client = try proxy.connect()
        try client.send(request.replacing("ORIGIN", with: origin.url).replacing("HOST", with: origin.host))
        let answer = try client.receiveHead()
        let head = try heads.take("a request at the origin").replacing(origin.host, with: "HOST")
        client.close()
        try proxy.stop()
        return (head, answer, try #require(try Recorded.log(log).first))
    }

    @Test func untouchedRequestsKeepEveryByteOfTheirFields() throws {
        let (head, answer, _) = try exchange(
            [], request: "GET ORIGIN/a HTTP/1.1\r\nhOsT: HOST\r\nX-One:  two spaces \r\nx-one: again\r\nA:\r\n\r\n",
            response: "HTTP/1.1 200 Fine\r\nSERVER: x\r\nserver: y\r\nContent-Length: 0\r\n\r\n")
        #expect(head == "GET /a HTTP/1.1\r\nhOsT: HOST\r\nX-One:  two spaces \r\nx-one: again\r\nA:\r\n\r\n")
        #expect(answer == "HTTP/1.1 200 Fine\r\nSERVER: x\r\nserver: y\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func requestFlagsApplyInTheOrderGiven() throws {
        let (head, _, entry) = try exchange(
            [
                "--remove-request-header", "X-Gone", "--set-request-header", "User-Agent: hark-test",
                "--add-request-header", "X-New: 1", "--add-request-header", "X-New: 2",
                "--add-request-header", "X-Gone: back",
            ],
            request: "GET ORIGIN/ HTTP/1.1\r\nHost: HOST\r\nUser-Agent: a\r\nuser-agent: b\r\nX-Gone: 1\r\n\r\n",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let lines = head.split(separator: "\r\n").map(String.init)
        #expect(lines.filter { $0.lowercased().hasPrefix("user-agent") } == ["User-Agent: hark-test"])
        #expect(lines.filter { $0.hasPrefix("X-New") } == ["X-New: 1", "X-New: 2"])
        #expect(lines.filter { $0.hasPrefix("X-Gone") } == ["X-Gone: back"])
        #expect(entry.request.sentText.replacing("127.0.0.1", with: "") != entry.request.rawText)
        #expect(
            entry.changes?.contains { $0.message == "request" && $0.reason.contains("--set-request-header") } == true)
    }

    @Test func responseFlagsChangeWhatTheClientSeesAndNotTheRecord() throws {
        let (_, answer, entry) = try exchange(
            [
                "--set-response-header", "Cache-Control: no-store", "--remove-response-header", "Server",
                "--add-response-header", "X-Seen: yes",
            ],
            request: "GET ORIGIN/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
            response: "HTTP/1.1 200 OK\r\nServer: s\r\nCache-Control: max-age=60\r\nContent-Length: 0\r\n\r\n")
        #expect(answer.contains("Cache-Control: no-store\r\n") && answer.contains("X-Seen: yes\r\n"))
        #expect(!answer.contains("Server") && !answer.contains("max-age"))
        // The record says what the server sent, and apart from it what the client was sent.
        #expect(entry.response.headers.contains(Entry.Pair(name: "Server", value: "s")))
        #expect(entry.response.sentText == answer)
    }

    @Test(arguments: [(["--reverse", "ORIGIN"], "HOST"), (["--reverse", "ORIGIN", "--preserve-host"], "my.name:81")])
    func aReverseProxySpeaksForItsServer(arguments: [String], host: String) throws {
        let (head, answer, entry) = try exchange(
            arguments, request: "GET /path?q HTTP/1.1\r\nHost: my.name:81\r\n\r\n",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(head == "GET /path?q HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        let replaced = entry.changes?.contains { $0.line.hasPrefix("Host:") } == true
        #expect(replaced == (host == "HOST"))
    }

    /// The flags are grouped by kind while they are read, but it is their order that counts.
    @Test func rulesApplyInTheOrderOfTheirFlags() throws {
        let (head, _, _) = try exchange(
            [
                "--add-request-header", "X: 1", "--remove-request-header", "X", "--add-request-header=X: 2",
                "--tunnel-host=--set-request-header", "--set-request-header", "Y: 3", "--add-request-header", "Y: 4",
            ], request: "GET ORIGIN/ HTTP/1.1\r\nHost: HOST\r\nX: 0\r\n\r\n",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(head == "GET / HTTP/1.1\r\nHost: HOST\r\nX: 2\r\nY: 3\r\nY: 4\r\n\r\n")
    }

    @Test(arguments: ["a b", "a/b", "a\tb", "a@b"])
    func aHostThatIsNoneIsRefusedAtTheStart(value: String) throws {
        let result = try Tool.run(
            Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--set-request-header", "Host: \(value)"])
        #expect(result.code == 64 && result.diagnostics.contains("(at byte 7)"), result.summary)
    }

    @Test(arguments: [
        "--set-request-header", "--add-request-header", "--set-response-header", "--add-response-header",
    ])
    func badFieldsAreRefusedAtTheStartWithThePosition(flag: String) throws {
        for text in ["Bad Name: x", "no-colon", ": empty", "X: a\u{01}b", "X: a\r\nY: b"] {
            let result = try Tool.run(Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", flag, text])
            #expect(result.code == 64, result.summary)
            #expect(!result.diagnostics.isEmpty)
        }
        let result = try Tool.run(
            Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", flag, "Bad Name: x"])
        // The space is the fourth character, at offset 3.
        #expect(result.diagnostics.contains(/\b[34]\b/), result.summary)
    }
}

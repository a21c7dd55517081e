import Foundation
import TestKit
import Testing

/// `hark replay` and `hark send`: what reaches the server, byte for byte, and what is said of the answer.
@Suite struct SendingTests {
    /// A server that notes what it is sent, up to an end that the test knows.
    private static func origin(
        through end: String, _ seen: Handover<String>,
        _ answer: @escaping @Sendable (Int) -> String = { _ in Self.answer }
    ) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, number in
            seen.put(try connection.receive(through: end))
            try connection.send(answer(number))
        }
    }

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// One flow in a session file: this request through a proxy, and the answer.
    private static func recorded(
        _ request: String, in path: String, _ options: String...
    ) throws {
        let proxy = try RunningProxy(arguments: ["--store", path] + options, keepsSession: true)
        let client = try RawConnection(port: proxy.port)
        try client.send(request)
        _ = try client.receive(through: "ok")
        client.close()
        try proxy.stop()
    }

    @Test func theSameBytesGoOutAgain() throws {
        let seen = Handover<String>()
        let origin = try Self.origin(through: "X-Sum: 1\r\n\r\n", seen)
        let (scratch, home) = (try Scratch(), try PrivateHome())
        let path = scratch.file("a.hark")
        let body = "003;note=\"a b\"\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n"
        try Self.recorded(
            "POST http://\(origin.host)/in?a=%20 HTTP/1.1\r\nHost: \(origin.host)\r\nx-ODD:  value \r\n"
                + "Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n" + body, in: path)
        let first = try seen.take("the request")
        #expect(first.hasSuffix("\r\n\r\n" + body))
        let result = try home.hark("replay", "1", "--session", path, "--compare")
        #expect(result.code == 0, result.summary)
        #expect(try seen.take("the replay") == first)
        #expect(try home.hark("flows", "replayed and id = 2", "--session", path, "--count").text == "1\n")
        #expect(result.diagnostics.contains("stored in \(path) as #2."), result.summary)
    }

    /// What a client of a server wrote is sent as it was written, not as it went on.
    @Test func aRequestThatWasForNoProxyGoesOutAsItsClientWroteIt() throws {
        let seen = Handover<String>()
        let origin = try Self.origin(through: "\r\n\r\n", seen)
        let (scratch, home) = (try Scratch(), try PrivateHome())
        let request = "GET /a HTTP/1.1\r\nhost: \(origin.host)\r\nconnection: keep-alive\r\naccept:*/*\r\n\r\n"
        try Self.recorded(request, in: scratch.file("a.hark"), "--reverse", origin.url)
        _ = try seen.take("the request")
        _ = try home.hark("replay", "1", "--session", scratch.file("a.hark"))
        #expect(try seen.take("the replay") == request)
    }

    @Test func aBodyThatWasCutIsNotSentAgain() throws {
        let origin = try ScriptedOrigin(answering: Self.answer)
        let (scratch, home) = (try Scratch(), try PrivateHome())
        try Self.recorded(
            "POST \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nContent-Length: 10\r\n\r\n0123456789",
            in: scratch.file("a.hark"), "--max-body-record", "4")
        let connections = origin.connectionCount
        let result = try home.hark("replay", "1", "--session", scratch.file("a.hark"))
        #expect(result.code == 65 && result.diagnostics.contains("only the first 4 bytes"), result.summary)
        #expect(origin.connectionCount == connections)
    }

    @Test func anotherAnswerIsTold() throws {
        let seen = Handover<String>()
        let origin = try Self.origin(through: "\r\n\r\n", seen) { number in
            let content = number < 3 ? "{\"a\":1} ok" : "{\"a\":2} ok"
            return "HTTP/1.1 200 OK\r\nDate: \(number)\r\nContent-Length: 10\r\n\r\n\(content)"
        }
        let (scratch, home) = (try Scratch(), try PrivateHome())
        let path = scratch.file("a.hark")
        try Self.recorded("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n", in: path)
        let same = try home.hark("replay", "1", "--session", path, "--compare")
        let said = "No difference, apart from fields that always differ (Date)"
        #expect(same.code == 0 && same.text.contains(said), same.summary)
        let other = try home.hark("replay", "1", "--session", path, "--compare")
        #expect(other.code == 1 && other.text.contains("1 difference"), other.summary)
        #expect(try home.hark("diff", "1", "2", "--session", path).code == 1)
        #expect(try home.hark("diff", "--steady", "1", "2", "--session", path).code == 1)
        #expect(try home.hark("diff", "2", "\(path):2", "--session", path).code == 0)
        #expect(try home.hark("diff", "2", "9", "--session", path).code == 1)
    }

    @Test func manyGoAtOnceAndOtherHeadersAreSet() throws {
        let seen = Handover<String>()
        let origin = try Self.origin(through: "\r\n\r\n", seen)
        let (scratch, home) = (try Scratch(), try PrivateHome())
        let path = scratch.file("a.hark")
        try Self.recorded("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n", in: path)
        _ = try seen.take("the request")
        let result = try home.hark(
            "replay", "path = /", "--session", path, "--times", "20", "--concurrency", "4", "--no-store", "--json",
            "--set-request-header", "X-Try: again")
        #expect(result.code == 0 && result.text.split(separator: "\n").count == 20, result.summary)
        for _ in 1...20 { #expect(try seen.take("a replay").hasSuffix("\r\nX-Try: again\r\n\r\n")) }
        #expect(result.diagnostics.contains("20 sent, 0 failed"), result.summary)
        #expect(try home.hark("flows", "--session", path, "--count").text == "1\n")
    }

    @Test func whileAProxyWritesToTheSessionTheNewFlowsGoIntoANewOne() throws {
        let origin = try ScriptedOrigin(answering: Self.answer)
        let (scratch, home) = (try Scratch(), try PrivateHome())
        let path = scratch.file("a.hark")
        try Self.recorded("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n", in: path)
        let proxy = try RunningProxy("--store", path)
        let result = try home.hark("replay", "1", "--session", path)
        #expect(result.code == 0 && result.diagnostics.contains("stored in \(home.folder)/sessions/"), result.summary)
        let words = result.diagnostics.split(whereSeparator: \.isWhitespace)
        let name = try #require(words.firstIndex(of: "--session").map { String(words[$0 + 1]) })
        #expect(name.hasSuffix("-sent") && result.diagnostics.contains("hark show 1 --session \(name)"))
        #expect(try home.hark("flows", "replayed", "--session", name, "--count").text == "1\n")
        try proxy.stop()
    }

    /// Who has sent something goes on with the flows that were there before.
    @Test func whatIsSentDoesNotTakeThePlaceOfTheNewestSession() throws {
        let origin = try ScriptedOrigin(answering: Self.answer)
        let home = try PrivateHome()
        let raw =
            "GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let file = try home.scratch.write("raw.http", Array((raw + raw).utf8))
        #expect(try home.hark("import", file).code == 0)
        let message = try home.scratch.write("m.http", "GET / HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        let sent = try home.hark("send", "--to", origin.url, message)
        #expect(sent.code == 0 && sent.diagnostics.contains("-sent.hark"), sent.summary)
        #expect(try home.hark("tag", "2", "bug").code == 0)
        #expect(try home.hark("flows", "--count").text == "2\n")
        let listed = try home.hark("sessions").text
        #expect(listed.contains("hark send --to") && listed.contains("hark import \(file)"), "\(listed)")
    }

    /// An editor that makes two requests of one is not obeyed.
    @Test func whatIsNoSingleRequestAfterEditingIsNotSent() throws {
        let origin = try ScriptedOrigin(answering: Self.answer)
        let (scratch, home) = (try Scratch(), try PrivateHome())
        try Self.recorded(
            "GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n", in: scratch.file("a.hark"))
        let connections = origin.connectionCount
        let editor = scratch.file("editor")
        try "#!/bin/sh\nstat -c %a \"$1\" > \(scratch.file("mode"))\nprintf more >> \"$1\"\n".write(
            toFile: editor, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor)
        let result = try home.hark(
            "replay", "1", "--edit", "--session", scratch.file("a.hark"), environment: ["VISUAL": editor])
        #expect(result.code == 65 && result.diagnostics.contains("is not one request"), result.summary)
        #expect(origin.connectionCount == connections)
        #expect(try String(contentsOfFile: scratch.file("mode"), encoding: .utf8) == "600\n")
        // The work of the person is kept, and named.
        let words = result.diagnostics.split(whereSeparator: \.isWhitespace).map { String($0) }
        let kept = try #require(words.first { $0.contains("/hark-message.") }).trimmingCharacters(in: ["."])
        #expect(try String(contentsOfFile: kept, encoding: .utf8).hasSuffix("\r\n\r\nmore"))
        try FileManager.default.removeItem(atPath: kept)
    }

    // MARK: - Raw messages

    private func send(_ message: String, _ arguments: String...) throws -> Tool.Result {
        let home = try PrivateHome()
        let file = home.scratch.file("message")
        try message.write(toFile: file, atomically: true, encoding: .utf8)
        return try home.hark(arguments: ["send", file] + arguments)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET  / HTTP/9.9\nHost : x\n\r\n\r\n", "\u{1}\u{2}nothing at all\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func everyByteGoesOutAsItIs(message: String) throws {
        let seen = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            seen.put(String(decoding: try connection.receive(exactly: message.utf8.count), as: UTF8.self))
            try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Self.answer)
        }
        let result = try send(message, "--to", origin.host)
        #expect(try seen.take("the message") == message)
        #expect(result.code == 0 && result.text == "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Self.answer)
        #expect(result.diagnostics.contains("answered in"), result.summary)
    }

    @Test func aServerThatNeverAnswersEndsWithASentence() throws {
        let origin = try ScriptedOrigin { connection, _ in _ = try connection.receiveToEnd() }
        let result = try send(
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "--to", origin.url, "--timeout", "response-head=300ms")
        #expect(result.code == 69 && result.diagnostics.contains("no response arrived in time"), result.summary)
    }

    @Test func anAnswerThatIsNoHTTPIsShownAsItCame() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("SSH-2.0-OpenSSH_9.6\r\nwho are you\r\n")
        }
        let result = try send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "--to", origin.host)
        #expect(result.text == "SSH-2.0-OpenSSH_9.6\r\nwho are you\r\n")
        #expect(result.code == 69 && result.diagnostics.contains("not valid HTTP"), result.summary)
    }

    @Test func aServerThatReadsToTheEndIsToldOfIt() throws {
        let origin = try ScriptedOrigin { connection, _ in
            let (text, _) = try connection.receiveToEnd()
            try connection.send("HTTP/1.0 200 OK\r\n\r\n\(text.utf8.count)")
        }
        let message = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let result = try send(message, "--to", origin.host, "--half-close")
        #expect(result.code == 0 && result.text.hasSuffix("\r\n\r\n\(message.utf8.count)"), result.summary)
    }

    @Test func twoRequestsInOneMessageAreBothAnswered() throws {
        let origin = try ScriptedOrigin(answering: Self.answer)
        let result = try send(
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n", "--to", origin.host)
        #expect(result.text == Self.answer + Self.answer, result.summary)
    }

    /// The first answer ends with the connection, so there is no other one to wait for.
    @Test func anAnswerThatEndsWithTheConnectionEndsAllOfThem() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receive(through: "/2 HTTP/1.1\r\nHost: a\r\n\r\n")
            try connection.send("HTTP/1.0 200 OK\r\n\r\nok")
        }
        let result = try send(
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n", "--to", origin.host)
        #expect(result.code == 0 && result.text == "HTTP/1.0 200 OK\r\n\r\nok", result.summary)
    }

    @Test func interimResponsesWithoutEndAreNoAnswer() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 300))
            _ = try connection.receiveToEnd()
        }
        let result = try send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "--to", origin.host)
        #expect(result.code == 69 && result.diagnostics.contains("interim responses came"), result.summary)
    }

    @Test func interimResponsesDoNotMakeTheTimeLonger() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            for _ in 0..<100 {
                try connection.send("HTTP/1.1 103 Early Hints\r\n\r\n")
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        let result = try send(
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "--to", origin.host, "--timeout", "response-head=500ms")
        #expect(result.code == 69 && result.diagnostics.contains("no response arrived in time"), result.summary)
    }

    @Test func typedLinesGetTheLineEndsOfHTTPWhenAsked() throws {
        let seen = Handover<String>()
        let origin = try Self.origin(through: "\r\n\r\n", seen)
        let result = try send("GET / HTTP/1.1\nHost: a\n\n", "--crlf", "--to", origin.host, "--explain")
        #expect(try seen.take("the message") == "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(result.code == 0 && result.text.contains("200"), result.summary)
    }

    @Test(arguments: ["nowhere", "ftp://a/", "http://", ":80", "a:0", "a:99999", ""])
    func aServerThatIsNoneIsRefused(server: String) throws {
        #expect(try send("x", "--to", server).code == 64)
    }

    @Test func anEmptyMessageIsNotSent() throws {
        let result = try send("", "--to", "127.0.0.1:1")
        #expect(result.code == 65 && result.diagnostics.contains("the message is empty"), result.summary)
    }
}

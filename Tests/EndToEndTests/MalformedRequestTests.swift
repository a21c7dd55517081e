import Foundation
import TestKit
import Testing

/// Requests that two parsers could read differently, or none at all: each is answered with the status that fits, the
/// connection is closed, and nothing of it reaches a server.
@Suite struct MalformedRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let status: Int
        /// `HOST` stands for the origin.
        let request: String

        init(_ what: String, _ status: Int, _ request: String) {
            self.what = what
            self.status = status
            self.request = request
        }

        var testDescription: String { what }
    }

    private static func post(_ fields: String, version: String = "1.1") -> String {
        "POST http://HOST/ HTTP/\(version)\r\nHost: HOST\r\n\(fields)\r\n\r\n"
    }

    private static func get(_ line: String, _ fields: String = "Host: HOST\r\n") -> String {
        line + "\r\n" + fields + "\r\n"
    }

    static let startLines = [
        Case("no version (HTTP/0.9)", 400, "GET http://HOST/\r\n\r\n"),
        Case("two spaces before the target", 400, get("GET  http://HOST/ HTTP/1.1")),
        Case("a tab before the target", 400, get("GET\thttp://HOST/ HTTP/1.1")),
        Case("a space in the target", 400, get("GET http://HOST/a b HTTP/1.1")),
        Case("a space after the version", 400, get("GET http://HOST/ HTTP/1.1 ")),
        Case("a lower-case protocol name", 400, get("GET http://HOST/ http/1.1")),
        Case("a version with two digits", 400, get("GET http://HOST/ HTTP/1.12")),
        Case("another major version", 505, get("GET http://HOST/ HTTP/3.0")),
        Case("a method that is no token", 400, get("GE@T http://HOST/ HTTP/1.1")),
        Case("a control character in the target", 400, get("GET http://HOST/\u{01} HTTP/1.1")),
        Case("a NUL in the target", 400, get("GET http://HOST/\u{00} HTTP/1.1")),
        Case("a port out of range", 400, get("GET http://127.0.0.1:99999/ HTTP/1.1", "Host: 127.0.0.1:99999\r\n")),
        Case("a port with a sign", 400, get("GET http://127.0.0.1:+80/ HTTP/1.1", "Host: 127.0.0.1:+80\r\n")),
        Case("no host in the target", 400, get("GET http:///x HTTP/1.1", "Host: \r\n")),
        Case(
            "a target longer than 64 KiB", 414, get("GET http://HOST/\(String(repeating: "a", count: 70_000)) HTTP/1.1")
        ),
        Case("an endless first word", 414, String(repeating: "A", count: 70_000)),
    ]

    static let fields = [
        Case("no Host", 400, get("GET http://HOST/ HTTP/1.1", "")),
        Case("two Hosts", 400, get("GET http://HOST/ HTTP/1.1", "Host: HOST\r\nHost: HOST\r\n")),
        Case("a Host that is no host", 400, get("GET http://HOST/ HTTP/1.1", "Host: a b\r\n")),
        Case("a line without a colon", 400, post("nonsense")),
        Case("an empty field name", 400, post(": x")),
        Case("a space before the colon", 400, post("Content-Length : 5")),
        Case("a field name that is no token", 400, post("Content(Length): 5")),
        Case("a folded line", 400, post("X: a\r\n b")),
        Case("a folded first line", 400, get("GET http://HOST/ HTTP/1.1", " X: a\r\nHost: HOST\r\n")),
        Case("a bare CR in a value", 400, post("X: a\rb")),
        Case("a NUL in a value", 400, post("X: a\u{00}b")),
        Case("bare LFs", 400, "GET http://HOST/ HTTP/1.1\nHost: HOST\n\n"),
        Case("one bare LF", 400, "GET http://HOST/ HTTP/1.1\r\nHost: HOST\nX: y\r\n\r\n"),
        Case("a head larger than 256 KiB", 431, post("X: " + String(repeating: "a", count: 300_000))),
        Case("more than 1,000 fields", 431, post((0..<1_100).map { "X\($0): y" }.joined(separator: "\r\n"))),
    ]

    // RFC 9112 §6.1, §6.3.
    static let framing = [
        Case("both framings", 400, post("Content-Length: 5\r\nTransfer-Encoding: chunked")),
        Case("both framings, the other way round", 400, post("Transfer-Encoding: chunked\r\nContent-Length: 5")),
        Case("two lengths that differ", 400, post("Content-Length: 5\r\nContent-Length: 6")),
        Case("a list of lengths that differ", 400, post("Content-Length: 5, 6")),
        Case("a length with a sign", 400, post("Content-Length: +5")),
        Case("a negative length", 400, post("Content-Length: -5")),
        Case("a hexadecimal length", 400, post("Content-Length: 0x5")),
        Case("a length with a fraction", 400, post("Content-Length: 5.0")),
        Case("a length with a space inside", 400, post("Content-Length: 5 5")),
        Case("an empty length", 400, post("Content-Length:")),
        Case("a length beyond 64 bits", 400, post("Content-Length: 99999999999999999999999")),
        Case("a vertical tab beside chunked", 400, post("Transfer-Encoding: \u{0B}chunked")),
        Case("a form feed beside a length", 400, post("Content-Length: \u{0C}5")),
        Case("chunked twice", 400, post("Transfer-Encoding: chunked, chunked")),
        Case("chunked in two fields", 400, post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")),
        Case("chunked not last", 400, post("Transfer-Encoding: chunked, gzip")),
        Case("chunked in HTTP/1.0", 400, post("Transfer-Encoding: chunked", version: "1.0")),
        Case("an unknown coding", 501, post("Transfer-Encoding: xchunked")),
        Case("quoted chunked", 501, post("Transfer-Encoding: \"chunked\"")),
    ]

    @Test(arguments: startLines + fields + framing)
    func isRefusedBeforeAnyServerHearsOfIt(test: Case) throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let client = try proxy.connect()
        try? client.send(test.request.replacing("HOST", with: origin.host))
        let (answer, _) = try client.receiveToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 \(test.status) "), "\(answer.prefix(300))")
        let body = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
        #expect(ScriptedOrigin.contentLength(answer) == body.utf8.count, "one answer, then the end")
        #expect(origin.connectionCount == 0)
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.count == 1)
        #expect(entries.first?.outcome.kind == "refused")
        #expect(entries.first?.outcome.by == "client" || entries.first?.outcome.by == "proxy")
    }

    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        var status = 400
    }

    // RFC 9112 §7.1: the head is fine and may be on its way when the fault comes.
    static let bodies = [
        Body(testDescription: "a size with a sign", bytes: "+5\r\nhello\r\n0\r\n\r\n"),
        Body(testDescription: "a size with 0x", bytes: "0x5\r\nhello\r\n0\r\n\r\n"),
        Body(testDescription: "a negative size", bytes: "-5\r\nhello\r\n0\r\n\r\n"),
        Body(testDescription: "a size with a space before it", bytes: " 5\r\nhello\r\n0\r\n\r\n"),
        Body(testDescription: "no size", bytes: "\r\nhello\r\n0\r\n\r\n"),
        Body(testDescription: "a size beyond 64 bits", bytes: "FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n", status: 413),
        Body(testDescription: "a bare LF after the size", bytes: "5\nhello\r\n0\r\n\r\n"),
        Body(testDescription: "more data than the size says", bytes: "5\r\nhello!\r\n0\r\n\r\n"),
        Body(testDescription: "a bare CR in an extension", bytes: "5;a\rb\r\nhello\r\n0\r\n\r\n"),
        Body(
            testDescription: "an extension of a kilobyte",
            bytes: "5;\(String(repeating: "a", count: 1024))\r\nhello\r\n0\r\n\r\n"),
        Body(testDescription: "a folded trailer", bytes: "5\r\nhello\r\n0\r\nX: a\r\n b\r\n\r\n"),
        Body(
            testDescription: "trailers of 100 KB", bytes: "0\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n",
            status: 431),
    ]

    @Test(arguments: bodies)
    func aBadChunkNeverEndsCleanlyAtTheServer(body: Body) throws {
        let received = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            received.put(try connection.receiveToEnd().text)
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        let head = "POST \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nTransfer-Encoding: chunked\r\n\r\n"
        try? client.send(head + body.bytes)
        let (answer, _) = try client.receiveToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 \(body.status) "), "\(answer.prefix(300))")
        // The server may have heard nothing at all; if it heard of it, then without the last chunk's end.
        if origin.connectionCount > 0 {
            let seen = try received.take("the origin's connection ends")
            #expect(!seen.hasSuffix("0\r\n\r\n") && !seen.hasSuffix("\r\n b\r\n\r\n"), "\(seen.suffix(300))")
        }
    }

    @Test func whatFollowsARefusedRequestIsNotARequest() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        let smuggled = "GET \(origin.url)/smuggled HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n"
        try client.send(
            "POST \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nContent-Length: 6\r\nTransfer-Encoding: "
                + "chunked\r\n\r\n"
                + "0\r\n\r\n" + smuggled)
        let (answer, _) = try client.receiveToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(!answer.contains(" 200 "))
        #expect(origin.connectionCount == 0)
    }

    @Test func theAnswerSaysWhatWasWrongAndWhere() throws {
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET http://h.invalid/ HTTP/1.1\r\nHost: h.invalid\r\nContent-Length: +5\r\n\r\n")
        let (answer, _) = try client.receiveToEnd()
        // 32 bytes of request line, 17 of Host, 16 of "Content-Length: ".
        #expect(answer.contains("65"), "\(answer)")
        #expect(answer.contains("9112") || answer.contains("9110"), "\(answer)")
    }
}

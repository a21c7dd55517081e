import Foundation
import TestKit
import Testing

/// Answers that are no HTTP, or that two parsers could read differently: the client gets a 502 that says so, never the
/// bytes.
@Suite struct MalformedResponseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: String
        /// What is recorded: it did not answer at all, its answer was cut off, or it was not passed on.
        let kind: String

        init(_ what: String, _ response: String, kind: String = "refused") {
            testDescription = what
            self.response = response
            self.kind = kind
        }
    }

    private static func ok(_ fields: String, body: String = "") -> String {
        "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(body)"
    }

    static let cases = [
        Case("nothing at all", "", kind: "failed"),
        Case("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n"),
        Case("a body without a head", "<html>\r\nhello\r\n\r\n</html>"),
        Case("half a head", "HTTP/1.1 200 OK\r\nContent-Le", kind: "aborted"),
        Case("a status of letters", "HTTP/1.1 2OO OK\r\nContent-Length: 0\r\n\r\n"),
        Case("a status of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
        Case("a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
        Case("a status below 100", "HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n"),
        Case("another major version", "HTTP/3.0 200 OK\r\nContent-Length: 0\r\n\r\n"),
        Case("no version", "200 OK\r\nContent-Length: 0\r\n\r\n"),
        Case("a negative length", ok("Content-Length: -6", body: "hello")),
        Case("a hexadecimal length", ok("Content-Length: 0x5", body: "hello")),
        Case("two lengths that differ", ok("Content-Length: 5\r\nContent-Length: 6", body: "hello!")),
        Case(
            "both framings, the coding unknown",
            ok("Content-Length: 5\r\nTransfer-Encoding: gzip", body: "0\r\n\r\n")),
        Case("a bare CR before a field", ok("\rX: a\r\nContent-Length: 0")),
        Case("a NUL in a value", ok("X: a\u{00}b\r\nContent-Length: 0")),
        Case("a line without a colon", ok("nonsense\r\nContent-Length: 0")),
        Case("an endless head", ok("X: " + String(repeating: "a", count: 400_000))),
    ]

    @Test(arguments: cases)
    func becomesA502(test: Case) throws {
        let origin = try ScriptedOrigin(answering: test.response, closing: true)
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let client = try proxy.connect()
        // A HEAD beside the GET: its 502 has no body (RFC 9110 §9.3.2).
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        let (answer, end) = try client.receiveToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 502 "), "\(answer.prefix(300))")
        #expect(end == .closed)
        let body = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
        #expect(ScriptedOrigin.contentLength(answer) == body.utf8.count && !body.isEmpty)

        let head = try proxy.connect()
        try head.send("HEAD \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        let (bare, _) = try head.receiveToEnd()
        #expect(bare.hasPrefix("HTTP/1.1 502 "), "\(bare.prefix(300))")
        #expect(bare.firstRange(of: "\r\n\r\n")?.upperBound == bare.endIndex, "a body: \(bare.prefix(300))")

        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.count == 2)
        let outcome = try #require(entries.first { $0.request.method == "GET" }?.outcome)
        #expect(outcome.kind == test.kind && outcome.by == "upstream", "\(outcome)")
    }

    /// RFC 9112 §2.2, §4: readers agree on what such a server means. Whoever wants to find it uses `--strict`.
    @Test(arguments: [false, true])
    func whatIsWrongButReadableIsPutRightUnlessToldOtherwise(isStrict: Bool) throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200\nContent-Length: 2\n\nok")
        let proxy = try RunningProxy(arguments: isStrict ? ["--strict"] : [])
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        let (answer, _) = try client.receiveToEnd()
        if isStrict {
            #expect(answer.hasPrefix("HTTP/1.1 502 "))
        } else {
            #expect(answer == "HTTP/1.1 200 \r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
    }

    @Test func bytesAfterAnAnswerAreNobodysAnswer() throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let extra = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
        let origin = try ScriptedOrigin { connection, number in
            while let head = try? connection.receiveHead() {
                try connection.send(number == 1 ? response + extra : response)
                try Failure.unless(!head.isEmpty, "a request")
            }
        }
        let proxy = try RunningProxy()
        for _ in 1...3 {
            let client = try proxy.connect()
            try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
            let (answer, _) = try client.receiveToEnd()
            #expect(answer.hasSuffix("\r\n\r\nok"), "\(answer)")
        }
    }

    // RFC 9110 §6.4.1, RFC 9112 §6.3 rule 1.
    @Test(arguments: ["204 No Content", "304 Not Modified"])
    func statusesWithoutABodyHaveNone(status: String) throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 \(status)\r\nX-Length: 5\r\n\r\nhello")
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        let (answer, _) = try client.receiveToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
    }

    @Test func interimAnswersAllComeBeforeTheFinalOne() throws {
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        let (answer, _) = try client.receiveToEnd()
        let statuses = answer.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }.map {
            $0.dropFirst(9).prefix(3)
        }
        #expect(statuses == ["103", "102", "200"])
        try proxy.stop()
        let entry = try #require(try Recorded.log(log).first)
        #expect(entry.response.status == 200)
        #expect(entry.response.interim?.map(\.status) == [103, 102])
    }
}

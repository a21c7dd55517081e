import Bytes
import Explain
import Judge
import Testing

/// Messages of curl's own test suite (tests/data), which are odd on purpose: what curl accepts is no fault by that, and
/// what breaks a rule is named, once.
@Suite struct CurlSuiteTests {
    struct Message: Sendable, CustomTestStringConvertible {
        /// Of the file in curl's repository.
        let number: Int
        let example: Example
        /// All that is bad in it.
        let bad: [String]
        var testDescription: String { "test\(number)" }

        init(_ number: Int, _ text: String, bad: [String] = [], isLatin: Bool = false) {
            self.number = number
            example = Example(text, scheme: "http", isLatin: isLatin)
            self.bad = bad
        }
    }

    private static let gzip = "\u{1F}\u{8B}\u{8}\u{8}y\u{9E}\u{AB}A\u{0}\u{3}lalala\u{0}"

    static let messages = [
        Message(
            1,
            """
            > GET /1 | Accept: */* < HTTP/1.1 200 OK | Server: test-server/fake \
            | Last-Modified: Tue, 13 Jun 2000 12:10:00 GMT | ETag: "21025-dc7-39462498" | Accept-Ranges: bytes \
            | Connection: close | Content-Type: text/html | Funny-head: yesyes || -foo-
            """),
        Message(129, "> GET /129 < HTTP/1.1 200 OK | Content-Type: text/html | Connection: close || hej"),
        Message(188, "> GET /188 | Range: bytes=50- < 200 | Content-Range: bytes 50- || Actual content"),
        // gzip as a transfer coding: the body is not what Content-Type and Content-Encoding say until it is removed.
        Message(
            1124, "< 200 | Content-Type: text/html; charset=ISO-8859-1 | Transfer-Encoding: gzip, chunked || " + gzip,
            isLatin: true),
        Message(
            1277,
            """
            < 200 | Content-Type: text/html | Transfer-Encoding: gzip, chunked | Content-Encoding: deflate || \
            \(gzip)
            """, isLatin: true),
        Message(
            1117, "> GET /1117 | Range: bytes=10-18 < 206 | Content-Range: bytes 10-18/155 || partial body",
            bad: ["range-length-differs"]),
        Message(
            1511, "< 200 | Last-Modified: Mon, 22 Apr 2030 17:45:05 GMT | Content-Type: text/html || Hello World",
            bad: ["last-modified-in-future"]),
        Message(
            317,
            "> GET http://first.host.it.is/we/want/ | Authorization: s3cr3t < 302 | Location: http://goto.second.host/",
            bad: ["credentials-without-scheme"]),
        Message(
            581, "< 200 | Content-Type: text/html | Content-Type: changed/my/mind || -foo-", bad: ["field-repeated"]),
        Message(1172, "> HEAD / < 302 | Location: /moo.html | Content-Length: 5"),
    ]

    @Test(arguments: messages)
    func onlyWhatBreaksARuleIsBad(message: Message) throws {
        let found = Checks.findings(in: try message.example.facts()).filter { $0.level == .bad }
        #expect(found.map(\.check.code).sorted() == message.bad.sorted(), "\(message.example.text)")
    }

    /// Of a body without such a coding the same is still found.
    @Test func aBodyThatIsSentAsItIsIsRead() throws {
        func codes(_ coding: String) throws -> Set<String> {
            let text = "< 200 | Content-Type: text/html; charset=utf-8 | Transfer-Encoding: \(coding) || " + Self.gzip
            return Set(Checks.findings(in: try Example(text, isLatin: true).facts()).map(\.check.code))
        }
        #expect(try codes("chunked").contains("content-type-disagrees"))
        #expect(try !codes("gzip, chunked").contains("content-type-disagrees"))
        #expect(try !codes("GZIP;q=1, chunked").contains("content-type-disagrees"))
    }
}

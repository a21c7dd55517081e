import Bytes
import Explain
import Foundation
import HTTPModel
import Testing
import Views

/// Pages of messages.
@Suite struct ExplanationViewTests {
    @Test func everyLineOfTheMessageIsThere() {
        let page = ExplainedText.page(ExplainedText.read(ExplainedText.pair))
        for line in ExplainedText.pair.split(separator: "\n").dropLast() {
            #expect(page.contains("\n  \(line)\n"), "\(line)")
        }
    }

    @Test func beneathALineStandsWhatItSays() throws {
        let page = ExplainedText.page(
            ExplainedText.read("HTTP/1.1 200 OK\nCache-Control: max-age=60, private\nContent-Length: 0\n\n"))
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let place = try #require(lines.firstIndex { $0.contains("Cache-Control: ") })
        #expect(lines[place + 1].contains("RFC 9111 §5.2"))
        #expect(lines[place + 2].hasPrefix("    max-age=60 ") && lines[place + 2].contains("60 seconds"))
        #expect(lines.count { $0.hasPrefix("    private ") } == 1)
    }

    @Test(arguments: [40, 80, 120])
    func noLineIsWiderThanTheTerminal(width: Int) {
        let long = String(repeating: "x", count: 300)
        let text =
            "GET /\(long)?\(long)=ä HTTP/1.1\nHost: h\nCookie: a=\(long)\nX-\(long): ü\u{1}é\n\n" + ExplainedText.pair
        let input = ExplainedText.read(text)
        for bytes in [false, true] {
            for line in ExplainedText.page(input, width: width, bytes: bytes).split(separator: "\n") {
                #expect(line.count <= width, "\(line)")
            }
        }
    }

    @Test func whatIsNoTerminalIsEightyColumnsWide() {
        let page = ExplainedText.page(ExplainedText.read(ExplainedText.pair), width: nil)
        #expect(page.split(separator: "\n").map(\.count).max() == 80)
    }

    @Test func nothingFromTheWireDrivesTheTerminal() {
        let text = "GET /\u{1B}[2J HTTP/1.1\nHost: \u{1B}]0;title\u{7}\nX-\u{9B}31m: \u{202E}evil\n\n\u{1B}c"
        let input = ExplainedText.read(text)
        for bytes in [false, true] {
            for scalar in ExplainedText.page(input, bytes: bytes).unicodeScalars {
                #expect(scalar == "\n" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
                #expect(scalar.value != 0x202E)
            }
        }
    }

    @Test func coloursAreOnlyForTerminals() {
        var view = ExplanationView(style: .ansi, width: 80)
        view.show(ExplainedText.read(ExplainedText.pair))
        #expect(view.page.take().contains(0x1B))
        #expect(!ExplainedText.page(ExplainedText.read(ExplainedText.pair)).utf8.contains(0x1B))
    }

    @Test func theBytesAreAllOnTheirPage() throws {
        let page = ExplainedText.page(ExplainedText.read(ExplainedText.pair), bytes: true)
        // offset, up to eight bytes, text: `   0  47 45 54                GET       method …`
        var shown: [UInt8] = []
        for line in page.split(separator: "\n") where !line.hasPrefix("Re") {
            guard line.count > 6, line.prefix(4).contains(where: \.isNumber) else { continue }
            for pair in line.dropFirst(6).prefix(24).split(separator: " ") {
                shown.append(try #require(UInt8(pair, radix: 16), "\(line)"))
            }
        }
        #expect(Bytes(shown) == ExplainedText.bytes(ExplainedText.pair))
    }

    @Test func onlyOneTopicIsOneTopic() {
        let input = ExplainedText.read(ExplainedText.pair)
        let page = ExplainedText.page(input, only: [.caching])
        #expect(page.contains("Caching:") && page.contains("freshness_lifetime"))
        #expect(!page.contains("Cookies:") && !page.contains("Host: example.com"))
        #expect(ExplainedText.page(input, only: [.ranges]).contains("These messages have nothing on this topic."))
    }

    @Test func whatBelongsToNoMessageIsSaid() {
        let page = ExplainedText.page(ExplainedText.read("HTTP/1.1 204 No Content\n\n??"))
        #expect(page.contains("2 bytes from byte 27 on do not belong to a message"))
    }

    /// The line end of a file's last line, after a body whose length is given.
    @Test func theEndOfTheLastLineIsNoRest() {
        let page = ExplainedText.page(ExplainedText.read("HTTP/1.1 200 OK\nContent-Length: 2\n\nhi\n"))
        #expect(!page.contains("not belong to a message"))
    }

    @Test func aMalformedPartIsNamedWithItsByte() {
        let page = ExplainedText.page(ExplainedText.read("GET / HTTP/1.1\nHost : h\n\n"))
        #expect(page.contains("✗ byte 20:"))
    }

    /// Exchanges in which nothing is wrong, of the kinds one meets every day.
    private static let healthy: [String] = [
        """
        GET /a HTTP/1.1
        Host: example.com
        Accept-Encoding: gzip

        HTTP/1.1 200 OK
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Cache-Control: max-age=60
        Content-Type: text/plain; charset=utf-8
        ETag: "a"
        Content-Length: 5

        hello
        """,
        """
        POST /form HTTP/1.1
        Host: example.com
        Content-Type: application/x-www-form-urlencoded
        Content-Length: 7
        Cookie: sid=1

        a=1&b=2HTTP/1.1 303 See Other
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Location: /done
        Set-Cookie: sid=2; Path=/; HttpOnly; SameSite=Lax
        Content-Length: 0


        """,
        """
        GET /a HTTP/1.1
        Host: example.com
        If-None-Match: "a"

        HTTP/1.1 304 Not Modified
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Cache-Control: max-age=60
        ETag: "a"


        """,
        """
        GET /a HTTP/1.1
        Host: example.com
        Range: bytes=0-4

        HTTP/1.1 206 Partial Content
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Content-Range: bytes 0-4/100
        Content-Type: text/plain; charset=utf-8
        ETag: "a"
        Content-Length: 5

        hello
        """,
        """
        OPTIONS /api HTTP/1.1
        Host: api.example
        Origin: https://app.example
        Access-Control-Request-Method: PUT
        Access-Control-Request-Headers: content-type

        HTTP/1.1 204 No Content
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Access-Control-Allow-Origin: https://app.example
        Access-Control-Allow-Methods: GET, PUT
        Access-Control-Allow-Headers: content-type
        Access-Control-Max-Age: 600
        Vary: Origin


        """,
        """
        GET /z HTTP/1.1
        Host: example.com
        Accept-Encoding: gzip, br

        HTTP/1.1 200 OK
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Content-Type: text/html; charset=utf-8
        Content-Encoding: gzip
        Vary: Accept-Encoding
        Transfer-Encoding: chunked
        Cache-Control: no-cache
        ETag: "z"

        2
        \u{1F}1
        2
        56
        0


        """,
    ]

    /// Two screens of 24 lines, at 80 columns: each thing is said once, and what says nothing of this exchange is left
    /// out.
    @Test(arguments: healthy)
    func aHealthyExchangeFitsOnTwoScreens(text: String) {
        let page = ExplainedText.page(ExplainedText.read(text), all: false)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 52, "\(page)")
        #expect(!page.contains("✗"))
        #expect(!page.contains("rule 1:") && !page.contains("apparent_age"))
        // No sentence stands there twice.
        let sentences = lines.map { $0.trimmingPrefix { $0 == " " } }.filter { $0.hasSuffix(".") && $0.count > 40 }
        #expect(Set(sentences).count == sentences.count, "\(page)")
        // All of the message does.
        for line in text.split(separator: "\n") where line.contains(": ") { #expect(page.contains("\n  \(line)\n")) }
    }

    /// The verdict and what to do come first, then what is wrong; what it is drawn from follows.
    @Test(arguments: [false, true]) func aPageBeginsInShort(all: Bool) throws {
        let page = ExplainedText.page(
            ExplainedText.read(
                """
                GET /a HTTP/1.1
                Host: example.com

                HTTP/1.1 404 Not Found
                Content-Length: 2
                Set-Cookie: a=b; SameSite=None

                no
                """), all: all)
        let order = ["In short", "404 Not Found", "Status: ", "SameSite=None", "Request GET", "Response 404"]
        var rest = page[...]
        for text in order {
            let place = try #require(rest.range(of: text), "\(text) in order in \(page)")
            rest = rest[place.upperBound...]
        }
        #expect(page.components(separatedBy: "cookie-none-without-secure").count <= 2, "a finding stands once")
    }

    /// Of several exchanges each has its own beginning, and a response whose request is missing has one too.
    @Test func eachExchangeBeginsInShort() {
        let page = ExplainedText.page(ExplainedText.read(ExplainedText.pair.appending("GET /b HTTP/1.1\nHost: h\n\n")))
        #expect(page.components(separatedBy: "In short: GET /").count == 3, "\(page)")
        for (topics, bytes) in [([Reasoning.Topic.caching], false), ([], true)] as [(Set<Reasoning.Topic>, Bool)] {
            let page = ExplainedText.page(ExplainedText.read(ExplainedText.pair), bytes: bytes, only: topics)
            #expect(!page.contains("In short"))
        }
    }

    /// What was left out of the short page is on the long one, and the short one says so.
    @Test func theShortPageNamesTheLongOne() throws {
        let text = try #require(Self.healthy.first)
        let short = ExplainedText.page(ExplainedText.read(text), all: false)
        #expect(short.contains("Caching: Any cache may use it for 60 seconds"))
        #expect(short.contains("--all"))
        let long = ExplainedText.page(ExplainedText.read(text))
        #expect(long.contains("current_age") && long.contains("Body end: ") && !long.contains("--all"))
    }

    /// Where fields speak of a body that is not there, the short page says why.
    @Test func aBodyThatIsAnnouncedAndNotSentIsExplained() {
        let page = ExplainedText.page(
            ExplainedText.read("HTTP/1.1 200 OK\nContent-Length: 5\n\n", method: .head), all: false)
        #expect(page.contains("Body end: No body"))
        let close = ExplainedText.page(ExplainedText.read("HTTP/1.1 200 OK\nServer: x\n\n"), all: false)
        #expect(close.contains("Body end: The body ends when the connection closes"))
    }

    /// What is wrong is told in full on the short page too.
    @Test func aFaultIsOnTheShortPage() {
        let page = ExplainedText.page(
            ExplainedText.read("HTTP/1.1 200 OK\nContent-Type: text\nContent-Length: 2\n\nhi"), all: false)
        #expect(page.contains("✗ Content-Type  text is not a media type"))
    }

    /// Whoever types a message ends its lines with LF alone: said once, not of each line.
    @Test func lineFeedsAloneAreOneRemark() {
        let input = ExplainedInput(
            raw: "GET / HTTP/1.1\nHost: h\nAccept: */*\n\n", ExplainedInput.Circumstances(now: ExplainedText.moment))
        for all in [true, false] {
            let page = ExplainedText.page(input, all: all)
            #expect(page.components(separatedBy: "LF only").count == 2, "\(page)")
            #expect(!page.contains("A line must end with CR LF"))
        }
    }
}

import Bytes
import Explain
import Flow
import HTTPModel
import TestKit
import Testing
import Views

@Suite struct ExchangeLinesTests {
    private func text(
        _ record: FlowRecord, width: Int? = nil, place: RedirectFollower.Place = .alone, isVerbose: Bool = false,
        style: Style = .plain
    ) -> String {
        var lines = ExchangeLines(options: .init(style: style, width: width, isVerbose: isVerbose))
        lines.render(record, place: place)
        return String(decoding: lines.take(), as: UTF8.self)
    }

    /// The text of the details with this label, without wrapping.
    private func details(_ label: String, of record: FlowRecord, place: RedirectFollower.Place = .alone) -> [String] {
        let indented = String(repeating: " ", count: 10) + label
        return text(record, place: place).split(separator: "\n")
            .filter { $0.hasPrefix(indented.padding(to: 22)) }
            .map { String($0.dropFirst(22)) }
    }

    private static func ruled(
        _ acts: [(rule: String, action: String, text: String)], _ outcome: Outcome = .complete,
        change: (inout Story) -> Void = { _ in }
    ) -> FlowRecord {
        var maker = Story(id: 1)
        maker.request(Samples.get("http://h/x"))
        for act in acts {
            maker.apply(
                1, .ruleActed(RuleAct(rule: act.rule, file: "a.rules", line: 1, action: act.action, text: act.text)))
        }
        change(&maker)
        maker.apply(2, .finished(outcome))
        return maker.record
    }

    /// Whatever a rule did is told with its name, in a line each.
    @Test func rulesAreNamed() {
        let record = Self.ruled([
            ("slow", "delay response 300ms", "The response was delayed 300 ms."),
            ("slow", "throttle 3g", "The transfer rate was limited."),
            ("json", "set-json-response $.a 1", "$.a was set."),
            ("head", "set-request-header \"X: 1\"", "A line of the request was changed."),
        ])
        #expect(
            details("rule", of: record) == [
                "'slow': the response was delayed 300 ms; the transfer rate was limited", "'json': $.a was set",
            ])
    }

    @Test func whoAnsweredInPlaceOfAServerIsNamed() {
        let answered = Outcome(.complete, by: .proxy, .answeredLocally)
        let record = Self.ruled(
            [
                ("slow", "delay request 1s", "The request was delayed 1 s."),
                ("mock", "respond 503", "Answered with 503."),
            ],
            answered)
        #expect(details("note", of: record) == ["Answered by rule 'mock'; the server was not contacted."])
        #expect(details("rule", of: record) == ["'slow': the request was delayed 1 s"])
        let late = Self.ruled([("mock", "block", "Blocked.")], answered) { maker in
            maker.apply(
                1, .responseHeadReceived(TestHead.response("HTTP/1.1 200 OK"), Framing(.length(3), rule: 6)))
            maker.apply(1, .responseForwarded(sent: "HTTP/1.1 403 Forbidden\r\n\r\n", edits: []))
        }
        #expect(details("note", of: late) == ["Answered by rule 'mock' in place of the server's response."])
        #expect(text(late).contains("  403 ") && !text(late).contains("  200 "))
        // By hand, of a rule that held it.
        let hand = Self.ruled(
            [
                ("look", "break request", "The request was held."),
                ("look", "break request", "Answered by hand."),
            ],
            answered)
        #expect(
            details("note", of: hand) == ["Answered by you (held by rule 'look'); the server was not contacted."])
    }

    /// What nobody understood may be any line, and what it holds is hidden as in one that was understood.
    @Test(arguments: [
        "sk_live_abcdefghijklmnopqrstuvwx", "Authorization : Bearer abcdefghijklmnop0123",
        "Cookie : session=abcdef123456",
        "x\nAuthorization: Basic dXNlcjpwYXNzd29yZA==",
    ])
    func secretsInBytesThatWereNotUnderstoodAreHidden(bytes: String) {
        let error = WireError(.missingColon, offset: 0, bytes: Bytes(bytes))
        let outcome = Outcome(.refused, by: .upstream, .malformedResponse, error: error)
        var lines = ExchangeLines(options: .init(style: .plain))
        let record = Self.ruled([], outcome)
        lines.render(record)
        let text = String(decoding: lines.take(), as: UTF8.self)
        #expect(text.contains(" There: \""))
        for secret in ["abcdef", "dXNlcjpw"] { #expect(!text.contains(secret), "\(text)") }
        var shown = ExchangeLines(options: .init(style: .plain, showsSecrets: true))
        shown.render(record)
        #expect(String(decoding: shown.take(), as: UTF8.self).contains(bytes.contains("dXN") ? "dXNlcjpw" : "abcdef"))
    }

    @Test func aRedirectAtEightyColumns() {
        #expect(
            text(Samples.redirect, width: 80, place: .hop(2)) == """
                #1   11:04:32  GET  http://demo.hark.test/redirect/1     302       0 B    0.8 ms
                          redirect    302 Found -> http://demo.hark.test/redirect/2  GET stays
                                      GET, temporary (hop 2 of this chain)

                """)
    }

    @Test func anExchangeInAFileHasNoWrappedLines() {
        #expect(
            text(Samples.cached) == """
                #4   11:04:32  GET  http://demo.hark.test/cache/fresh                        200  44.2 KiB   48.0 ms
                          cache       fresh for 9 min 48 s: max-age 600 - age 12 = 588 s; then revalidated with ETag; \
                in shared caches fresh for 48 s: s-maxage 60 - age 12 = 48 s
                                      Cache-Control: public, max-age=600, s-maxage=60 | ETag: "v1" | Vary: \
                Accept-Encoding | Age: 5
                          body        text/html, 44.2 KiB by Content-Length

                """)
    }

    @Test func aLongURLGetsLinesOfItsOwn() {
        let lines = text(Samples.longURL, width: 80).split(separator: "\n")
        #expect(lines[0].hasPrefix("#15  11:04:32  GET  http://api.example.com/"))
        #expect(lines[0].count == 80)
        #expect(lines[1].hasPrefix("                    "))
        #expect(lines[2] == String(repeating: " ", count: 57) + "404     210 B   88.0 ms")
    }

    @Test(arguments: [40, 60, 80, 120, 200])
    func noLineIsWiderThanTheTerminal(width: Int) {
        for record in Samples.session {
            for line in text(record, width: width, isVerbose: true).split(separator: "\n") {
                #expect(line.count <= width, "\(line)")
            }
        }
    }

    @Test func colourAddsNothingButColour() {
        for record in Samples.session {
            let coloured = text(record, width: 80, isVerbose: true, style: .ansi)
            #expect(coloured.contains("\u{1B}["))
            let plain = coloured.replacing(#/\u{1B}\[[0-9]*m/#, with: "")
            #expect(plain == text(record, width: 80, isVerbose: true))
        }
    }

    @Test func colourIsForTerminalsThatWantIt() {
        #expect(Style(isTerminal: true, noColor: nil, term: "xterm") == .ansi)
        #expect(Style(isTerminal: true, noColor: "", term: "xterm") == .ansi)
        #expect(Style(isTerminal: true, noColor: "1", term: "xterm") == .plain)
        #expect(Style(isTerminal: false, noColor: nil, term: "xterm") == .plain)
        #expect(Style(isTerminal: true, noColor: nil, term: "dumb") == .plain)
    }

    @Test func redirectsSayWhatBecomesOfMethodAndBody() {
        #expect(
            details("redirect", of: Samples.login, place: .hop(1)) == [
                "303 See Other -> http://demo.hark.test/welcome  POST becomes GET, the body is dropped (hop 1 of "
                    + "this chain)"
            ])
        #expect(details("redirect", of: Samples.reached, place: .end(after: 4)) == ["reached after 4 redirects"])
    }

    @Test func cookiesAreShownWithAllAttributesAndTheirFate() {
        #expect(details("cookie", of: Samples.login) == ["theme=…; visited=…"])
        #expect(
            details("set-cookie", of: Samples.login) == [
                "sid=…; Path=/; HttpOnly; SameSite=Lax (until the browser closes)",
                "remember=…; Max-Age=2592000; Path=/; Domain=hark.test; Priority=High (for 30 d)",
                "track=…; SameSite=None (browsers ignore it: SameSite=None requires Secure)",
                "old=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Comment=\"gone\"; Version=1 (expired: deletes the "
                    + "cookie)",
            ])
    }

    @Test(
        arguments: [
            ("Cache-Control: no-store", "not stored: the response has no-store"),
            ("Cache-Control: no-cache\nETag: x", "stored, but revalidated before each use: no-cache, by ETag"),
            (
                "Cache-Control: max-age=0, must-revalidate",
                "stale at once: max-age 0 - age 0 = 0 s; then fetched again, never used stale"
            ),
            (
                "Cache-Control: private, max-age=3600",
                "fresh for 1 h: max-age 3600 - age 0 = 3600 s; then fetched again; not for shared caches: private"
            ),
            (
                "Expires: 0",
                "stored, but stale at once: Expires is not an HTTP date and counts as past; then fetched again"
            ),
            (
                "Date: Sat, 21 Nov 2026 11:04:32 GMT\nExpires: Sat, 21 Nov 2026 11:05:32 GMT",
                "fresh for 1 min: (Expires - Date) 60 - age 0 = 60 s; then fetched again"
            ),
            (
                "Date: Sat, 21 Nov 2026 11:04:32 GMT\nLast-Modified: Fri, 20 Nov 2026 11:04:32 GMT",
                "fresh for 2 h 24 min (a guess): 10 % of (Date - Last-Modified = 86400) = 8640, - age 0 = 8640 s; "
                    + "then revalidated with Last-Modified"
            ),
            ("Cache-Control: max-age=60\nVary: *", "never reused without revalidation: Vary: *"),
            ("Cache-Control: max-age=60\nAge: 100", "stale at once: max-age 60 - age 100 = -40 s; then fetched again"),
        ] as [(String, String)])
    func theCacheVerdictShowsItsArithmetic(fields: String, verdict: String) {
        var maker = Story(id: 1)
        maker.request(Samples.get("http://demo.hark.test/"))
        maker.response(Bytes("HTTP/1.1 200 OK\n" + fields), at: 0.5)
        #expect(details("cache", of: maker.record) == [verdict])
    }

    @Test func aResponseThatSaysNothingOfCachingGetsNoVerdict() {
        #expect(details("cache", of: Samples.reached).isEmpty)
    }

    @Test func aConditionIsToldWithItsAnswer() {
        #expect(
            details("condition", of: Samples.revalidated) == [
                "If-None-Match: \"v1\" -> not changed: the client's copy is current"
            ])
    }

    @Test func bodiesAreToldWithTheirFraming() {
        #expect(
            details("body", of: Samples.chunked) == [
                "text/plain, 1.0 KiB in 3 chunks (512, 512, 37 B), 1 with an extension (;sig=abc), trailer "
                    + "X-Checksum: 9a3f"
            ])
        #expect(
            details("body", of: Samples.compressed) == [
                "application/json, 1.2 KiB by Content-Length, compressed with gzip"
            ])
        #expect(details("body", of: Samples.cut) == ["video/mp4, 121 KiB of 977 KiB by Content-Length, cut off"])
        #expect(details("sent body", of: Samples.upload) == ["image/png, 2.4 MiB by Content-Length"])
    }

    @Test func failuresSayWhy() {
        let failed = details("failed", of: Samples.unknownHost)
        #expect(failed.count == 1)
        #expect(failed.first?.contains("no-such-host.example") == true)
        #expect(text(Samples.unknownHost).contains("502"))
        #expect(details("aborted", of: Samples.cut).count == 1)
    }

    @Test func rulesAndQuirksAreToldOneByOne() {
        #expect(
            details("rule", of: Samples.rewritten) == [
                "User-Agent: curl/7.88.1 -> User-Agent: hark-test (--set-request-header 'User-Agent: hark-test')",
                "X-Team: blue added (--add-request-header 'X-Team: blue')",
            ])
        #expect(details("retried", of: Samples.rewritten).count == 1)
        #expect(details("quirk", of: Samples.quirky).first?.hasPrefix("response, byte 120: ") == true)
        #expect(details("quirk", of: Samples.quirky).first?.hasSuffix("(RFC 9112 §9.6)") == true)
    }

    @Test func tunnelsSayHowMuchWentThrough() {
        #expect(
            details("tunnel", of: Samples.tunnel) == [
                "1.2 KiB sent, 43.9 KiB received, forwarded without reading, open for 3.20 s"
            ])
        // How long one is open that goes on, its last byte does not say.
        var open = Samples.tunnel
        (open.outcome, open.times.finished) = (nil, nil)
        #expect(details("tunnel", of: open) == ["1.2 KiB sent, 43.9 KiB received, forwarded without reading"])
    }

    @Test func secretsAreNeverShown() {
        var maker = Story(id: 1)
        maker.request(
            Samples.get(
                "http://user:s3cret@demo.hark.test/a?b",
                "\nAuthorization: Basic s3cret\nProxy-Authorization: s3cret"))
        maker.apply(
            0.3,
            .requestForwarded(
                sent: "",
                edits: [
                    Change(
                        .add("Authorization: Basic s3cret"),
                        .rule("--set-request-header 'Authorization: Bearer s3cret'")),
                    Change(.replace(line: 4, with: "authorization : Bearer s3cret"), .rule("x")),
                ]))
        maker.response("HTTP/1.1 302 Found\nLocation: /x\nContent-Type: text/plain", size: 3)
        let shown = text(maker.record, isVerbose: true)
        #expect(!shown.contains("s3cret"))
        #expect(shown.contains("http://user:…@demo.hark.test/a?b"))
        #expect(shown.contains("the client sent Basic credentials"))
        #expect(shown.contains("the client sent unnamed credentials for the proxy"))
    }

    @Test func verboseShowsEveryLineAndWhatBecameOfIt() {
        let head = text(Samples.redirect, isVerbose: true).split(separator: "\n").map { $0.dropFirst(10) }
            .drop { !$0.hasPrefix(">") }
        #expect(
            head.joined(separator: "\n") == """
                > GET http://demo.hark.test/redirect/1 HTTP/1.1
                  ^ forwarded as: GET /redirect/1 HTTP/1.1 (A server gets the path alone. RFC 9112 §3.2.1)
                > Host: demo.hark.test
                > User-Agent: curl/7.88.1
                > Accept: */*
                > Proxy-Connection: Keep-Alive
                  ^ not forwarded (The field is meant for the next hop only. RFC 9110 §7.6.1)
                >
                < HTTP/1.1 302 Found
                < Location: /redirect/2
                < Content-Length: 0
                <
                """)
        let chunks = text(Samples.chunked, isVerbose: true)
        #expect(chunks.contains("< chunk at 0: 512 B ;sig=abc, after 100 ms\n"))
        #expect(chunks.contains("< chunk at 1080: 0 B, after 301 ms (the last)\n"))
        #expect(chunks.contains("< X-Checksum: 9a3f\n"))
    }

    /// The number that `--entry '#1234'` takes stands whole at the head of the line.
    @Test(arguments: [(7, "#7   11:04:32  "), (999, "#999 11:04:32  "), (12_345, "#12345 11:04:32  ")])
    func theLineBeginsWithTheNumberOfItsFlow(id: UInt64, head: String) {
        #expect(text(Story(id: id).record).hasPrefix(head))
    }

    @Test func anUnreadableRequestStillGetsALine() {
        var maker = Story(id: 1)
        maker.apply(
            0.2,
            .finished(
                Outcome(
                    .refused, by: .client, .malformedRequest, error: WireError(.malformedMethod, offset: 3, bytes: "@"))
            ))
        let shown = text(maker.record)
        #expect(shown.hasPrefix("#1   11:04:32  no request from 127.0.0.1:50000"))
        #expect(shown.contains("---"))
        #expect(shown.contains("refused"))
        #expect(shown.contains("(Byte 3, RFC 9110 §9.1.)") && shown.contains("There: \"@\""))
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, count - self.count))
    }
}

import Bytes
import Explain
import Flow
import HTTPModel
import Messages
import TestKit
import Testing

@testable import Views

/// What `hark show` puts on a page.
@Suite struct FlowPartsTests {
    private func page(width: Int? = 80, _ write: (inout PageWriter) -> Void) -> String {
        var page = PageWriter(style: .plain, width: width)
        write(&page)
        return String(decoding: page.take(), as: UTF8.self)
    }

    private func record() -> FlowRecord {
        var maker = Story(id: 1)
        let head = TestHead.request(
            "GET http://a.test/x?token=abcdefgh HTTP/1.1\nHost: a.test\nCookie: sid=s3cret")
        maker.apply(0.1, .requestHeadReceived(head, Framing(.none, rule: 7)))
        maker.apply(0.2, .upstreamSought(host: "a.test", port: 80))
        maker.apply(
            0.3,
            .requestForwarded(
                sent: "GET /x?token=abcdefgh HTTP/1.1\r\nHost: a.test\r\nCookie: sid=s3cret\r\n\r\n",
                edits: [Change(.replaceStartLine("GET /x?token=abcdefgh HTTP/1.1"), .rule("--because"))]))
        maker.response("HTTP/1.1 200 OK\nSet-Cookie: sid=s3cret; Path=/", at: 40)
        return maker.record
    }

    /// Delivering the last bytes takes the client's time, not the exchange's: wherever a time is told, it is the same.
    @Test func anExchangeHasOneDuration() {
        var maker = Story(id: 1)
        maker.request("GET / HTTP/1.1\nHost: a.test")
        maker.apply(2, .messageEnded(.request, wireSize: 0))
        maker.apply(
            30, .responseHeadReceived(TestHead.response("HTTP/1.1 200 OK"), Framing(.length(5), rule: 6)))
        maker.apply(33, .messageEnded(.response, wireSize: 5))
        maker.apply(48, .finished(.complete))
        #expect(maker.record.duration == 33_000)
        #expect(page { TimingBars(maker.record).write(to: &$0) }.contains("33.0 ms"))
        var lines = ExchangeLines(options: .init(width: 80))
        lines.render(maker.record)
        let line = String(decoding: lines.take(), as: UTF8.self).split(separator: "\n")[0]
        #expect(line.hasSuffix("33.0 ms"), "\(line)")
    }

    /// Without a clock at its phases, what passed from first to last; without any event, nothing is known.
    @Test func aFlowWithoutPhasesLastsUntilItsEnd() {
        var maker = Story(id: 1)
        maker.apply(7, .finished(Outcome(.refused, by: .proxy, .refusedByRule)))
        #expect(maker.record.duration == 7_000)
        #expect(FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 5)).duration == nil)
    }

    @Test func anAddressNeedsNoLookUp() {
        func phases(_ code: Outcome.Code) -> PhaseTimes {
            var maker = Story(id: 1)
            let head = TestHead.request("GET http://127.0.0.1:1/ HTTP/1.1\nHost: 127.0.0.1:1")
            maker.apply(0.1, .requestHeadReceived(head, Framing(.none, rule: 7)))
            maker.apply(1, .upstreamSought(host: "127.0.0.1", port: 1))
            maker.apply(4, .finished(Outcome(.failed, by: .upstream, code)))
            return PhaseTimes(maker.record)
        }
        #expect(phases(.connectionRefused).dns == nil)
        #expect(phases(.connectionRefused).connect == 3_000)
        #expect(phases(.nameNotFound).connect == nil)
        #expect(phases(.nameNotFound).dns == 3_000)
    }

    @Test func everyLineThatChangedStandsBesideWhatItBecame() {
        let narrow = page { ChangeTable(record(), showsSecrets: true).write(to: &$0) }
        #expect(
            narrow.contains(
                "- GET http://a.test/x?token=abcdefgh HTTP/1.1\n  + GET /x?token=abcdefgh HTTP/1.1\n      --because\n"))
        #expect(narrow.contains("    Host: a.test\n"))
        let wide = page(width: 120) { ChangeTable(record(), showsSecrets: true).write(to: &$0) }
        #expect(wide.contains("≠"))
        #expect(wide.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test func whatDidNotChangeIsSaidInOneSentence() {
        var maker = Story(id: 1)
        maker.request("GET / HTTP/1.1\nHost: a.test")
        maker.response("HTTP/1.1 200 OK")
        #expect(
            page { ChangeTable(maker.record, showsSecrets: true).write(to: &$0) }
                == "  Both messages were forwarded unchanged.\n")
    }

    @Test func noPartShowsASecretUnlessItIsAskedFor() {
        let record = record()
        let parts = page(width: 120) { page in
            ChangeTable(record, showsSecrets: false).write(to: &page)
            HeadLines(record.requestHead?.raw ?? "", showsSecrets: false).write(to: &page, at: 2, wraps: true)
            HeadLines(record.masked.responseHead?.raw ?? "", showsSecrets: true).write(to: &page, at: 2, wraps: true)
        }
        #expect(!parts.contains("s3cret") && !parts.contains("abcdefgh"))
        #expect(parts.contains("sid="))
        let raw = record.requestHead?.raw ?? ""
        let whole = page { HeadLines(raw, showsSecrets: true).write(to: &$0, at: 0, wraps: true) }
        #expect(whole.contains("s3cret"))
    }

    @Test func aHeadOfHTTP2HasNoStartLine() {
        func shown(_ head: Bytes) -> String {
            page { HeadLines(head, showsSecrets: true).write(to: &$0, at: 0, wraps: true) }
        }
        let request = shown("GET /a HTTP/2\r\n:method: GET\r\n:path: /a\r\naccept: */*\r\n\r\n")
        #expect(request == ":method: GET\n:path: /a\naccept: */*\n")
        #expect(!shown("HTTP/2 200\r\n:status: 200\r\n\r\n").contains("HTTP/2"))
        // One of HTTP/1.1 has its own, also before a field that begins oddly.
        #expect(shown("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n") == "GET /a HTTP/1.1\nHost: a.test\n")
    }

    @Test func aTargetThatWasChangedShowsNoSecretEither() {
        var lines = ExchangeLines(options: ExchangeLines.Options(isVerbose: true))
        lines.render(record())
        let text = String(decoding: lines.take(), as: UTF8.self)
        #expect(text.contains("forwarded as: GET /x?token=… HTTP/1.1"))
        #expect(!text.contains("abcdefgh") && !text.contains("s3cret"))
    }

    @Test func whatIsMaskedKeepsItsLength() {
        let record = record()
        let masked = record.masked
        #expect(masked.requestHead?.raw.count == record.requestHead?.raw.count)
        #expect(masked.requestHead?.fields.first(.cookie) == "sid=******")
        #expect(masked.responseHead?.fields.first(.setCookie) == "sid=******; Path=/")
        #expect(masked.requestHead?.fields.first(.host) == "a.test")
    }

    @Test func whatIsMaskedHasAsManyCookiesAsBefore() {
        let head: Bytes = "GET /?token=abcdefgh&page=2 HTTP/1.1\r\nCookie: a=one; b=two\r\nHost: a.test\r\n\r\n"
        #expect(
            Secrets.masked(head: head)
                == "GET /?token=********&page=2 HTTP/1.1\r\nCookie: a=***; b=***\r\nHost: a.test\r\n\r\n")
    }

    @Test func whatIsHiddenIsFoundInHeadsAndURLs() {
        let hidden = HiddenValues(in: [record()])
        #expect(hidden.hide("It sends sid=s3cret to /x?token=abcdefgh.") == "It sends sid=… to /x?token=….")
        #expect(hidden.hide("Host: a.test") == "Host: a.test")
    }

    @Test func thePasswordOfBasicCredentialsIsHidden() {
        var maker = Story(id: 1)
        maker.request("GET / HTTP/1.1\nHost: a.test\nAuthorization: Basic YWxpY2U6aHVudGVyMg==")
        maker.response("HTTP/1.1 200 OK")
        let hidden = HiddenValues(in: [maker.record])
        #expect(hidden.hide("alice has hunter2, in YWxpY2U6aHVudGVyMg==") == "alice has …, in …")
    }

    @Test func aHiddenValueIsKnownWhereItWasCutAndNotInsideAWord() {
        let hidden = HiddenValues(["same", "abcdefghijklmnopqrst", "abc"])
        #expect(hidden.hide("SameSite=same, sameness") == "SameSite=…, sameness")
        #expect(hidden.hide("abcdef… and abcdefghijklmn and abc") == "… and … and abc")
        #expect(HiddenValues.none.hide("same") == "same")
    }

    private func shortCookies() -> HiddenValues {
        var maker = Story(id: 1)
        maker.request("GET /a?sid=a HTTP/1.1\nHost: a.test\nCookie: sid=a; c = 7; d=abcd")
        maker.response("HTTP/1.1 200 OK\nSet-Cookie: sid=b; Path=/a\nSet-Cookie: q=\"x\"\nSet-Cookie: lone")
        return HiddenValues(in: [maker.record])
    }

    @Test(
        arguments: [
            ("Cookie: sid=a; c = 7; d=abcd", "Cookie: sid=…; c = …; d=…"), ("sid=a", "sid=…"),
            ("Set-Cookie: sid=b; Path=/a", "Set-Cookie: sid=…; Path=/a"), (#"q="x""#, "q=…"),
            ("The cookie “sid”, sent back with the value “a”.", "The cookie “sid”, sent back with the value “…”."),
            ("The cookie “q”, to be kept with the value “\"x\"”.", "The cookie “q”, to be kept with the value “…”."),
            ("the value “sid=a; d=x”.", "the value “sid=…; d=x”."), (#""q=\"x\"""#, #""q=…""#),
            (#"{"line":"Cookie: sid=a"}"#, #"{"line":"Cookie: sid=…"}"#),
            (
                "The value, whose format only the server knows: a", "The value, whose format only the server knows: …"
            ),
        ] as [(Bytes, Bytes)])
    func shortValuesOfCookiesAreHiddenAtTheirPlaces(text: Bytes, shown: Bytes) {
        let hidden = shortCookies()
        #expect(hidden.hide(text) == shown)
        #expect(hidden.hide(shown) == shown)
    }

    /// The same letters say something else everywhere else.
    @Test(
        arguments: [
            "a", "b", "7", "GET /a?sid=a HTTP/1.1", "/a?b=1&sid=a", "Path=/a", "c=70", "sid=ab", "xsid=a",
            "the value “a”",
            "The cookie “other”, sent back with the value “a”.", "The cookie “sid”, and the value “7”.", "“sid” “a”",
            "",
            "The value, whose format only the server knows: z", "The value, whose format only the server knows: ab",
            "sid=", "sid", "a cookie is a cookie; 7 of 7",
        ] as [Bytes])
    func theSameLettersStayElsewhere(text: Bytes) {
        #expect(shortCookies().hide(text) == text)
    }

    @Test func aPageHidesBeforeItWraps() {
        var page = PageWriter(style: .plain, width: 40, hiding: HiddenValues(["two words of it"]))
        page.prose("A long line of prose that ends with \("two words of it"), so.", at: 0)
        page.wire([("Cookie: ", .notice), ("a=two words of it", .normal)], at: 0)
        #expect(
            String(decoding: page.take(), as: UTF8.self)
                == "A long line of prose that ends with …,\nso.\nCookie: a=…\n")
    }

    @Test func barsFillTheWidthAndNoMore() {
        for width in [40, 80, 120] {
            let text = page(width: width) { TimingBars(record()).write(to: &$0) }
            #expect(text.contains("wait") && text.contains("█"))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(width)")
        }
    }

    @Test func bodiesCannotDriveATerminal() {
        let view = BodyView(FlowRecord.Content(bytes: "{\"a\":\"\u{9B}2J\u{202E}\"}"), nil)
        for wraps in [true, false] {
            let text = page { BodyLines(view).write(to: &$0, at: 2, wraps: wraps) }
            #expect(text.contains("\\u{9b}") && text.contains("\\u{202e}"))
            #expect(!text.unicodeScalars.contains { $0.value == 0x9B || $0.value == 0x202E || $0.value == 0x1B })
        }
    }

    @Test func aLineStaysOneWhereNothingWraps() {
        let view = BodyView(FlowRecord.Content(bytes: Bytes(String(repeating: "word ", count: 100))), nil)
        #expect(page { BodyLines(view).write(to: &$0, at: 0, wraps: false) }.split(separator: "\n").count == 1)
        #expect(page { BodyLines(view).write(to: &$0, at: 0, wraps: true) }.split(separator: "\n").count == 7)
    }

    // MARK: Story

    private func flow(_ id: UInt64, _ request: Bytes, _ response: Bytes) -> FlowRecord {
        var maker = Story(id: id)
        maker.request(request)
        maker.response(response)
        var record = maker.record
        record.index = Int(id) - 1
        return record
    }

    @Test func redirectsAndChallengesAreFound() {
        let flows = [
            flow(1, "GET http://a.test/ HTTP/1.1\nHost: a.test", "HTTP/1.1 302 Found\nLocation: /in"),
            flow(
                2, "GET http://a.test/in HTTP/1.1\nHost: a.test", "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Basic"),
            flow(3, "GET http://a.test/in HTTP/1.1\nHost: a.test\nAuthorization: Basic YTpi", "HTTP/1.1 200 OK"),
            flow(4, "GET http://b.test/ HTTP/1.1\nHost: b.test", "HTTP/1.1 200 OK"),
        ]
        func titles(_ place: Int) -> [String] {
            FlowStory(of: place, among: flows).chapters.map(\.title).filter {
                $0 == "Redirects" || $0 == "Authentication"
            }
        }
        #expect(titles(0) == ["Redirects"])
        #expect(titles(1) == ["Redirects", "Authentication"])
        #expect(titles(2) == ["Authentication"])
        #expect(titles(3).isEmpty)
        let text = page { StoryLines(FlowStory(of: 1, among: flows), of: FlowID(2)).write(to: &$0) }
        #expect(text.contains("▸ #2") && text.contains("#3"))
    }

    @Test func aPreflightBelongsToItsRequest() {
        let flows = [
            flow(
                1,
                Bytes(
                    "OPTIONS http://a.test/x HTTP/1.1\nHost: a.test\nOrigin: http://b.test\n"
                        + "Access-Control-Request-Method: PUT"),
                "HTTP/1.1 204 No Content"),
            flow(2, "PUT http://a.test/x HTTP/1.1\nHost: a.test\nOrigin: http://b.test", "HTTP/1.1 200 OK"),
            flow(3, "PUT http://a.test/x HTTP/1.1\nHost: a.test\nOrigin: http://c.test", "HTTP/1.1 200 OK"),
        ]
        #expect(
            FlowStory(of: 0, among: flows).chapters.first { $0.title == "Preflight" }?.flows.map(\.id.number) == [1, 2])
        #expect(
            FlowStory(of: 1, among: flows).chapters.first { $0.title == "Preflight" }?.flows.map(\.id.number) == [1, 2])
        #expect(!FlowStory(of: 2, among: flows).chapters.contains { $0.title == "Preflight" })
    }
}

import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Testing

/// Status, authentication, content and negotiation: what is said is true of the message, and of what was assumed
/// nothing is concluded.
@Suite struct TrueAnswersTests {
    private func reason(
        _ topic: Reasoning.Topic, _ exchange: FlowRecord, in session: [FlowRecord] = []
    ) throws -> Reasoning {
        try #require(Reasonings.reasoning(topic, about: exchange, in: SessionContext(session)))
    }

    private func words(_ reasoning: Reasoning) -> String {
        ([reasoning.conclusion] + reasoning.steps.map(\.text)).map(\.text).joined(separator: "\n")
    }

    private func codes(_ exchange: FlowRecord) -> [String] { Checks.findings(of: exchange).map(\.check.code) }

    private func get(_ response: String, _ fields: String = "") -> FlowRecord {
        MadeExchange.make("GET / HTTP/1.1\nHost: a.example\(fields)", response)
    }

    // MARK: - Status

    /// RFC 9110 §15.3: accepted is not carried out.
    @Test(arguments: [200, 202, 207])
    func aSuccessIsNoPromise(status: Int) throws {
        let text = words(try reason(.status, get("HTTP/1.1 \(status) X")))
        #expect(text.contains("received, understood and accepted") && !text.contains("carried out"))
    }

    @Test(arguments: [(500, true), (503, true), (504, true), (507, true), (501, false), (505, false), (508, false)])
    func onlyWhatPassesMayWorkLater(status: Int, mayWork: Bool) throws {
        let step = try #require(reason(.status, get("HTTP/1.1 \(status) X")).step("class"))
        #expect(step.text.text.contains("may work later") == mayWork)
    }

    /// RFC 6585 §6: the network asks; nothing failed at the server.
    @Test func aCaptivePortalIsNoFailureOfTheServer() throws {
        let text = words(try reason(.status, get("HTTP/1.1 511 X")))
        #expect(!text.contains("the server failed") && !text.contains("may work later"))
    }

    @Test func aProductsStatusIsToldAsTheProducts() throws {
        let made = get("HTTP/1.1 522 X")
        let found = try reason(.status, made)
        #expect(found.conclusion.text.hasPrefix("As used by Cloudflare"))
        #expect(found.step("registry") != nil)
        #expect(codes(made).contains("status-unofficial") && !codes(made).contains("status-unknown"))
        #expect(codes(get("HTTP/1.1 577 X")).contains("status-unknown"))
        #expect(try reason(.status, get("HTTP/1.1 422 X")).step("registry") == nil)
    }

    @Test func whatIsLeftOfAQuotaIsSaid() throws {
        let step = try #require(
            reason(.status, get("HTTP/1.1 429 X\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset: 50")).step("quota"))
        #expect(step.held == false && step.text.text.contains("50 seconds"))
        #expect(try reason(.status, get("HTTP/1.1 200 X\nRateLimit: soon")).step("quota") == nil)
    }

    // MARK: - Authentication

    @Test func theProxyAsksAndNotTheServer() throws {
        let text = words(try reason(.authentication, get("HTTP/1.1 407 X\nProxy-Authenticate: Basic realm=\"p\"")))
        #expect(text.contains("The proxy asks") && !text.contains("The server asks"))
    }

    /// RFC 4559 §4.1: the last leg; and a 200 with another challenge is a hint, and asks nothing.
    @Test func aChallengeBesideASuccessAsksNothing() throws {
        let last = words(try reason(.authentication, get("HTTP/1.1 200 OK\nWWW-Authenticate: Negotiate oYG=")))
        #expect(last.contains("authenticates itself") && !last.contains("asks for credentials"))
        let hint = words(try reason(.authentication, get("HTTP/1.1 200 OK\nWWW-Authenticate: Bearer")))
        #expect(!hint.contains("asks for credentials") && !hint.contains("proves"))
    }

    @Test(arguments: [(200, true), (302, true), (401, false), (403, false)])
    func aStatusThatTellsOfCredentials(status: Int, isAccepted: Bool) throws {
        let made = get("HTTP/1.1 \(status) X\nWWW-Authenticate: Bearer", "\nAuthorization: Bearer abc")
        #expect(try reason(.authentication, made).step("accepted")?.held == isAccepted)
    }

    @Test(arguments: [400, 404, 429, 500, 503])
    func aStatusThatDoesNot(status: Int) throws {
        let made = get("HTTP/1.1 \(status) X", "\nAuthorization: Bearer abc")
        let step = try #require(reason(.authentication, made).step("accepted"))
        #expect(step.held == nil && !step.text.text.contains("not rejected"))
    }

    @Test func ofAnAssumedSchemeNoFaultIsMade() throws {
        let made = get("HTTP/1.1 200 OK", "\nAuthorization: Basic YTpi")
        #expect(try reason(.authentication, made).step("protection")?.isFault == true)
        let pasted = MadeExchange.make("GET / HTTP/1.1\nHost: a.example\nAuthorization: Basic YTpi") {
            $0.apply(FlowEvent(flow: $0.id, time: $0.openedAt, fact: .told(.assumed(.url))))
        }
        let step = try #require(reason(.authentication, pasted).step("protection"))
        #expect(!step.isFault && step.held == nil)
    }

    /// RFC 9110 §11.4: the scheme is there.
    @Test func aSchemeWithoutATokenIsAScheme() throws {
        let made = get("HTTP/1.1 401 X\nWWW-Authenticate: Bearer", "\nAuthorization: Bearer")
        #expect(codes(made).contains("credentials-empty") && !codes(made).contains("credentials-without-scheme"))
        #expect(!words(try reason(.authentication, made)).contains("have no scheme"))
        let other = get("HTTP/1.1 401 X\nWWW-Authenticate: Bearer", "\nAuthorization: abc123")
        #expect(codes(other).contains("credentials-without-scheme") && !codes(other).contains("credentials-empty"))
    }

    @Test func httpsDoesNotProtectTheWayToAProxy() {
        let made = get("HTTP/1.1 200 OK", "\nProxy-Authorization: Basic YTpi")
        #expect(codes(made).contains("proxy-credentials-without-tls") && !codes(made).contains("basic-without-tls"))
    }

    @Test func staleIsSaidOnlyOfANonceThatWasSent() {
        let challenge = "HTTP/1.1 401 X\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", stale=true"
        #expect(!codes(get(challenge)).contains("digest-stale"))
        let asked = get(challenge, "\nAuthorization: Digest username=\"a\", uri=\"/\", qop=auth, algorithm=SHA-256")
        #expect(codes(asked).contains("digest-stale"))
    }

    // MARK: - Content

    @Test func whatTheTypeSaysIsNotBelievedAgainstTheBytes() throws {
        let wrong = get("HTTP/1.1 200 OK\nContent-Type: text/plain; charset=utf-8\n\nx") {
            $0.response.content = FlowRecord.Content(bytes: Bytes([0x63, 0x61, 0x66, 0xE9]), size: 4)
        }
        let step = try #require(reason(.content, wrong).step("charset"))
        #expect(step.isFault && step.text.text.contains("byte 3") && step.text.text.contains("E9"))
        #expect(codes(wrong).contains("charset-undecodable"))
        let right = get("HTTP/1.1 200 OK\nContent-Type: text/plain; charset=utf-8\n\ncafé")
        #expect(try reason(.content, right).step("charset")?.held == true)
        #expect(!codes(right).contains("charset-undecodable"))
    }

    /// The last character of a text that was cut need not be whole.
    @Test(arguments: 1...3)
    func aTextThatIsCutIsNoWrongText(length: Int) throws {
        let bytes = Array("€".utf8).prefix(length)
        let cut = get("HTTP/1.1 200 OK\nContent-Type: text/plain; charset=utf-8\n\nx") {
            $0.response.content = FlowRecord.Content(bytes: Bytes(Array(bytes)), size: 9, isTruncated: true)
        }
        #expect(!codes(cut).contains("charset-undecodable"))
    }

    @Test func theMarkDecidesAndTheFieldDoesNot() throws {
        let marked = get("HTTP/1.1 200 OK\nContent-Type: text/html; charset=iso-8859-1\n\n\u{FEFF}<p>")
        let found = try reason(.content, marked)
        #expect(found.step("charset")?.isFault == true)
        #expect(!words(found).contains("field declares iso-8859-1, so"))
    }

    @Test func aCharsetThatNobodyKnowsIsNone() throws {
        let made = get("HTTP/1.1 200 OK\nContent-Type: text/html; charset=klingon\n\n<p>")
        #expect(!words(try reason(.content, made)).contains("field declares"))
        #expect(codes(made).contains("charset-unknown"))
    }

    /// HTML §13.2.3.2, XML 1.0 §4.3.3, CSS Syntax §3.2.
    @Test(
        arguments: [
            ("<meta charset=Shift_JIS>", "text/html", "Shift_JIS"),
            ("<!doctype html><META CHARSET='utf-8'/>", "text/html", "utf-8"),
            ("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=euc-jp\">", "text/html", "euc-jp"),
            ("<meta content='text/html; charset=euc-jp' http-equiv=content-type>", "text/html", "euc-jp"),
            ("<a title='>'><meta charset=big5>", "text/html", "big5"),
            ("<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><a/>", "application/xml", "ISO-8859-2"),
            ("<?xml version='1.0' encoding='koi8-r'?>", "image/svg+xml", "koi8-r"),
            ("@charset \"iso-8859-15\";", "text/css", "iso-8859-15"), ("<meta charset=utf-16>", "text/html", "utf-8"),
        ] as [(String, Bytes, Bytes)])
    func aDocumentSaysItsCharset(document: String, type: Bytes, charset: Bytes) throws {
        #expect(DocumentCharset.label(in: Bytes(document), type: MediaType(type)) == charset)
        let made = get("HTTP/1.1 200 OK\nContent-Type: \(type.text)\n\n\(document)")
        #expect(try reason(.content, made).step("charset")?.held == true)
        #expect(!codes(made).contains("charset-missing"))
    }

    @Test(
        arguments: [
            ("<!-- <meta charset=big5> --><p>", "text/html"), ("<metadata charset=big5>", "text/html"),
            ("<meta name=x content='charset=big5'>", "text/html"), ("<p title='<meta charset=big5>'>", "text/html"),
            ("<?xml version=\"1.0\"?>", "application/xml"), (" @charset \"big5\";", "text/css"),
            ("<meta charset=big5>", "application/json"), ("<meta charset=\"\">", "text/html"),
            ("<meta charset", "text/html"), ("<!-- <meta charset=big5>", "text/html"),
        ] as [(String, Bytes)])
    func whatOnlyLooksLikeIt(document: String, type: Bytes) {
        #expect(DocumentCharset.label(in: Bytes(document), type: MediaType(type)) == nil)
    }

    /// Every beginning of a document is read without harm, and none makes up a charset that is not there.
    @Test func aDocumentThatIsCutAnywhere() {
        let document: Bytes = "<!doctype html><!-- c --><meta http-equiv=content-type content='a; charset=utf-8'><p>"
        for end in 0...document.count {
            let found = DocumentCharset.label(in: document.slice(0..<end), type: MediaType("text/html"))
            #expect(found == nil || found?.hasPrefix(ignoringCase: "u") == true, "\(end)")
        }
    }

    /// JSON has hundreds of names.
    @Test(arguments: [
        "application/x-amz-json-1.1", "application/csp-report", "application/x-ndjson", "application/jsonl",
        "application/json-seq", "application/vnd.shop.order", "application/yaml", "application/x-javascript",
        "text/plain", "binary/octet-stream", "application/force-download", "application/json5",
    ])
    func jsonUnderItsOtherNamesIsRight(type: String) {
        let made = get("HTTP/1.1 200 OK\nContent-Type: \(type)\n\n{\"a\": 1}")
        #expect(!codes(made).contains("content-type-disagrees"))
    }

    @Test(arguments: ["image/png", "text/html", "application/pdf", "audio/mpeg", "application/xml", "font/woff2"])
    func jsonUnderAnotherTypeIsNot(type: String) {
        #expect(codes(get("HTTP/1.1 200 OK\nContent-Type: \(type)\n\n{\"a\": 1}")).contains("content-type-disagrees"))
    }

    @Test func aSequenceOfJSONIsJSON() {
        #expect(ContentSignature("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n") == .json)
        #expect(ContentSignature("\u{1E}abc") == nil)
    }

    @Test func problemDetailsAreRead() throws {
        let content = #"{"type":"https://a.example/out","title":"No credit","status":403,"detail":"30, and 50 needed"}"#
        let made = get("HTTP/1.1 404 X\nContent-Type: application/problem+json\n\n\(content)")
        let found = try reason(.content, made)
        #expect(found.conclusion.text.contains("No credit: 30, and 50 needed"))
        #expect(found.step("status")?.isFault == true)
        #expect(codes(made).contains("problem-status-differs") && !codes(made).contains("problem-with-success"))
        let bad = get("HTTP/1.1 200 X\nContent-Type: application/problem+json\n\n[1]")
        #expect(codes(bad).contains("problem-with-success"))
        #expect(!words(try reason(.content, bad)).contains("describes the problem"))
    }

    @Test(arguments: [(1, "1 byte was declared and received."), (2, "2 bytes were declared and received.")])
    func oneByteIsOne(count: Int, words: String) throws {
        let content = String(repeating: "a", count: count)
        let made = get("HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: \(count)\n\n\(content)")
        #expect(try reason(.content, made).step("length")?.text.text == words)
    }

    // MARK: - Compression and negotiation

    @Test func whatShrankByHalfWasNotCompressed() {
        func made(_ decoded: UInt64) -> FlowRecord {
            get("HTTP/1.1 200 OK\nContent-Type: application/gzip\nContent-Encoding: gzip\n\nxx") {
                $0.response.content.decodedSize = decoded
            }
        }
        #expect(codes(made(340)).contains("compression-named-twice"))
        #expect(!codes(made(340)).contains("compression-of-compressed"))
        #expect(!codes(made(340)).contains("compression-saves"))
        #expect(codes(made(2)).contains("compression-of-compressed"))
        #expect(!codes(made(2)).contains("compression-named-twice"))
    }

    @Test func allWeightsThatCannotBeReadAreNamed() throws {
        let made = get(
            "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\n\n<p>",
            "\nAccept: text/html;q=1.5, text/plain;q=abc, */*;q=0.1234")
        let note = try #require(Checks.notes(about: made).first { $0.code == "q-value-malformed" })
        for type in ["text/html", "text/plain", "*/*"] { #expect(note.text.text.contains(type)) }
        #expect(!codes(made).contains("best-type-chosen"))
        let text = words(try reason(.negotiation, made))
        #expect(text.contains("its weight is unreadable") && !text.contains("text/html (1)"))
    }

    @Test func anErrorIsNotMeasuredByTheList() throws {
        let made = get("HTTP/1.1 406 X\nContent-Type: application/json\n\n[]", "\nAccept: application/xml")
        #expect(!words(try reason(.negotiation, made)).contains("instead of 406"))
    }

    @Test func codingsAreToldInTheirOrder() throws {
        let made = get(
            "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Encoding: gzip, br\n\nxx",
            "\nAccept-Encoding: gzip, br")
        #expect(try reason(.negotiation, made).conclusion.text.contains("gzip, then br"))
    }

    // MARK: - Method and connection

    @Test func aPrefaceIsNoRequest() throws {
        let text = words(try reason(.method, MadeExchange.make("PRI /r HTTP/1.1\nHost: h", "HTTP/1.1 200 OK")))
        #expect(text.contains("is not a request") && !text.contains("can be repeated"))
    }

    @Test func contentInADELETEHasAdviceOfItsOwn() {
        let made = MadeExchange.make("DELETE /a HTTP/1.1\nHost: h\nContent-Length: 1\n\na", "HTTP/1.1 204 X")
        #expect(codes(made).contains("delete-with-body") && !codes(made).contains("get-with-body"))
    }

    /// RFC 9112 §9.3: the server goes by the request it received last.
    @Test func aClientOfHTTP10IsClosedUnlessItAsks() throws {
        func made(_ option: String) throws -> Reasoning {
            try reason(
                .connection, MadeExchange.make("GET / HTTP/1.0\nHost: h\(option)", "HTTP/1.1 200 OK\nContent-Length: 0")
            )
        }
        #expect(try made("").conclusion.text.contains("ends"))
        #expect(!words(try made("")).contains("none did"))
        #expect(try made("\nConnection: keep-alive").conclusion.text.contains("stays open"))
    }

    /// Google's resumable uploads answer 308 with Range and without Location.
    @Test func anUploadThatGoesOnIsNoBrokenRedirect() throws {
        let made = MadeExchange.make(
            "PUT /u HTTP/1.1\nHost: h\nContent-Range: bytes 0-2/9\nContent-Length: 3\n\nabc",
            "HTTP/1.1 308 Resume Incomplete\nRange: bytes=0-2\nContent-Length: 0")
        #expect(codes(made).contains("resume-incomplete") && !codes(made).contains("redirect-without-location"))
        #expect(try reason(.redirects, made).conclusion.text.contains("bytes=0-2"))
        let broken = get("HTTP/1.1 308 X\nContent-Length: 0")
        #expect(codes(broken).contains("redirect-without-location") && !codes(broken).contains("resume-incomplete"))
    }

    // MARK: - URLs

    @Test func aByteIsShownAndNotCounted() throws {
        let made = get("HTTP/1.1 302 X\nLocation: /café\nContent-Length: 0")
        let note = try #require(Checks.notes(about: made).first { $0.code == "redirect-location-malformed" })
        #expect(note.text.text.contains("é") && !note.text.text.contains("byte 4"))
    }

    @Test func theNullOctetIsOneSentence() throws {
        let url = try reason(.url, MadeExchange.make("GET /%00 HTTP/1.1\nHost: h"))
        let octet = try #require(url.step("octet"))
        #expect(octet.text.text.contains("many servers reject") && !octet.text.text.contains("as it is"))
    }

    @Test func whereNoOtherOriginIsInSightNoneIsNamed() throws {
        #expect(!words(try reason(.url, MadeExchange.make("GET / HTTP/1.1\nHost: h:8080"))).contains("another origin"))
    }

    private func get(_ response: String, change: (inout FlowRecord) -> Void) -> FlowRecord {
        MadeExchange.make("GET / HTTP/1.1\nHost: a.example", response, change: change)
    }
}

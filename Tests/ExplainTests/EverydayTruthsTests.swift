import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Testing

/// What a second hostile reading of everyday messages found, each kind with inputs beside it of which it must not be
/// said.
@Suite struct EverydayTruthsTests {
    private func paste(_ text: String, crlf: Bool = false) -> ExplainedInput {
        ExplainedInput(
            raw: Bytes(crlf ? text.replacing("\n", with: "\r\n") : text),
            ExplainedInput.Circumstances(now: 1_795_687_920, options: ExplainOptions(notes: Checks.notes)))
    }

    private func leaves(_ spans: [Span]) -> [Span] {
        spans.flatMap { $0.children.isEmpty ? [$0] : leaves($0.children) }
    }

    private func texts(_ spans: [Span]) -> [String] { spans.flatMap { [$0.text] + texts($0.children) } }

    private func words(_ input: ExplainedInput) -> String {
        let spans = input.messages.flatMap { texts($0.spans) }
        let reasons = input.messages.flatMap(\.allReasonings).flatMap { [$0.conclusion] + $0.steps.map(\.text) }
        let notes = input.messages.flatMap(\.notes).map(\.text)
        let assumed = input.messages.flatMap(\.assumptions)
        return (spans + (reasons + notes + assumed).map(\.text)).joined(separator: "\n")
    }

    private func conclusion(_ topic: Reasoning.Topic, _ exchange: FlowRecord) -> String? {
        Reasonings.reasoning(topic, about: exchange, in: SessionContext([exchange]))?.conclusion.text
    }

    // MARK: - Chunks

    /// RFC 9112 §7.1: behind a chunk whose size cannot be read nobody knows where the body ends.
    @Test(arguments: [
        ("4\r\ndata\r\nxyz\r\nmore\r\n0\r\n\r\n", true), ("4\r\ndataMORE\r\n0\r\n\r\n", true),
        // Nothing is wrong with these but that the last is cut off.
        ("4\r\ndata\r\n0\r\n\r\n", false), ("4\r\ndata\r\n", false),
    ])
    func theEndOfMalformedChunksIsUnknown(body: String, isUnknown: Bool) {
        let input = paste("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
        let ends = input.messages.flatMap(\.allReasonings).first { $0.topic == .framing }?.conclusion.text ?? ""
        #expect(ends.contains("unknown") == isUnknown && ends.contains("last chunk") != isUnknown, "\(ends)")
    }

    // MARK: - Header fields without a start line

    @Test(arguments: [
        ("Content-Type: text/html\nSet-Cookie: a=b; SameSite=None\nServer: x\n", MessageKind.response),
        ("Host: a.example\r\nCookie: a=b\r\nCache-Control: max-age=0\r\n", .request),
        ("etag: \"a\"\nx-own: 1", .response), ("Set-Cookie: id=1; Path=/; Secure\n", .response),
        ("Content-Security-Policy: default-src 'self';\n  img-src *\nX-Frame-Options: DENY\n", .response),
        ("accept: */*\norigin: https://a.example\n", .request),
    ])
    func aListOfFieldsIsExplainedFieldByField(text: String, kind: MessageKind) throws {
        let input = paste(text)
        let message = try #require(input.messages.first)
        #expect(input.messages.count == 1 && message.kind == kind && message.isFieldList && !message.hasPseudoFields)
        #expect(input.rest.isEmpty && input.exchanges.isEmpty && message.notes.isEmpty)
        // Every byte has a name, and none is blamed for the line that is not there.
        #expect(Bytes(leaves(message.spans).flatMap { Array(input.messages[0].input.slice($0.range)) }) == Bytes(text))
        #expect(message.spans.allSatisfy { !$0.isMalformed })
        let said = words(input)
        for wrong in ["method is a token", "request target", "not a version", "CR LF", "100"] {
            #expect(!said.contains(wrong), "\(wrong): \(said)")
        }
        #expect(message.allReasonings.isEmpty, "no status, no method, nothing to conclude")
        #expect(message.assumptions.count == 1)
        #expect(message.assumptions[0].text.contains(kind == .request ? "request line" : "status line"))
    }

    /// Fields that both have: what they are taken for is said.
    @Test func whoseFieldsTheyAreIsAssumedAloud() throws {
        let message = try #require(
            paste("Cache-Control: max-age=60\nDate: Thu, 26 Nov 2026 10:12:00 GMT\n").messages.first)
        #expect(message.assumptions[0].text.contains("Hark assumes that these are fields of a response"))
        let known = try #require(paste("Server: a\nDate: Thu, 26 Nov 2026 10:12:00 GMT\n").messages.first)
        #expect(!known.assumptions[0].text.contains("assumes"))
    }

    /// The headers of both, copied one after the other.
    @Test func eachBlockIsAListOfItsOwn() {
        let input = paste("accept: */*\ncookie: a=1\n\n\naccess-control-allow-origin: *\nserver: x\n")
        #expect(input.messages.map(\.kind) == [.request, .response])
        #expect(input.rest.isEmpty)
    }

    @Test(arguments: [
        "x-own: 1\nx-other: 2\n", "note: hello\n{}\n", "{\"Host\": 1}\n", "GET / HTTP/1.1\nHost: a\n\n",
        "HTTP/1.1 200 OK\nServer: a\n\n", "Host : a\nAccept: */*\n", "",
    ])
    func whatIsNoListIsReadAsAMessage(text: String) {
        #expect(paste(text).messages.allSatisfy { !$0.isFieldList })
        #expect(!FieldListDissection.isList(Bytes(text)))
    }

    // MARK: - Where the body ends

    @Test(arguments: [
        ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n", "last chunk"),
        ("HTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\nContent-Length: 3\n\n0\n\n", "last chunk"),
        ("HTTP/1.0 200 OK\nContent-Type: text/plain\n\nhi", "connection closes"),
        ("HTTP/1.1 404 Not Found\nTransfer-Encoding: chunked\n\n2\nno\n0\nX-Sum: 1\n\n", "trailers"),
        ("HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 2\n\nhi", "unknown"),
    ])
    func whereABodyEndsIsSaidInShort(text: String, words: String) throws {
        let ends = InShort(paste(text, crlf: true).messages).bodyEnds
        #expect(ends.count == 1 && ends.first?.of == .response)
        #expect(ends.first?.answer.text.contains(words) == true, "\(ends.map(\.answer.text))")
    }

    @Test func aChunkedUploadIsOneOfTheRequest() {
        let text = "POST /up HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n3\nabc\n0\n\nHTTP/1.1 204 No Content\n\n"
        #expect(InShort(paste(text, crlf: true).messages).bodyEnds.map(\.of) == [.request])
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", "HTTP/1.1 204 No Content\n\n", "HTTP/2 200 \n\nhi",
        "HEAD / HTTP/1.1\nHost: a\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n",
        "GET / HTTP/1.1\nHost: a\n\nHTTP/1.1 304 Not Modified\nETag: \"a\"\n\n",
    ])
    func whatTakesNoMoreThanANumberIsNot(text: String) {
        #expect(InShort(paste(text, crlf: true).messages).bodyEnds.isEmpty)
    }

    /// RFC 9110 §15.2.2: it is the last response of this protocol.
    @Test func aChangeOfProtocolIsHowItWent() {
        let text = "GET /ws HTTP/1.1\nHost: a\nUpgrade: h2c\nConnection: Upgrade\n\n"
        let changed = InShort(
            paste(text + "HTTP/1.1 101 Switching Protocols\nUpgrade: h2c\nConnection: Upgrade\n\n").messages)
        #expect(changed.verdict.map(\.text).joined().contains("101 Switching Protocols"))
        let early = InShort(paste(text + "HTTP/1.1 103 Early Hints\nLink: </a>; rel=preload\n\n").messages)
        #expect(!early.verdict.map(\.text).joined().contains("103"))
    }

    // MARK: - Pastes

    /// One file holds both sides, so the empty lines between them are the text's.
    @Test func emptyLinesWithCarriageReturnsBetweenSidesAreNoFault() {
        let request = "POST / HTTP/1.1\nHost: a\nContent-Length: 2\n\nhi"
        let both = paste(request + "\n\nHTTP/1.1 204 No Content\n\n", crlf: true)
        #expect(both.messages.count == 2 && !words(both).contains("cannot begin with empty lines"))
        let one = paste("\n\nHTTP/1.1 204 No Content\n\n", crlf: true)
        #expect(words(one).contains("cannot begin with empty lines"))
    }

    @Test(arguments: [
        ("GET /a?x=1 HTTP/1.1\nHost: example.com\n\n", "Location: https://example.com/a?x=1", "http://"),
        ("GET /a HTTP/1.1\nHost: example.com\n\n", "Location: https://example.com/b", "https://"),
        ("GET /a HTTP/1.1\nHost: example.com\n\n", "X-A: 1", "https://"),
    ])
    func aStepUpToTLSCameWithoutIt(request: String, field: String, scheme: String) throws {
        let text = request + "HTTP/1.1 301 X\n\(field)\nStrict-Transport-Security: max-age=9\nContent-Length: 0\n\n"
        let url = try #require(paste(text).exchanges.first?.url)
        #expect(url.hasOpening("http") && String(url.text.prefix(scheme.count)) == scheme, "\(url)")
    }

    /// W3C Fetch Metadata §2: not to plain http, except on this machine.
    @Test(arguments: [
        ("a.example", "Sec-Fetch-Mode: cors", "https"), ("localhost:3000", "Sec-Fetch-Mode: cors", "http"),
        ("127.0.0.1:8080", "Sec-Fetch-Mode: navigate", "http"), ("a.example", "Accept: */*", "http"),
    ])
    func whatBrowsersTellOnlyOverTLSTellsTheScheme(host: String, field: String, scheme: String) throws {
        let input = paste("GET / HTTP/1.1\nHost: \(host)\n\(field)\n\n")
        let url = try #require(input.exchanges.first?.url)
        #expect(url.text.hasPrefix(scheme + "://") && input.exchanges[0].provenance(of: .url) == .assumed)
    }

    // MARK: - Sentences

    @Test(arguments: [(200, "accepted"), (403, "answered 403"), (404, "answered 404")])
    func aChallengeBesideAnotherStatusIsNoAcceptance(status: Int, words: String) throws {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a\nAuthorization: Bearer x",
            "HTTP/1.1 \(status) X\nWWW-Authenticate: Bearer error=\"insufficient_scope\"\n\n")
        let said = try #require(conclusion(.authentication, made))
        #expect(said.contains(words) && said.contains("accepted") == (status < 400), "\(said)")
    }

    @Test(arguments: [("identity", false), ("gzip", true), ("br", false)])
    func whatWasNotOfferedWasNotChosenByItsField(offered: String, depends: Bool) throws {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a\nAccept-Encoding: \(offered)",
            "HTTP/1.1 200 OK\nContent-Type: text/x-own\nContent-Encoding: gzip\n\nxx")
        let steps = Reasonings.reasoning(.negotiation, about: made, in: SessionContext([made]))?.steps ?? []
        #expect(steps.contains { $0.text.text.contains("seems to depend on it") } == depends)
    }

    @Test(arguments: [
        ("script-src 'self' 'unsafe-inline' 'nonce-a'", "'unsafe-inline'"),
        ("style-src 'unsafe-inline' 'sha256-YQ=='", "'unsafe-inline'"),
        (
            "script-src 'nonce-a' 'strict-dynamic' https: 'unsafe-inline' a.example",
            "https:, 'unsafe-inline', a.example"
        ),
    ])
    func whatOthersMakeVoidIsNotAllowed(policy: String, ignored: String) {
        let said = words(paste("HTTP/1.1 200 OK\nContent-Security-Policy: \(policy)\nContent-Length: 0\n\n"))
        let sentence = said.split(separator: "\n").first { $0.contains("may come from") && $0.contains("ignore") } ?? ""
        #expect(sentence.contains("ignore \(ignored) here") && !sentence.contains("inline scripts"), "\(said)")
    }

    @Test(arguments: ["script-src 'self' 'unsafe-inline'", "img-src 'self' https:", "script-src https: 'nonce-a'"])
    func whatNothingMakesVoidIsAllowed(policy: String) {
        #expect(
            !words(paste("HTTP/1.1 200 OK\nContent-Security-Policy: \(policy)\nContent-Length: 0\n\n")).contains(
                "ignore"))
    }

    /// RFC 6265bis §5.7: the last one counts.
    @Test(arguments: [
        ("a=1; SameSite=Lax; SameSite=None; Secure", 1), ("a=1; Path=/a; Path=/b; Path=/", 2),
        ("a=1; Max-Age=5; Max-Age=x", 0), ("a=1; Path=/; SameSite=Lax; Secure; Secure", 0),
    ])
    func aRepeatedAttributeIsWithoutEffect(cookie: String, count: Int) {
        let said = words(paste("HTTP/1.1 200 OK\nSet-Cookie: \(cookie)\nContent-Length: 0\n\n"))
        #expect(said.ranges(of: "Without effect: browsers use the last").count == count, "\(said)")
    }

    @Test func whatAWSSignsIsNoFault() {
        let request = { (scheme: String) in
            "GET / HTTP/1.1\nHost: a\nAuthorization: \(scheme) Credential=A/2026/s3/aws4_request, "
                + "SignedHeaders=host;x-amz-date, Signature=abc\n\n"
        }
        #expect(
            leaves(paste(request("AWS4-HMAC-SHA256")).messages[0].spans).allSatisfy {
                !$0.isMalformed || $0.rule == "CRLF"
            })
        #expect(leaves(paste(request("Digest")).messages[0].spans).contains { $0.isMalformed && $0.rule != "CRLF" })
    }

    @Test func aRemovalHasNoTense() {
        let said = words(paste("HTTP/1.1 200 OK\nSunset: Sun, 30 Jun 2024 23:59:59 GMT\nContent-Length: 0\n\n"))
        #expect(said.contains("2024-06-30") && !said.contains("will be removed"))
    }

    /// RFC 9110 §14.6.
    @Test func partsThatCannotBeReadAreNotCounted() throws {
        let head = "HTTP/1.1 206 X\nContent-Type: multipart/byteranges; boundary=B\n\n"
        let request = "GET / HTTP/1.1\nHost: a\nRange: bytes=0-1,4-5"
        let broken = try #require(conclusion(.ranges, MadeExchange.make(request, head + "no parts")))
        #expect(broken.contains("no part can be read") && !broken.contains("0 parts"))
    }

    // MARK: - Endings

    @Test func whatNeverBeganWasNotCutOff() throws {
        func steps(_ response: String?) -> String {
            let made = MadeExchange.make("GET / HTTP/1.1\nHost: a", response) { exchange in
                exchange.apply(
                    FlowEvent(
                        flow: exchange.id, time: exchange.openedAt,
                        fact: .finished(Outcome(.aborted, by: .client, .clientClosed))))
            }
            return Reasonings.reasoning(.outcome, about: made, in: SessionContext([made]))?.steps.map(\.text.text)
                .joined(separator: "\n") ?? ""
        }
        #expect(steps(nil).contains("before a response came") && !steps(nil).contains("The response had begun"))
        #expect(steps("HTTP/1.1 200 OK\nContent-Length: 9\n\nhi").contains("The response had begun"))
    }

    @Test func aRecordingWithoutAResponseSaysSo() {
        let asked = MadeExchange.make("GET / HTTP/1.1\nHost: a")
        #expect(conclusion(.outcome, asked)?.contains("no response") == true)
        #expect(conclusion(.outcome, MadeExchange.make("GET / HTTP/1.1\nHost: a", "HTTP/1.1 204 X\n\n")) == nil)
        // Somebody's request whose response is simply not in the text.
        #expect(!words(paste("GET / HTTP/1.1\nHost: a\n\n")).contains("no response to this request"))
    }
}

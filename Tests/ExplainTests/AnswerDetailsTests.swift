import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Testing

/// Details of answers that change what is true of them: no length, two types, an empty list, a policy beside a
/// redirect. Each kind has inputs beside it of which the same must not be said.
@Suite struct AnswerDetailsTests {
    private func input(_ request: String?, _ response: String) -> ExplainedInput {
        let text = (request.map { $0 + "\n\n" } ?? "") + response
        return ExplainedInput(
            raw: Bytes(text.replacing("\n", with: "\r\n")),
            ExplainedInput.Circumstances(now: 1_795_928_400, options: ExplainOptions(notes: Checks.notes)))
    }

    private static let get = "GET https://a.example/x HTTP/1.1\nHost: a.example"

    private func texts(_ spans: [Span]) -> [String] { spans.flatMap { [$0.text] + texts($0.children) } }

    private func words(_ input: ExplainedInput) -> String {
        let reasons = input.messages.flatMap(\.allReasonings).flatMap { [$0.conclusion] + $0.steps.map(\.text) }
        let said = reasons + input.messages.flatMap(\.notes).map(\.text) + input.messages.flatMap(\.assumptions)
        return (input.messages.flatMap { texts($0.spans) } + said.map(\.text)).joined(separator: "\n")
    }

    private func codes(_ input: ExplainedInput) -> Set<String> { Set(input.messages.flatMap(\.notes).map(\.code)) }

    private func conclusion(_ topic: Reasoning.Topic, _ input: ExplainedInput) -> String {
        input.messages.flatMap(\.allReasonings).first { $0.topic == topic }?.conclusion.text ?? ""
    }

    // MARK: - Parts

    /// RFC 9110 §15.3.7: a 206 that nobody asked for is not what Range requested.
    @Test(arguments: [
        ("GET /v HTTP/1.1\nHost: a.example", "Content-Range: bytes 0-3/10"),
        ("GET /v HTTP/1.1\nHost: a.example\nX-Range: bytes=0-3", "Content-Range: bytes 2-5/10"),
        ("POST /v HTTP/1.1\nHost: a.example\nContent-Length: 0", "Content-Range: bytes 0-3/*"),
    ])
    func aPartWithoutRangeIsNoRequestedPart(request: String, range: String) {
        let unasked = input(
            request, "HTTP/1.1 206 Partial Content\n\(range)\nContent-Type: video/mp4\nContent-Length: 4\n\nabcd")
        #expect(!words(unasked).contains("that Range requested") && words(unasked).contains("requested none"))
        #expect(words(unasked).contains("The body is a part of the resource"))
    }

    /// RFC 9110 §9.3.2: a HEAD has no content that could have another length.
    @Test(arguments: ["Range: bytes=0-1", "Range: bytes=-2", "Accept: */*"])
    func aPartOfHEADLacksNothing(field: String) {
        let answer = "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-1/10\nContent-Length: 2\n\n"
        let head = input("HEAD /v HTTP/1.1\nHost: a.example\n\(field)", answer)
        #expect(!codes(head).contains("range-length-differs") && !words(head).contains("but Content-Range declares"))
        // The same to GET has the wrong length.
        let get = input(
            "GET /v HTTP/1.1\nHost: a.example\nRange: bytes=0-1", answer.replacing(": 2", with: ": 3") + "abc")
        #expect(codes(get).contains("range-length-differs"))
    }

    // MARK: - HEAD

    @Test func aHeadOfNothingPromisesNoContent() {
        let request = "HEAD /x HTTP/1.1\nHost: a.example"
        let empty = words(input(request, "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 0\n\n"))
        #expect(empty.contains("a GET would bring no content") && !empty.contains("a GET would bring content"))
        #expect(!empty.contains("a GET would have the content"))
        for length in ["Content-Length: 5", "Content-Length: 00012", "Content-Type: text/html"] {
            let full = words(input(request, "HTTP/1.1 200 OK\n\(length)\n\n"))
            #expect(full.contains("a GET would bring content") && !full.contains("no content, by"))
        }
    }

    // MARK: - Content-Type

    /// Fetch §2.2.3: browsers use the last type.
    @Test(arguments: [
        "Content-Type: text/plain\nContent-Type: application/json", "Content-Type: text/plain, application/json",
        "Content-Type: text/html\nContent-Type: text/plain\nContent-Type: application/json; charset=utf-8",
        "Content-Type: application/json\nContent-Type: text/plain\nContent-Type: application/json",
    ])
    func ofTypesThatDifferTheLastOneCounts(lines: String) {
        let two = input(Self.get, "HTTP/1.1 200 OK\n\(lines)\nContent-Length: 7\n\n{\"a\":1}")
        #expect(words(two).contains("types that differ: browsers use the last, application/json"))
        for code in ["json-sent-as-text", "charset-missing", "content-type-disagrees", "content-type-malformed"] {
            #expect(!codes(two).contains(code), "\(code)")
        }
        #expect(!words(two).contains("which fits text/") && !words(two).contains("of the type “text/"))
    }

    @Test(arguments: [
        "Content-Type: application/json\nContent-Type: application/json", "Content-Type: application/json",
        "Content-Type: application/json\nContent-Type: Application/JSON; charset=utf-8",
        "Content-Type: application/json; profile=\"a/b, c/d\"",
    ])
    func typesThatAreTheSameDoNotDiffer(lines: String) {
        let one = input(Self.get, "HTTP/1.1 200 OK\n\(lines)\nContent-Length: 7\n\n{\"a\":1}")
        #expect(!words(one).contains("types that differ"))
    }

    @Test func anEmptyTypeIsCalledEmpty() {
        let empty = words(input(Self.get, "HTTP/1.1 200 OK\nContent-Type:\nContent-Length: 2\n\nok"))
        #expect(
            empty.contains("Content-Type is empty") && !empty.contains("of /")
                && !empty.contains(" is not a media type"))
    }

    /// Where nothing of a body was recorded, there may be none.
    @Test func contentThatNobodySawLacksNoType() {
        let lone = words(input(Self.get, "HTTP/2 302\nlocation: /y\n\n"))
        #expect(!lone.contains("No type is declared") && !lone.contains("Content without a type"))
        let body = words(input(Self.get, "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"))
        #expect(body.contains("No type is declared"))
    }

    // MARK: - Allow

    /// RFC 9110 §10.2.1: an empty Allow says that no method is supported.
    @Test func whatAllowDoesNotSayIsNotAdvised() {
        let request = "PUT /x HTTP/1.1\nHost: a.example\nContent-Length: 0"
        for (line, words) in [("Allow:\n", "no method at present"), ("Allow: ,\n", "no method"), ("", "does not say")] {
            let answer = input(request, "HTTP/1.1 405 Method Not Allowed\n\(line)Content-Length: 0\n\n")
            #expect(conclusion(.status, answer).contains(words), "\(line)")
            #expect(!conclusion(.status, answer).contains("Use one of the methods in Allow"))
        }
        let listed = input(request, "HTTP/1.1 405 Method Not Allowed\nAllow: GET\nContent-Length: 0\n\n")
        #expect(conclusion(.status, listed).contains("Use one of the methods in Allow"))
    }

    // MARK: - Cookies

    @Test(arguments: [
        ("a=1; Path=/, b=2; Path=/; HttpOnly", "b"), ("a=1; Expires=Mon, 30 Nov 2026 05:00:00 GMT, sid=2", "sid"),
        ("a=1, b=2", "b"), ("a=1; Max-Age=60,c=3", "c"), ("a=1; SameSite=Lax, d=4; Secure", "d"),
    ])
    func cookiesJoinedByACommaAreNamed(line: String, name: String) {
        let joined = input(Self.get, "HTTP/1.1 200 OK\nSet-Cookie: \(line)\nContent-Length: 0\n\n")
        #expect(words(joined).contains("another cookie, “\(name)”, after a comma"))
        #expect(SetCookie(Bytes(line)).joinedName == Bytes(name))
    }

    @Test(arguments: [
        "a=1; Expires=Mon, 30 Nov 2026 05:00:00 GMT; Path=/", "a=1; Expires=Monday, 30-Nov-26 05:00:00 GMT",
        "p={\"a\":1,\"b\":2}", "g=GA1.2,x", "a=1,b=2", "a=x, y; Path=/a,b", "a=\"1, 2\"",
    ])
    func commasOfDatesAndValuesJoinNothing(line: String) {
        #expect(SetCookie(Bytes(line)).joinedName == nil)
    }

    @Test func cookiesOfARequestAreSeparatedBySemicolons() {
        let answer = "HTTP/1.1 200 OK\nContent-Length: 0\n\n"
        #expect(words(input(Self.get + "\nCookie: a=1, b=2", answer)).contains("another cookie, “b”, after a comma"))
        for line in ["a=1; b=2", "a=1,2; b=3", "a={\"x\":1, \"y\":2}"] {
            #expect(!words(input(Self.get + "\nCookie: \(line)", answer)).contains("after a comma"), "\(line)")
        }
    }

    /// Chrome takes the form with brackets, Firefox the one without.
    @Test(arguments: [("[::1]", "[::1]"), ("[::1]", "::1"), ("[2001:DB8::1]", "[2001:db8::1]")])
    func anIPv6DomainIsNeitherRejectedNorSurelyStored(host: String, domain: String) {
        let request = "GET http://\(host):8000/ HTTP/1.1\nHost: \(host):8000"
        let set = input(request, "HTTP/1.1 200 OK\nSet-Cookie: a=1; Domain=\(domain)\nContent-Length: 0\n\n")
        #expect(!codes(set).contains("cookie-rejected-domain"))
        #expect(conclusion(.cookies, set) == "Cookies: 1 set; whether browsers store it differs.")
        // The live line and the story of the session go by the same verdict.
        let exchange = set.exchanges[0]
        #expect(ExchangeSummary(exchange).rows.compactMap(\.verdict).contains(.cookie(line: 0, .open(.browser))))
        let setting = CookieStory([exchange]).entries[0].settings[0]
        #expect(setting.doubt == .browser && setting.step == "5.7 step 10")
        #expect(!CookieStory([exchange]).entries[0].lines.contains { $0.text.contains("is stored") })
    }

    @Test(arguments: [("[::1]", "[::2]"), ("127.0.0.1", "127.0.0.2"), ("[::1]", "a.example")])
    func anotherAddressIsRejected(host: String, domain: String) {
        let request = "GET http://\(host):8000/ HTTP/1.1\nHost: \(host):8000"
        let set = input(request, "HTTP/1.1 200 OK\nSet-Cookie: a=1; Domain=\(domain)\nContent-Length: 0\n\n")
        #expect(codes(set).contains("cookie-rejected-domain"))
        #expect(!words(set).contains("The browser sends the cookie only to"))
    }

    // MARK: - Redirects

    /// RFC 6797 §8.3: browsers never send the plain request.
    @Test(arguments: [
        ("http://a.example/y", "max-age=60", true), ("http://b.a.example/y", "max-age=60; includeSubDomains", true),
        ("http://b.a.example/y", "max-age=60", false), ("http://a.example/y", "max-age=0", false),
        ("http://xa.example/y", "max-age=60; includeSubDomains", false), ("http://other.example/", "max-age=60", false),
        ("http://a.example/y", "includeSubDomains", false),
    ])
    func browsersGoByTLSWhereThePolicySaysSo(location: String, policy: String, isUpgraded: Bool) {
        let answer = input(
            Self.get,
            "HTTP/1.1 302 Found\nLocation: \(location)\nStrict-Transport-Security: \(policy)\nContent-Length: 0\n\n")
        #expect(conclusion(.redirects, answer).contains("browsers use https") == isUpgraded)
        #expect(codes(answer).contains("redirect-downgrade"), "other clients follow it as it is")
    }

    @Test func ofSeveralLocationsNoneIsSurelyFollowed() {
        let two = input(Self.get, "HTTP/1.1 302 Found\nLocation: /y\nLocation: /z\nContent-Length: 0\n\n")
        #expect(conclusion(.redirects, two).contains("clients differ"))
        let same = input(Self.get, "HTTP/1.1 302 Found\nLocation: /y\nLocation: /y\nContent-Length: 0\n\n")
        #expect(conclusion(.redirects, same).contains("The client next requests"))
    }

    // MARK: - Conditions

    /// Where the answer goes against the conditions, they are not said to prevent nothing.
    @Test(arguments: ["304 Not Modified", "412 Precondition Failed"])
    func anAnswerAgainstTheConditionIsSaid(status: String) {
        let field = status.hasPrefix("304") ? "If-Modified-Since: Sun, 29 Nov 2026 04:00:00 GMT" : "If-Match: \"a\""
        let shown = "Last-Modified: Sun, 29 Nov 2026 04:30:00 GMT\nETag: \"a\""
        let answer = input(Self.get + "\n" + field, "HTTP/1.1 \(status)\n\(shown)\nContent-Length: 0\n\n")
        #expect(!conclusion(.conditional, answer).contains("No condition prevents it"))
        let right = input(Self.get + "\n" + field, "HTTP/1.1 200 OK\n\(shown)\nContent-Length: 0\n\n")
        #expect(!conclusion(.conditional, right).contains("although"))
    }

    /// What the server shows is no reason for its 412: then no reason is given.
    @Test(arguments: [
        ("If-Match: \"a\"", "ETag: \"a\"", true), ("If-Match: \"b\", \"a\"", "ETag: \"a\"", true),
        ("If-Unmodified-Since: Fri, 27 Nov 2026 10:00:00 GMT", "Last-Modified: Fri, 27 Nov 2026 09:00:00 GMT", true),
        ("If-None-Match: \"a\"", "ETag: \"b\"", true),
        ("If-Match: \"a\"", "ETag: \"b\"", false), ("If-Match: \"a\"", "ETag: W/\"a\"", false),
        ("If-Match: \"a\"", "Server: x", false), ("If-None-Match: *", "ETag: \"a\"", false),
    ])
    func a412ThatItsValidatorsDoNotExplainHasNoReason(condition: String, shown: String, isUnexplained: Bool) {
        let request = "PUT /a HTTP/1.1\nHost: a.example\n\(condition)\nContent-Length: 0"
        let said =
            input(request, "HTTP/1.1 412 Precondition Failed\n\(shown)\nContent-Length: 0\n\n")
            .messages.flatMap(\.allReasonings).first { $0.topic == .conditional }?.conclusion.text ?? ""
        #expect(said.contains("although") == isUnexplained, "\(said)")
        #expect(said.contains("so the resource") != isUnexplained, "\(said)")
        #expect(said.contains("did not carry out"), "\(said)")
    }

    @Test func a412OfATagMayBeOfNothing() {
        let request = Self.get + "\nIf-Match: \"v7\""
        let blind = input(request, "HTTP/1.1 412 Precondition Failed\nContent-Length: 0\n\n")
        #expect(conclusion(.conditional, blind).contains("or does not exist"))
        let shown = input(request, "HTTP/1.1 412 Precondition Failed\nETag: \"v8\"\nContent-Length: 0\n\n")
        #expect(!conclusion(.conditional, shown).contains("or does not exist"))
    }

    // MARK: - Caching

    /// Caches differ in which of two lifetimes they use.
    @Test func twoLifetimesAreNoKnownTime() {
        let body = "Content-Type: image/png\nETag: \"a\"\nContent-Length: 0\n\n"
        let two = input(Self.get, "HTTP/1.1 200 OK\nCache-Control: max-age=10\nCache-Control: max-age=20\n" + body)
        #expect(!codes(two).contains("cache-lifetime") && codes(two).contains("cache-directive-repeated"))
        let same = input(Self.get, "HTTP/1.1 200 OK\nCache-Control: max-age=10, max-age=10\n" + body)
        #expect(codes(same).contains("cache-lifetime"))
    }

    // MARK: - Bodies of pastes

    /// A size that does not fit is a fault of chunks that are there.
    @Test func chunksWithAWrongSizeWereNotRemoved() {
        let answer = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nContent-Type: text/event-stream\n\n"
        let wrong = words(input(Self.get, answer + "1c\nid: 42\ndata: 1\nevent: x\nid: 43\n\n2\n\n\n\n0\n\n"))
        #expect(!wrong.contains("without its chunk lines") && !wrong.contains("The line 1c is not an event field"))
        let gone = words(input(Self.get, answer + "id: 42\ndata: {}\n\n"))
        #expect(gone.contains("without its chunk lines"))
    }

    /// What follows a whole value of JSON where Content-Length ends is not of the body.
    @Test func wordsAfterAWholeBodyAreNotOfIt() throws {
        let head = "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 7\n\n"
        let after = input(nil, head + "{\"a\":1}\nhttp_code=200 time_total=0.12\n")
        #expect(try #require(after.exchanges.first).response.content.bytes == "{\"a\":1}")
        #expect(!words(after).contains("formatted or edited"))
        // Laid out: its first bytes are no whole value.
        let laid = ExplainedInput(
            raw: Bytes(head + "{\n  \"a\": 1\n}\n"), ExplainedInput.Circumstances(now: 0, options: ExplainOptions()))
        #expect(words(laid).contains("formatted or edited"))
    }

    /// A body without a line end is longer than its length: the next message follows on the same line.
    @Test(arguments: ["HTTP/1.1 303 See Other\nLocation: /\nContent-Length: 0\n\n", "HTTP/1.1 204 No Content\n\n"])
    func aMessageGluedToABodyIsFound(answer: String) {
        let request = "POST /login HTTP/1.1\nHost: a.example\nContent-Length: 3"
        let glued = input(request, "user=ann" + answer)
        #expect(glued.messages.map(\.kind) == [.request, .response])
        #expect(glued.exchanges.first?.status != nil && glued.rest.isEmpty)
        let next = input(nil, "HTTP/1.1 200 OK\nContent-Length: 1\n\n{}GET /b HTTP/1.1\nHost: a.example\n\n")
        #expect(next.messages.map(\.kind) == [.response, .request])
    }

    /// What only mentions HTTP begins no message.
    @Test(arguments: ["curl said HTTP/1.1 200\nand more", "a GET /b HTTP/1.1\nis a line", "xyHTTP/1.1 2000 OK\nA: b"])
    func wordsWithinABodyAreNoMessage(body: String) {
        let answer = input(Self.get, "HTTP/1.1 200 OK\nContent-Length: 1\n\n\(body)")
        #expect(answer.messages.count == 2)
    }

    @Test func aClientsNoteIsNoContent() throws {
        let head = "HTTP/1.1 200 OK\nContent-Type: image/png\nContent-Length: 48312\n\n"
        let note =
            "\n\n+-----------------------------------------+\n| NOTE: binary data not shown in terminal |\n+---+\n"
        let answer = input(Self.get, head + note)
        #expect(!codes(answer).contains("truncated-body"))
        #expect(answer.exchanges.first?.response.content.bytes?.isEmpty != false)
        #expect(codes(input(Self.get, head + "+--- a drawing ---+")).contains("truncated-body"))
    }
}

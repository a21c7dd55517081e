import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Registry
import Testing

/// One fact is told once and as it is: a coding that is not there, a condition that the answer itself decides, `Vary:
/// *`, lifetimes that nobody gave, hosts and schemes that nobody stated.
@Suite struct PlainTruthTests {
    private static let date = "Date: Sat, 28 Nov 2026 19:00:00 GMT"

    private func page(_ request: String, _ response: String) -> ExplainedInput {
        let head = response.replacing("\n", with: "\r\n")
        return paste(request.replacing("\n", with: "\r\n") + head)
    }

    private func paste(_ text: String) -> ExplainedInput {
        ExplainedInput(
            raw: Bytes(text),
            ExplainedInput.Circumstances(now: 1_795_892_400, options: ExplainOptions(notes: Checks.notes)))
    }

    private func reasoning(_ topic: Reasoning.Topic, _ input: ExplainedInput) throws -> Reasoning {
        try #require(input.messages.flatMap(\.reasonings).first { $0.topic == topic })
    }

    private func words(_ reasoning: Reasoning) -> String {
        ([reasoning.conclusion] + reasoning.steps.map(\.text)).map(\.text).joined(separator: "\n")
    }

    private func all(_ input: ExplainedInput) -> String {
        let notes = input.messages.flatMap(\.notes).map(\.text.text)
        let steps = input.messages.flatMap(\.reasonings).map { words($0) }
        let spans = input.messages.flatMap(\.spans).flatMap(leaves).map(\.text)
        return (notes + steps + spans).joined(separator: "\n")
    }

    private func leaves(_ span: Span) -> [Span] { span.children.isEmpty ? [span] : span.children.flatMap(leaves) }

    private func codes(_ input: ExplainedInput) -> [String] { input.messages.flatMap(\.notes).map(\.code) }

    private func get(_ response: String, _ fields: String = "") -> ExplainedInput {
        page("GET /f HTTP/1.1\nHost: a.example\(fields)\n\n", response)
    }

    // MARK: - Pastes

    /// Tools part the messages by empty lines.
    @Test func emptyLinesBetweenMessagesAreNoFault() {
        let made = paste("GET / HTTP/1.1\nHost: a.example\n\n\n\nHTTP/1.1 204 No Content\n\n")
        #expect(made.messages.count == 2 && !all(made).contains("status line was expected"))
    }

    /// `curl -IL`: where one answer lacks its body and none has one, all are of HEAD.
    @Test func allAnswersWithoutBodiesAreOfHEAD() {
        let first = "HTTP/1.1 301 X\nLocation: https://a.example/\nContent-Length: 0\n\n"
        let heads = paste(first + "HTTP/1.1 200 OK\nContent-Length: 9\n\n")
        #expect(heads.exchanges.count == 2 && heads.exchanges.allSatisfy { $0.method == .head })
        let whole = paste(first + "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi")
        #expect(whole.exchanges.count == 2 && whole.exchanges.allSatisfy { $0.method == .get })
    }

    /// What is long past is no time until which anything lasts.
    @Test func theYear1970IsPast() {
        let date = "Thu, 01 Jan 1970 00:00:00 GMT"
        let made = get("HTTP/1.1 200 OK\n\(Self.date)\nExpires: \(date)\nSet-Cookie: a=; Expires=\(date)\n\n")
        let said = all(made)
        #expect(!said.contains("keeps the cookie until") && !said.contains("is fresh until"))
    }

    // MARK: - Content-Encoding

    private static let coded =
        "HTTP/1.1 200 OK\n\(date)\nContent-Type: text/plain; charset=utf-8\nVary: Accept-Encoding"

    @Test(arguments: ["gzip", "x-gzip", "br", "zstd", "deflate", "br, gzip"])
    func aCodingThatIsNotThereIsAFault(coding: String) throws {
        let made = get(
            "\(Self.coded)\nContent-Encoding: \(coding)\nContent-Length: 11\n\nhello world",
            "\nAccept-Encoding: gzip, deflate, br, zstd")
        let note = try #require(made.messages.flatMap(\.notes).first { $0.code == "compression-false" })
        #expect(note.level == .bad)
        #expect(try reasoning(.compression, made).steps.contains(where: \.isFault))
        #expect(try reasoning(.content, made).step("charset")?.held == true)
        let said = all(made)
        #expect(!said.contains("Applied in this order") && !said.contains("They are compressed"))
        #expect(!said.contains("The server chose gzip") && !codes(made).contains("vary-tells-the-truth"))
        #expect(!said.contains("is encoded with"))
    }

    /// A body that was there before the tool printed it is the server's: `curl --compressed`, chunk lines taken off, a
    /// part, and a real one.
    @Test func aCodingThatIsThereIsNoFault() {
        let printed = get("\(Self.coded)\nContent-Encoding: gzip\nContent-Length: 40\n\nhello world")
        #expect(!codes(printed).contains("compression-false"))
        let part = get(
            "HTTP/1.1 206 Partial Content\n\(Self.date)\nContent-Encoding: gzip\nContent-Range: bytes 5-9/20\n"
                + "Content-Length: 5\n\nabcde", "\nRange: bytes=5-9")
        #expect(!codes(part).contains("compression-false"))
        let head = page(
            "HEAD /f HTTP/1.1\nHost: a.example\n\n", "\(Self.coded)\nContent-Encoding: gzip\nContent-Length: 11\n\n")
        #expect(!codes(head).contains("compression-false"))
        var real = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\n".utf8)
        real += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]
        let input = ExplainedInput(
            raw: Bytes(real), ExplainedInput.Circumstances(options: ExplainOptions(notes: Checks.notes)))
        #expect(!codes(input).contains("compression-false"))
        let none = get("HTTP/1.1 200 OK\n\(Self.date)\nContent-Encoding: identity\nContent-Length: 5\n\nhello")
        #expect(!codes(none).contains("compression-false"))
    }

    // MARK: - Conditions

    @Test(
        arguments: [
            ("If-None-Match: *", "exists already"), ("If-Match: *", "does not exist"),
            ("If-Match: \"v1\"", "another entity tag"), ("If-None-Match: \"v1\"", "one of these"),
            ("If-Unmodified-Since: Sat, 28 Nov 2026 18:00:00 GMT", "changed since"),
        ])
    func a412SaysWhatItSays(condition: String, fact: String) throws {
        let made = page(
            "PUT /x HTTP/1.1\nHost: a.example\n\(condition)\nContent-Length: 1\n\na",
            "HTTP/1.1 412 Precondition Failed\n\(Self.date)\nContent-Length: 0\n\n")
        let said = try reasoning(.conditional, made).conclusion.text
        #expect(said.contains(fact) && said.contains("did not carry out"), "\(said)")
        #expect(!said.contains("only the server can decide"))
        let status = try reasoning(.status, made).conclusion.text
        #expect(status.contains("exist") == condition.hasSuffix("*"), "\(status)")
    }

    @Test func aWriteThatSucceedsSaysLess() throws {
        let made = page(
            "PUT /x HTTP/1.1\nHost: a.example\nIf-None-Match: *\nContent-Length: 1\n\na",
            "HTTP/1.1 201 Created\n\(Self.date)\nContent-Length: 0\n\n")
        let said = try reasoning(.conditional, made).conclusion.text
        #expect(said.contains("carried out") && said.contains("or does not evaluate it"))
        #expect(!said.contains("exists already"))
    }

    @Test func aPartForAWeakTagIsNoPraise() throws {
        for tag in ["", "\nETag: W/\"a\"", "\nETag: \"a\""] {
            let made = get(
                "HTTP/1.1 206 Part\n\(Self.date)\(tag)\nContent-Range: bytes 5-9/20\nContent-Length: 5\n\nabcde",
                "\nRange: bytes=5-9\nIf-Range: W/\"a\"")
            let found = codes(made)
            #expect(found.contains("if-range-weak") && !found.contains("range-answered"))
            let said = all(made)
            #expect(!said.contains("found the condition true") && !said.contains("always sends the whole"))
            #expect(try reasoning(.conditional, made).step("answer")?.held == false)
        }
        let strong = get(
            "HTTP/1.1 206 Part\n\(Self.date)\nETag: \"a\"\nContent-Range: bytes 5-9/20\nContent-Length: 5\n\n"
                + "abcde", "\nRange: bytes=5-9\nIf-Range: \"a\"")
        #expect(codes(strong).contains("range-answered"))
    }

    // MARK: - Statuses

    /// RFC 9111 §5.2.1.7: nobody waited, and nothing failed.
    @Test func aCacheThatMayNotAskIsNoFailedServer() throws {
        let answer = "HTTP/1.1 504 Gateway Timeout\n\(Self.date)\nContent-Length: 0\n\n"
        let made = get(answer, "\nCache-Control: only-if-cached")
        let said = all(made)
        #expect(said.contains("only-if-cached forbids"))
        #expect(!said.contains("waited too long") && !said.contains("may work later"))
        let plain = all(get(answer))
        #expect(plain.contains("waited too long") && plain.contains("may work later"))
    }

    /// RFC 9111 §5.2.2.3.
    @Test func mustUnderstandIsNoAbsenceOfNoStore() throws {
        func step(_ status: Int) throws -> Reasoning.Step? {
            let made = get(
                "HTTP/1.1 \(status) X\n\(Self.date)\nCache-Control: max-age=60, must-understand, no-store\n"
                    + "Content-Length: 2\n\nhi")
            return try reasoning(.caching, made).step("no-store")
        }
        let known = try #require(try step(200))
        #expect(known.held == true && known.text.text.contains("must-understand overrides no-store"))
        #expect(!known.text.text.contains("Neither message"))
        #expect(try step(299)?.held == false)
    }

    /// Only the head of a response is here: what asked for it is not known.
    @Test func aHeadByItselfAnswersNoKnownMethod() {
        let said = all(paste("HTTP/1.1 200 OK\r\n\(Self.date)\r\nContent-Length: 20\r\n\r\n"))
        #expect(!said.contains("a GET would bring content"))
        let asked = all(page("HEAD / HTTP/1.1\nHost: a\n\n", "HTTP/1.1 200 OK\nContent-Length: 20\n\n"))
        #expect(asked.contains("a GET would bring content"))
    }

    // MARK: - Caches

    /// RFC 9111 §4.1: one sentence, in the field, the steps, the negotiation and the note.
    @Test func varyStarIsToldInOneSentence() throws {
        let made = get(
            "HTTP/1.1 200 OK\n\(Self.date)\nCache-Control: max-age=600\nVary: *\nContent-Type: text/plain\n"
                + "Content-Length: 2\n\nhi", "\nAccept: */*\nAccept-Encoding: gzip")
        let sentence = "Vary: * never matches another request: a cache must revalidate before each use."
        let caching = try reasoning(.caching, made)
        #expect(caching.conclusion.text.contains("must revalidate before each use"))
        #expect(caching.step("Vary")?.text.text == sentence)
        #expect(caching.step("validation") == nil && caching.step("response_is_fresh") == nil)
        let choices = try reasoning(.negotiation, made).steps.filter { $0.rule == "Vary" }
        #expect(choices.count == 2 && choices.allSatisfy { $0.text.text == sentence })
        let note = try #require(made.messages.flatMap(\.notes).first { $0.code == "cache-vary-star" })
        #expect(note.text.text.hasPrefix(sentence))
        #expect(!all(made).contains("Vary names Accept"))
    }

    /// RFC 9111 §4.2.2 has one rule for all that have no lifetime.
    @Test func noLifetimeIsToldTheSameOfEveryStatus() throws {
        for (status, location) in [
            ("200 OK", ""), ("301 Moved", "\nLocation: /g"), ("404 No", ""), ("308 X", "\nLocation: /g"),
        ] {
            let made = get("HTTP/1.1 \(status)\n\(Self.date)\(location)\nContent-Length: 0\n\n")
            let said = try reasoning(.caching, made).conclusion.text
            #expect(said.contains("no lifetime is given"), "\(said)")
            #expect(!said.contains("at once") && !said.contains("must"), "\(said)")
        }
        let stale = get("HTTP/1.1 200 OK\n\(Self.date)\nCache-Control: max-age=0\nContent-Length: 0\n\n")
        #expect(try reasoning(.caching, stale).conclusion.text.contains("stale at once"))
    }

    @Test(arguments: [
        ("", false), ("\nCache-Control: max-age=60", false), ("\nContent-Location: /f", false),
        ("\nCache-Control: max-age=60\nContent-Location: /f", true),
        ("\nCache-Control: max-age=60\nContent-Location: /other", false),
    ])
    func aPatchIsStoredByFewOnlyWhereItMayBe(fields: String, isRare: Bool) throws {
        let made = page(
            "PATCH /f HTTP/1.1\nHost: a.example\nContent-Length: 2\n\n{}",
            "HTTP/1.1 200 OK\n\(Self.date)\(fields)\nContent-Length: 2\n\n{}")
        let said = try reasoning(.caching, made).conclusion.text
        #expect(said.hasPrefix("Hardly any cache") == isRare, "\(said)")
    }

    // MARK: - What was assumed

    @Test(arguments: [
        ("http://a.example/f", false), ("https://a.example/f", false), ("//a.example/f", true), ("/f", true),
        ("f", true), ("/g", false),
    ])
    func aLoopNeedsAKnownScheme(location: String, isLoop: Bool) throws {
        for fields in ["", "\nX-Forwarded-Proto: https"] {
            let made = get("HTTP/1.1 302 Found\n\(Self.date)\nLocation: \(location)\nContent-Length: 0\n\n", fields)
            #expect(codes(made).contains("redirect-loop") == isLoop)
            #expect((try reasoning(.redirects, made).step("loop") != nil) == isLoop)
        }
    }

    @Test func anUnknownOriginIsNeitherKeptNorChanged() throws {
        let made = get("HTTP/1.1 301 X\n\(Self.date)\nLocation: https://a.example/f\nContent-Length: 0\n\n")
        let step = try #require(try reasoning(.redirects, made).step("origin"))
        #expect(step.held == nil && step.text.text.contains("unknown"))
    }

    /// Whether a host may set a Domain, only the host tells.
    @Test func aDomainOfAnUnknownHostIsNotSaidToBeStored() throws {
        func cookies(_ lines: String) throws -> Reasoning {
            try reasoning(.cookies, paste("HTTP/1.1 200 OK\r\n\(lines)\r\nContent-Length: 0\r\n\r\n"))
        }
        let one = try cookies("Set-Cookie: sid=1; Domain=example.com; Path=/; Secure")
        #expect(one.conclusion.text.contains("depends on the host") && !one.conclusion.text.contains("stored."))
        let step = try #require(one.step("5.7 step 10"))
        #expect(step.held == nil && step.text.text.contains("example.com and hosts below it"))
        #expect(step.text.text.contains("may be stored") && !step.text.text.contains("is stored"))
        #expect(one.step("5.7 step 24") == nil)
        let two = try cookies("Set-Cookie: a=1; Domain=example.com\r\nSet-Cookie: b=1")
        #expect(two.conclusion.text.contains("2 set") && two.conclusion.text.contains("1 of them"))
        #expect(two.step("5.7 step 24")?.text.text.contains("“b” is stored") == true)
        let known = get("HTTP/1.1 200 OK\nSet-Cookie: a=1; Domain=a.example\nContent-Length: 0\n\n")
        #expect(try reasoning(.cookies, known).step("5.7 step 24")?.held == true)
    }

    @Test func aNamelessCookieIsToldInWholeSentences() throws {
        let made = get(
            "HTTP/1.1 200 OK\n\(Self.date)\nSet-Cookie: abc; Path=/\nSet-Cookie: ; Path=/\nSet-Cookie: =; Path=/\n"
                + "Content-Length: 0\n\n", "\nCookie: abc; =def")
        for step in try reasoning(.cookies, made).steps {
            let first = try #require(step.text.text.first)
            #expect(first.isUppercase, "\(step.text.text)")
        }
        #expect(!codes(made).contains("cookie-set-twice"))
        let twice = try #require(made.messages.flatMap(\.notes).first { $0.code == "cookie-sent-twice" })
        #expect(twice.text.text.contains("has a cookie without a name"))
    }

    // MARK: - Preflights

    @Test func aPreflightNamesAllThatIsMissing() throws {
        let made = page(
            "OPTIONS /f HTTP/1.1\nHost: a.example\nOrigin: https://b.example\nAccess-Control-Request-Method: PUT\n"
                + "Access-Control-Request-Headers: authorization, content-type, x-a\n\n",
            "HTTP/1.1 204 No Content\n\(Self.date)\nAccess-Control-Allow-Origin: https://b.example\n"
                + "Access-Control-Allow-Methods: GET\nAccess-Control-Allow-Headers: x-a\n\n")
        let cors = try reasoning(.cors, made)
        for name in ["PUT", "authorization", "content-type"] { #expect(cors.conclusion.text.contains(name)) }
        #expect(!cors.conclusion.text.contains("x-a"))
        #expect(cors.step("check")?.text.text != cors.conclusion.text)
        #expect(cors.step("check")?.text.text.contains("does not send") == false)
        #expect(codes(made).contains("cors-preflight-method") && codes(made).contains("cors-preflight-field"))
        let note = try #require(made.messages.flatMap(\.notes).first { $0.code == "cors-preflight-field" })
        #expect(note.text.text.contains("authorization, content-type"))
    }

    // MARK: - Fields

    /// Fetch §3.6: the first value over all lines.
    @Test func aSecondLineOfNosniffHasNoEffect() {
        for (first, second, isOn) in [
            ("nosniff", "nosniff", true), ("nosniff", "yes", true), ("yes", "nosniff", false),
        ] {
            let made = get(
                "HTTP/1.1 200 OK\n\(Self.date)\nX-Content-Type-Options: \(first)\nX-Content-Type-Options: \(second)\n"
                    + "Content-Length: 0\n\n")
            let said = all(made)
            #expect(said.contains("browsers read only the first value"))
            #expect(said.contains("must not guess another type from the content") == isOn)
            #expect(!said.contains("one of nosniff"))
        }
    }

    @Test func theVersionOfAnUpgradeIsSaid() {
        let tree = FieldTree("Upgrade", "TLS/1.2, websocket", in: .response).all.map(\.text).joined(separator: "\n")
        #expect(tree.contains("to change, to TLS 1.2.") && tree.contains("to change, to websocket."))
    }

    // MARK: - What looks like a redirect

    /// RFC 9110 §10.2.2: only of 201 and 3xx it says something.
    @Test(arguments: [(200, true), (202, true), (404, true), (500, true), (201, false), (302, false)])
    func aLocationThatNobodyFollowsIsSaid(status: Int, isIdle: Bool) throws {
        let made = get("HTTP/1.1 \(status) X\n\(Self.date)\nLocation: /g\nContent-Length: 0\n\n")
        let step = try reasoning(.status, made).steps.first { $0.text.text.contains("clients do not follow it") }
        #expect((step != nil) == isIdle)
        #expect(step?.isFault != true)
    }

    @Test(arguments: [
        ("5; url=https://b.example/", "requests https://b.example/ after 5 seconds"),
        ("0;URL='/x'", "requests /x at once"), ("3", "reloads the page after 3 seconds"),
    ])
    func aRefreshIsNoRedirect(value: String, fact: String) throws {
        let made = get("HTTP/1.1 200 OK\n\(Self.date)\nRefresh: \(value)\nContent-Length: 0\n\n")
        let said = try reasoning(.redirects, made).conclusion.text
        #expect(said.contains(fact) && said.contains("not a redirect"), "\(said)")
        #expect(!said.contains("The client next requests"))
        let odd = get("HTTP/1.1 200 OK\n\(Self.date)\nRefresh: soon\nContent-Length: 0\n\n")
        #expect(!odd.messages.flatMap(\.reasonings).contains { $0.topic == .redirects })
    }

    /// Fetch §2.2.2, with credentials and without.
    @Test func whatScriptsCanReadIsSaid() throws {
        func fields(_ answer: String, _ cookie: String = "") throws -> String? {
            try reasoning(
                .cors,
                get(
                    "HTTP/1.1 200 OK\n\(Self.date)\nAccess-Control-Allow-Origin: https://b.example\n"
                        + "Access-Control-Allow-Credentials: true\nContent-Type: text/plain\nX-Total: 1\nX-Other: 2\n"
                        + "Set-Cookie: a=1\n\(answer)Content-Length: 0\n\n", "\nOrigin: https://b.example\(cookie)")
            ).step("fields")?.text.text
        }
        let some = try #require(try fields("Access-Control-Expose-Headers: x-total\n"))
        #expect(some.contains("can read Content-Type, X-Total, Content-Length;"), "\(some)")
        #expect(some.contains("does not name Date, X-Other.") && !some.contains("Set-Cookie"))
        let all = try #require(try fields("Access-Control-Expose-Headers: *\n"))
        #expect(all.contains("X-Other") && !all.contains("does not name"))
        // With credentials `*` is a name.
        let cookie = try #require(try fields("Access-Control-Expose-Headers: *\n", "\nCookie: a=1"))
        #expect(cookie.contains("does not name Date, X-Total, X-Other."))
    }

    @Test func fieldsOfCachesAreReadPartByPart() {
        let search = FieldTree("No-Vary-Search", "params=(\"a\" \"b\"), key-order", in: .response).all.map(\.text)
        #expect(search.contains { $0.contains("do not matter: a, b") } && search.contains { $0.contains("order of") })
        let except = FieldTree("No-Vary-Search", "params, except=(\"id\")", in: .response).all.map(\.text)
        #expect(except.contains { $0.contains("Only these parameters matter: id") })
        let surrogate = FieldTree("Surrogate-Control", "max-age=600", in: .response).all.map(\.text)
        #expect(surrogate.contains { $0.contains("600 seconds") })
    }

    /// One fate of a name and password in a URL: in its parts, and in the note.
    @Test func credentialsInAURLAreSentAsAuthorization() throws {
        let made = page("GET http://u:p@a.example/ HTTP/1.1\nHost: a.example\n\n", "HTTP/1.1 204 X\n\(Self.date)\n\n")
        #expect(try reasoning(.url, made).step("userinfo")?.text.text.contains("send them as Authorization") == true)
        let note = try #require(made.messages.flatMap(\.notes).first { $0.code == "url-credentials" })
        #expect(note.text.text.contains("Authorization"))
        #expect(!all(made).contains("do not send"))
    }

    /// gRPC-Web has its trailers in the content, as text in base64; so has a stream of Connect.
    @Test(arguments: [
        ("grpc-web-text", "AAAAAAA=gAAAAA9ncnBjLXN0YXR1czo1DQo=", "ended with 5"),
        ("grpc-web-text", "gAAAAA9ncnBjLXN0YXR1czowDQo=", "ended with 0"),
        ("grpc-web-text", "AAAAAAA=", "no status of its own"), ("grpc-web-text", "????", "no status of its own"),
    ])
    func theEndOfACallIsReadInItsContent(type: String, content: String, fact: String) throws {
        let made = page(
            "POST /p.S/M HTTP/1.1\nHost: a.example\nContent-Type: application/\(type)\nContent-Length: 8\n\nAAAAAAA=",
            "HTTP/1.1 200 OK\n\(Self.date)\nContent-Type: application/\(type)\nContent-Length: \(content.count)\n\n"
                + content)
        let said = try reasoning(.messages, made)
        #expect(said.conclusion.text.contains(fact), "\(said.conclusion.text)")
        #expect(words(said).contains("There is no grpc-status") == (fact == "no status of its own"))
    }

    /// RFC 9112 §6.3 rule 5: of lengths that differ none counts the body.
    @Test func aBodyOfNoKnownLengthIsNotSaidToBeNone() throws {
        let odd = get("HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 5\nContent-Length: 6\n\nhello!")
        #expect(try reasoning(.content, odd).conclusion.text != "There is no content.")
        let none = get("HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        #expect(try reasoning(.content, none).conclusion.text == "There is no content.")
    }

    /// What the status asks for and what the redirect says are one.
    @Test func anEmptyLocationIsToldAlike() throws {
        let made = get("HTTP/1.1 302 Found\n\(Self.date)\nLocation:\nContent-Length: 0\n\n")
        let (status, redirect) = (try reasoning(.status, made), try reasoning(.redirects, made))
        #expect(status.conclusion.text.contains("others stop"))
        #expect(redirect.conclusion.text.contains("requested URL itself"))
        for told in [status, redirect] { #expect(!told.conclusion.text.contains("No HTTP request follows")) }
    }

    /// HTTP/2 ends its messages itself: a line end behind what Content-Length counts is the terminal's.
    @Test(arguments: ["\n", "\r\n", "\n\n", ""])
    func aLineEndBehindABodyOfHTTP2IsNotTheBodys(end: String) throws {
        let made = paste(
            "HTTP/2 200 \ncontent-type: application/json\ncontent-length: 8\ndate: Sat, 28 Nov 2026 19:00:00 GMT\n\n"
                + "{\"a\": 1}" + end)
        #expect(try reasoning(.content, made).step("length")?.held == true)
        #expect(made.exchanges.first?.response.content.bytes == "{\"a\": 1}")
    }

    @Test func aPrefixOfCookieNamesIsAKnownWord() throws {
        for name in ["__Host-", "__Secure-", "__host-"] {
            let term = try #require(Vocabulary.cookiePrefixes[Bytes(name)])
            #expect(term.mistake.contains("Secure"))
        }
        #expect(Vocabulary.cookiePrefixes["Host"] == nil)
    }
}

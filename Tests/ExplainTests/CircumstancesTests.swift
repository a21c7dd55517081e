import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Registry
import Testing

/// What a status, a field or a method says in general is not said where the exchange makes it untrue.
@Suite struct CircumstancesTests {
    private static let date = "Date: Tue, 03 Feb 2026 09:30:00 GMT"

    private func status(_ request: String, _ response: String) throws -> String {
        let made = MadeExchange.make(request, response)
        let reasoning = try #require(Reasonings.all(about: made).first { $0.topic == .status })
        return reasoning.conclusion.text
    }

    private func page(_ text: String, url: Bytes? = nil, method: HTTPModel.Method? = nil) -> ExplainedInput {
        ExplainedInput(
            raw: Bytes(text.replacing("\n", with: "\r\n")),
            ExplainedInput.Circumstances(
                method: method, url: url, now: 1_770_111_000, options: ExplainOptions(notes: Checks.notes)))
    }

    private func lines(_ text: String, of field: String, url: Bytes? = nil) -> String {
        page(text, url: url).messages.flatMap { message in
            message.spans.filter { line in
                line.children.contains {
                    $0.rule == "field-name" && message.input.slice($0.range).equalsIgnoringCase(Bytes(field))
                }
            }
        }.flatMap(parts).map(\.text).joined(separator: "\n")
    }

    private func parts(of span: Span) -> [Span] { [span] + span.children.flatMap(parts) }

    // MARK: - 304

    /// RFC 9110 §15.4.5: without a comparison in the request there may be nothing that is stored.
    @Test(arguments: ["", "\nRange: bytes=0-4", "\nIf-Range: \"a\"", "\nIf-Match: \"a\""])
    func anUnasked304SendsNobodyToHisStore(field: String) throws {
        let words = try status("GET /a HTTP/1.1\nHost: a.example\(field)", "HTTP/1.1 304 X\nETag: \"a\"\n\n")
        #expect(!words.contains("Use the stored response, with"))
    }

    @Test func a304OfAnotherTagRenewsOnlyThat() throws {
        let words = try status(
            "GET /a HTTP/1.1\nHost: a.example\nIf-None-Match: \"a\"", "HTTP/1.1 304 X\nETag: \"b\"\n\n")
        #expect(words.contains("only if it has the entity tag"))
        let write = try status("PUT /a HTTP/1.1\nHost: a.example\nIf-None-Match: *", "HTTP/1.1 304 X\nETag: \"b\"\n\n")
        #expect(write.contains("412") && !write.contains("stored"))
    }

    @Test(arguments: ["If-None-Match: \"a\"", "If-Modified-Since: Tue, 03 Feb 2026 09:30:00 GMT"])
    func a304ThatWasAskedForIsUsed(field: String) throws {
        let words = try status(
            "GET /a HTTP/1.1\nHost: a.example\n\(field)",
            "HTTP/1.1 304 X\nETag: \"a\"\nLast-Modified: Tue, 03 Feb 2026 09:30:00 GMT\n\n")
        #expect(words.contains("Use the stored response"))
    }

    // MARK: - Redirects that lead nowhere

    @Test(arguments: [
        "Location:", "Location: mailto:a@b.example", "Location: javascript:alert(1)", "Location: myapp:x", "",
    ])
    func nobodyAsksWhereNothingIs(location: String) throws {
        let fields = location.isEmpty ? "" : "\(location)\n"
        for code in [301, 302, 303, 307, 308] {
            let words = try status(
                "GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 \(code) X\n\(fields)Content-Length: 0\n\n")
            #expect(!words.contains("the URL in Location") && !words.contains("Fetch"), "\(code): \(words)")
        }
    }

    @Test(arguments: ["/b", "https://b.example/", "//b.example/x", "?q"])
    func whereLocationLeadsClientsAsk(location: String) throws {
        let words = try status(
            "GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 302 X\nLocation: \(location)\nContent-Length: 0\n\n")
        #expect(words.contains("Location") && !words.contains("No HTTP request follows"))
    }

    // MARK: - HEAD

    @Test func anAnswerToHEADBringsNoContent() throws {
        let words = try status("HEAD /a HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nContent-Length: 99\n\n")
        #expect(!words.contains("Use the body") && words.contains("GET"))
        let input = page("HEAD /a HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\n\(Self.date)\nContent-Length: 99\n\n")
        let verdict = InShort(input.messages).verdict.map(\.text).joined()
        #expect(!verdict.contains("the body is its result"))
        let get = try status("GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi")
        #expect(get.contains("Use the body"))
    }

    // MARK: - Fields that the advice speaks of

    @Test(arguments: [429, 503])
    func noWaitIsNamedWhereNoneIsSaid(code: Int) throws {
        for field in ["", "Retry-After: -1\n", "Retry-After: soon\n", "Retry-After:\n"] {
            let words = try status("GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 \(code) X\n\(field)\n")
            #expect(!words.contains("the time in Retry-After"), "\(field)")
        }
        for value in ["5", "Tue, 03 Feb 2026 09:30:00 GMT"] {
            let words = try status("GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 \(code) X\nRetry-After: \(value)\n\n")
            #expect(words.contains("the time in Retry-After"))
        }
    }

    @Test func aChallengeThatIsMissingIsNotSpokenOf() throws {
        #expect(
            try !status("GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 401 X\n\n").contains("as WWW-Authenticate asks"))
        #expect(
            try status("GET /a HTTP/1.1\nHost: a.example", "HTTP/1.1 401 X\nWWW-Authenticate: Basic\n\n")
                .contains("as WWW-Authenticate asks"))
    }

    /// RFC 6797 §8.1, §8.1.1.
    @Test func transportIsToldAsBrowsersTakeIt() {
        let field = "Strict-Transport-Security: max-age=31536000; includeSubDomains"
        let body = "\n\nHTTP/1.1 200 OK\n\(Self.date)\n\(field)\nContent-Length: 0\n\n"
        for host in ["192.0.2.1", "[2001:db8::1]", "192.0.2.1:8443"] {
            let words = lines("GET / HTTP/1.1\nHost: \(host)" + body, of: "strict-transport-security")
            #expect(words.contains("Without effect") && !words.contains("use only TLS"), "\(host)")
        }
        #expect(
            lines("GET / HTTP/1.1\nHost: a.example" + body, of: "strict-transport-security").contains("use only TLS"))
        let twice = lines(
            "GET / HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\n\(Self.date)\n"
                + "Strict-Transport-Security: max-age=0\n\(field)\nContent-Length: 0\n\n",
            of: "strict-transport-security")
        #expect(twice.contains("to forget") && !twice.contains("use only TLS"))
    }

    /// RFC 9112 §6.3 rule 5.
    @Test func lengthsThatDifferAreNoLength() {
        let text = "GET / HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\n\(Self.date)\n"
        let words = lines(text + "Content-Length: 5\nContent-Length: 6\n\nhello!", of: "content-length")
        #expect(!words.contains("content has 5 bytes") && !words.contains("content has 6 bytes"))
        #expect(lines(text + "Content-Length: 5\n\nhello", of: "content-length").contains("content has 5 bytes"))
    }

    // MARK: - Fields with words of their vendors

    @Test(arguments: [
        ("CF-Cache-Status: HIT", "Cloudflare answered from its store"), ("CF-Cache-Status: DYNAMIC", "does not store"),
        ("CF-Cache-Status: UPDATING", "stale"), ("CF-Cache-Status: BYPASS", "did not use"),
        ("CF-Cache-Status: EXPIRED", "expired copy"), ("X-Cache: Hit from cloudfront", "CloudFront answered"),
        ("X-Cache: RefreshHit from cloudfront", "confirmed"), ("X-Cache: Miss from cloudfront", "asked the server"),
        ("X-Cache: TCP_MEM_HIT from a23-1-2-3.deploy (AkamaiGHost)", "from its store"),
        ("X-Cache: MISS", "asked the server"),
    ])
    func aCacheSaysWhatItDid(field: String, words: String) throws {
        let text = "GET / HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\n\(Self.date)\n\(field)\nContent-Length: 0\n\n"
        let name = String(field.prefix { $0 != ":" })
        #expect(lines(text, of: name).contains(words))
        let caching = try #require(page(text).messages.flatMap(\.reasonings).first { $0.topic == .caching })
        let isHit = CacheReport(page(text).messages.last?.fields ?? .none)?.isFromCache == true
        #expect(caching.conclusion.text.contains("came from a cache") == isHit)
    }

    @Test(arguments: ["X-Cache: MAYBE", "X-Cache: HIT, WHAT", "X-Cache:", "CF-Cache-Status: 1"])
    func wordsThatAreNotKnownClaimNothing(field: String) throws {
        let text = "GET / HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\n\(Self.date)\n\(field)\nContent-Length: 0\n\n"
        let caching = try #require(page(text).messages.flatMap(\.reasonings).first { $0.topic == .caching })
        #expect(!caching.conclusion.text.contains("came from a cache"))
        #expect(caching.steps.allSatisfy { $0.rule != "report" })
    }

    @Test func oneOfSeveralCachesIsEnough() {
        for (value, isHit) in [("MISS, HIT", true), ("HIT, MISS", true), ("MISS, MISS", false)] {
            #expect(CacheReport(field: "X-Cache", values: [Bytes(value)])?.isFromCache == isHit)
        }
    }

    /// RFC 9218 §4.1: what is out of range is as if it were not said.
    @Test func aPriorityOutOfRangeHasNoMeaning() {
        func words(_ value: String) -> String {
            lines("GET / HTTP/1.1\nHost: a.example\nPriority: \(value)\n\n", of: "priority")
        }
        #expect(
            words("u=9").contains("ignored") && words("u=-1").contains("ignored") && words("u=a").contains("ignored"))
        #expect(words("u=1, i").contains("Urgency 1") && words("u=1, i").contains("Incremental"))
        #expect(words("i=?0").contains("Only the whole") && !words("i=?0").contains("Incremental"))
    }

    /// One text on the page and in the dictionary.
    @Test(arguments: ["Priority=High", "Version=1", "Port=\"80\"", "Discard", "Comment=x"])
    func attributesOfCookiesAreToldByTheDictionary(attribute: String) throws {
        let name = String(attribute.prefix { $0 != "=" })
        let text = "GET / HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\n\(Self.date)\nSet-Cookie: a=1; \(attribute)\n\n"
        let meaning = try #require(Vocabulary.cookieAttributes[Bytes(name)]).meaning
        #expect(lines(text, of: "set-cookie").contains(meaning))
    }

    @Test func aNamelessCookieIsNotShownAsNothing() {
        for value in ["=v", "="] {
            let words = lines("HTTP/1.1 200 OK\n\(Self.date)\nSet-Cookie: \(value)\n\n", of: "set-cookie")
            #expect(!words.contains("“”"))
        }
    }

    // MARK: - Methods of habit

    @Test func purgeIsKnownAndNotRegistered() throws {
        let made = MadeExchange.make("PURGE /a HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        let method = try #require(Reasonings.all(about: made).first { $0.topic == .method })
        #expect(method.conclusion.text.contains("delete") && method.step("known")?.held == false)
        #expect(MethodTraits(made.method).isKnown == false && MethodTraits(made.method).isIdempotent == false)
        #expect(Checks.findings(of: made).contains { $0.check.code == "unknown-method" })
        let small = MadeExchange.make("purge /a HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        #expect(!Checks.findings(of: small).contains { $0.check.code == "method-letter-case" })
    }

    // MARK: - Provenance

    /// What a flag says is a fact, and not one that was recorded.
    @Test func whatAFlagSaysIsStated() throws {
        let asked = page("GET /a HTTP/1.1\nHost: a.example\n\n", url: "https://a.example/a")
        let first = try #require(asked.exchanges.first)
        #expect(first.provenance(of: .url) == .stated && first.isRecorded(.url))
        let lone = page("HTTP/1.1 200 OK\n\(Self.date)\n\n", url: "https://a.example/a", method: .post)
        let response = try #require(lone.exchanges.first)
        #expect(response.provenance(of: .method) == .stated && response.provenance(of: .host) == .stated)
        let bare = try #require(page("HTTP/1.1 200 OK\n\(Self.date)\n\n").exchanges.first)
        #expect(bare.provenance(of: .method) == .assumed && !bare.isRecorded(.method))
        #expect(bare.provenance(of: .request) == .absent)
    }
}

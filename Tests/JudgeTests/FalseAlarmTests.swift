import Bytes
import Explain
import HTTPSemantics
import Judge
import Testing

/// What was once told, and was wrong.
@Suite struct FalseAlarmTests {
    private func found(_ example: Example) throws -> [Finding] { Checks.findings(in: try example.facts()) }

    private func codes(_ example: Example) throws -> [String] { try found(example).map(\.check.code) }

    private func text(_ code: String, _ example: Example) throws -> String {
        try #require(try found(example).first { $0.check.code == code }).note.text.text
    }

    /// - Parameter times: of each exchange, in seconds: when it began and when its response came.
    private func together(_ session: [Example], times: [(Int64, Int64)]) throws -> [SessionFinding] {
        var judge = SessionJudge()
        for (place, example) in session.enumerated() {
            let (start, end) = times[place]
            let trace = SessionVisit.Trace(
                number: UInt64(place) + 1, client: "10.0.0.1", start: start * 1_000_000, end: end * 1_000_000,
                finish: end * 1_000_000)
            _ = judge.take(try example.facts(), trace)
        }
        return judge.findings()
    }

    @Test func theOriginNullIsNotToBeNamed() throws {
        let told = try text(
            "cors-wildcard-with-credentials",
            "> GET / | Origin: null | Cookie: a=b < 200 | Access-Control-Allow-Origin: *")
        #expect(told.contains("sandboxed") && !told.contains("Name the origin"))
    }

    @Test func aWeakIfRangeIsToldOnce() throws {
        let told = try codes(
            """
            > GET / | Range: bytes=0-4 | If-Range: W/"a" \
            < 206 | ETag: "a" | Content-Range: bytes 0-4/10 | Content-Type: image/png || ABCDE
            """)
        #expect(told.contains("if-range-weak") && !told.contains("if-range-ignored"))
    }

    @Test func aBodyThatEndsWithTheConnectionIsNoNeedlessClosing() throws {
        let told = try codes(
            "> GET / < 200 | Connection: close | Content-Type: image/x-raw | -Content-Length || abc")
        #expect(told.contains("content-length-unknown") && !told.contains("connection-closed-by-server"))
    }

    @Test func anExampleHasTheDirectivesOwnName() throws {
        let told = try text("cache-directive-argument-missing", "< 204 | Cache-Control: stale-if-error")
        #expect(told.contains("stale-if-error=60") && !told.contains("max-age"))
    }

    @Test func allMissingFieldsAreNamed() throws {
        let session: [Example] = [
            "> GET /a < 200 | Content-Type: image/x-raw | ETag: \"1\" | Vary: Accept | Cache-Control: max-age=5 || abc",
            "> GET /a | If-None-Match: \"1\" < 304 | ETag: \"1\"",
        ]
        let all = try together(session, times: [(0, 0), (9, 9)])
        let finding = try #require(all.first { $0.check.code == "not-modified-fields-missing" })
        #expect(finding.finding.note.text.text.contains("Cache-Control, Vary"))
    }

    @Test func requestsThatBeganBeforeTheRefusalAreNoLoop() throws {
        let refused: Example = "> GET /a | Authorization: Bearer abc < 401 | WWW-Authenticate: Bearer realm=\"a\""
        let all = Array(repeating: refused, count: 4)
        let atOnce = try together(all, times: [(0, 5), (1, 5), (2, 5), (3, 5)])
        #expect(!atOnce.contains { $0.check.code == "auth-loop" })
        let inTurn = try together(all, times: [(0, 1), (1, 2), (2, 3), (3, 4)])
        #expect(inTurn.contains { $0.check.code == "auth-loop" })
    }

    /// Traffic that is right, and near to what checks look for.
    @Test(arguments: [
        // Services stream several values under this type.
        ("json-malformed", "< 200 | Content-Type: application/json || {\"a\": 1}\n{\"a\": 2}\n" as Example),
        // The rest was not kept.
        ("json-malformed", "< 200 | Content-Type: application/json | Content-Length: 99 || {\"a\": 1"),
        ("digest-mismatch", "< 206 | Content-Range: bytes 0-2/9 | Content-Digest: sha-256=:AAAA: || abc"),
        ("secret-without-tls", Example("> GET / | Host: db.internal | X-API-Key: a < 204", scheme: "http")),
        ("hsts-missing", Example("> GET / < 200 | Content-Type: text/html; charset=utf-8 || x", knowsScheme: false)),
        ("field-repeated", "> GET / HTTP/2 | Cookie: a=b | Cookie: c=d < HTTP/2 204"),
        ("redirect-token-in-location", "> GET / < 302 | Location: /reset?token=abc"),
        ("redirect-internal-host", "> GET /?redirect_uri=http://localhost:9 < 302 | Location: http://localhost:9/cb"),
        ("cors-preflight-fields-idle", "> OPTIONS / | Origin: https://b.example < 204 | Access-Control-Max-Age: 5"),
        ("list-element-empty", "> GET / < 204 | Allow: "),
        ("parameter-single-quoted", "> GET / < 204 | Content-Disposition: attachment; filename=\"'a'\""),
        ("structured-field-malformed", "> GET / | Content-Digest: [secret 3f2a9c1d] < 204"),
        ("url-parameter-repeated", "> GET /?a[]=1&a[]=2 < 204"),
        ("status-403-anonymous", "> GET / | X-API-Key: abc < 403"),
        ("url-malformed", "> GET //a:b/ < 204"),
    ]) func isNotAccused(code: String, example: Example) throws {
        #expect(Checks.byCode[code] != nil)
        #expect(try !codes(example).contains(code))
    }

    /// PHP, Rails and jQuery send brackets in each query with a list, and browsers leave them (URL Standard §1.3).
    @Test(arguments: [
        "/?id[]=1", "/?filter[name]=a&filter[age][]=2", "/?a=1|2", "/?f={x}", "/?a^b", "/?a`b", "/a[1]", "/a|b",
    ]) func whatBrowsersLeaveIsNoFault(target: String) throws {
        let all = try found(Example("> GET \(target) < 204")).filter { $0.check.topic == .urls }
        #expect(all.map(\.check.code) == ["url-unencoded"])
        #expect(all.allSatisfy { $0.level == .info })
    }

    /// One fault, one finding; a character that browsers leave hides none after it.
    @Test(
        arguments: [
            ("/?a[]=%zz", ["url-unencoded", "url-malformed"]), ("/?a[]=<b>", ["url-unencoded", "unencoded-target"]),
            ("/?q=\"a\"", ["unencoded-target"]), ("/a{id}", ["unencoded-target"]), ("/a%2", ["url-malformed"]),
            ("/?a%5B%5D=1", []),
        ] as [(String, [String])]) func eachKindOfCharacterIsNamedOnce(target: String, codes: [String]) throws
    {
        let all = try found(Example("> GET \(target) < 204")).map(\.check.code)
        let ofTargets: Set = ["url-unencoded", "unencoded-target", "url-malformed"]
        #expect(all.filter(ofTargets.contains) == codes)
        #expect(!WireChecks.all.contains { ofTargets.contains($0.code) })
    }

    private static func basic(_ host: String) -> String { "> GET / | Host: \(host) | Authorization: Basic YTpi < 204" }

    private static func asksForBasic(_ host: String) -> String {
        "> GET / | Host: \(host) < 401 | WWW-Authenticate: Basic realm=\"r\""
    }

    /// How much it matters here, where that is less than the check's own level.
    @Test(
        arguments: [
            // Frameworks send it (RFC 9110 §8.6 forbids it), and every client reads the 204 as one without a body.
            ("content-length-forbidden", "< 204 | Content-Length: 0" as Example, .info),
            ("content-length-forbidden", "< 204 | Content-Length: 5", .bad),
            // A browser's WebSocket has no Authorization.
            ("url-token-in-query", "> GET /ws?token=a | Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== < 204", .info),
            ("url-token-in-query", "> GET /ws?token=a < 204", .warning),
            // ASCII is the same in every charset that is assumed.
            ("charset-missing", "< 200 | Content-Type: text/plain || abc", .info),
            ("charset-missing", "< 200 | Content-Type: text/plain || café", .warning),
            // Names and addresses that are reached from this network only.
            ("basic-without-tls", Example(basic("shop.test"), scheme: "http"), .warning),
            ("basic-without-tls", Example(basic("shop.example"), scheme: "http"), .bad),
            ("basic-challenge-without-tls", Example(asksForBasic("shop.test"), scheme: "http"), .info),
            ("basic-challenge-without-tls", Example(asksForBasic("shop.example"), scheme: "http"), .warning),
            ("date-missing", "> POST /a || x < 200 | -Date | Content-Type: image/x-raw || abc", .info),
            ("date-missing", "< 200 | -Date | Content-Type: image/x-raw || abc", .warning),
        ] as [(String, Example, Note.Level)]) func mattersAsMuchAsItDoes(
            code: String, example: Example, level: Note.Level
        ) throws
    {
        let finding = try #require(try found(example).first { $0.check.code == code })
        #expect(finding.level == level)
    }

    /// RFC 9110 §12.5.5: Vary is for caches that serve several clients.
    @Test(arguments: [("private, max-age=9", false), ("no-store", false), ("max-age=9", true), ("public", true)])
    func aCodingNeedsVaryWhereOthersGetTheCopy(control: String, isMissed: Bool) throws {
        let told = try codes(
            Example(
                """
                > GET / | Accept-Encoding: gzip < 200 | Content-Encoding: gzip | Content-Type: image/x-raw \
                | Cache-Control: \(control) || xx
                """))
        #expect(told.contains("vary-missing") == isMissed)
    }

    /// RFC 6749 §5.1 requires no-store also where RFC 9111 §3 lets no cache store the response.
    @Test func tokensAreNotCalledStoredWhereNoCacheStoresThem() throws {
        let request = """
            > POST /token | Host: a.example | Content-Type: application/x-www-form-urlencoded || grant_type=a
            """
        let answer = "200 | Content-Type: application/json"
        let token = "|| {\"access_token\": \"a\"}"
        let plain = try text("token-response-stored", Example("\(request) < \(answer) \(token)"))
        #expect(plain.contains("do not store") && !plain.contains("can store"))
        let kept = try text(
            "token-response-stored",
            Example("\(request) < \(answer) | Cache-Control: max-age=60 | Content-Location: /token \(token)"))
        #expect(kept.contains("can store") && !kept.contains("do not store"))
    }

    /// What exports a head as a list of fields leaves those of the connection out.
    @Test func headsThatAreNoWireBytesLackNothing() throws {
        let ofWire: Set = ["te-without-connection", "upgrade-without-connection", "grpc-te-missing"]
        for check in Checks.all where ofWire.contains(check.code) {
            for example in check.bad {
                let facts = try example.facts()
                let imported = Facts(
                    request: facts.request, requestContent: facts.requestContent, url: facts.url?.raw,
                    response: facts.response, responseContent: facts.responseContent, isWire: (false, false))
                #expect(!Checks.findings(in: imported).contains { $0.check.code == check.code }, "\(example.text)")
            }
        }
    }

    @Test func requestsAtTheSameTimeAreNoRetries() throws {
        let all = Array(repeating: Example("> GET /a < 503"), count: 6)
        let findings = try together(all, times: (0..<6).map { (Int64($0), Int64(9)) })
        #expect(!findings.contains { $0.check.code == "timing-retry-storm" })
    }
}

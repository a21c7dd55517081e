import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Testing

/// What a line says of an exchange, and what it must not say.
@Suite struct ExchangeSummaryTests {
    /// What may hold a secret is not asked whether it does.
    private static let hiding = Phrase.Hiding(url: { _ in "…" }, line: { _ in "…" }, content: { _ in "…" })

    private func texts(
        _ label: ExchangeSummary.Label, _ request: String, _ response: String? = nil, scheme: String = "http"
    ) -> [String] {
        let summary = ExchangeSummary(MadeExchange.make(request, response, scheme: scheme))
        return summary.rows(label).map { summary.text($0, hiding: Self.hiding) }
    }

    private func get(_ fields: String = "") -> String { "GET /a HTTP/1.1\nHost: h" + fields }

    // MARK: What the URL and the status do not tell

    private static func asked(_ content: String) -> String {
        "POST /graphql HTTP/1.1\nHost: h\nContent-Type: application/json\nContent-Length: \(content.utf8.count)\n\n"
            + content
    }

    @Test func operationsOfGraphQLAreNamed() {
        #expect(texts(.graphQL, Self.asked("{\"query\": \"query Summit { a }\"}")) == ["query Summit"])
        let batch = "[" + (1...7).map { "{\"query\": \"mutation M\($0) { a }\"}" }.joined(separator: ",") + "]"
        #expect(
            texts(.graphQL, Self.asked(batch)) == [
                "mutation M1, mutation M2, mutation M3, mutation M4, mutation M5 and 2 more"
            ])
        #expect(texts(.graphQL, Self.asked("{\"query\": \"shoes\"}")).isEmpty)
        #expect(texts(.graphQL, get()).isEmpty)
    }

    @Test func aCallThatFailedIsToldWithTheStatusThatItHidesBehind() {
        let request = "POST /a.B/C HTTP/1.1\nHost: h\nContent-Type: application/grpc"
        let answer = "HTTP/1.1 200 OK\nContent-Type: application/grpc\ngrpc-status: "
        #expect(texts(.call, request, answer + "5") == ["gRPC a.B/C: 5 NOT_FOUND with HTTP 200"])
        #expect(texts(.call, request, answer + "0") == ["gRPC a.B/C: 0 OK"])
        let query = "GET /a.B/C?connect=v1&encoding=json&message=%7B%7D HTTP/1.1\nHost: h"
        #expect(texts(.call, query, "HTTP/1.1 200 OK") == ["Connect a.B/C: 0 OK"])
        #expect(texts(.call, query.replacing("connect", with: "bisect"), "HTTP/1.1 200 OK").isEmpty)
    }

    // MARK: Ranges

    @Test(
        arguments: [
            ("bytes=0-4", "206 Partial Content\nContent-Range: bytes 0-4/10", "bytes=0-4 -> bytes 0-4 of 10"),
            (
                "bytes=0-4", "206 Partial Content\nContent-Range: bytes 3-9/10",
                "bytes=0-4 -> bytes 3-9 of 10, not the requested part"
            ),
            ("bytes=0-4", "200 OK\nContent-Length: 0", "bytes=0-4 -> the whole body, which is allowed"),
            (
                "bytes=20-", "416 Range Not Satisfiable\nContent-Range: bytes */10",
                "bytes=20- -> no part: the range is outside the resource, which has 10 bytes"
            ),
            ("bytes=0-4", "206 Partial Content", "bytes=0-4 -> a part without a valid Content-Range"),
        ])
    func aRangeIsToldWithWhatCame(range: String, response: String, told: String) {
        #expect(texts(.range, get("\nRange: " + range), "HTTP/1.1 " + response) == [told])
    }

    @Test func aRowOnRangesNeedsARange() {
        #expect(texts(.range, get(), "HTTP/1.1 200 OK\nAccept-Ranges: bytes").isEmpty)
        // A condition decided before; the range made no difference.
        #expect(texts(.range, get("\nRange: bytes=0-4\nIf-None-Match: \"a\""), "HTTP/1.1 304 Not Modified").isEmpty)
    }

    // MARK: Conditions

    @Test(
        arguments: [
            (
                "If-None-Match: \"a\"", "304 Not Modified\nETag: \"a\"",
                " -> not changed: the client's copy is current"
            ),
            ("If-None-Match: \"a\"", "200 OK\nETag: \"b\"", " -> changed: sent again"),
            ("If-None-Match: \"a\"", "200 OK\nETag: \"a\"", " -> not changed, but sent again"),
            ("If-None-Match: \"a\"", "404 Not Found", ""),
            ("If-Match: \"a\"", "412 Precondition Failed", " -> false: nothing was done"),
        ])
    func aConditionIsToldWithItsAnswer(condition: String, response: String, told: String) {
        #expect(texts(.condition, get("\n" + condition), "HTTP/1.1 " + response) == [condition + told])
    }

    /// RFC 9110 §13.1.5: a part of another version is what If-Range exists to prevent.
    @Test func aPartOfAnotherVersionIsToldAsSuch() {
        let told = texts(
            .condition, get("\nRange: bytes=0-4\nIf-Range: \"old\""),
            "HTTP/1.1 206 Partial Content\nETag: \"new\"\nContent-Range: bytes 0-4/10")
        #expect(told == ["If-Range: \"old\" -> changed: the part is of another version"])
    }

    /// A success of a write says that its condition held, not that something had changed before.
    @Test func aWriteIsNotSentAnew() {
        let told = texts(
            .condition, "PUT /a HTTP/1.1\nHost: h\nIf-Match: \"v1\"\nContent-Length: 1\n\nx",
            "HTTP/1.1 204 No Content\nETag: \"v2\"")
        #expect(told == ["If-Match: \"v1\""])
    }

    // MARK: Caching

    @Test(
        arguments: [
            ("HTTP/1.1 301 Moved Permanently\nLocation: /b\nVary: Cookie", "stored for as long as the cache chooses"),
            ("HTTP/1.1 500 Oops\nCache-Control: s-maxage=60", "in shared caches fresh for 60 seconds"),
            ("HTTP/1.1 200 OK\nCache-Control: max-age=60\nVary: *", "never reused without revalidation"),
        ])
    func theVerdictIsThatOfThePage(response: String, told: String) throws {
        #expect(texts(.cache, get(), response).first?.contains(told) == true, "\(texts(.cache, get(), response))")
        #expect(!texts(.cache, get(), response).contains { $0.contains("stale at once") })
    }

    @Test func nothingOfCachingIsSaidWhereNobodySpeaksOfIt() {
        #expect(texts(.cache, get(), "HTTP/1.1 200 OK\nServer: x").isEmpty)
    }

    // MARK: Links and hints

    @Test func linksAreNamedWithTheirRelations() {
        let told = texts(
            .link, get(), "HTTP/1.1 200 OK\nLink: </n?page=2>; rel=next, </l>; rel=last\nLink: </x>")
        #expect(told == ["next <…>, last <…>, <…>"])
        #expect(texts(.link, get(), "HTTP/1.1 200 OK").isEmpty)
    }

    @Test(
        arguments: [
            ("503 Service Unavailable\nRetry-After: 120", ["retry in 2 minutes (Retry-After)"]),
            (
                "503 Service Unavailable\nRetry-After: Sun, 06 Nov 1994 09:49:37 GMT",
                ["retry after Sun, 06 Nov 1994 09:49:37 GMT (Retry-After)"]
            ),
            ("405 Method Not Allowed\nAllow: GET, HEAD", ["allowed here: GET, HEAD"]),
            // What a resource allows is no news where it was not refused.
            ("200 OK\nAllow: GET, HEAD", []),
            (
                "200 OK\nDeprecation: @784111777\nSunset: Tue, 06 Dec 1994 08:49:37 GMT",
                ["deprecated since Sun, 06 Nov 1994 08:49:37 GMT, will be removed on Tue, 06 Dec 1994 08:49:37 GMT"]
            ),
            ("200 OK\nSunset: Tue, 06 Dec 1994 08:49:37 GMT", ["will be removed on Tue, 06 Dec 1994 08:49:37 GMT"]),
            ("200 OK", []),
        ])
    func whatToDoNextIsAHint(response: String, told: [String]) {
        #expect(texts(.hint, get(), "HTTP/1.1 " + response) == told)
    }

    @Test func earlyHintsAreNamed() throws {
        var record = MadeExchange.make(get(), "HTTP/1.1 200 OK")
        record.interim = [try MadeExchange.interim("HTTP/1.1 103 Early Hints\nLink: </s.css>; rel=preload")]
        let summary = ExchangeSummary(record)
        let told = summary.rows(.interim).map { summary.text($0, hiding: Self.hiding) }
        #expect(told == ["103 Early Hints: preload <…>"])
    }

    // MARK: Secrets

    /// Whatever holds a proof is a piece of its own, so that it can be left out.
    @Test func noTextHoldsASecret() {
        let summary = ExchangeSummary(
            MadeExchange.make(
                "GET /a HTTP/1.1\nHost: h\nAuthorization: Basic CANARY\nCookie: sid=CANARY",
                "HTTP/1.1 302 Found\nLocation: http://u:CANARY@h/?token=CANARY\nSet-Cookie: sid=CANARY\n"
                    + "Link: </x?token=CANARY>; rel=next"))
        #expect(!summary.rows.isEmpty)
        for row in summary.rows { #expect(!summary.text(row, hiding: Self.hiding).contains("CANARY"), "\(row.label)") }
    }

    // MARK: One verdict

    /// A row's verdict is the value that its words were made of.
    @Test func rowsCarryTheirVerdicts() throws {
        let record = MadeExchange.make(
            get("\nIf-None-Match: \"a\""),
            "HTTP/1.1 200 OK\nETag: \"b\"\nCache-Control: private, max-age=60\nSet-Cookie: s=1; Secure\nSet-Cookie: t=1"
        )
        let verdicts = ExchangeSummary(record).rows.compactMap(\.verdict)
        #expect(verdicts.contains(.cookie(line: 0, .rejected(.secureOverPlain))))
        #expect(verdicts.contains(.cookie(line: 1, .stored(until: nil, isCapped: false))))
        #expect(
            verdicts.contains(
                .cache(privateCache: .fresh(seconds: 60, isGuess: false), shared: .notKept(.privateDirective))))
    }
}

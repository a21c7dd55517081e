import Bytes
import Explain
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

    @Test func requestsAtTheSameTimeAreNoRetries() throws {
        let all = Array(repeating: Example("> GET /a < 503"), count: 6)
        let findings = try together(all, times: (0..<6).map { (Int64($0), Int64(9)) })
        #expect(!findings.contains { $0.check.code == "timing-retry-storm" })
    }
}

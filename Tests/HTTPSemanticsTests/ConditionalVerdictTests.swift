import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct ConditionalVerdictTests {
    private func judge(
        _ method: Method, _ request: String, _ status: Int, _ response: String,
        before earlier: Bytes? = nil
    ) throws -> ConditionalVerdict {
        try #require(
            ConditionalVerdict(
                method: method, request: section(request), status: status, response: section(response),
                earlier: earlier.map { (ConditionalVerdict.State(tag: $0, modified: nil), 7) }, now: 784_111_777))
    }

    /// RFC 9110 §8.8: the answer to a change shows the state after it. The two textbook successes are no mistakes.
    @Test(
        arguments: [
            ("If-Match: \"v1\"", 204, "ETag: \"v2\""), ("If-None-Match: *", 201, "ETag: \"1\""),
            ("If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT", 200, "Last-Modified: Mon, 07 Nov 1994 08:49:37 GMT"),
        ])
    func aWriteIsNotHeldAgainstTheStateThatItMade(condition: String, status: Int, response: String) throws {
        let verdict = try judge(.put, condition, status, response)
        #expect(verdict.source == .unseen)
        #expect(verdict.verdict == .unknown)
        #expect(verdict.agrees == nil)
    }

    /// RFC 9110 §8.8.3.2, §13.1.5: whatever the server has, a weak tag is not it.
    @Test(arguments: ["ETag: W/\"a\"", "ETag: \"a\"", "X: y"])
    func aWeakTagInIfRangeNeverHolds(response: String) throws {
        let range = "Range: bytes=0-4\nIf-Range: W/\"a\""
        let part = try judge(.get, range, 206, response)
        #expect(part.verdict == .whole && part.agrees == false && part.hasWeakRange)
        #expect(try judge(.get, range, 200, response).agrees == true)
        let strong = try judge(.get, "Range: bytes=0-4\nIf-Range: \"a\"", 206, "X: y")
        #expect(strong.verdict == .unknown && !strong.hasWeakRange)
    }

    /// Of one condition the answer says how it was decided; of two not which.
    @Test(
        arguments: [
            ("If-None-Match: *", 3), ("If-Match: *", 1), ("If-Match: \"a\", \"b\"", 1),
            ("If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT", 2), ("If-Match: *\nIf-None-Match: *", nil),
            // Step 2 is not looked at beside step 1.
            ("If-Match: \"a\"\nIf-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT", 1),
        ] as [(String, Int?)])
    func theOnlyConditionIsTheOneThatDecided(request: String, step: Int?) throws {
        #expect(try judge(.put, request, 412, "X: y").onlyStep?.number == step)
        #expect(try judge(.put, "If-Match: \"a\"", 412, "X: y", before: "\"b\"").onlyStep == nil)
    }

    @Test func aWriteIsHeldAgainstWhatWasSeenBefore() throws {
        let good = try judge(.put, "If-Match: \"v1\"", 204, "ETag: \"v2\"", before: "\"v1\"")
        #expect(good.source == .exchange(7))
        #expect(good.verdict == .perform && good.agrees == true)
        let refused = try judge(.put, "If-Match: \"v0\"", 412, "X: y", before: "\"v1\"")
        #expect(refused.verdict == .failed && refused.agrees == true)
        // Somebody else may have changed it since: no proof of a mistake.
        let odd = try judge(.put, "If-Match: \"v0\"", 204, "ETag: \"v2\"", before: "\"v1\"")
        #expect(odd.verdict == .failed && odd.agrees == nil)
    }

    /// RFC 9110 §13.1.5: a part of another state would be joined to what the client has.
    @Test func aPartAlthoughIfRangeDoesNotHoldIsWrong() throws {
        let range = "Range: bytes=0-4\nIf-Range: \"old\""
        let part = try judge(.get, range, 206, "ETag: \"new\"")
        #expect(part.verdict == .whole && part.agrees == false)
        let whole = try judge(.get, range, 200, "ETag: \"new\"")
        #expect(whole.verdict == .whole && whole.agrees == true)
        let same = try judge(.get, range, 206, "ETag: \"old\"")
        #expect(same.verdict == .partial && same.agrees == true)
        // §14.2: Range may always be ignored.
        #expect(try judge(.get, range, 200, "ETag: \"old\"").agrees == nil)
        #expect(try judge(.get, range, 206, "X: y").agrees == nil)
    }

    @Test func aReadIsHeldAgainstItsOwnAnswer() throws {
        #expect(try judge(.get, "If-None-Match: \"a\"", 200, "ETag: \"a\"").agrees == false)
        #expect(try judge(.get, "If-None-Match: \"a\"", 304, "ETag: \"a\"").agrees == true)
        #expect(try judge(.get, "If-None-Match: \"a\"", 200, "ETag: \"b\"").agrees == true)
        #expect(try judge(.get, "If-None-Match: \"a\"", 500, "ETag: \"a\"").agrees == nil)
    }
}

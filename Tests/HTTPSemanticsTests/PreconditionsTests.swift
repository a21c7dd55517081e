import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct PreconditionsTests {
    /// The table of RFC 9110 §8.8.3.2.
    @Test(
        arguments: [
            (#"W/"1""#, #"W/"1""#, false, true), (#"W/"1""#, #"W/"2""#, false, false),
            (#"W/"1""#, #""1""#, false, true),
            (#""1""#, #""1""#, true, true),
        ] as [(Bytes, Bytes, Bool, Bool)])
    func tagsAreComparedStronglyAndWeakly(one: Bytes, other: Bytes, strong: Bool, weak: Bool) throws {
        let first = try #require(EntityTag(one))
        let second = try #require(EntityTag(other))
        #expect(first.matchesStrongly(second) == strong)
        #expect(first.matchesWeakly(second) == weak)
        #expect(first.written == one)
    }

    @Test(arguments: ["abc", "\"abc", "w/\"a\"", "\"a\", \"b\"", "", "*"] as [Bytes])
    func whatHasNoQuotesIsNoTag(value: Bytes) {
        #expect(EntityTag(value) == nil)
    }

    @Test func commasMayStandInsideATag() {
        #expect(EntityTag.list(#""a,b", W/"c""#).map(\.opaque) == [#""a,b""#, #""c""#])
    }

    private static let changed = "Sat, 29 Oct 1994 19:43:31 GMT"
    private static let before = "Fri, 28 Oct 1994 19:43:31 GMT"
    private static let now: Int64 = 784_111_777

    private func decide(_ method: Method, _ fields: String, tag: Bytes? = #""x""#) -> Preconditions {
        Preconditions(
            method: method, request: section(fields), tag: tag.flatMap { EntityTag($0) },
            modified: HTTPDate.parse(Bytes(Self.changed), now: Self.now), now: Self.now)
    }

    /// RFC 9110 §13.2.2: which step decides, and how.
    @Test(
        arguments: [
            (.put, "If-Match: \"x\"", .perform, nil),
            (.put, "If-Match: \"y\", \"z\"", .failed, 1),
            (.put, "If-Match: W/\"x\"", .failed, 1),
            (.put, "If-Match: *", .perform, nil),
            (.get, "If-Unmodified-Since: \(changed)", .perform, nil),
            (.get, "If-Unmodified-Since: \(before)", .failed, 2),
            // Step 2 is only for requests without If-Match.
            (.get, "If-Match: \"x\"\nIf-Unmodified-Since: \(before)", .perform, nil),
            (.get, "If-None-Match: W/\"x\"", .notModified, 3),
            (.head, "If-None-Match: \"y\", \"x\"", .notModified, 3),
            (.put, "If-None-Match: *", .failed, 3),
            (.get, "If-None-Match: \"y\"", .perform, nil),
            // Step 4 is only for requests without If-None-Match.
            (.get, "If-None-Match: \"y\"\nIf-Modified-Since: \(changed)", .perform, nil),
            (.get, "If-Modified-Since: \(changed)", .notModified, 4),
            (.get, "If-Modified-Since: \(before)", .perform, nil),
            (.post, "If-Modified-Since: \(changed)", .perform, nil),
            (.get, "If-Modified-Since: tomorrow", .perform, nil),
            (.get, "Range: bytes=0-1\nIf-Range: \"x\"", .partial, 5),
            (.get, "Range: bytes=0-1\nIf-Range: W/\"x\"", .whole, 5),
            (.get, "Range: bytes=0-1\nIf-Range: \(changed)", .partial, 5),
            (.get, "Range: bytes=0-1\nIf-Range: \(before)", .whole, 5),
            (.get, "If-Range: \"x\"", .perform, nil),
            (.get, "If-Match: \"y\"\nIf-None-Match: \"x\"", .failed, 1),
        ] as [(Method, String, Preconditions.Verdict, Int?)])
    func theStepsDecideInTheirOrder(
        method: Method, fields: String, verdict: Preconditions.Verdict, step: Int?
    ) {
        let result = decide(method, fields)
        #expect(result.verdict == verdict)
        #expect(result.steps.first(where: \.decides)?.number == step)
        #expect(result.steps.map(\.number) == [1, 2, 3, 4, 5])
    }

    @Test func withoutAValidatorNothingIsKnown() {
        let result = decide(.get, "If-None-Match: \"x\"", tag: nil)
        #expect(result.verdict == .unknown)
        #expect(result.steps[2].result == .unknown)
    }

    @Test func whatIsIgnoredIsSaidToBe() {
        #expect(decide(.get, "If-None-Match: \"y\"\nIf-Modified-Since: \(Self.changed)").steps[3].result == .ignored)
        #expect(decide(.get, "If-Match: \"x\"\nIf-Unmodified-Since: \(Self.before)").steps[1].result == .ignored)
    }
}

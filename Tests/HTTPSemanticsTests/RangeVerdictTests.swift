import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct RangeVerdictTests {
    private func judge(
        _ request: String?, _ status: Int, _ response: String, method: Method = .get, size: UInt64? = nil
    ) -> RangeVerdict? {
        RangeVerdict(
            method: method, request: request.map { section($0) }, status: status, response: section(response),
            contentSize: size)
    }

    /// Whether the part that came is the part that was asked for: both ends count.
    @Test(
        arguments: [
            ("bytes=0-4", "bytes 0-4/10", .asked), ("bytes=3-", "bytes 3-9/10", .asked),
            ("bytes=-4", "bytes 6-9/10", .asked), ("bytes=5-99", "bytes 5-9/10", .asked),
            ("bytes=0-4", "bytes 3-9/10", .other), ("bytes=0-4", "bytes 0-9/10", .other),
            ("bytes=5-9", "bytes 0-4/10", .other), ("bytes=0-4", "bytes 0-3/10", .less),
            ("bytes=0-1,3-4", "bytes 0-4/10", .joined), ("bytes=0-1,3-4", "bytes 0-5/10", .other),
            ("bytes=0-4", "bytes 0-4/*", .unknown),
        ] as [(String, String, RangeVerdict.Fit)])
    func thePartIsHeldAgainstWhatWasAsked(asked: String, sent: String, fit: RangeVerdict.Fit) throws {
        let verdict = try #require(judge("Range: \(asked)", 206, "Content-Range: \(sent)"))
        guard case .part(_, let found) = verdict.answer else {
            Issue.record("no part: \(verdict.answer)")
            return
        }
        #expect(found == fit)
        #expect(verdict.isWrong == (fit == .other))
    }

    @Test func whatIsNoQuestionForAPartIsSaidToBeNone() {
        #expect(judge("Range: seconds=1-2", 200, "X: y")?.question == .unit("seconds"))
        #expect(judge("Range: bytes=5-2", 416, "Content-Range: bytes */10")?.question == .malformed)
        let head = judge("Range: bytes=0-4", 200, "Content-Length: 7", method: .head)
        #expect(head?.question == .otherMethod(.head))
        #expect(head?.answer == .whole)
        #expect(judge("X: y", 200, "X: y") == nil)
        #expect(judge("X: y", 206, "Content-Range: bytes 0-4/10")?.isUnasked == true)
    }

    /// A response by itself: nobody knows what was asked.
    @Test func withoutTheRequestNothingIsUnasked() {
        let alone = judge(nil, 206, "Content-Range: bytes 0-4/10")
        #expect(alone?.question == .unseen)
        #expect(alone?.isUnasked == false)
        #expect(alone?.isWrong == false)
        #expect(judge(nil, 200, "X: y") == nil)
    }
}

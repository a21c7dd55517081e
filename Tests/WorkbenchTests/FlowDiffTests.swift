import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Testing

@testable import Workbench

@Suite struct FlowDiffTests {
    private static func answer(_ type: String, _ content: String, more: String = "") -> FlowRecord {
        MadeFlow.make(
            "GET /a HTTP/1.1\nHost: shop.example.com", "HTTP/1.1 200 OK\nContent-Type: \(type)\(more)", content: content
        )
    }

    @Test func nothingDiffersFromItself() {
        for flow in [
            Self.answer("application/json", #"{"a":[1,2,{"b":null}]}"#), Self.answer("text/html", "<p>\nhello\n"),
            Self.answer("image/png", "\u{0}\u{1}\u{2}"), MadeFlow.make(nil, nil), MadeFlow.make("", nil),
        ] {
            let diff = FlowDiff(flow, flow)
            #expect(diff.differences.isEmpty && diff.isSteady)
        }
    }

    @Test func startLinesAreCompared() {
        let diff = FlowDiff(
            MadeFlow.make("GET /a HTTP/1.1\nHost: x"),
            MadeFlow.make("POST /a HTTP/1.1\nHost: x", "HTTP/1.1 404 Not Found"))
        #expect(diff.differences.map(\.part).prefix(1) == [.startLine])
        #expect(diff.differences.contains { $0.message == .response && $0.right == "HTTP/1.1 404 Not Found" })
        #expect(!diff.isSteady)
    }

    @Test func textIsComparedByLines() {
        let diff = FlowDiff(Self.answer("text/plain", "a\nb\nc\n"), Self.answer("text/plain", "a\nc\nd\n"))
        #expect(diff.response.reading == .text)
        #expect(diff.differences.map { "\($0.path.text) \($0.action.rawValue)" } == ["line 2 removed", "line 3 added"])
    }

    @Test func bytesAreComparedUpToTheFirstThatDiffers() {
        let diff = FlowDiff(
            Self.answer("image/png", "\u{0}\u{1}\u{2}\u{3}"), Self.answer("image/png", "\u{0}\u{1}\u{7}\u{3}"))
        #expect(diff.response.reading == .binary)
        #expect(diff.differences.map(\.path) == ["byte 2"])
        #expect(diff.differences.first?.left == "0203" && diff.differences.first?.right == "0703")
    }

    /// The type may lie: what is JSON is compared as such.
    @Test func jsonIsKnownByItsBytes() {
        let diff = FlowDiff(Self.answer("text/plain", #"{"a":1}"#), Self.answer("text/plain", #"{"a":2}"#))
        #expect(diff.response.reading == .json && diff.differences.map(\.path) == ["$.a"])
    }

    @Test func contentsThatWereNotKeptAreComparedBySize() {
        func sized(_ size: UInt64) -> FlowRecord {
            MadeFlow.make { record in
                record.response.content = FlowRecord.Content(size: size)
            }
        }
        #expect(FlowDiff(sized(3), sized(4)).differences.map(\.path) == ["size"])
        let same = FlowDiff(sized(3), sized(3))
        #expect(same.differences.isEmpty && !same.doubts.isEmpty)
    }

    @Test func aCutContentIsNotCalledTheSameWithoutADoubt() {
        let cut = MadeFlow.make { record in
            record.response.content = FlowRecord.Content(bytes: "abc", size: 10, isTruncated: true)
        }
        #expect(FlowDiff(cut, cut).doubts.count == 2)
    }

    @Test func anAnswerThatIsMissingIsToldOnce() {
        let diff = FlowDiff(
            MadeFlow.make(), MadeFlow.make("GET http://shop.example.com/a HTTP/1.1\nHost: shop.example.com", nil))
        #expect(diff.differences.filter { $0.part == .message }.map(\.action) == [.removed])
    }

    @Test func endsAreCompared() {
        let diff = FlowDiff(
            MadeFlow.make(), MadeFlow.make(outcome: Outcome(.aborted, by: .upstream, .upstreamClosed)))
        #expect(diff.differences.map(\.part) == [.outcome])
    }

    @Test func volatileFieldsLeaveAnAnswerSteady() {
        let diff = FlowDiff(
            Self.answer("text/plain", "a", more: "\nDate: Sat, 21 Nov 2026 12:00:00 GMT"),
            Self.answer("text/plain", "a", more: "\nDate: Sat, 21 Nov 2026 12:00:01 GMT"))
        #expect(diff.differences.count == 1 && diff.isSteady)
    }

    @Test func ofAnswersAloneTheRequestDoesNotCount() {
        let (one, other) = (
            MadeFlow.make("GET /a HTTP/1.1\nHost: x"), MadeFlow.make("GET /b HTTP/1.1\nHost: x")
        )
        #expect(FlowDiff(one, other, .answers).differences.isEmpty)
        #expect(!FlowDiff(one, other).differences.isEmpty)
    }
}

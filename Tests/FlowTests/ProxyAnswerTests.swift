import Bytes
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

@Suite struct ProxyAnswerTests {
    private let date: Bytes = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(arguments: Outcome.Code.allCases)
    func everyAnswerIsAWholeResponse(code: Outcome.Code) throws {
        let outcome = Outcome(.failed, by: .upstream, code, error: WireError(.malformedStatus, offset: 9))
        let answer = ProxyAnswer(outcome, to: .get, date: date)
        let trace = WireTrace(of: [answer.head.array + answer.body.array], WireScenario(.response, maxMessages: 1))
        let head = try #require(trace.responseHeads.first)
        #expect(trace.messageCount == 1)
        #expect(trace.unread == 0)
        #expect(trace.content == answer.body)
        #expect(head.status == outcome.status ?? 502)
        #expect(head.quirks.isEmpty)
        #expect(head.reason != "Unknown")
        #expect(head.fields.first(.date) == date)
        #expect(head.fields.values(.connection) == ["close"])
        #expect(answer.body.text.contains(outcome.text))
        #expect(answer.body.last == ASCII.lineFeed)
    }

    /// RFC 9110 §9.3.2: the head is that of GET.
    @Test func anAnswerToHeadHasNoBody() {
        let outcome = Outcome(.refused, by: .client, .loop)
        let head = ProxyAnswer(outcome, to: .head, date: date)
        #expect(head.body.isEmpty)
        #expect(head.head == ProxyAnswer(outcome, to: .get, date: date).head)
        #expect(!ProxyAnswer(outcome, to: nil, date: date).body.isEmpty)
    }

    @Test func theByteAndTheRuleAreNamed() {
        let error = WireError(.malformedContentLength, offset: 42)
        for outcome in [
            Outcome(.refused, by: .client, .malformedRequest, error: error),
            Outcome(.refused, by: .upstream, .malformedResponse, error: error),
        ] {
            let text = ProxyAnswer(outcome, to: .get, date: date).body.text
            #expect(text.contains("42"))
            #expect(text.contains("RFC 9112 §6.3"))
            #expect(text.contains(error.text))
        }
    }

    @Test func whatIsQuotedHasNoControlCharacters() {
        let detail = "a\u{1B}[2J\r\nX: y\u{0}\u{9B}\u{202E}ü"
        let answer = ProxyAnswer(Outcome(.failed, by: .upstream, .nameNotFound, detail: detail), to: .get, date: date)
        #expect(answer.body.text.contains("a\u{FFFD}[2J\u{FFFD}\nX: y\u{FFFD}\u{FFFD}\u{FFFD}ü"))
        #expect(answer.body.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        #expect(!answer.head.text.contains("2J"))
    }
}

import Bytes
import Filter
import Flow
import HTTPModel
import HTTPWire
import Rules

/// Any text is rules or is refused with a place inside of a line; what was read is put into words, laid out, read as
/// the same, and asked about a request and a response.
enum RuleTarget {
    static func run(_ input: Bytes) {
        let text = input.text
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in throw RuleLoader.Unreadable("is not there") }
        do throws(RuleError) {
            try loader.add(text: text, named: "fuzz")
        } catch {
            check(error.place.line >= 1 && error.column >= 1, "the mistake has no place")
            check(!error.shown.isEmpty, "the mistake is not told")
            return
        }
        let book = loader.book(FilterClock(now: 1_795_262_400_000_000))
        for rule in book.rules { check(!RuleWords.sentence(rule).isEmpty, "there are no words for \(rule.name)") }
        _ = RuleReview.doubts(book.rules)
        if let laidOut = try? RuleFormat.file(text, named: "fuzz") {
            check((try? RuleFormat.file(laidOut, named: "fuzz")) == laidOut, "laid out twice it is another text")
        }
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.requestHead = RecordedHead.request(request).head
        var run = RuleRun(book, counting: Counting(), seed: 1)
        _ = run.request(RuleSubject(record), hasBody: true)
        record.responseHead =
            RecordedHead.response("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", to: .post).head
        _ = run.response(RuleSubject(record), hasBody: true)
    }

    private static let request: Bytes =
        "POST http://a.test/a/b?q=1 HTTP/1.1\r\nHost: a.test\r\nCookie: a=1\r\nContent-Length: 3\r\n\r\n"

    private struct Counting: RuleCounting {
        func next(_ name: String) -> UInt64 { 1 }
    }
}

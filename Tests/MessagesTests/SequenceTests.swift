import Bytes
import Flow
import Testing

@testable import Messages

/// Sequences of JSON texts (RFC 7464): a text ends at the next separator, or at a line feed where it is whole.
@Suite struct SequenceTests {
    private func read(_ content: String, step: Int? = nil, ends: Bool = true, type: String = "json-seq") -> [String] {
        var flow = FollowedFlow()
        flow.answer("Content-Type: application/\(type)\r\n")
        flow.content(Array(content.utf8), step: step)
        if ends { flow.happen(.messageEnded(.response, wireSize: nil)) }
        return flow.record.inner.list.map { "\($0.offset)+\($0.size) \($0.bytes.text)" }
    }

    @Test(arguments: [
        ("\u{1E}{\"a\":1}\n\u{1E}[2]\n", ["1+7 {\"a\":1}", "10+3 [2]"]),
        // Over lines, with brackets, quotes and separators of other kinds in strings.
        ("\u{1E}{\n  \"a\": 1\n}\n\u{1E}[\n]\n", ["1+12 {\n  \"a\": 1\n}", "15+3 [\n]"]),
        (
            "\u{1E}{\"a\":\"]}\\\"{\",\n\"b\":\"\\\\\"}\n\u{1E}1\n",
            ["1+23 {\"a\":\"]}\\\"{\",\n\"b\":\"\\\\\"}", "26+1 1"]
        ),
        ("\u{1E}1\r\n\u{1E}\"a\"\n\u{1E}null", ["1+1 1", "5+3 \"a\"", "10+4 null"]),
        // RFC 7464 §2.1: several separators in a row have nothing between; §2.3: what was cut off ends at the next.
        ("\u{1E}\u{1E}\n\u{1E}{}\n", ["4+2 {}"]),
        ("\u{1E}{\"a\": \n\u{1E}{\"b\":2}\n", ["1+7 {\"a\": \n", "9+7 {\"b\":2}"]),
        ("\u{1E}\"cut\n\u{1E}{}\n", ["1+5 \"cut\n", "7+2 {}"]),
        // What closes more than it opened, and what has no separator at all.
        ("\u{1E}}]\n\u{1E}{\n}\n", ["1+2 }]", "5+3 {\n}"]), ("{}\n[\n1]\n", ["0+2 {}", "3+4 [\n1]"]),
    ])
    func textsEndWhereTheyAreWhole(content: String, texts: [String]) {
        for step in 1...content.utf8.count { #expect(read(content, step: step) == texts) }
        #expect(read(content, type: "geo+json-seq") == texts)
    }

    /// A line feed says that it is whole: it is told then, and not with the next.
    @Test func aWholeTextIsToldAtOnce() {
        #expect(read("\u{1E}{\n\"a\":1}\n", ends: false) == ["1+8 {\n\"a\":1}"])
        #expect(read("\u{1E}{\n\"a\":1\n", ends: false).isEmpty)
        #expect(read("\u{1E}{}", ends: false).isEmpty)
    }

    /// In NDJSON a line is a value, whatever stands in it.
    @Test func linesOfOtherTypesEndAtTheirLineFeeds() {
        let lines = "{\n\"a\":1}\n"
        for step in 1...lines.utf8.count {
            #expect(read(lines, step: step, type: "x-ndjson") == ["0+1 {", "2+6 \"a\":1}"])
        }
    }

    @Test func aLongTextIsKeptInPart() {
        var flow = FollowedFlow()
        flow.answer("Content-Type: application/json-seq\r\n")
        flow.content([0x1E, 0x5B] + [UInt8](repeating: 0x0A, count: 100_000) + [0x5D, 0x0A], step: 9_999)
        #expect(flow.record.inner.list.map(\.size) == [100_002])
        #expect(flow.record.inner.list.first?.bytes.count == TextGatherer.limit)
    }
}

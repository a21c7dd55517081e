import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import Testing

/// What a proxy changed, and why.
@Suite struct ChangesReasoningTests {
    private func exchange(_ changes: [FlowRecord.ChangedLine]?) -> FlowRecord {
        MadeExchange.make("GET http://h/a HTTP/1.1\nHost: h", "HTTP/1.1 200 OK") { $0.toldChanges = changes }
    }

    @Test func eachLineIsToldWithItsReason() throws {
        let made = exchange([
            FlowRecord.ChangedLine(
                message: .request, action: .replaced, line: "GET http://h/a HTTP/1.1", replacement: "GET /a HTTP/1.1",
                reason: "RFC 9112 §3.2.1: The path alone."),
            FlowRecord.ChangedLine(
                message: .response, action: .removed, line: "Server: x", reason: "--remove-response-header Server"),
            FlowRecord.ChangedLine(message: .request, action: .added, line: "X: 1"),
        ])
        let reasoning = try #require(ChangesReasoning.reasoning(about: made))
        #expect(reasoning.conclusion.text == "The proxy changed 3 lines.")
        #expect(
            reasoning.steps.map(\.text.text) == [
                "GET http://h/a HTTP/1.1 was forwarded as GET /a HTTP/1.1. The path alone.",
                "Server: x was removed, because of --remove-response-header Server.", "X: 1 was added.",
            ])
        #expect(reasoning.steps.map(\.rule) == ["request", "response", "request"])
        #expect(reasoning.steps.map(\.spec) == ["RFC 9112 §3.2.1", "", ""])
    }

    @Test func nothingChangedIsSaidAndNothingKnownIsNot() {
        #expect(ChangesReasoning.reasoning(about: exchange([]))?.conclusion.text.contains("unchanged") == true)
        #expect(ChangesReasoning.reasoning(about: exchange(nil)) == nil)
        // What did not go on was not passed on.
        var failed = MadeExchange.make("GET http://h/a HTTP/1.1\nHost: h")
        failed.response.sent = Bytes("HTTP/1.1 502 Bad Gateway\r\n\r\n")
        failed.outcome = Outcome(.failed, by: .upstream, .connectionRefused)
        #expect(ChangesReasoning.reasoning(about: failed) == nil)
        failed.request.sent = Bytes("GET /a HTTP/1.1\r\n\r\n")
        let words = ChangesReasoning.reasoning(about: failed)?.conclusion.text
        #expect(words?.contains("request") == true && words?.contains("both") == false)
    }

    /// The message that is explained has a first line, as tools show it; what was recorded has fields alone.
    @Test func linesOfAListOfFieldsKeepTheirNamesWhereTheyAreExplained() throws {
        var made = MadeExchange.make("GET /a HTTP/1.1\nHost: h", "HTTP/1.1 200 OK")
        let list: Bytes = ":method: GET\r\n:scheme: http\r\n:authority: h\r\n:path: /a\r\naccept: */*\r\nx: 1\r\n\r\n"
        made.requestHead = RecordedHead.request(list).head
        made.request.sent = Bytes("GET /a HTTP/1.1\r\nhost: h\r\naccept: */*\r\n\r\n")
        made.request.edits = [
            Change(
                .replaceStartLine("GET /a HTTP/1.1"), .owed(spec: "RFC 9113 §8.3.1", text: "It has a request line.")),
            Change(.remove(line: 0), .owed(spec: "RFC 9113 §8.3.1", text: "It has a request line.")),
            Change(
                .replace(line: 2, with: "host: h"), .owed(spec: "RFC 9113 §8.3.1", text: "It names the server in Host.")
            ),
            Change(.remove(line: 5), .rule("rule 1")),
        ]
        let input = ExplainedInput(recorded: [RecordedMessages(made)], in: SessionContext([made]))
        let told = try #require(input.exchanges.first.flatMap { ChangesReasoning.reasoning(about: $0) })
        #expect(told.steps.map(\.text.text) == ChangesReasoning.reasoning(about: made)?.steps.map(\.text.text))
        #expect(
            told.steps.map(\.text.text) == [
                "GET /a HTTP/1.1 was added. It has a request line.", ":method: GET was removed. It has a request line.",
                ":authority: h was forwarded as host: h. It names the server in Host.",
                "x: 1 was removed, because of rule 1.",
            ])
    }
}

import Bytes
import Flow
import HTTPModel
import TestKit
import Testing
import Views

@Suite struct TerminalViewTests {
    private final class Output: TerminalOutput {
        var writes: [String] = []
        func finish() {}

        func write(_ bytes: [UInt8], exchanges: Int) { writes.append(String(decoding: bytes, as: UTF8.self)) }
    }

    private func view(_ output: Output, isTerminal: Bool, isQuiet: Bool = false) -> TerminalView {
        TerminalView(
            output: output,
            options: .init(
                lines: .init(width: isTerminal ? 80 : nil), isTerminal: isTerminal, isQuiet: isQuiet,
                width: { isTerminal ? 80 : nil }))
    }

    /// A message that is held is told at once, with the command that decides about it.
    @Test(arguments: [("The request was held.", "request"), ("The response was held.", "response")])
    func aHeldMessageIsToldAtOnce(text: String, kind: String) {
        let output = Output()
        let view = view(output, isTerminal: false)
        var maker = Story(id: 12)
        maker.request(Samples.get("http://api.example.com/users/7?access_token=1234567890abcdef"))
        let act = RuleAct(rule: "look", file: "debug.rules", line: 2, action: "break both", text: text)
        let event = maker.apply(2, .ruleActed(act))
        view.happened(event, to: maker.record)
        view.batchEnded()
        #expect(
            output.writes == [
                "held #12 GET http://api.example.com/users/7?access_token=… at \(kind), rule 'look': "
                    + "hark held 12 show | send | edit | drop | respond\n"
            ])
        // What else rules do stands in the exchange's lines, when it has ended.
        view.happened(maker.apply(3, .ruleActed(act.saying("Forwarded by hand."))), to: maker.record)
        view.batchEnded()
        #expect(output.writes.count == 1)
        maker.apply(4, .finished(.complete))
        view.finished(JudgedFlow(maker.record))
        view.batchEnded()
        let clause = text == "The request was held." ? "the request was held" : "the response was held"
        #expect(output.writes.last?.contains("rule        'look': \(clause); forwarded by hand\n") == true)
    }

    private static let erase = "\r\u{1B}[K"

    /// A download of 1 MB that has begun.
    private func download(_ id: UInt64 = 1, _ framing: Framing.Kind = .length(1_000_000)) -> Story {
        var maker = Story(id: id)
        maker.request(Samples.get("http://h/big"))
        maker.apply(1, .responseHeadReceived(TestHead.response("HTTP/1.1 200 OK"), Framing(framing, rule: 6)))
        return maker
    }

    private func receive(_ count: Int, at time: Double, _ maker: inout Story, _ view: TerminalView) {
        let event = maker.apply(time, .contentReceived(.response, count: count, bytes: nil))
        view.happened(event, to: maker.record)
        view.batchEnded()
    }

    /// POST with this content, in pieces, then its answer; what the view wrote.
    private func lines(_ pieces: [String], type: String = "application/json", isQuiet: Bool = false) -> String {
        let output = Output()
        let view = view(output, isTerminal: false, isQuiet: isQuiet)
        var maker = Story(id: 7)
        let length = pieces.reduce(0) { $0 + $1.utf8.count }
        maker.request(
            Bytes("POST http://h/api HTTP/1.1\nHost: h\nContent-Type: \(type)"),
            framing: Framing(.length(UInt64(length)), rule: 6))
        for piece in pieces {
            let event = maker.apply(
                10, .contentReceived(.request, count: piece.utf8.count, bytes: Bytes(piece)))
            view.happened(event, to: maker.record)
        }
        maker.apply(20, .responseHeadReceived(TestHead.response("HTTP/1.1 200 OK"), Framing(.none, rule: 1)))
        maker.apply(30, .finished(.complete))
        view.finished(JudgedFlow(maker.record))
        view.batchEnded()
        return output.writes.joined()
    }

    @Test func aLineNamesTheOperationOfGraphQL() {
        let content = #"{"query":"query Stations { stations { name } }"}"#
        #expect(lines([content]).contains("query Stations"))
        #expect(lines([String(content.prefix(9)), String(content.dropFirst(9))]).contains("query Stations"))
    }

    @Test func whatIsNoGraphQLOrTooLongIsNotNamed() {
        let content = #"{"query":"query Stations { stations { name } }"}"#
        #expect(!lines([content], type: "text/plain").contains("query Stations"))
        #expect(!lines([#"{"a":1}"#]).contains("graphql  "))
        let long = #"{"query":"query Stations { a }","pad":""# + String(repeating: "x", count: 70_000) + #""}"#
        #expect(!lines([long]).contains("query Stations"))
        #expect(!lines([String(long.prefix(60_000)), String(long.dropFirst(60_000))]).contains("query Stations"))
        #expect(lines([content], isQuiet: true).isEmpty)
    }

    @Test func aBatchIsOneWrite() {
        let output = Output()
        let view = view(output, isTerminal: false)
        for record in [Samples.reached, Samples.chunked] {
            view.finished(JudgedFlow(record))
        }
        #expect(output.writes.isEmpty)
        view.batchEnded()
        view.batchEnded()
        #expect(output.writes.count == 1)
        #expect(output.writes.first?.contains("/redirect/2") == true)
        #expect(output.writes.first?.contains("/chunks") == true)
    }

    @Test func progressIsDrawnTenTimesASecondAtMostAndTakenAway() {
        let output = Output()
        let view = view(output, isTerminal: true)
        var maker = download()
        receive(100_000, at: 100, &maker, view)
        #expect(output.writes.isEmpty, "a short transfer needs no progress")
        receive(150_000, at: 600, &maker, view)
        #expect(output.writes.count == 1)
        #expect(output.writes.last?.contains(" 25 % [#####---------------]  244 KiB of 977 KiB") == true)
        #expect(output.writes.last?.contains("\n") == false)
        receive(1, at: 650, &maker, view)
        #expect(output.writes.count == 1)
        receive(249_999, at: 701, &maker, view)
        #expect(output.writes.count == 2)
        #expect(output.writes.last?.hasPrefix(Self.erase) == true)
        #expect(output.writes.last?.contains(" 50 % ") == true)
        maker.apply(720, .finished(.complete))
        view.finished(JudgedFlow(maker.record))
        view.batchEnded()
        #expect(output.writes.count == 3)
        #expect(output.writes.last?.hasPrefix(Self.erase + "#1   11:04:32  GET  http://h/big") == true)
        #expect(output.writes.last?.hasSuffix("\n") == true)
    }

    @Test func linesOfOthersAreWrittenAboveTheProgress() {
        let output = Output()
        let view = view(output, isTerminal: true)
        var maker = download()
        receive(100_000, at: 600, &maker, view)
        let other = Samples.reached
        view.finished(JudgedFlow(other))
        view.batchEnded()
        let last = output.writes.last ?? ""
        #expect(last.hasPrefix(Self.erase + "#2   11:04:32"))
        #expect(last.contains("\n1 in flight"))
        view.clear()
        #expect(output.writes.last == Self.erase)
        view.clear()
        #expect(output.writes.count == 3)
    }

    @Test func thereIsNoProgressWithoutATerminal() {
        let output = Output()
        let view = view(output, isTerminal: false)
        var maker = download()
        receive(100_000, at: 600, &maker, view)
        receive(100_000, at: 6000, &maker, view)
        #expect(output.writes.isEmpty)
    }

    @Test func aStreamIsAnnouncedOnceWhenItHasRunForASecond() {
        let output = Output()
        let view = view(output, isTerminal: false)
        var maker = download(1, .chunked)
        receive(100, at: 900, &maker, view)
        #expect(output.writes.isEmpty)
        receive(100, at: 1001, &maker, view)
        receive(100, at: 2001, &maker, view)
        #expect(output.writes.count == 1)
        #expect(output.writes.last?.contains("streaming   200 B so far\n") == true)
    }

    @Test func quietCountsOnly() {
        let output = Output()
        let view = view(output, isTerminal: true, isQuiet: true)
        let record = Samples.reached
        view.finished(JudgedFlow(record))
        view.batchEnded()
        #expect(output.writes.isEmpty)
        #expect(view.summary.exchanges == 1)
    }

    @Test func theSummaryAddsUp() {
        var summary = Summary()
        #expect(String(decoding: summary.text(style: .plain), as: UTF8.self) == "hark: no traffic\n")
        for record in [Samples.reached, Samples.redirect, Samples.unknownHost, Samples.tunnel] { summary.add(record) }
        let text = String(decoding: summary.text(style: .plain), as: UTF8.self)
        #expect(text.hasPrefix("hark: 4 exchanges in 3.22 s: 2 complete, 1 tunnel, 1 failed\n"))
        #expect(text.contains("answers: 2xx 2, 3xx 1, 5xx 1; bodies: 1.2 KiB sent, 44.0 KiB received\n"))
        #expect(text.contains("1 x "))
    }
}

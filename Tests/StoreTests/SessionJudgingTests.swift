import Bytes
import Filter
import Flow
import Foundation
import HTTPModel
import HTTPWire
import Store
import Testing

/// What is found in flows is written behind them, and a question about it is answered by columns then.
@Suite struct SessionJudgingTests {
    private static let clock = FilterClock(now: 1_800_000_000_000_000)

    /// Checks that find something in what is not answered with 200.
    private static func reader(_ checks: String = "some", code: String = "not-fine") -> FilterReader {
        FilterReader(
            checks: checks,
            judge: { $0.record.status == 200 ? [("fine", "good")] : [("fine", "good"), (code, "warning")] })
    }

    /// A session of 30 flows, every tenth answered with 404.
    private func judged(_ reader: FilterReader?) throws -> TemporarySession {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.reader = reader
        let writer = try session.writer(nil, options)
        for number in UInt64(1)...30 {
            writer.submit(MadeFlow.plain(number, status: number % 10 == 0 ? 404 : 200).changes)
        }
        writer.finish()
        return session
    }

    private func numbers(_ text: String, _ session: TemporarySession, _ checks: String = "some") throws -> [UInt64] {
        let reader = try SessionReader(session.path)
        let sql = FilterSQL(try FlowFilter(text), Self.clock, reader.schema(judgedBy: checks))
        return try reader.numbers(FlowQuery(sql))
    }

    @Test func whatWasFoundIsFoundByColumns() throws {
        let session = try judged(Self.reader())
        #expect(try session.sqlite("SELECT count(*) FROM flow WHERE unjudged IS NOT NULL") == "0\n")
        #expect(try numbers("worst >= warning", session) == [10, 20, 30])
        #expect(try numbers("note = not-fine", session) == [10, 20, 30])
        #expect(try numbers("not note = NOT-fine", session).count == 27)
        #expect(try numbers("worst = bad", session).isEmpty)
        #expect(try session.sqlite("SELECT count(DISTINCT notes), count(*) FROM flow") == "2|30\n")
    }

    /// Where nobody has judged, or others have, all flows are asked.
    @Test func whatOthersFoundIsNotAsked() throws {
        #expect(try numbers("worst = bad", judged(nil)).count == 30)
        #expect(try numbers("worst = bad", judged(Self.reader("others"))).count == 30)
    }

    @Test func otherChecksJudgeAnew() throws {
        let session = try judged(Self.reader())
        var options = SessionWriter.Options()
        options.reader = Self.reader("new", code: "not-good")
        try session.writer(nil, options).finish()
        #expect(try numbers("note = not-good", session, "new") == [10, 20, 30])
        #expect(try numbers("note = not-fine", session, "new").isEmpty)
    }

    /// What goes on may still be found otherwise, and large content is not read while flows are written.
    @Test func flowsThatAreNotJudgedAreAsked() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.reader = Self.reader()
        let writer = try session.writer(nil, options)
        var open = MadeFlow.plain(1).record
        open.outcome = nil
        writer.submit([.progressed(open)] + MadeFlow.plain(2).changes)
        writer.submit(MadeFlow.plain(3, body: String(repeating: "x", count: 2 << 20)).changes)
        writer.finish()
        #expect(try numbers("worst = bad", session) == [1, 3])
        #expect(try numbers("not worst = bad", session) == [1, 2, 3])
        #expect(try numbers("worst = bad and id > 1", session) == [3])
    }

    @Test func aQuestionReadsNoFlowsButThoseThatAreNotJudged() throws {
        let reader = try SessionReader(judged(Self.reader()).path)
        for text in ["worst >= warning", "note = not-fine", "messages > 3"] {
            let sql = FilterSQL(try FlowFilter(text), Self.clock, reader.schema(judgedBy: "some"))
            let plan = try reader.plan(FlowQuery(sql))
            #expect(!plan.contains { $0.hasPrefix("SCAN flow") }, "\(text): \(plan)")
        }
    }

    // MARK: Flows that somebody has looked at

    private struct Known: FlowJudgement {
        let codes: [(code: String, level: String)]
    }

    /// - Parameter kept: what the record has of its content; nil: nothing.
    private func known(_ number: UInt64, body: String = "hello", kept: String?) -> [FlowChange] {
        var made = MadeFlow.plain(number, body: body)
        if let kept { made.record.response.content.kept = .inline(Bytes(kept)) }
        return made.changes.dropLast() + [.finished(made.record, Known(codes: [("known", "bad")]))]
    }

    @Test func whatIsKnownIsWrittenWithTheFlow() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.reader = Self.reader()
        options.bodyLimit = 10
        let writer = try session.writer(nil, options)
        writer.submit(known(1, kept: "hello"))
        writer.submit(known(2, body: "", kept: nil))
        // Who looked saw another content than the file has: none, a part, or more.
        writer.submit(known(3, kept: nil) + known(4, kept: "hell"))
        writer.submit(known(5, body: "hello, world", kept: "hello, world"))
        writer.finish()
        #expect(try numbers("note = known", session).prefix(2) == [1, 2])
        let judged = "SELECT id FROM flow WHERE worst = 'bad' AND unjudged IS NULL"
        #expect(try session.sqlite(judged) == "1\n2\n")
        #expect(try session.sqlite("SELECT count(*) FROM flow WHERE worst = 'good' AND id < 3") == "0\n")
    }

    /// Without anybody who judges, a file says of no flow that it was.
    @Test func whatIsKnownIsNotWrittenWhereNobodyJudges() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        writer.submit(known(1, kept: "hello"))
        writer.finish()
        #expect(try session.sqlite("SELECT unjudged, worst, notes FROM flow") == "0||\n")
    }

    // MARK: Flows that come whole

    private static let judgments = """
        SELECT id, unjudged, worst, messages, (SELECT group_concat(value) FROM
        (SELECT value FROM listed WHERE list = notes ORDER BY value)) FROM flow
        """

    /// A session of flows that come with their contents, as those of a file do.
    private func saved(_ flows: [FlowRecord], atOnce: Bool) throws -> TemporarySession {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.judgesAtOnce = atOnce
        options.reader = FilterReader(
            checks: "some",
            judge: { flow in
                let record = flow.record
                let size = record.response.content.kept.count ?? 0
                return size % 3 == 0 ? [] : [("s\(size)", "info"), (record.status == 200 ? "fine" : "odd", "warning")]
            })
        let writer = try session.writer(nil, options)
        for flow in flows { writer.save(StoredFlow(record: flow)) }
        writer.finish()
        // What is judged behind the writing takes as long as it takes.
        while try session.sqlite("SELECT count(*) FROM flow WHERE unjudged = 0") != "0\n" {
            try session.writer(nil, options).finish()
        }
        return session
    }

    @Test func whatIsFoundAtOnceIsWhatIsFoundLater() throws {
        let flows = (UInt64(1)...60).map { number in
            var made = RandomFlow(seed: number, number: number)
            return made.make().expected
        }
        let later = try saved(flows, atOnce: false).sqlite(Self.judgments)
        #expect(try saved(flows, atOnce: true).sqlite(Self.judgments) == later)
        #expect(later.contains("odd") && later.contains("|warning|"))
    }

    @Test func whatComesWholeIsNotReadAgainToBeJudged() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        (options.reader, options.judgesAtOnce) = (Self.reader(), true)
        let writer = try session.writer(nil, options)
        for number in UInt64(1)...30 {
            let flow = MadeFlow.plain(number, status: number % 10 == 0 ? 404 : 200).expected
            writer.save(StoredFlow(record: flow))
        }
        // Content that came beside its flow, or is large, is left for later; with a tag, all is in the file by then.
        writer.submit(MadeFlow.plain(31).changes)
        writer.save(StoredFlow(record: MadeFlow.plain(32, body: String(repeating: "x", count: 2 << 20)).expected))
        writer.save(StoredFlow(record: MadeFlow.plain(33).expected, tags: ["a"]))
        let judged = "SELECT count(*) FROM flow WHERE unjudged IS NULL AND id <> 31"
        #expect(try session.sqlite(judged) == "31\n")
        #expect(try session.sqlite("SELECT unjudged IS NULL FROM flow WHERE id = 32") == "0\n")
        #expect(try numbers("worst >= warning and id <= 30", session) == [10, 20, 30])
        writer.finish()
    }

    @Test func eventsOfAStreamAreCounted() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.reader = Self.reader()
        let writer = try session.writer(nil, options)
        var made = MadeFlow.plain(1)
        let raw = Bytes("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        made.record.responseHead = RecordedHead.response(raw, to: .get).head
        made.responseContent = "data: 1\n\ndata: 2\n\n: nothing\n\n"
        writer.submit(made.changes + MadeFlow.plain(2).changes)
        writer.finish()
        #expect(try session.sqlite("SELECT id, messages FROM flow") == "1|2\n2|\n")
        #expect(try numbers("messages = 2", session) == [1])
        #expect(try numbers("messages", session) == [1])
    }

    /// The redirects that led to a flow are counted as flows end.
    @Test func redirectsAreFollowed() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        for (index, path) in ["/one", "/two", "/three", "/one"].enumerated() {
            let number = UInt64(index + 1)
            var made = MadeFlow.plain(number, path: path)
            if number < 3 {
                let next = number == 1 ? "two" : "three"
                let raw = Bytes("HTTP/1.1 302 Found\r\nLocation: \(next)\r\nContent-Length: 5\r\n\r\n")
                made.record.responseHead = RecordedHead.response(raw, to: .get).head
                made.record.response.sent = raw
            }
            writer.submit(made.changes)
        }
        writer.finish()
        #expect(try session.sqlite("SELECT id, redirect_hop FROM flow") == "1|\n2|1\n3|2\n4|\n")
        #expect(try SessionReader(session.path).flow(3)?.redirectHop == 2)
        #expect(try numbers("redirect.hop > 1", session) == [3])
    }
}

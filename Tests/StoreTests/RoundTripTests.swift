import Bytes
import Flow
import HTTPModel
import HTTPWire
import Store
import Testing

/// What comes out of a session is what went in.
@Suite struct RoundTripTests {
    @Test func aPlainFlowComesBackAsItWas() throws {
        let session = try TemporarySession()
        let flow = MadeFlow.plain(1)
        let kept = try #require(try session.kept(flow.changes).first)
        #expect(kept.record.everything == flow.expected.everything)
        #expect(!kept.isPinned && kept.comment == nil && kept.tags.isEmpty)
    }

    /// On a stream of HTTP/2: an extended CONNECT (RFC 8441), and a plain one.
    @Test func aConnectOnAStreamComesBackAsOne() throws {
        let session = try TemporarySession()
        let lists = [
            ":method: CONNECT\r\n:protocol: websocket\r\n:scheme: https\r\n:path: /chat\r\n:authority: a.test\r\n\r\n",
            ":method: CONNECT\r\n:authority: a.test:443\r\n\r\n",
        ]
        let flows = lists.enumerated().map { place, list in
            var flow = MadeFlow.plain(UInt64(place) + 1)
            flow.record.requestHead = RecordedHead.request(Bytes(list)).head
            flow.record.tunnelProtocol = place == 0 ? "websocket" : "CONNECT"
            return flow
        }
        #expect(flows.map(\.record.method) == [.connect, .connect])
        let kept = try session.kept(flows.flatMap(\.changes))
        #expect(kept.map(\.record.url) == ["https://a.test/chat", "http://a.test:443"])
        for (stored, flow) in zip(kept, flows) {
            #expect(stored.record.everything == flow.expected.everything)
            #expect(stored.record.requestHead?.connectProtocol == flow.record.requestHead?.connectProtocol)
        }
    }

    @Test func flowsOfEveryKindComeBackAsTheyWere() throws {
        let session = try TemporarySession()
        let flows = (1...300).map { number in
            var random = RandomFlow(seed: UInt64(number) * 7_919, number: UInt64(number))
            return random.make()
        }
        let kept = try session.kept(flows.flatMap(\.changes))
        try #require(kept.count == flows.count)
        for (stored, flow) in zip(kept, flows) {
            #expect(stored.record.everything == flow.expected.everything, "flow \(flow.record.id.number)")
        }
    }

    @Test func contentThatTheRecordBringsItselfIsKept() throws {
        let session = try TemporarySession()
        var flow = MadeFlow.plain(1)
        flow.responseContent = nil
        flow.record.response.content.kept = .inline("from a file")
        let kept = try #require(try session.kept(flow.changes).first)
        #expect(kept.record.response.content.bytes == "from a file")
    }

    @Test func whatRulesDidAndTheirMarksComeBack() throws {
        let session = try TemporarySession()
        var flow = MadeFlow.plain(1)
        flow.record.ruleActs = [
            RuleAct(
                rule: "a", file: "x.rules", line: 3, action: "tag \"t\"", text: "It was é.",
                time: flow.record.openedAt.advanced(byMicroseconds: 1_500)),
            RuleAct(rule: "b", file: "", line: 0, action: "drop", text: "", time: flow.record.openedAt),
        ]
        flow.record.marks = FlowEvent.Remarks(isPinned: true, comments: ["hm"], tags: ["t"])
        let kept = try #require(try session.kept(flow.changes).first)
        #expect(kept.record.ruleActs == flow.record.ruleActs)
        #expect(kept.isPinned && kept.comment == "hm" && kept.tags == ["t"])
    }

    @Test func whatARuleKeepsOutOfFilesIsInNone() throws {
        let session = try TemporarySession()
        var flow = MadeFlow.plain(1)
        flow.record.marks = FlowEvent.Remarks(isSkipped: true)
        let kept = try session.kept(flow.changes + MadeFlow.plain(2).changes)
        #expect(kept.map(\.record.id.number) == [2])
    }

    @Test func contentInManyPartsComesBackInOrder() throws {
        let session = try TemporarySession()
        let flow = MadeFlow.plain(1)
        let pieces = (0..<40).map { piece in Bytes((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ piece) }) }
        var changes = pieces.map { FlowChange.content(flow.record.id, .request, $0) }
        changes.append(.finished(flow.record))
        let kept = try #require(try session.kept(changes).first)
        guard case .spooled(let content) = kept.record.request.content.kept else {
            Issue.record("4 MB are not to be in memory")
            return
        }
        #expect(content.count == 4_000_000)
        let all = Bytes(pieces.flatMap { $0 })
        #expect(kept.record.request.content.kept.gathered == all)
        for first in [1, 262_143, 262_144, 262_145, 2_000_003, 3_999_999, 4_000_000, 5_000_000] {
            var read: [UInt8] = []
            let isWhole = content.forEachPiece(from: first, of: 70_000) { piece in
                read.append(contentsOf: piece)
                return true
            }
            #expect(isWhole && Bytes(read) == all.slice(min(first, all.count)..<all.count), "from \(first)")
        }
    }

    /// A pager that waits for a key must not keep the log beside the file from going into it.
    @Test func whoeverTakesTheirTimeWithABodyHoldsOnToNothing() throws {
        let session = try TemporarySession()
        let body = String(repeating: "0123456789", count: 200_000)
        let kept = try #require(try session.kept(MadeFlow.plain(1, body: body).changes).first)
        guard case .spooled(let content) = kept.record.response.content.kept else {
            Issue.record("2 MB are not to be in memory")
            return
        }
        var answers: [String] = []
        var read = 0
        let isWhole = content.forEachPiece(of: 300_000) { piece in
            read += piece.count
            if answers.isEmpty {
                _ = try? SessionEditor(session.path).pin([1])
                answers.append((try? session.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")) ?? "")
            }
            return true
        }
        #expect(isWhole && read == 2_000_000)
        #expect(answers == ["0|0|0\n"])
    }

    @Test func contentThatWentAwayMeanwhileIsNotTakenForWhole() throws {
        let session = try TemporarySession()
        let body = String(repeating: "0123456789", count: 200_000)
        let kept = try #require(try session.kept(MadeFlow.plain(1, body: body).changes).first)
        _ = try session.sqlite("DELETE FROM body_part WHERE number > 3")
        #expect(kept.record.response.content.kept.gathered == nil)
    }

    @Test func noBodyIsMadeWhereThereWasNone() throws {
        let session = try TemporarySession()
        var flow = MadeFlow.plain(1)
        flow.responseContent = nil
        let kept = try #require(try session.kept(flow.changes).first)
        #expect(kept.record.response.content.kept.count == nil)
        #expect(try session.sqlite("SELECT count(*) FROM body") == "0\n")
    }

    @Test func emptyContentIsContent() throws {
        let session = try TemporarySession()
        var flow = MadeFlow.plain(1)
        flow.responseContent = Bytes()
        let kept = try #require(try session.kept(flow.changes).first)
        #expect(kept.record.response.content.kept.count == 0)
    }

    /// A statement names the columns that most flows have something in. What a flow had in others, and has no more, is
    /// gone with the next writing of it.
    @Test func rareColumnsComeAndGo() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        var open = MadeFlow.plain(1).record
        open.outcome = nil
        (open.relayedSent, open.tunnelProtocol, open.wasRetried) = (7, "odd", true)
        open.request.malformedHead = "GET"
        writer.submit([.progressed(open)])
        try session.flow(1)
        let columns = "SELECT relayed_sent, tunnel, was_retried, request_malformed, status, request FROM flow, head"
        #expect(try session.sqlite(columns).hasPrefix("7|odd|1|GET|200|GET / HTTP/1.1"))
        writer.submit(MadeFlow.plain(1).changes + MadeFlow.plain(2).changes)
        writer.finish()
        #expect(try session.sqlite(columns + " WHERE id = 1 AND flow = 1").hasPrefix("||||200|GET / HTTP/1.1"))
        #expect(try session.sqlite("SELECT unjudged, replayed, pinned, search > 0 FROM flow") == "0|0|0|1\n0|0|0|1\n")
    }
}

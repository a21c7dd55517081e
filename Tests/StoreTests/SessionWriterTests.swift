import Bytes
import Flow
import Foundation
import HTTPModel
import Store
import TestKit
import Testing

/// What is written when, and what is not.
@Suite struct SessionWriterTests {
    @Test func equalContentIsKeptOnce() throws {
        let session = try TemporarySession()
        let small = (1...50).map { MadeFlow.plain(UInt64($0), body: "the same") }
        var changes = small.flatMap(\.changes)
        let large = Bytes([UInt8](repeating: 7, count: 600_000))
        for number in 51...53 {
            let flow = MadeFlow.plain(UInt64(number))
            changes += [.content(flow.record.id, .request, large), .finished(flow.record)]
        }
        #expect(try session.kept(changes).count == 53)
        #expect(try session.sqlite("SELECT count(*), sum(size) FROM body") == "2|600008\n")
        #expect(try session.sqlite("SELECT count(*) FROM body_part") == "2\n")
    }

    @Test func whatIsChangedAlikeIsWrittenOnce() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...50).flatMap { MadeFlow.plain(UInt64($0)).changes })
        #expect(try session.sqlite("SELECT count(*) FROM edit") == "1\n")
    }

    @Test func moreThanTheLimitOfABodyIsNotKeptAndSaid() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bodyLimit = 3
        let writer = try session.writer(nil, options)
        writer.submit(MadeFlow.plain(1, body: "hello").changes + MadeFlow.plain(2, body: "abc").changes)
        writer.finish()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map { $0.record.response.content.bytes } == ["hel", "abc"])
        #expect(flows.map { $0.record.response.content.isTruncated } == [true, false])
        #expect(flows.map { $0.record.response.content.size } == [5, 3])
    }

    /// Nothing of a body comes at all then.
    @Test func whereNothingOfABodyIsKeptThatIsSaid() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bodyLimit = 0
        let writer = try session.writer(nil, options)
        writer.submit([
            .finished(MadeFlow.plain(1, body: "hello").record), .finished(MadeFlow.plain(2, body: "").record),
        ])
        writer.finish()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map { $0.record.response.content.isTruncated } == [true, false])
        #expect(flows.map { $0.record.request.content.isTruncated } == [false, false])
    }

    @Test func contentThatWasNotHandedOverIsMissedAndSaid() throws {
        let session = try TemporarySession()
        var flow = MadeFlow.plain(1, body: "hello")
        flow.responseContent = "hel"
        let kept = try #require(try session.kept(flow.changes).first)
        #expect(kept.record.response.content.isTruncated)
        #expect(try !(session.kept(MadeFlow.plain(2).changes).last?.record.response.content.isTruncated ?? true))
    }

    @Test func bodiesAreLeftOutRatherThanWaitedForWhenThatIsWanted() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.dropsBodies = true
        options.loadLimit = 1
        let writer = try session.writer(nil, options)
        writer.submit(MadeFlow.plain(1).changes)
        writer.submit(MadeFlow.plain(2).changes)
        writer.finish()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.count == 2)
        #expect(flows.last?.record.response.content.isTruncated == true)
        #expect(flows.last?.record.response.content.bytes == nil)
    }

    /// What was answered long ago is not to be lost by a kill: whoever reads from sockets waits instead.
    @Test func whatWaitsForLongHoldsUp() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        writer.submit(MadeFlow.plain(1).changes)
        _ = try session.flow(1)
        #expect(!writer.holdsUp)
        // Another program has the file to itself.
        let other = Process()
        other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        other.arguments = ["sqlite3", session.path]
        let pipe = Pipe()
        other.standardInput = pipe
        other.standardOutput = Pipe()
        try other.run()
        try pipe.fileHandleForWriting.write(contentsOf: Data("BEGIN IMMEDIATE;\n".utf8))
        var number: UInt64 = 1
        try eventually("the writer is behind") {
            number += 1
            writer.submit(MadeFlow.plain(number).changes)
            return writer.holdsUp
        }
        try pipe.fileHandleForWriting.close()
        other.waitUntilExit()
        try eventually("the writer has caught up") { !writer.holdsUp }
        writer.finish()
        #expect(session.said.isEmpty)
        #expect(try SessionReader(session.path).count(FlowQuery()) == Int(number))
    }

    /// A reader sees a flow that is not over, with what has come of it.
    @Test func openFlowsAreInTheFile() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        defer { writer.finish() }
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        writer.submit([.progressed(record), .content(record.id, .response, "data: 1\n\n")])
        let flow = try session.flow(1)
        #expect(flow.record.outcome == nil && flow.record.response.content.bytes == "data: 1\n\n")

        writer.submit([.content(record.id, .response, "data: 2\n\n"), .finished(MadeFlow.plain(1).record)])
        let finished = try session.flow(1) { $0.record.isFinished }
        #expect(finished.record.outcome == .complete)
        #expect(finished.record.response.content.bytes == "data: 1\n\ndata: 2\n\n")
    }

    @Test func flowsThatWereOpenWhenHarkWasKilledAreCutOffByTheProxy() throws {
        let session = try TemporarySession()
        let copy = session.folder + "/copy.hark"
        let writer = try session.writer()
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        writer.submit([.progressed(record)] + MadeFlow.plain(2).changes)
        _ = try session.flow(1)
        // As a kill leaves it: the file, and the log beside it.
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: session.path + end, toPath: copy + end) }
        writer.finish()

        let file = try SessionFile(copy)
        #expect(file.endedFlows == 1 && file.lastNumber == 2)
        let flows = try SessionReader(copy).flows(FlowQuery())
        #expect(flows.map { $0.record.outcome?.kind } == [.aborted, .complete])
        #expect(flows.first?.record.outcome?.by == .proxy)
        #expect(try SessionReader(copy).numbers(FlowQuery(where: "flow.error = 'shuttingDown'")) == [1])
    }

    @Test func numbersGoOnInTheNextRun() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(41).changes)
        let file = try SessionFile(session.path)
        #expect(file.lastNumber == 41)
        let writer = SessionWriter(
            file, run: SessionRun(id: RunID(2), started: 5, version: "0.1.0", command: "hark run"),
            options: SessionWriter.Options(), say: { _ in })
        writer.submit(MadeFlow.plain(42, run: 2).changes)
        writer.finish()
        #expect(try SessionReader(session.path).flows(FlowQuery()).map { $0.record.run?.value } == [1, 2])
        #expect(
            try session.sqlite("SELECT name, command FROM run ORDER BY id") == """
                0000000000000001|hark proxy
                0000000000000002|hark run

                """)
    }

    @Test func theOldestFlowsGoWhenThereAreTooMany() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bound.flows = 20
        let writer = try session.writer(nil, options)
        for number in 1...100 { writer.submit(MadeFlow.plain(UInt64(number), body: "body \(number)").changes) }
        writer.finish()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map(\.record.id.number) == Array(81...100))
        #expect(flows.allSatisfy { $0.record.response.content.bytes == Bytes("body \($0.record.id.number)") })
        #expect(try session.sqlite("SELECT count(*) FROM body") == "20\n")
        #expect(try session.sqlite("SELECT count(*) FROM head") == "20\n")
    }

    @Test func pinnedFlowsStay() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...10).flatMap { MadeFlow.plain($0).changes })
        _ = try session.sqlite("UPDATE flow SET pinned = 1 WHERE id = 3")
        var options = SessionWriter.Options()
        options.bound.flows = 5
        let writer = try session.writer(nil, options)
        writer.submit((11...20).flatMap { MadeFlow.plain($0).changes })
        writer.finish()
        let numbers = try SessionReader(session.path).flows(FlowQuery()).map(\.record.id.number)
        #expect(numbers == [3, 17, 18, 19, 20])
    }

    /// Another process may delete flows, and with them what the writer remembers.
    @Test func whatSomebodyElseDeletedIsWrittenAgain() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        writer.submit(MadeFlow.plain(1, body: "shared").changes)
        _ = try session.flow(1)
        _ = try session.sqlite("DELETE FROM flow; DELETE FROM body; DELETE FROM edit; DELETE FROM run")
        writer.submit(MadeFlow.plain(2, body: "shared").changes)
        writer.finish()
        let flow = try #require(try SessionReader(session.path).flow(2))
        #expect(flow.record.everything == MadeFlow.plain(2, body: "shared").expected.everything)
    }

    /// A flow of another run that got the number of one that is there takes its place, with all its columns.
    @Test func aNumberThatIsThereIsWrittenOver() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...3).flatMap { MadeFlow.plain($0, path: "/before", status: 404).changes })
        let writer = try session.writer(run: 2)
        writer.submit(MadeFlow.plain(2, path: "/after", run: 2).changes)
        writer.submit(MadeFlow.plain(4, path: "/after", run: 2).changes)
        writer.finish()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map(\.record.id.number) == [1, 2, 3, 4])
        #expect(flows[1].record.everything == MadeFlow.plain(2, path: "/after", run: 2).expected.everything)
        #expect(flows[2].record.everything == MadeFlow.plain(3, path: "/before", status: 404).expected.everything)
        #expect(session.said.isEmpty)
    }
}

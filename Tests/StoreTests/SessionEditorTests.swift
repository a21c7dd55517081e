import Bytes
import Flow
import Foundation
import Store
import Synchronization
import TestKit
import Testing

/// Marks on flows, and flows that are deleted.
@Suite struct SessionEditorTests {
    @Test func marksStayOnFlowsThatGoOn() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        writer.submit([.progressed(record)])
        try session.flow(1)
        let editor = try SessionEditor(session.path)
        #expect(try editor.pin([1]) == 1)
        #expect(try editor.comment([1], "look") == 1)
        #expect(try editor.tag([1], "bug") == 1)
        editor.close()
        writer.submit([.finished(MadeFlow.plain(1).record)])
        writer.finish()
        let flow = try #require(try SessionReader(session.path).flow(1))
        #expect(flow.isPinned && flow.comment == "look" && flow.tags == ["bug"])
        #expect(flow.record.outcome == .complete)
    }

    @Test func marksComeOffAgain() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let editor = try SessionEditor(session.path)
        _ = try editor.pin([1])
        _ = try editor.comment([1], "look")
        _ = try editor.tag([1], "bug")
        _ = try editor.tag([1], "later")
        #expect(try editor.pin([1], false) == 1)
        #expect(try editor.comment([1], nil) == 1)
        #expect(try editor.tag([1], "bug", isOn: false) == 1)
        let flow = try #require(try SessionReader(session.path).flow(1))
        #expect(!flow.isPinned && flow.comment == nil && flow.tags == ["later"])
    }

    @Test func aFlowThatIsNotThereGetsNoMark() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let editor = try SessionEditor(session.path)
        #expect(try editor.pin([2, 1]) == 1)
        #expect(try editor.comment([2], "x") == 0)
        #expect(try editor.tag([2], "x") == 0)
        #expect(try editor.delete([2]).count == 0)
        #expect(try session.sqlite("SELECT count(*) FROM tag") == "0\n")
    }

    @Test func nothingOfADeletedFlowIsLeftInTheFile() throws {
        let session = try TemporarySession()
        let secret = "s3cr3t-\(UUID().uuidString)"
        var changes = (1...5).flatMap { MadeFlow.plain($0, body: "shared").changes }
        changes += MadeFlow.plain(6, path: "/\(secret)", body: "body \(secret)").changes
        _ = try session.kept(changes)
        #expect(try bytes(session).range(of: Data(secret.utf8)) != nil)
        let editor = try SessionEditor(session.path)
        #expect(try editor.delete([6]) == SessionEditor.Deletion(count: 1, isOverwritten: true))
        editor.close()
        #expect(try bytes(session).range(of: Data(secret.utf8)) == nil)
        let rest = try SessionReader(session.path).flows(FlowQuery())
        #expect(rest.map(\.record.id.number) == [1, 2, 3, 4, 5])
        #expect(rest.allSatisfy { $0.record.response.content.bytes == "shared" })
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
    }

    /// Lists of edits are shared: those of the others stay, and no list stays that nobody has.
    @Test func editsGoWithTheLastFlowThatHasThem() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...4).flatMap { MadeFlow.plain($0).changes })
        let lists = try session.sqlite("SELECT count(DISTINCT list) FROM edit")
        let editor = try SessionEditor(session.path)
        #expect(try editor.delete([1, 2, 3]).count == 3)
        let rest = try SessionReader(session.path).flows(FlowQuery())
        #expect(rest.map(\.record.id.number) == [4] && rest.first?.record.request.edits.isEmpty == false)
        #expect(try session.sqlite("SELECT count(DISTINCT list) FROM edit") == lists)
        #expect(try editor.delete([4]).count == 1)
        editor.close()
        #expect(try session.sqlite("SELECT count(*) FROM edit") == "0\n")
    }

    /// A list that a flow had while it went on, and has no more: the writer forgets what it knew when somebody else
    /// changes the file, and writes the flow's end with a list of its own.
    @Test func listsThatFlowsHadBeforeGoToo() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        writer.submit([.progressed(record)])
        try session.flow(1)
        let editor = try SessionEditor(session.path)
        #expect(try editor.pin([1]) == 1)
        writer.submit(MadeFlow.plain(1).changes)
        writer.finish()
        #expect(try editor.delete([1]).count == 1)
        editor.close()
        #expect(try session.sqlite("SELECT count(*) FROM edit") == "0\n")
    }

    /// A writer remembers lists; one that goes away under its hands must not be given to a flow.
    @Test func aWriterUsesNoListThatWasDeleted() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        for number in 1...30 as ClosedRange<UInt64> {
            writer.submit(MadeFlow.plain(number).changes)
            try session.flow(number)
            let editor = try SessionEditor(session.path)
            #expect(try editor.delete([number - 1]).count == (number > 1 ? 1 : 0))
            editor.close()
        }
        writer.finish()
        let rest = try SessionReader(session.path).flows(FlowQuery())
        #expect(rest.map(\.record.id.number) == [30] && rest.first?.record.request.edits.isEmpty == false)
        let dangling = "SELECT count(*) FROM flow WHERE request_edits NOT IN (SELECT list FROM edit)"
        #expect(try session.sqlite(dangling) == "0\n")
        #expect(try session.sqlite("SELECT count(DISTINCT list) FROM edit") == "1\n")
    }

    @Test func anOpenFlowIsNotDeleted() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        var record = MadeFlow.plain(1).record
        record.outcome = nil
        writer.submit([.progressed(record)])
        try session.flow(1)
        #expect(try SessionEditor(session.path).delete([1]).count == 0)
        writer.finish()
        #expect(try SessionReader(session.path).flow(1) != nil)
    }

    /// Who records into the file gets its turn between the pieces of a long deletion.
    @Test func othersWriteWhileManyFlowsAreDeleted() throws {
        let session = try TemporarySession()
        let count: UInt64 = 3_000
        _ = try session.kept((1...count).flatMap { MadeFlow.plain($0).changes })
        let isOver = Atomic(false)
        let seen = Mutex<Set<Int>>([])
        let (other, reader) = (try SessionEditor(session.path), try SessionReader(session.path))
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            defer { ended.signal() }
            while !isOver.load(ordering: .acquiring) {
                guard let pinned = try? other.pin([count]), pinned == 1 else { return }
                guard let left = try? reader.count(FlowQuery()) else { return }
                _ = seen.withLock { $0.insert(left) }
            }
        }
        try eventually("the other writes") { seen.withLock { !$0.isEmpty } }
        let editor = try SessionEditor(session.path)
        #expect(try editor.delete(Array(1...count - 1)).count == Int(count) - 1)
        isOver.store(true, ordering: .releasing)
        ended.wait()
        #expect(seen.withLock { $0.contains { $0 > 1 && $0 < Int(count) } })
        editor.close()
        #expect(try session.sqlite("SELECT group_concat(id) FROM flow; PRAGMA integrity_check") == "\(count)\nok\n")
    }

    /// The file and what SQLite keeps beside it.
    private func bytes(_ session: TemporarySession) throws -> Data {
        var all = try Data(contentsOf: URL(fileURLWithPath: session.path))
        for end in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: session.path + end) {
            all += try Data(contentsOf: URL(fileURLWithPath: session.path + end))
        }
        return all
    }
}

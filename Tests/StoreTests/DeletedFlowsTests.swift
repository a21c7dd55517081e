import Bytes
import Filter
import Flow
import Foundation
import Testing

@testable import Store

/// The last deletion can be undone, until somebody writes flows to the session; then nothing of it is left.
@Suite struct DeletedFlowsTests {
    private static let run = SessionRun(
        id: RunID(9), started: 1_700_000_000_000_000, version: "0.1.0", command: "hark delete")

    private static func delete(_ numbers: [UInt64], _ session: TemporarySession) throws {
        let reader = try SessionReader(session.path)
        try DeletedFlows(of: session.path).keep(
            numbers, from: reader, run: run, say: { session.hear($0) })
        reader.close()
        let editor = try SessionEditor(session.path)
        #expect(try editor.delete(numbers).count == numbers.count)
        editor.close()
    }

    private static func bringBack(_ session: TemporarySession) throws -> DeletedFlows.Return? {
        try DeletedFlows(of: session.path).bringBack(run: run, reader: FilterReader(), say: { session.hear($0) })
    }

    private static func isThere(_ session: TemporarySession) -> Bool {
        FileManager.default.fileExists(atPath: session.path + ".undo")
    }

    @Test func flowsComeBackAsTheyWere() throws {
        let session = try TemporarySession()
        let before = try session.kept((1...5).flatMap { MadeFlow.plain($0, body: "body \($0)").changes })
        let editor = try SessionEditor(session.path)
        _ = try editor.pin([2])
        _ = try editor.comment([3], "look")
        _ = try editor.tag([3], "bug")
        editor.close()
        try Self.delete([2, 3, 5], session)
        #expect(try SessionReader(session.path).flows(FlowQuery()).map(\.record.id.number) == [1, 4])
        let mode = try FileManager.default.attributesOfItem(atPath: session.path + ".undo")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try Self.bringBack(session) == DeletedFlows.Return(restored: 3, taken: 0))
        let after = try SessionReader(session.path).flows(FlowQuery())
        #expect(after.map(\.record.id.number) == [1, 2, 3, 4, 5])
        #expect(after.map(\.record.run) == before.map(\.record.run))
        #expect(after.map(\.record.response.content.bytes) == before.map(\.record.response.content.bytes))
        #expect(after[1].isPinned && after[2].comment == "look" && after[2].tags == ["bug"])
        #expect(!after[0].isPinned && after[4].comment == nil && after[4].tags.isEmpty)
        #expect(!Self.isThere(session) && session.said.isEmpty, "\(session.said)")
        #expect(try Self.bringBack(session) == nil)
        #expect(try session.sqlite("PRAGMA integrity_check") == "ok\n")
    }

    /// Only the last deletion can be undone.
    @Test func aSecondDeletionTakesThePlaceOfTheFirst() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...4).flatMap { MadeFlow.plain($0).changes })
        try Self.delete([1], session)
        try Self.delete([2, 3], session)
        #expect(try Self.bringBack(session) == DeletedFlows.Return(restored: 2, taken: 0))
        #expect(try SessionReader(session.path).flows(FlowQuery()).map(\.record.id.number) == [2, 3, 4])
    }

    @Test func aNumberThatIsTakenStaysWithItsNewFlow() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...3).flatMap { MadeFlow.plain($0, body: "old").changes })
        try Self.delete([2, 3], session)
        _ = try session.kept(MadeFlow.plain(3, body: "new").changes)
        #expect(try Self.bringBack(session) == DeletedFlows.Return(restored: 1, taken: 1))
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map(\.record.id.number) == [1, 2, 3])
        #expect(flows[2].record.response.content.bytes == "new")
    }

    @Test func nothingIsLeftOfWhatIsForgotten() throws {
        let session = try TemporarySession()
        let secret = "s3cr3t-\(UUID().uuidString)"
        _ = try session.kept(MadeFlow.plain(1, path: "/\(secret)").changes + MadeFlow.plain(2).changes)
        try Self.delete([1], session)
        let undo = session.path + ".undo"
        // A second name of the same file shows what is left in it.
        let copy = try FileHandle(forReadingFrom: URL(fileURLWithPath: undo))
        #expect(try copy.readToEnd()?.range(of: Data(secret.utf8)) != nil)
        DeletedFlows(of: session.path).forget()
        #expect(!Self.isThere(session))
        try copy.seek(toOffset: 0)
        #expect(try copy.readToEnd()?.allSatisfy { $0 == 0 } == true)
        #expect(try Self.bringBack(session) == nil)
    }

    /// A file of this name that is none of ours, and what a link leads to, are left alone.
    @Test func otherFilesStay() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let undo = session.path + ".undo"
        try "mine".write(toFile: undo, atomically: true, encoding: .utf8)
        DeletedFlows(of: session.path).forget()
        #expect(try String(contentsOfFile: undo, encoding: .utf8) == "mine")
        #expect(throws: (any Error).self) { try Self.delete([1], session) }
        #expect(try SessionReader(session.path).flows(FlowQuery()).count == 1)
        #expect(try String(contentsOfFile: undo, encoding: .utf8) == "mine")
        let other = try TemporarySession()
        _ = try other.kept(MadeFlow.plain(1).changes)
        try FileManager.default.removeItem(atPath: undo)
        try FileManager.default.createSymbolicLink(atPath: undo, withDestinationPath: other.path)
        DeletedFlows(of: session.path).forget()
        #expect(try SessionReader(other.path).flows(FlowQuery()).count == 1)
    }

    @Test func aRemovedSessionTakesItAlong() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...2).flatMap { MadeFlow.plain($0).changes })
        try Self.delete([1], session)
        try SessionEntry(path: session.path).remove()
        #expect(!Self.isThere(session))
    }
}

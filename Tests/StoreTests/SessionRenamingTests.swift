import Foundation
import Store
import Testing

/// A session gets another name whole, or not at all.
@Suite struct SessionRenamingTests {
    private static func make(_ session: TemporarySession, _ name: String) throws -> SessionEntry {
        let path = session.folder + "/" + name
        let writer = try session.writer(path)
        writer.submit(MadeFlow.plain(1).changes)
        writer.finish()
        return try SessionEntry(path: path)
    }

    @Test func itsFlowsAreThereUnderTheNewName() throws {
        let session = try TemporarySession()
        let entry = try Self.make(session, "2026-11-22T12-00-00Z.hark")
        try entry.rename(to: "login bug")
        #expect(SessionFolder(session.folder).files().map(\.name) == ["login bug.hark"])
        #expect(try SessionEntry(path: session.folder + "/login bug.hark").summary().flows == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder) == ["login bug.hark"])
    }

    @Test func nobodysPlaceIsTaken() throws {
        let session = try TemporarySession()
        let (one, other) = (try Self.make(session, "a.hark"), try Self.make(session, "b.hark"))
        let before = try Data(contentsOf: URL(filePath: other.path))
        #expect(throws: SessionError.self) { try one.rename(to: "b") }
        #expect(try Data(contentsOf: URL(filePath: other.path)) == before)
        #expect(SessionFolder(session.folder).files().map(\.name).sorted() == ["a.hark", "b.hark"])
    }

    @Test func oneThatIsWrittenOrReadKeepsItsName() throws {
        let session = try TemporarySession()
        let entry = try Self.make(session, "a.hark")
        let writer = try session.writer(entry.path)
        #expect(throws: SessionError.self) { try entry.rename(to: "b") }
        writer.finish()
        let reader = try SessionReader(entry.path)
        _ = try reader.lastNumber()
        #expect(throws: SessionError.self) { try entry.rename(to: "b") }
        reader.close()
        #expect(SessionFolder(session.folder).files().map(\.name) == ["a.hark"])
        try entry.rename(to: "b")
    }

    @Test func whatIsNoSessionStays() throws {
        let session = try TemporarySession()
        let path = session.folder + "/a.hark"
        try Data("years of work".utf8).write(to: URL(filePath: path))
        #expect(throws: SessionError.self) { try SessionEntry(path: path).rename(to: "b") }
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "years of work")
    }

    @Test(arguments: [
        "", ".", "..", ".a", "-a", "a/b", "../a", "a\nb", "a\u{0}b", "a\u{7f}", "a\u{202e}b", "a ", "a.hark",
        String(repeating: "a", count: 101),
    ])
    func aNameThatIsNoneIsRefused(name: String) throws {
        let session = try TemporarySession()
        let entry = try Self.make(session, "kept.hark")
        #expect(!SessionName.isUsable(name))
        #expect(throws: SessionError.self) { try entry.rename(to: name) }
        #expect(SessionFolder(session.folder).files().map(\.name) == ["kept.hark"])
    }

    @Test(arguments: ["a", "login bug", "größe", "2026-11-22T12-00-00Z", "v1.2", String(repeating: "a", count: 100)])
    func otherNamesAreUsable(name: String) { #expect(SessionName.isUsable(name)) }
}

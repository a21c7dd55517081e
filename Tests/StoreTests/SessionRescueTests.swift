import Bytes
import Flow
import Foundation
import Store
import Testing

/// What is saved of a damaged session, and that the session itself is left alone.
@Suite struct SessionRescueTests {
    private let run = SessionRun(id: RunID(9), started: 0, version: "0", command: "hark sessions rescue")

    @Test func aWholeSessionIsSavedWhole() throws {
        let session = try TemporarySession()
        let flows = (1...60).map { number in
            var random = RandomFlow(seed: UInt64(number), number: UInt64(number * 2))
            return random.make()
        }
        _ = try session.kept(flows.flatMap(\.changes))
        _ = try session.sqlite(
            "UPDATE flow SET pinned = 1, comment = 'look' WHERE id = 4; INSERT INTO tag VALUES(4, 'bug')")
        let saved = session.folder + "/saved.hark"
        let rescue = try SessionRescue(session.path, into: saved, run: run)
        #expect(rescue.saved == 60 && rescue.lost == 0)
        let read = try SessionReader(saved).flows(FlowQuery())
        #expect(read.map(\.record.everything) == flows.map(\.expected.everything))
        let marked = try #require(read.first { $0.record.id.number == 4 })
        #expect(marked.isPinned && marked.comment == "look" && marked.tags == ["bug"])
    }

    @Test func whatIsBesideTheDamageIsSaved() throws {
        let session = try TemporarySession()
        _ = try session.kept(
            (1...400).flatMap { MadeFlow.plain($0, body: String(repeating: "body \($0) ", count: 40)).changes })
        var bytes = try Data(contentsOf: URL(fileURLWithPath: session.path))
        // Pages in the middle are lost, as when a disk fails.
        let middle = bytes.count / 2 / 4096 * 4096
        for place in middle..<middle + 3 * 4096 { bytes[place] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: session.path))
        let saved = session.folder + "/saved.hark"
        let rescue = try SessionRescue(session.path, into: saved, run: run)
        #expect(rescue.saved > 200 && rescue.saved < 400)
        #expect(rescue.hasHoles || rescue.lost > 0)
        for flow in try SessionReader(saved).flows(FlowQuery()) {
            #expect(flow.record.url.text == "http://example.com/")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: session.path)) == bytes)
    }

    /// A number may be anything: what is asked for are the flows that are there.
    @Test func numbersFarApartAreFound() throws {
        let session = try TemporarySession()
        _ = try session.kept([1, 7, 1 << 40, 1 << 62].flatMap { MadeFlow.plain($0).changes })
        let saved = session.folder + "/saved.hark"
        let rescue = try SessionRescue(session.path, into: saved, run: run)
        #expect(rescue.saved == 4 && rescue.lost == 0 && !rescue.hasHoles)
    }

    /// What cannot be written into the new file is not counted as saved.
    @Test func onlyWhatWasWrittenIsSaved() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...30).flatMap { MadeFlow.plain($0).changes })
        _ = try session.sqlite("UPDATE flow SET request_framing = 7; DELETE FROM flow WHERE id = 3")
        let saved = session.folder + "/saved.hark"
        let rescue = try SessionRescue(session.path, into: saved, run: run)
        #expect(rescue.saved == 29)
        #expect(try SessionReader(saved).count(FlowQuery()) == 29)
    }

    @Test func nothingIsOverwritten() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let other = session.folder + "/other"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        let error = #expect(throws: SessionError.self) { _ = try SessionRescue(session.path, into: other, run: run) }
        #expect(error?.code == .exists)
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("mine".utf8))
    }

    @Test func whatWasNeverASessionIsRefused() throws {
        let session = try TemporarySession()
        try Data(repeating: 0, count: 9_000).write(to: URL(fileURLWithPath: session.path))
        let saved = session.folder + "/saved.hark"
        let error = #expect(throws: SessionError.self) { _ = try SessionRescue(session.path, into: saved, run: run) }
        #expect(error?.code == .notOurs)
        #expect(!FileManager.default.fileExists(atPath: saved))
    }

    /// A file that was cut off anywhere is read or refused; it never takes the process with it.
    @Test func aTornFileIsReadOrRefused() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...50).flatMap { MadeFlow.plain($0).changes })
        let whole = try Data(contentsOf: URL(fileURLWithPath: session.path))
        for size in stride(from: 0, to: whole.count, by: whole.count / 23 + 1) {
            let torn = session.folder + "/torn-\(size).hark"
            try whole.prefix(size).write(to: URL(fileURLWithPath: torn))
            do {
                let flows = try SessionReader(torn).flows(FlowQuery())
                #expect(flows.count <= 50)
            } catch {
                #expect(!error.text.isEmpty)
            }
        }
    }
}

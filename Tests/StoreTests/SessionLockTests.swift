import Flow
import Foundation
import Store
import Synchronization
import TestKit
import Testing

/// Who may write to a file, when several want to at once.
@Suite struct SessionLockTests {
    @Test func startsInOneSecondHaveAFileEach() async throws {
        let session = try TemporarySession()
        let folder = SessionFolder(session.folder)
        let paths = await withTaskGroup(of: (SessionFile?).self) { group in
            for _ in 0..<12 { group.addTask { try? folder.create(start: 5_000_000) } }
            var files: [SessionFile] = []
            for await file in group { if let file { files.append(file) } }
            return files.map(\.path)
        }
        #expect(paths.count == 12 && Set(paths).count == 12)
    }

    @Test func whatIsThereIsNotTakenForANewFile() throws {
        let session = try TemporarySession()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: session.path))
        let error = #expect(throws: SessionError.self) { _ = try SessionFile(session.path, isNew: true) }
        #expect(error?.code == .exists)
        #expect(try Data(contentsOf: URL(fileURLWithPath: session.path)) == Data("mine".utf8))
    }

    /// `hark sessions` beside a start.
    @Test func whoeverLooksWhetherAFileIsHeldHoldsUpNoStart() throws {
        let session = try TemporarySession()
        let path = session.folder + "/other.hark"
        try session.writer(path).finish()
        let entry = try SessionEntry(path: path)
        let flag = Flag()
        try beside {
            // From a descriptor of its own, as another process has one: flock(2) tells descriptors apart.
            while !flag.isUp { _ = entry.isRunning }
        } _: {
            defer { flag.raise() }
            for _ in 0..<200 {
                #expect(throws: Never.self) { try SessionLockTests.claim(path) }
            }
        }
    }

    /// A start and a removal at once: whoever has the file has the one that is found under its name.
    @Test func aFileThatIsWrittenToHasItsName() throws {
        let session = try TemporarySession()
        let path = session.folder + "/other.hark"
        let flag = Flag()
        try beside {
            while !flag.isUp { try? SessionEntry(path: path).remove() }
        } _: {
            defer { flag.raise() }
            for _ in 0..<100 {
                guard let file = try? SessionFile(path) else { continue }
                #expect(FileManager.default.fileExists(atPath: path))
                withExtendedLifetime(file) {}
            }
        }
    }

    @Test func aFileThatOthersMayReadIsKnown() throws {
        let session = try TemporarySession()
        try session.writer().finish()
        #expect(try !SessionFile(session.path).isOpenToOthers)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: session.path)
        #expect(try SessionFile(session.path).isOpenToOthers)
    }

    private static func claim(_ path: String) throws {
        let file = try SessionFile(path)
        withExtendedLifetime(file) {}
    }
}

/// Goes up once.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isUp: Bool { value.load(ordering: .relaxed) }

    func raise() {
        value.store(true, ordering: .relaxed)
    }
}

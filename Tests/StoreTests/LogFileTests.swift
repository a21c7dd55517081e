import Bytes
import Flow
import Foundation
import RecordTestKit
import Testing

@testable import Store

@Suite struct LogFileTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func open(_ disk: Disk = Disk(), _ say: Sayings = Sayings()) throws -> LogFile {
        try LogFile(path: folder.file("a.log"), calls: disk.calls, diagnostics: say.say)
    }

    /// The ids of all lines, each of which has to be whole.
    private func ids(_ name: String = "a.log") throws -> [Int] {
        let bytes = try folder.read(name)
        #expect(bytes.isEmpty || bytes.last == 0x0A)
        return try bytes.split(separator: 0x0A).compactMap { try JSONTree($0)["_id"].int }
    }

    @Test func eachBatchIsOneWriteOfWholeLines() throws {
        let disk = Disk()
        let log = try open(disk)
        for round in 0..<3 {
            log.append(writer(smallEntry(round * 2)))
            log.append(writer(smallEntry(round * 2 + 1)))
            log.batchEnded()
            #expect(disk.writes.count == round + 1)
        }
        #expect(try ids() == [0, 1, 2, 3, 4, 5])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("a.log"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aFileThatIsRemovedIsSaidOnceAndAnewOnlyAfterItWasOpenedAgain() throws {
        let say = Sayings()
        let log = try open(Disk(), say)
        log.append(writer(smallEntry(0)))
        log.batchEnded()
        #expect(say.all.isEmpty)
        for _ in 0..<2 {
            try FileManager.default.removeItem(atPath: folder.file("a.log"))
            for round in 1...3 {
                log.append(writer(smallEntry(round)))
                log.batchEnded()
            }
            log.reopen()
        }
        #expect(say.all.filter { $0.contains("a.log was deleted") }.count == 2 && say.all.count == 2, "\(say.all)")
        log.append(writer(smallEntry(9)))
        log.close()
        #expect(try ids() == [9])
    }

    @Test func aTornLastLineIsCutAtEveryByte() throws {
        let lines = Array((smallEntry(1) + "\n" + smallEntry(2)).utf8)
        let first = smallEntry(1).utf8.count + 1
        for count in first...lines.count {
            try folder.write("a.log", lines[..<count])
            let log = try open()
            log.append(writer(smallEntry(3)))
            log.close()
            let isWhole = count == lines.count
            #expect(try ids() == (isWhole ? [1, 2, 3] : [1, 3]), "cut at \(count)")
            #expect((log.finding != nil) == (count > first && !isWhole))
        }
    }

    @Test func aLastLineThatIsNoEntryIsLeftAlone() throws {
        try folder.write("a.log", "a note of mine".utf8)
        let log = try open()
        log.append(writer(smallEntry(1)))
        log.close()
        #expect(String(decoding: try folder.read("a.log"), as: UTF8.self) == "a note of mine\n" + smallEntry(1) + "\n")
    }

    @Test func aFullDiskLeavesNoTornLine() throws {
        for room in 0...130 {
            try? FileManager.default.removeItem(atPath: folder.file("a.log"))
            let disk = Disk()
            let sayings = Sayings()
            let log = try open(disk, sayings)
            log.append(writer(smallEntry(1)))
            log.batchEnded()
            disk.set(room: room)
            for id in 2...4 { log.append(writer(smallEntry(id))) }
            log.batchEnded()
            let kept = try ids()
            #expect([1, 2, 3, 4].starts(with: kept) && kept.first == 1)
            disk.set(room: .max)
            log.append(writer(smallEntry(5)))
            log.close()
            #expect(try ids() == kept + [5])
            #expect(sayings.all.count == (kept.count < 4 ? 2 : 0))
        }
    }

    @Test func aTornLineThatCannotBeTakenBackHasNoneJoinedToIt() throws {
        let disk = Disk()
        let log = try open(disk)
        disk.set(room: 10, canTruncate: false)
        log.append(writer(smallEntry(1)))
        log.batchEnded()
        disk.set(room: .max)
        log.append(writer(smallEntry(2)))
        log.close()
        let lines = try folder.read("a.log").split(separator: 0x0A)
        #expect(lines.count == 2)
        #expect(lines.last.map { String(decoding: $0, as: UTF8.self) } == smallEntry(2))
    }

    @Test func afterRotationTheNewFileIsWritten() throws {
        let log = try open()
        log.append(writer(smallEntry(1)))
        try FileManager.default.moveItem(atPath: folder.file("a.log"), toPath: folder.file("a.log.1"))
        log.reopen()
        log.append(writer(smallEntry(2)))
        log.close()
        #expect(try ids("a.log.1") == [1])
        #expect(try ids() == [2])
    }

    @Test func reopeningWithoutRotationGoesOn() throws {
        let sayings = Sayings()
        let log = try open(Disk(), sayings)
        log.append(writer(smallEntry(1)))
        log.reopen()
        log.append(writer(smallEntry(2)))
        log.close()
        #expect(try ids() == [1, 2])
        #expect(sayings.all.isEmpty)
    }

    @Test func reopeningThatFailsKeepsTheOldFile() throws {
        let inner = folder.file("inner")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        let sayings = Sayings()
        let log = try LogFile(path: inner + "/a.log", diagnostics: sayings.say)
        try FileManager.default.moveItem(atPath: inner, toPath: folder.file("moved"))
        log.reopen()
        #expect(sayings.all.count == 1)
        log.append(writer(smallEntry(1)))
        log.close()
        #expect(try ids("moved/a.log") == [1])
    }

    @Test func aFolderAndAMissingFolderAreRefused() throws {
        #expect { try LogFile(path: folder.path) { _ in } } throws: { ($0 as? RecordError)?.code == .isDirectory }
        #expect { try LogFile(path: folder.file("x/y.log")) { _ in } } throws: {
            ($0 as? RecordError)?.code == .noSuchFolder
        }
    }

    @Test func aDeviceIsFine() throws {
        let log = try LogFile(path: "/dev/null") { _ in }
        log.append(writer(smallEntry(1)))
        log.close()
    }
}

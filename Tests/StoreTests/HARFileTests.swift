import Flow
import Formats
import Foundation
import HTTPModel
import RecordTestKit
import Synchronization
import TestKit
import Testing

@testable import Bytes
@testable import Store

/// An entry of the shape that files know, with a text of some length.
func smallEntry(_ id: Int, _ text: String = "x") -> String {
    #"{"_id":\#(id),"comment":"}]{[\"\#(text)"}"#
}

func writer(_ json: String) -> JSONWriter {
    var writer = JSONWriter(spool: SpoolFile.make)
    for byte in json.utf8 { writer.put(byte) }
    return writer
}

/// A disk whose calls are counted and may fail: after `room` more bytes there is no space left.
final class Disk: Sendable {
    private struct State {
        var room = Int.max
        var canTruncate = true
        var writes: [(offset: Int, bytes: [UInt8])] = []
    }

    private let state = Mutex(State())

    func set(room: Int, canTruncate: Bool = true) {
        state.withLock {
            $0.room = room
            $0.canTruncate = canTruncate
        }
    }

    /// Every write so far, with its offset.
    var writes: [(offset: Int, bytes: [UInt8])] { state.withLock { $0.writes } }

    var calls: FileCalls {
        FileCalls(
            writeAt: { file, bytes, offset in
                let allowed = self.grant(bytes, offset)
                if allowed == 0 { return -Int(ENOSPC) }
                return FileCalls.system.writeAt(file, UnsafeRawBufferPointer(rebasing: bytes[..<allowed]), offset)
            },
            append: { file, bytes in
                let allowed = self.grant(bytes, -1)
                if allowed == 0 { return -Int(ENOSPC) }
                return FileCalls.system.append(file, UnsafeRawBufferPointer(rebasing: bytes[..<allowed]))
            },
            truncate: { file, size in
                self.state.withLock { $0.canTruncate } ? FileCalls.system.truncate(file, size) : -Int(EIO)
            })
    }

    /// How many of the bytes there is room for. Closing brackets alone fit where they stood.
    private func grant(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        state.withLock { state in
            state.writes.append((offset, Array(bytes)))
            if offset >= 0, bytes.count == HARFile.closing.count, state.canTruncate { return bytes.count }
            let allowed = min(bytes.count, state.room)
            if state.room != Int.max { state.room -= allowed }
            return allowed
        }
    }
}

@Suite struct HARFileTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func open(_ disk: Disk = Disk(), _ say: Sayings = Sayings(), name: String = "a.har") throws -> HARFile {
        try HARFile(path: folder.file(name), version: "1.2.3", calls: disk.calls, diagnostics: say.say)
    }

    private func ids(_ name: String = "a.har") throws -> [Int] {
        try JSONTree(folder.read(name))["log"]["entries"].array.compactMap { $0["_id"].int }
    }

    @Test func aFileThatIsRemovedIsSaidOnce() throws {
        let say = Sayings()
        let file = try open(Disk(), say)
        for round in 0..<4 {
            if round == 1 { try FileManager.default.removeItem(atPath: folder.file("a.har")) }
            file.append(writer(smallEntry(round)))
            file.batchEnded()
        }
        file.close()
        #expect(say.all.count == 1 && say.all.first?.contains("a.har was deleted") == true, "\(say.all)")
    }

    @Test func aNewFileIsAnEmptyHARForItsOwnerAlone() throws {
        let file = try open()
        let log = try JSONTree(folder.read("a.har"))["log"]
        #expect(log["version"].string == "1.2")
        #expect(log["creator"]["name"].string == "Hark")
        #expect(log["creator"]["version"].string == "1.2.3")
        #expect(log["pages"].count == 0)
        #expect(log["entries"].count == 0)
        #expect(file.finding == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("a.har"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func eachBatchIsOneWriteAndTheFileIsWholeAfterEach() throws {
        let disk = Disk()
        let file = try open(disk)
        for round in 0..<4 {
            let before = disk.writes.count
            for id in 0..<3 { file.append(writer(smallEntry(round * 3 + id))) }
            file.batchEnded()
            #expect(disk.writes.count == before + 1)
            #expect(try ids() == Array(0..<(round * 3 + 3)))
        }
        file.batchEnded()
        #expect(disk.writes.count == 5)
    }

    @Test func aLaterRunGoesOnWhereTheLastOneEnded() throws {
        for run in 0..<3 {
            let file = try open()
            #expect(file.finding == nil)
            file.append(writer(smallEntry(run)))
            file.close()
        }
        #expect(try ids() == [0, 1, 2])
    }

    /// A crash may cut any write at any byte: what the write had not reached keeps its old bytes.
    @Test func everyPrefixOfEveryWriteIsRecovered() throws {
        let disk = Disk()
        let file = try open(disk)
        for round in 0..<3 {
            for id in 0..<(round + 1) {
                file.append(writer(smallEntry(round * 10 + id, String(repeating: "y", count: id * 7))))
            }
            file.batchEnded()
        }
        file.close()
        let whole = [[], [0], [0, 10, 11], [0, 10, 11, 20, 21, 22]]
        var image: [UInt8] = []
        for (number, write) in disk.writes.enumerated() {
            for cut in 0...write.bytes.count {
                var torn = image
                let end = write.offset + cut
                if torn.count < end { torn += [UInt8](repeating: 0, count: end - torn.count) }
                torn.replaceSubrange(write.offset..<end, with: write.bytes[..<cut])
                try folder.write("torn.har", torn)
                let recovered = try open(name: "torn.har")
                let kept = try ids("torn.har")
                let before = number == 0 ? [] : whole[number - 1]
                #expect(kept.starts(with: before), "write \(number) cut at \(cut)")
                #expect(whole[number].starts(with: kept))
                recovered.append(writer(smallEntry(99)))
                recovered.close()
                #expect(try ids("torn.har") == kept + [99])
            }
            if image.count < write.offset + write.bytes.count {
                image += [UInt8](repeating: 0, count: write.offset + write.bytes.count - image.count)
            }
            image.replaceSubrange(write.offset..<(write.offset + write.bytes.count), with: write.bytes)
        }
    }

    @Test func aTornEntryLargerThanABlockIsCutAndTold() throws {
        let file = try open()
        file.append(writer(smallEntry(1)))
        file.append(writer(smallEntry(2)))
        file.close()
        let whole = try folder.read("a.har")
        let torn =
            whole.dropLast(HARFile.closing.count) + Array(",\n".utf8)
            + Array(smallEntry(3, String(repeating: "z", count: 300_000)).utf8.dropLast())
        try folder.write("a.har", torn)
        let recovered = try open()
        #expect(try ids() == [1, 2])
        #expect(recovered.finding?.contains("2 entries were kept") == true)
        #expect(recovered.finding?.contains("\(torn.count - whole.count + HARFile.closing.count) bytes") == true)
        #expect(try folder.read("a.har") == whole)
    }

    @Test func spaceThatWasNeverFilledIsCut() throws {
        try open().close()
        let whole = try folder.read("a.har")
        try folder.write(
            "a.har",
            whole.dropLast(HARFile.closing.count) + Array("\n{\"_id\":1,\"co".utf8) + [UInt8](repeating: 0, count: 5000)
        )
        let recovered = try open()
        #expect(try ids() == [])
        recovered.append(writer(smallEntry(4)))
        recovered.close()
        #expect(try ids() == [4])
    }

    @Test(arguments: [
        #"{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[]}}"#,
        "not a HAR at all", "{}", "[", #"{"log": {"version": "1.2"}}"#, "\n",
    ])
    func whatHarkDidNotWriteIsLeftAlone(content: String) throws {
        try folder.write("a.har", content.utf8)
        #expect { try open() } throws: { ($0 as? RecordError)?.code == .notOurs }
        #expect(try folder.read("a.har") == Array(content.utf8))
    }

    @Test func aFileThatWasEditedIsLeftAlone() throws {
        let file = try open()
        file.append(writer(smallEntry(1)))
        file.close()
        let edited =
            try folder.read("a.har").dropLast(5) + Array(",\n{\n  \"_id\": 7,\n  \"more\": true\n}\n]}}\n".utf8)
        try folder.write("a.har", edited)
        #expect { try open() } throws: { ($0 as? RecordError)?.code == .damaged }
        #expect(try folder.read("a.har") == Array(edited))
    }

    @Test func anEmptyFileAndACutOffBeginningAreFine() throws {
        try open(name: "whole.har").close()
        let whole = try folder.read("whole.har")
        for count in 0...whole.count {
            try folder.write("a.har", whole[..<count])
            try open().close()
            #expect(try folder.read("a.har") == whole)
        }
    }

    @Test func placesWhereNoFileCanBeAreRefusedInWords() throws {
        func code(_ path: String) -> RecordError.Code? {
            do {
                _ = try HARFile(path: path, version: "1") { _ in }
                return nil
            } catch {
                #expect(error.text.contains(path))
                return error.code
            }
        }
        #expect(code(folder.path) == .isDirectory)
        #expect(code(folder.file("no/such.har")) == .noSuchFolder)
        #expect(code("/dev/null") == .notAFile)
    }

    @Test func twoWritersOfOneFileAreRefused() throws {
        let first = try open()
        #expect { try open() } throws: { ($0 as? RecordError)?.code == .inUse }
        first.close()
        try open().close()
    }

    /// However much of a batch finds room, the file stays whole, keeps what fits, and takes later entries.
    @Test func aFullDiskLosesOnlyWhatDoesNotFit() throws {
        for room in 0...160 {
            let disk = Disk()
            let sayings = Sayings()
            let name = "full-\(room).har"
            let file = try open(disk, sayings, name: name)
            file.append(writer(smallEntry(1)))
            file.batchEnded()
            disk.set(room: room)
            for id in 2...4 { file.append(writer(smallEntry(id))) }
            file.batchEnded()
            let kept = try ids(name)
            #expect([1, 2, 3, 4].starts(with: kept))
            #expect(kept.first == 1)
            disk.set(room: .max)
            file.append(writer(smallEntry(5)))
            file.close()
            #expect(try ids(name) == kept + [5])
            let lost = 4 - kept.count
            if lost > 0 {
                #expect(sayings.all.count == 2)
                #expect(sayings.all.first?.contains("No space left") == true)
                #expect(sayings.all.last?.contains(lost == 1 ? "1 exchange was" : "\(lost) exchanges were") == true)
            } else {
                #expect(sayings.all.isEmpty)
            }
        }
    }

    @Test func aDiskThatFailsForLongIsToldOnce() throws {
        let disk = Disk()
        let sayings = Sayings()
        let file = try open(disk, sayings)
        disk.set(room: 0)
        for id in 0..<50 {
            file.append(writer(smallEntry(id)))
            file.batchEnded()
        }
        #expect(sayings.all.count == 1)
        file.close()
        #expect(sayings.all.count == 2)
        #expect(sayings.all.last?.contains("50 exchanges were") == true)
        #expect(try ids() == [])
    }

    @Test func anEndThatCouldNotBePutRightIsPutRightLater() throws {
        let disk = Disk()
        let sayings = Sayings()
        let file = try open(disk, sayings)
        file.append(writer(smallEntry(1)))
        file.batchEnded()
        disk.set(room: 10, canTruncate: false)
        file.append(writer(smallEntry(2)))
        file.batchEnded()
        file.append(writer(smallEntry(3)))
        file.batchEnded()
        disk.set(room: .max)
        file.append(writer(smallEntry(4)))
        file.close()
        #expect(try ids() == [1, 4])
        #expect(sayings.all.count == 2)
    }

    private func largeEntry(_ id: Int) -> JSONWriter {
        var large = writer(#"{"_id":\#(id),"comment":""#)
        for _ in 0..<5 {
            [UInt8](repeating: 0x61, count: 1 << 20).withUnsafeBytes { large.escape($0) }
            large.spoolIfLarge()
        }
        large.endString()
        large.endObject()
        return large
    }

    @Test func aLargeEntryGoesInByPieces() throws {
        let disk = Disk()
        let file = try open(disk)
        file.append(writer(smallEntry(1)))
        file.append(largeEntry(2))
        file.append(writer(smallEntry(3)))
        file.close()
        #expect(try ids() == [1, 2, 3])
        #expect(disk.writes.allSatisfy { $0.bytes.count <= 1 << 20 + 64 })
    }

    @Test(arguments: [0, 1, 100, 1 << 20, 5 << 20])
    func aLargeEntryThatDoesNotFitLeavesTheFileWhole(room: Int) throws {
        let disk = Disk()
        let file = try open(disk)
        file.append(writer(smallEntry(1)))
        file.batchEnded()
        disk.set(room: room)
        file.append(largeEntry(2))
        #expect(try ids() == [1])
        disk.set(room: .max)
        file.append(largeEntry(3))
        file.close()
        #expect(try ids() == [1, 3])
    }

    @Test func aFileIsReadBackWhole() throws {
        let file = try open()
        let stories = (1...3).map { Story.get("HTTP/1.1 200 OK\r\n\r\n", Bytes("answer \($0)"), id: $0) }
        for story in stories { file.append(writer(String(decoding: story.line(), as: UTF8.self))) }
        file.close()
        let recording = HARReader.read(Bytes(try folder.read("a.har")))
        #expect(recording.damage == [])
        #expect(recording.creator == "Hark")
        #expect(recording.flows.map(\.id.number) == [1, 2, 3])
        #expect(recording.flows.map(\.index) == [0, 1, 2])
        #expect(recording.flows.map(\.response.content.bytes) == ["answer 1", "answer 2", "answer 3"])
    }
}

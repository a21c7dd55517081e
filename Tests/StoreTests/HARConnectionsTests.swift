import Bytes
import Flow
import Foundation
import RecordTestKit
import Testing

@testable import Store

/// The connections of HTTP/2 that stand behind the entries of a HAR.
@Suite struct HARConnectionsTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func open(name: String = "a.har") throws -> HARFile {
        try HARFile(path: folder.file(name), version: "1.2.3", diagnostics: Sayings().say)
    }

    private func ids(_ name: String = "a.har") throws -> [Int] {
        try JSONTree(folder.read(name))["log"]["entries"].array.compactMap { $0["_id"].int }
    }

    private func connection(_ number: UInt64) -> ConnectionRecord {
        var record = ConnectionRecord(
            .client, number: number, wallClock: 1_700_000_000_000_000, openedAt: Instant(nanoseconds: 5))
        record.add([ConnectionRecord.Setting(number: 4, value: 65_535)], isSent: false)
        record.add(ConnectionRecord.GoAway(isSent: false, last: 3, code: 11, debug: "calm ]}}\n"))
        record.endedAt = Instant(nanoseconds: 1_000_005)
        return record
    }

    @Test func connectionsStandBehindTheEntriesWhoeverGoesOn() throws {
        for run in 0..<3 {
            let file = try open()
            #expect(file.finding == nil)
            file.append(connection(UInt64(run)))
            file.append(writer(smallEntry(run)))
            file.batchEnded()
            // What is open is whole, too.
            #expect(try ids() == Array(0...run))
            file.close()
            let log = try JSONTree(folder.read("a.har"))["log"]
            #expect(log["_connections"].array.compactMap { $0["number"].int } == Array(0...run))
            #expect(log["_connections"][0]["goAway"][0]["code"].string == "ENHANCE_YOUR_CALM")
            #expect(log["_connections"][0]["settings"]["peer"][0]["name"].string == "INITIAL_WINDOW_SIZE")
        }
        #expect(try ids() == [0, 1, 2])
    }

    /// A list of connections that was cut off anywhere costs no entry.
    @Test func connectionsThatWereCutOffTakeNoEntryAlong() throws {
        let file = try open()
        file.append(writer(smallEntry(1)))
        file.append(connection(1))
        file.append(connection(2))
        file.close()
        let whole = try folder.read("a.har")
        let start = try #require(whole.lastIndex(of: UInt8(ascii: "x")))
        for end in start + 10..<whole.count {
            try folder.write("b.har", whole[..<end])
            let again = try open(name: "b.har")
            again.append(writer(smallEntry(2)))
            again.close()
            #expect(try ids("b.har") == [1, 2], "cut at \(end)")
        }
    }

    #if os(Linux)
    /// A process that is being started has each descriptor, until it becomes another program.
    @Test func aFileThatWasClosedIsFreeWhoeverHasItsDescriptor() throws {
        let file = try open()
        #expect(throws: RecordError.self) { try open() }
        let copies = try copies(of: folder.file("a.har"))
        defer { for copy in copies { Glibc.close(copy) } }
        #expect(!copies.isEmpty)
        file.close()
        try open().close()
    }

    private func copies(of path: String) throws -> [Int32] {
        let all = "/proc/self/fd/"
        return try FileManager.default.contentsOfDirectory(atPath: all).compactMap { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: all + name)
            return target == path ? Int32(name).map { dup($0) } : nil
        }
    }
    #endif
}

import Bytes
import Flow
import Formats
import HTTPModel
import Library
import Platform
import RecordTestKit
import TestKit
import Testing
import Views

@testable import hark

@Suite struct EntryChoiceTests {
    @Test(arguments: [
        ("0", EntryChoice.place(0)), ("12", .place(12)), ("#12", .number(FlowID(12))), ("last", .newest(1)),
        ("last-3", .newest(3)),
    ])
    func aPlaceOrANumberIsMeant(text: String, choice: EntryChoice) {
        #expect(EntryChoice(argument: text) == choice)
        #expect(choice.description == text)
    }

    @Test(arguments: [
        "", "#", "-1", "+1", "1.0", "##1", "x", "99999999999999999999", "#-1", "1 ", "3-7", "#3,#4", "all", "A:3",
        "last-0", "#0",
    ])
    func anythingElseIsNone(text: String) {
        #expect(EntryChoice(argument: text) == nil)
    }

    @Test func numbersAreThoseOfTheFlows() {
        let flows = [7, 9].map { FlowRecord(id: FlowID($0), openedAt: Instant(nanoseconds: 0)) }
        #expect(EntryChoice.number(FlowID(9)).choose(from: flows)?.id == FlowID(9))
        #expect(EntryChoice.place(0).choose(from: flows)?.id == FlowID(7))
        #expect(EntryChoice.number(FlowID(1)).choose(from: flows) == nil)
        #expect(EntryChoice.place(2).choose(from: flows) == nil)
        #expect(EntryChoice.newest(1).choose(from: flows.reversed())?.id == FlowID(9))
        #expect(EntryChoice.newest(2).choose(from: flows)?.id == FlowID(7))
        #expect(EntryChoice.newest(3).choose(from: flows) == nil)
    }
}

/// Read by the entry, a recording says the same as read whole.
@Suite struct OpenedRecordingTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private var lines: [String] {
        (1...5).map {
            String(
                decoding: Story.get("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "abc", id: $0 + 10).line(),
                as: UTF8.self)
        }
    }

    private func opened(_ name: String, _ text: String) throws -> OpenedRecording? {
        try folder.write(name, text.utf8)
        return OpenedRecording(try InputFile(folder.file(name)).open(), of: folder.file(name))
    }

    @Test(arguments: ["har", "log"])
    func anEntryIsReadAsOfTheWholeFile(form: String) throws {
        let text =
            form == "log"
            ? lines.joined(separator: "\n") + "\n"
            : #"{"log":{"version":"1.2","entries":["# + "\n" + lines.joined(separator: ",\n") + "\n]}}\n"
        let recording = try #require(try opened("recording", text))
        #expect(recording.flow(FlowID(3)) == nil && recording.flow(.place(5)).flow == nil)
        #expect(recording.flow(.place(5)).count == 5)
        let flow = try #require(recording.flow(FlowID(13)))
        #expect(flow.index == 2 && recording.flow(.place(2)).flow?.id == FlowID(13))
        #expect(flow.entryLine == Array(lines[2].utf8))
        var read: [[UInt8]] = []
        var again: [[UInt8]?] = []
        try recording.forEachFlow { flow, entry in
            read.append(flow.entryLine)
            again.append(recording.flow(entry)?.entryLine)
            return read.count < 4
        }
        #expect(read == lines.prefix(4).map { Array($0.utf8) } && again == read)
    }

    @Test func ofWhatIsNoRecordingNothingIsOpened() throws {
        #expect(try opened("raw", "GET / HTTP/1.1\r\n\r\n") == nil)
        #expect(try opened("other", "Dear Sir or Madam,\n") == nil)
        #expect(throws: (any Error).self) { try InputFile(folder.file("absent")).open() }
        #expect(throws: (any Error).self) { try InputFile(folder.path).open() }
    }

    /// A file that became shorter while it was read: what was there is handed out.
    @Test func aFileThatIsCutMeanwhileEndsWhereItCanBeRead() throws {
        let recording = try #require(try opened("log", lines.joined(separator: "\n") + "\n"))
        truncate(folder.file("log"), 100)
        #expect(throws: (any Error).self) { try recording.forEachFlow { _, _ in true } }
    }
}

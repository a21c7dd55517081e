import Bytes
import Flow
import Formats
import HTTPModel
import RecordTestKit
import Testing
import Views

@testable import hark

@Suite struct EntryChoiceTests {
    @Test(arguments: [("0", EntryChoice.place(0)), ("12", .place(12)), ("#12", .number(FlowID(12)))])
    func aPlaceOrANumberIsMeant(text: String, choice: EntryChoice) {
        #expect(EntryChoice(argument: text) == choice)
        #expect(choice.description == text)
    }

    @Test(arguments: ["", "#", "-1", "+1", "1.0", "##1", "x", "99999999999999999999", "#-1", "1 "])
    func anythingElseIsNone(text: String) {
        #expect(EntryChoice(argument: text) == nil)
    }

    @Test func numbersAreThoseOfTheFlows() {
        let flows = [7, 9].map { FlowRecord(id: FlowID($0), openedAt: Instant(nanoseconds: 0)) }
        #expect(EntryChoice.number(FlowID(9)).choose(from: flows)?.id == FlowID(9))
        #expect(EntryChoice.place(0).choose(from: flows)?.id == FlowID(7))
        #expect(EntryChoice.number(FlowID(1)).choose(from: flows) == nil)
        #expect(EntryChoice.place(2).choose(from: flows) == nil)
    }
}

/// Read by the entry, a recording says the same as read whole.
@Suite struct LargeRecordingTests {
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

    @Test(arguments: ["har", "log"])
    func anEntryIsReadAsOfTheWholeFile(form: String) throws {
        let text =
            form == "log"
            ? lines.joined(separator: "\n") + "\n"
            : #"{"log":{"version":"1.2","entries":["# + "\n" + lines.joined(separator: ",\n") + "\n]}}\n"
        try folder.write("large", text.utf8)
        let large = try #require(LargeRecording(folder.file("large"), nil, threshold: 1))
        #expect(large.count == 5)
        #expect(large.place(of: .number(FlowID(13))) == 2)
        #expect(large.place(of: .number(FlowID(3))) == nil && large.place(of: .place(5)) == nil)
        let flow = try #require(large.flow(at: 2))
        #expect(flow.entryLine == Array(lines[2].utf8))
        let related = large.flows(relatedTo: flow)
        // All are for one resource.
        #expect(related.map(\.index) == [0, 1, 2, 3, 4])
        #expect(related[2].response.content.bytes == "abc" && related[1].response.content.bytes == nil)
        #expect(related[1].responseHead?.raw == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
    }

    /// The story of a session needs no contents: without them it is the same to the letter.
    @Test func theStoryOfALargeFileIsThatOfTheWhole() throws {
        let lines = [
            Story.get(
                "HTTP/1.1 302 Found\r\nLocation: /\r\nSet-Cookie: a=1\r\nContent-Length: 3\r\n\r\n", "abc", id: 11),
            Story.get("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nETag: \"a\"\r\n\r\n", "whole", id: 12),
            Story.get("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nETag: \"a\"\r\n\r\n", "whole", id: 13),
        ].map { String(decoding: $0.line(), as: UTF8.self) }
        let text = lines.joined(separator: "\n") + "\n"
        try folder.write("log", text.utf8)
        let large = try #require(LargeRecording(folder.file("log"), nil, threshold: 1)?.outline())
        func story(_ flows: [FlowRecord]) -> String {
            var view = SessionView(flows, style: .plain, width: 100)
            view.show()
            return String(decoding: view.page.take(), as: UTF8.self)
        }
        #expect(large.count == 3 && large.allSatisfy { $0.response.content.bytes == nil })
        #expect(story(large) == story(LogReader.read(Bytes(text)).flows))
    }

    @Test func smallAndDamagedFilesAreReadWhole() throws {
        try folder.write("small", lines.joined(separator: "\n").utf8)
        #expect(LargeRecording(folder.file("small"), nil) == nil)
        try folder.write("torn", lines.joined(separator: "\n").utf8.dropLast(9))
        #expect(LargeRecording(folder.file("torn"), nil, threshold: 1) == nil)
        #expect(LargeRecording(folder.path, nil, threshold: 1) == nil)
        #expect(LargeRecording("/dev/null", .har, threshold: 0) == nil)
        #expect(LargeRecording(folder.file("absent"), nil, threshold: 1) == nil)
    }
}

import Bytes
import Explain
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

@Suite struct LogReaderTests {
    private func paths(_ recording: RecordedFile) -> [String] {
        recording.flows.map { $0.requestHead?.targetBytes.text ?? "" }
    }

    @Test(arguments: [
        "garbage", "{", "{\"_id\":3,\"star", "}", "[1,2]", "null", "\u{0}\u{0}\u{0}", "\"", "{\"_id\":1}",
    ])
    func aLineOfGarbageCostsNoOther(garbage: String) throws {
        let text = foreignEntry("/1") + "\n" + garbage + "\n" + foreignEntry("/3") + "\n"
        let recording = LogReader.read(Bytes(text))
        #expect(paths(recording) == ["/1", "/3"])
        let damage = try #require(recording.damage.first)
        #expect(damage.line == 2)
    }

    @Test func aTornLineWithAnotherBehindItCostsOnlyItself() {
        let torn = foreignEntry("/1")
        for count in [1, 20, 60, torn.count - 1] {
            let recording = LogReader.read(Bytes(torn.prefix(count) + foreignEntry("/2") + "\n" + foreignEntry("/3")))
            #expect(paths(recording) == ["/2", "/3"], "torn at \(count)")
        }
    }

    @Test func whatStandsBehindAnEntryIsTold() {
        let recording = LogReader.read(Bytes(foreignEntry("/1") + " x\n\n\r\n" + foreignEntry("/2")))
        #expect(paths(recording) == ["/1", "/2"])
        #expect(recording.damage.map(\.problem) == ["1 bytes follow the entry on its line."])
    }

    /// Where no request was understood Hark writes `about:blank`, as HAR wants a URL: that is none. Another tool's is.
    @Test func aRequestThatNobodyUnderstoodHasNoURL() throws {
        var story = Story(
            3, run: RunID(1), openedAt: Instant(nanoseconds: 1),
            opening: .init(wallClock: 1_000_000, client: "127.0.0.1:1", listener: "127.0.0.1:2", clientConnection: 3))
        story.happen(.finished(Outcome(.failed, by: .client, .malformedClientHello)))
        var writer = JSONWriter()
        HAREntry.write(story.record, to: &writer)
        let line = writer.withBytes { Bytes(Array($0)) }
        #expect(line.text.contains("about:blank"))
        let read = try #require(LogReader.read(line).flows.first)
        #expect(read.toldURL == nil && read.url.isEmpty && read.host == nil)
        let foreign = try #require(
            LogReader.read(
                Bytes(foreignEntry("/1").replacing("http://a.example/1", with: "about:blank"))
            ).flows.first)
        #expect(foreign.url == "about:blank")
    }

    @Test func damageWithoutEndIsCounted() {
        let recording = LogReader.read(Bytes(String(repeating: "x\n", count: DamageLog.limit + 5)))
        #expect(recording.damage.count == DamageLog.limit + 1)
        #expect(recording.damage.last?.problem == "5 more such places follow.")
    }
}

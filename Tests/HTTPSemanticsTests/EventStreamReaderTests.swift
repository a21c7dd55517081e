import Bytes
import HTTPSemantics
import Testing

/// Event streams, by the rules and the examples of the HTML Standard (§9.2.6).
@Suite struct EventStreamReaderTests {
    private static func read(_ text: String, cut step: Int? = nil) -> (
        events: [ServerSentEvent], reader: EventStreamReader
    ) {
        let bytes = Bytes(text)
        var reader = EventStreamReader()
        var events: [ServerSentEvent] = []
        let step = step ?? max(1, bytes.count)
        for start in stride(from: 0, to: bytes.count, by: step) {
            events += reader.take(bytes.slice(start..<min(start + step, bytes.count)))
        }
        return (events, reader)
    }

    @Test(
        arguments: [
            ("data: YHOO\ndata: +2\ndata: 10\n\n", ["YHOO\n+2\n10"]),
            (
                ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
                ["first event", "second event"]
            ),
            ("data\n\ndata\ndata\n\ndata:", ["", "\n"]), ("data:test\n\ndata: test\n\n", ["test", "test"]),
            ("\u{FEFF}data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["a", "b", "c"]), ("event: x\n\n", []),
            ("foo: bar\n\ndata: a", []),
            ("Data: a\ndata : b\n data: c\n\n", []),
        ])
    func eventsHaveTheirData(text: String, data: [String]) {
        let whole = Self.read(text)
        #expect(whole.events.map(\.data.text) == data)
        for step in 1...text.utf8.count { #expect(Self.read(text, cut: step).events == whole.events) }
    }

    @Test func namesIdsAndTheRetryAreHeld() {
        let (events, reader) = Self.read(
            "retry: 3000\nevent: add\nid: 7\ndata: 1\n\ndata: 2\n\n"
                + "id: a\u{0}b\nretry: 5s\ndata: 3\n\nid\nevent: \ndata: 4\n\n"
        )
        #expect(events.map(\.name) == ["add", "message", "message", "message"])
        #expect(events.map(\.lastID) == ["7", "7", "7", ""])
        #expect(reader.retry == 3000)
    }

    @Test func eventsTileTheStream() {
        let text = ": hi\r\ndata: a\r\n\r\ndata: b\n\ndata: c\r\rdata: d"
        let (events, reader) = Self.read(text)
        #expect(events.map(\.data) == ["a", "b", "c"])
        #expect(events.map(\.offset) == [0, 17, 26])
        #expect(events.map(\.size) == [16, 9, 9])
        #expect(reader.position == UInt64(text.utf8.count))
    }

    @Test func longDataIsCutAndSaysSo() {
        var reader = EventStreamReader(limit: 10)
        let events = reader.take(Bytes("data: 0123456789abc\ndata: d\n\ndata: x\n\n"))
        #expect(events.map(\.isTruncated) == [true, false])
        #expect(events.allSatisfy { $0.data.count <= 10 })
    }
}

import Bytes
import Flow
import RecordTestKit
import Testing

@testable import Formats

@Suite struct EntryLocatorTests {
    private func ranges(_ text: String, _ locator: EntryLocator = .har, block: Int = 7) -> [Range<Int>]? {
        var locator = locator
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let end = min(start + block, bytes.count)
            bytes[start..<end].withUnsafeBytes { locator.add($0) }
            start = end
        }
        return locator.ranges
    }

    private func entries(_ text: String, _ locator: EntryLocator = .har, block: Int = 7) -> [String]? {
        let bytes = Array(text.utf8)
        return ranges(text, locator, block: block)?.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(arguments: [1, 3, 1000])
    func theEntriesOfAHARAreFoundWhateverTheBlocks(block: Int) {
        let text = """
            {"log": {"version": "1.2", "creator": {"name": "x", "entries": [{"no": 1}]}, "pages": [{"id": "entries"}],
            "entries": [
              {"a": "}]{[\\\"", "entries": [{}, []]}, {},
            {"b": [1, 2]}
            ], "comment": "{"}}

            """
        #expect(
            entries(text, block: block)
                == [#"{"a": "}]{[\"", "entries": [{}, []]}"#, "{}", #"{"b": [1, 2]}"#])
    }

    @Test func whatHarkWritesIsFoundAndReadAsTheWholeFileIs() throws {
        let lines = (1...3).map {
            String(decoding: Story.get("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", id: $0).line(), as: UTF8.self)
        }
        let log = lines.joined(separator: "\n") + "\n"
        let har = #"{"log":{"version":"1.2","entries":["# + "\n" + lines.joined(separator: ",\n") + "\n]}}\n"
        #expect(entries(har) == lines)
        #expect(entries(log, .log) == lines)
        for (place, line) in lines.enumerated() {
            let flow = try #require(HARReader.entry(Bytes(line), at: place))
            #expect(flow.index == place && flow.id == FlowID(UInt64(place) + 1))
            #expect(flow.entryLine == Array(line.utf8))
        }
    }

    /// What is not plain is left to a reader that says what is wrong.
    @Test(arguments: [
        #"{"log":{"entries":[{"a":1}"#, #"{"log":{"entries":[{"a":1},7]}}"#,
        "{\"log\":{\"entries\":[{\"a\":\"x\n\"}]}}",
        #"{"log":{"entries":["x"]}}"#, #"{"log":{"entries":[[{}]]}}"#, #"{"log":{}}"#, "", #"{"entries":{"a":[]}}"#,
        #"{"log":{"entries":[{"a":1}]}}}"#, "[{}]",
    ])
    func whatIsNotPlainIsNotLocated(text: String) {
        #expect(ranges(text) == nil)
    }

    @Test(arguments: ["{\"a\":\n1}\n", "{}\n{\"a\":1", "{},{}\n", "x\n", "{}\n\"x\"\n", "[{}]\n"])
    func aLogThatIsNotPlainIsNotLocated(text: String) {
        #expect(ranges(text, .log) == nil)
    }

    @Test(arguments: ["", "{}", "7", "{} {}", #"{"request":{"method":7},"response":{}}"#])
    func anEntryWithAnythingWrongIsLeftToTheReaderOfTheFile(text: String) {
        #expect(HARReader.entry(Bytes(text), at: 0) == nil)
    }
}

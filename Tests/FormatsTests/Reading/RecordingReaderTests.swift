import Bytes
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// However little of a file is in memory at once, what is read of it is the same.
@Suite struct RecordingReaderTests {
    private static let pages = #""pages":[{"id":"p","title":"\u00e9"}]"#
    private static let texts: [String] = [
        har([foreignEntry("/1"), foreignEntry("/2", #","_x":"a\\\"b""#), foreignEntry("/3")]),
        "{\"log\": {\"entries\": [ \n \(foreignEntry("/1", #","pageref":"p""#)) ,\n"
            + "\(foreignEntry("/2"))\n ],\(pages)}}\n",
        "\u{FEFF}" + har([foreignEntry("/1")]), "[\(foreignEntry("/1"))]", foreignEntry("/1"),
        har([foreignEntry("/1"), #"{"startedDateTime":tru}"#, foreignEntry("/3")]),
        har([foreignEntry("/1"), #"{"startedDateTime":"never closed}"# + "\n", foreignEntry("/3")]),
        har([foreignEntry("/1"), "-Infinit", "12", "garbage", foreignEntry("/3")]),
        String(har([foreignEntry("/1"), foreignEntry("/2")]).dropLast(40)),
        "{\"log\":{\"x\":oops,\"entries\":[\(foreignEntry("/1"))]}}",
        "{\"log\":{\"entries\":[\(foreignEntry("/1"))]}}\n\(foreignEntry("/2")) tail", "", "{}", "null", "<html>",
    ]
    private static let logs: [String] = [
        foreignEntry("/1") + "\n" + foreignEntry("/2") + "\r\n\n" + foreignEntry("/3"),
        foreignEntry("/1") + " x\n{\n" + foreignEntry("/2").prefix(70) + foreignEntry("/3") + "\n\u{0}\u{0}\n",
    ]

    private func told(_ file: RecordedFile) -> [String] {
        file.damage.map(\.text)
            + file.flows.map { "\($0.index) \(Bytes($0.entryLine).text) \($0.remarks?.members?.text ?? "")" }
    }

    @Test(arguments: [1, 2, 7, 64, 500])
    func nothingDependsOnHowMuchIsReadAtOnce(step: Int) {
        for (texts, form) in [(Self.texts, RecordingReader.Form.har), (Self.logs, .log)] {
            for text in texts {
                let whole = RecordingReader(Bytes(text), form).all()
                let read = RecordingReader(Bytes(text), form, step: step).all()
                #expect(told(read) == told(whole), "\(text.prefix(60))")
                #expect(read.creator == whole.creator)
            }
        }
    }

    /// The same of what a HAR is checked for.
    @Test(arguments: [1, 5, 64])
    func findingsDoNotDependOnItEither(step: Int) {
        for text in Self.texts where !text.isEmpty {
            #expect(HARChecker(Bytes(text), step: step).findings == HARChecker(Bytes(text)).findings)
        }
    }

    /// Never more than this of it is asked for at once, and never what lies far behind.
    private final class Watched: RecordedBytes {
        let bytes: Bytes
        private(set) var largest = 0

        init(_ text: String) { bytes = Bytes(text) }

        var count: Int { bytes.count }

        func read(_ range: Range<Int>) -> Bytes {
            largest = max(largest, range.count)
            return bytes.slice(range)
        }
    }

    @Test func manyEntriesTakeNoMoreMemoryThanFew() throws {
        let file = Watched(har((0..<2_000).map { foreignEntry("/\($0)") }))
        var count = 0
        let damage = try RecordingReader(file, .har, step: 4_096).forEachFlow { _, _ in
            count += 1
            return true
        }
        #expect(count == 2_000 && damage.isEmpty)
        #expect(file.largest <= 8_192 && file.count > 500_000)
    }

    /// Says how many bytes that it gave away are held at once, and how many it read in all.
    private final class Counted: RecordedBytes {
        let bytes: Bytes
        private var given: [UInt8] = []
        private(set) var mostHeld = 0
        private(set) var total = 0

        init(_ text: String) { bytes = Bytes(text) }

        var count: Int { bytes.count }

        func read(_ range: Range<Int>) -> Bytes {
            // An array that somebody else has, too, is copied before it can be changed.
            let before = given.withUnsafeBufferPointer { $0.baseAddress }
            let isAlone = given.withUnsafeMutableBufferPointer { UnsafePointer($0.baseAddress) } == before
            mostHeld = max(mostHeld, range.count + (isAlone ? 0 : given.count))
            total += range.count
            given = Array(bytes[range])
            return Bytes(given)
        }
    }

    @Test func anEntryThatIsTooLargeTakesNoMoreMemoryThanTheLimit() throws {
        let limit = 10_000
        let large = foreignEntry("/2", #","_x":"\#(String(repeating: "x", count: 3 * limit))""#)
        let file = Counted(har([foreignEntry("/1"), large, foreignEntry("/3")]))
        let read = RecordingReader(file, .har, step: 512, valueLimit: limit).all()
        #expect(read.flows.map(\.index) == [0, 2])
        #expect(read.damage.contains { $0.problem == "One entry is larger than 512 MiB." })
        #expect(file.mostHeld <= limit + 1)
    }

    @Test func anEntryOfTheLimitIsReadAndALargerOneIsNot() {
        let entry = foreignEntry("/1", #","_x":"\#(String(repeating: "x", count: 3_000))""#)
        let text = har([entry, entry, entry])
        for step in [1, 64, 1_000] {
            let fits = RecordingReader(Bytes(text), .har, step: step, valueLimit: entry.utf8.count).all()
            #expect(fits.flows.map(\.index) == [0, 1, 2] && fits.damage.isEmpty)
            let less = RecordingReader(Bytes(text), .har, step: step, valueLimit: entry.utf8.count - 1).all()
            #expect(less.flows.isEmpty && !less.damage.isEmpty)
        }
    }

    /// Looking for entries in what is too large for one counts as reading it: else each place where one may begin would
    /// be read as far as the limit again.
    @Test func manyBeginningsThatAreTooLargeAreNotAllRead() throws {
        let limit = 20_000
        let beginnings = String(repeating: #"{"request":["#, count: 6_000)
        let file = Counted(#"{"log":{"entries":["# + beginnings)
        let read = RecordingReader(file, .har, step: 512, valueLimit: limit).all()
        #expect(read.flows.isEmpty && !read.damage.isEmpty)
        // As often as its size and the allowance say, each read a piece at a time; not 6,000 times the limit.
        #expect(file.total < 4 * (4 * file.count + (1 << 20)), "\(file.total)")
    }

    @Test func readingEndsWhereNobodyWantsMore() throws {
        let file = Watched(har((0..<100).map { foreignEntry("/\($0)") } + ["garbage"]))
        var places: [Int] = []
        let damage = try RecordingReader(file, .har, step: 1_024).forEachFlow { flow, entry in
            places.append(entry.place)
            return flow.index < 2
        }
        #expect(places == [0, 1, 2] && damage.isEmpty)
        struct Enough: Error {}
        #expect(throws: Enough.self) { try RecordingReader(file, .har).forEachFlow { _, _ in throw Enough() } }
    }

    /// A file that cannot be read any further.
    private struct Torn: RecordedBytes {
        let bytes: Bytes
        var count: Int { bytes.count + 1_000 }

        func read(_ range: Range<Int>) -> Bytes {
            bytes.slice(min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count))
        }
    }

    @Test func whatCanBeReadIsReadAndTheRestIsTold() {
        let text = #"{"log":{"entries":["# + foreignEntry("/1") + "," + foreignEntry("/2") + ","
        let read = RecordingReader(Torn(bytes: Bytes(text)), .har).all()
        #expect(read.flows.map(\.index) == [0, 1])
        #expect(read.damage.contains { $0.problem == "The file is unreadable from here on." })
    }

    @Test func anEntryIsFoundByItsNumberAndReadAgain() throws {
        let reader = RecordingReader(Bytes(har([foreignEntry("/1", #","_id":7"#), "7", foreignEntry("/2")])), .har)
        var found: [UInt64: RecordingReader.Entry] = [:]
        reader.forEachEntry { entry, number in
            found[number.number] = entry
            return true
        }
        #expect(found.keys.sorted() == [3, 7])
        let flow = try #require(found[7].flatMap { reader.flow($0) })
        #expect(flow.requestHead?.targetBytes == "/1" && flow.index == 0 && flow.id == FlowID(7))
        let other = try #require(found[3].flatMap { reader.flow($0) })
        #expect(other.requestHead?.targetBytes == "/2" && other.index == 2 && other.id == FlowID(3))
    }
}

import Bytes
import Explain
import Flow
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// What holds of any file whatever.
@Suite struct ReaderPropertyTests {
    private static let entries = [
        foreignEntry("/1", #","_outcome":{"kind":"complete","by":"upstream","code":"ok","text":"x"}"#),
        foreignEntry("/2"),
        String(decoding: Story.get("HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "hello").line(), as: UTF8.self),
    ]

    /// Reads it every way there is, and everything that can be asked of the result.
    private func readAll(_ bytes: [UInt8]) {
        let file = Bytes(bytes)
        _ = InputKind.detect(file)
        for recording in [HARReader.read(file), LogReader.read(file)] {
            for damage in recording.damage { #expect(damage.offset <= bytes.count && damage.line >= 1) }
            for entry in recording.flows {
                _ = WireMessage(entry, .request)
                _ = WireMessage(entry, .response)
            }
        }
        let curl = CurlVerbose.read(file)
        #expect(curl.flows.count <= curl.messages.count)
    }

    @Test func cutAnywhereAHARKeepsEveryEntryThatWasWhole() {
        var text = "{\"log\":{\"creator\":{\"name\":\"x\"},\"entries\":["
        var ends: [Int] = []
        for (index, entry) in Self.entries.enumerated() {
            text += (index == 0 ? "\n" : ",\n") + entry
            ends.append(text.utf8.count)
        }
        let bytes = Array((text + "\n]}}\n").utf8)
        for count in 0...bytes.count {
            let recording = HARReader.read(Bytes(Array(bytes[..<count])))
            #expect(recording.flows.count == ends.count { $0 <= count }, "cut at \(count)")
            #expect(recording.damage.isEmpty == (count >= bytes.count - 1), "cut at \(count)")
        }
    }

    @Test func cutAnywhereALogKeepsEveryEntryThatWasWhole() {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for entry in Self.entries {
            bytes += Array(entry.utf8)
            ends.append(bytes.count)
            bytes.append(0x0A)
        }
        for count in 0...bytes.count {
            let recording = LogReader.read(Bytes(Array(bytes[..<count])))
            #expect(recording.flows.count == ends.count { $0 <= count }, "cut at \(count)")
        }
    }

    @Test func mutationsNeverCrash() {
        var generator = SeededGenerator(seed: 4)
        let seeds =
            [Array(har(Self.entries).utf8), Array(Self.entries.joined(separator: "\n").utf8)]
            + CurlVerboseTests.samples.map { Array($0.utf8) }
        let signs = Array("{}[]\",:\\ \n\r\0*<>\u{7F}0-".utf8) + [0xFF, 0xED]
        for round in 0..<400 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                guard let position = bytes.indices.randomElement(using: &generator) else { break }
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[position] = signs.randomElement(using: &generator) ?? 0
                case 1: bytes.insert(signs.randomElement(using: &generator) ?? 0, at: position)
                case 2: bytes.removeSubrange(position..<min(bytes.count, position + 40))
                default: bytes.insert(contentsOf: bytes[position..<min(bytes.count, position + 60)], at: position)
                }
            }
            readAll(bytes)
        }
    }

    @Test func bytesThatAreNothingNeverCrash() {
        var generator = SeededGenerator(seed: 9)
        for round in 0..<200 {
            readAll((0..<round * 3).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
    }

    /// Each begins an entry inside of the one before: looking for the next is bounded by the file's size.
    @Test(arguments: [#"{"_id":"#, #"{"request":{"#, #"[{"time":"#, "{\"request\":\"", "* < > \n", "HTTP/1.1 200 OK\n"])
    func hostileNestingIsReadToItsEnd(unit: String) {
        readAll(Array(String(repeating: unit, count: 20_000).utf8))
    }

    @Test func aLargeFileIsReadWhole() {
        let text = String(repeating: "0123456789abcdef", count: 1 << 16)
        let entry = foreignEntry("/1").replacing(#""text":"ok""#, with: #""text":"\#(text)""#)
        let recording = HARReader.read(Bytes(har(Array(repeating: entry, count: 16))))
        #expect(recording.damage == [])
        #expect(recording.flows.map { $0.response.content.bytes?.count } == Array(repeating: 1 << 20, count: 16))
    }
}

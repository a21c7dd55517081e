import Platform
import Testing

/// Charsets of several bytes a character, by the system's converter. Bytes are those of the standards' tables.
@Suite struct CharsetConverterTests {
    /// The same text in each.
    static let samples: [(names: [String], bytes: [UInt8], text: String)] = [
        (["CP932"], [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x41, 0xB1], "日本語Aｱ"),
        (["EUC-JP-MS", "EUC-JP"], [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0x41, 0x8E, 0xB1], "日本語Aｱ"),
        (["ISO-2022-JP"], [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x41], "日本A"),
        (["GB18030"], [0xD6, 0xD0, 0xCE, 0xC4, 0x41, 0x81, 0x30, 0x81, 0x30], "中文A\u{80}"),
        (["BIG5-HKSCS", "BIG5"], [0xA4, 0xA4, 0xA4, 0xE5, 0x41], "中文A"),
        (["CP949", "UHC"], [0xC7, 0xD1, 0xB1, 0xDB, 0x41], "한글A"),
    ]

    private func text(_ names: [String], _ pieces: [[UInt8]]) throws -> String {
        let converter = try #require(CharsetConverter(names))
        var text: [UInt8] = []
        for piece in pieces { converter.convert(piece, to: &text) }
        converter.finish(to: &text)
        // Whatever came in, what goes out is UTF-8.
        #expect(String(validating: text, as: UTF8.self) != nil)
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: samples.indices)
    func charactersAreThoseOfTheCharset(index: Int) throws {
        let sample = Self.samples[index]
        #expect(try text(sample.names, [sample.bytes]) == sample.text)
    }

    @Test(arguments: samples.indices)
    func piecesMakeTheWhole(index: Int) throws {
        let (names, bytes, expected) = Self.samples[index]
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
                #expect(try text(names, pieces) == expected, "split at \(first) and \(second)")
            }
        }
        #expect(try text(names, bytes.map { [$0] }) == expected)
    }

    /// A cut character becomes one sign, and nothing before it changes.
    @Test(arguments: samples.indices)
    func whatIsCutIsMarked(index: Int) throws {
        let (names, bytes, expected) = Self.samples[index]
        for count in 0..<bytes.count {
            let cut = try text(names, [Array(bytes[..<count])])
            let whole = cut.hasSuffix("\u{FFFD}") ? String(cut.dropLast()) : cut
            #expect(expected.hasPrefix(whole), "\(count) bytes: \(cut)")
            #expect(!whole.contains("\u{FFFD}"), "\(count) bytes: \(cut)")
        }
    }

    @Test(
        arguments: [
            // A lead byte before an ASCII letter takes that letter not along (WHATWG Encoding §12.3.1).
            (["CP932"], [0x41, 0x81, 0x20, 0x42], "A\u{FFFD} B"), (["CP932"], [0xFF, 0x41], "\u{FFFD}A"),
            (["CP949"], [0xC7, 0x22, 0x41], "\u{FFFD}\"A"), (["CP949"], [0xFF, 0xC7, 0xD1], "\u{FFFD}한"),
            (["BIG5-HKSCS"], [0xA4, 0xFF, 0x41], "\u{FFFD}A"),
            (["GB18030"], [0x81, 0x30, 0x41, 0x42], "\u{FFFD}0AB"),
        ] as [([String], [UInt8], String)])
    func whatIsNoCharacterIsMarked(names: [String], bytes: [UInt8], expected: String) throws {
        #expect(try text(names, [bytes]) == expected)
        #expect(try text(names, bytes.map { [$0] }) == expected)
    }

    @Test func whatTheSystemDoesNotKnowIsNoConverter() {
        #expect(CharsetConverter([]) == nil)
        #expect(CharsetConverter(["X-NO-SUCH-CHARSET"]) == nil)
        #expect(CharsetConverter(["X-NO-SUCH-CHARSET", "CP932"]) != nil)
    }

    /// Bytes by chance, much more than one step takes: they end, and their text is no more than three times as long.
    @Test(arguments: samples.indices)
    func anyBytesAreRead(index: Int) throws {
        var state: UInt64 = 42
        let bytes = (0..<20_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        let names = Self.samples[index].names
        let whole = try text(names, [bytes])
        #expect(!whole.isEmpty && whole.utf8.count <= 3 * bytes.count + 8)
        let halves = try text(names, [Array(bytes[..<4095]), Array(bytes[4095...])])
        #expect(halves == whole)
    }

    @Test func nothingGivesNothing() throws {
        #expect(try text(["CP932"], []).isEmpty && text(["CP932"], [[], []]).isEmpty)
    }
}

import Foundation
import Testing

@testable import Bytes

/// A spool in memory.
private final class ArraySpool: JSONSpool {
    private var bytes: [UInt8] = []
    var count: Int { bytes.count }

    func append(_ more: UnsafeRawBufferPointer) -> Bool {
        bytes += more
        return true
    }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        _ = bytes.withUnsafeBytes(body)
        return true
    }
}

@Suite struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func commasComeByThemselves() {
        let text = written { writer in
            writer.beginObject()
            writer.key("a")
            writer.beginArray()
            writer.integer(1)
            writer.null()
            writer.beginObject()
            writer.endObject()
            writer.string("x" as StaticString)
            writer.endArray()
            writer.key("b")
            writer.boolean(false)
            writer.key("c")
            writer.beginArray()
            writer.endArray()
            writer.endObject()
        }
        #expect(text == #"{"a":[1,null,{},"x"],"b":false,"c":[]}"#)
    }

    @Test(
        arguments: [
            (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (1_000_000, "1000000"), (Int64.max, "9223372036854775807"),
            (Int64.min, "-9223372036854775808"),
        ] as [(Int64, String)])
    func integersAreWrittenInFull(value: Int64, text: String) {
        #expect(written { $0.integer(value) } == text)
    }

    @Test func theLargestUnsignedNumberIsWrittenInFull() {
        #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.001"), (10, "0.01"), (120, "0.12"), (1000, "1"), (12_345, "12.345"), (-1500, "-1.5"),
            (86_400_000_000, "86400000"),
        ] as [(Int64, String)])
    func millisecondsHaveUpToThreeDecimalsAndNoExponent(micro: Int64, text: String) {
        #expect(written { $0.milliseconds(micro: micro) } == text)
    }

    @Test(arguments: [
        ("plain text, longer than eight bytes", "plain text, longer than eight bytes"),
        ("a\"b\\c", #"a\"b\\c"#), ("\r\n\t", #"\r\n\t"#), ("\u{00}\u{1F}", #"\u0000\u001f"#),
        ("\u{7F}", #"\u007f"#), ("\u{1B}[31m", #"\u001b[31m"#), ("grün 日本 👀", "grün 日本 👀"),
        ("\u{85}\u{9B}", #"\u0085\u009b"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
        ("a\u{202E}b\u{2066}\u{200F}\u{61C}", #"a\u202eb\u2066\u200f\u061c"#), ("1234567\"", #"1234567\""#),
        ("12345678\\", #"12345678\\"#),
    ])
    func stringsAreEscaped(text: String, json: String) {
        #expect(written { $0.string(text) } == "\"\(json)\"")
    }

    /// RFC 3629 §3 and §4: overlong forms, surrogates, what is above U+10FFFF, lone continuations, cut sequences.
    @Test(
        arguments: [
            ([0xFF], 1), ([0xC0, 0x80], 2), ([0xE0, 0x9F, 0xBF], 3), ([0xED, 0xA0, 0x80], 3),
            ([0xF4, 0x90, 0x80, 0x80], 4),
            ([0xF5, 0x80, 0x80, 0x80], 4), ([0x80], 1), ([0xE2, 0x82], 2), ([0xF0, 0x9F, 0x91], 3),
        ] as [([UInt8], Int)])
    func eachByteThatIsNotUTF8IsShownAsOneReplacement(bytes: [UInt8], count: Int) {
        let text = written { $0.string(Bytes([0x61] + bytes + [0x62])) }
        #expect(text == "\"a" + String(repeating: #"\ufffd"#, count: count) + "b\"")
    }

    @Test func everyByteAtEveryPlaceReadsBack() throws {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<10 {
                var bytes = [UInt8](repeating: 0x61, count: 10)
                bytes[place] = byte
                let json = written { $0.string(Bytes(bytes)) }
                #expect(json.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
                // The standard library repairs as we do: one replacement for a byte that begins nothing.
                let expected = String(decoding: bytes, as: UTF8.self)
                let read = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
                #expect(read as? String == expected)
            }
        }
    }

    /// Strings are copied in runs, whose ends overlap: nothing may be lost, moved or overlooked at any length.
    @Test func aByteToBeEscapedIsFoundAtEveryPlaceOfEveryLength() throws {
        for length in 0..<40 {
            let plain = (0..<length).map { UInt8(ascii: "A") + UInt8($0) }
            let escaped = plain.map { $0 == ASCII.backslash ? #"\\"# : String(UnicodeScalar($0)) }
            #expect(written { $0.string(Bytes(plain)) } == "\"\(escaped.joined())\"")
            for place in 0..<length {
                for (byte, text) in [(ASCII.quote, #"\""#), (0x1F, #"\u001f"#), (0x7F, #"\u007f"#), (0xFF, #"\ufffd"#)]
                {
                    var (bytes, expected) = (plain, escaped)
                    bytes[place] = byte
                    expected[place] = text
                    let json = "\"\(expected.joined())\""
                    #expect(written { $0.string(Bytes(bytes)) } == json)
                    // In a slice, what stands around it is none of it.
                    let within = Bytes([0x22] + bytes + [0x22]).slice(1..<length + 1)
                    #expect(written { $0.string(within) } == json)
                }
            }
        }
    }

    @Test func namesOfEveryLengthAreWrittenWhole() {
        let names: [StaticString] = [
            "a", "ab", "abc", "abcd", "abcde", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmno",
            "abcdefghijklmnop",
            "abcdefghijklmnopq", "abcdefghijklmnopqrstuvwxyzabcdef", "abcdefghijklmnopqrstuvwxyzabcdefg",
            "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
        ]
        let text = written { writer in
            writer.beginObject()
            for name in names {
                writer.key(name)
                writer.string(name)
            }
            writer.endObject()
        }
        #expect(text == "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}")
    }

    @Test func numbersOfEveryLengthAreWrittenInFull() {
        var value: UInt64 = 1
        for _ in 0..<20 {
            for number in [value, value - 1, value + 1] { #expect(written { $0.integer(number) } == "\(number)") }
            value = value > UInt64.max / 10 ? UInt64.max - 1 : value * 10
        }
    }

    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64IsThatOfTheRFC(bytes: String, text: String) {
        #expect(written { $0.base64(Bytes(bytes)) } == "\"\(text)\"")
    }

    @Test func whatWasSpooledComesFirst() {
        var writer = JSONWriter(spool: { ArraySpool() })
        writer.beginString()
        for letter in [UInt8](arrayLiteral: 0x61, 0x62, 0x63) {
            [UInt8](repeating: letter, count: 1 << 20).withUnsafeBytes { writer.escape($0) }
            writer.spoolIfLarge()
        }
        writer.endString()
        // All but the last byte, by which the next comma is decided.
        #expect(writer.spool?.count == 3 << 20)
        #expect(writer.totalCount == 3 << 20 + 2)
        var seen: [UInt8] = []
        let wasRead = writer.forEachPiece {
            seen.append(contentsOf: $0)
            return true
        }
        #expect(wasRead)
        #expect(seen.count == 3 << 20 + 2)
        #expect(
            [seen[0], seen[1], seen[1 << 20], seen[1 << 20 + 1], seen[3 << 20], seen[3 << 20 + 1]]
                == Array("\"aabc\"".utf8))
    }
}

@Suite struct SpooledJSONTests {
    /// Between elements and members as inside of strings: what is spooled is one text.
    @Test func aLargeArrayIsOneThatCanBeRead() throws {
        var writer = JSONWriter(spool: { ArraySpool() })
        writer.beginObject()
        writer.key("list")
        writer.beginArray()
        for number in 0..<100_000 {
            writer.spoolIfLarge()
            writer.beginObject()
            writer.spoolIfLarge()
            writer.key("number")
            writer.integer(number)
            writer.spoolIfLarge()
            writer.key("name")
            writer.spoolIfLarge()
            writer.string("twelve bytes" as StaticString)
            writer.endObject()
        }
        writer.spoolIfLarge()
        writer.endArray()
        writer.endObject()
        #expect(writer.spool?.count ?? 0 > 3 << 20)
        var text: [UInt8] = []
        _ = writer.forEachPiece {
            text.append(contentsOf: $0)
            return true
        }
        #expect(text.count == writer.totalCount)
        let file = Bytes(text)
        let root = try file.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try parser.tree()
        }
        let elements = try #require(root.member("list", in: file)?.elements)
        #expect(elements.count == 100_000)
        #expect(elements.last?.member("number", in: file)?.integer(in: file) == 99_999)
        #expect(elements.allSatisfy { $0.member("name", in: file) != nil })
    }
}

@Suite struct TextCheckTests {
    private func isText(_ pieces: [[UInt8]]) -> Bool {
        var check = TextCheck()
        for piece in pieces { piece.withUnsafeBytes { check.add($0) } }
        return check.isText
    }

    @Test func textIsTextAtEverySplit() {
        let bytes = Array("plain, grün, 日本, 👀, and a long run of ASCII".utf8)
        for split in 0...bytes.count {
            #expect(isText([Array(bytes[..<split]), Array(bytes[split...])]))
        }
    }

    @Test(arguments: [[0], [0x61, 0x00], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xE2, 0x82, 0x61]] as [[UInt8]])
    func bytesAreNotTextAtEverySplit(bytes: [UInt8]) {
        let padded = [UInt8](repeating: 0x61, count: 9) + bytes
        for split in 0...padded.count {
            #expect(!isText([Array(padded[..<split]), Array(padded[split...])]))
        }
    }
}

import Bytes
import Testing

@testable import Messages

/// Texts in charsets of one byte a character. Expected letters are those of Unicode's names, written out here.
@Suite struct SingleByteCharsetTests {
    @Test(
        arguments: [
            ("windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
            ("cp1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
            ("koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
            ("ibm866", [0x8F, 0xE0, 0xA8, 0xA2, 0xA5, 0xE2], "Привет"),
            ("iso-8859-5", [0xBF, 0xE0, 0xD8, 0xD2, 0xD5, 0xE2], "Привет"),
            ("x-mac-cyrillic", [0x8F, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
            ("iso-8859-2", [0xE8, 0x65, 0xB9, 0x74, 0x69, 0x6E, 0x61], "čeština"),
            ("Latin2", [0xE8, 0x65, 0xB9], "češ"), ("windows-1250", [0x9E, 0x6C, 0x75, 0x9D], "žluť"),
            ("iso-8859-7", [0xC1, 0xEB, 0xF6, 0xDC], "Αλφά"), ("windows-1253", [0xC1, 0xEB, 0xF6, 0xDC], "Αλφά"),
            ("iso-8859-9", [0xFD, 0xDE], "ıŞ"), ("iso-8859-15", [0xA4, 0xBD], "€œ"),
            ("windows-1257", [0xD0, 0xFE], "Šž"), ("macintosh", [0x8E, 0xDB], "é€"), ("koi8-u", [0xA4, 0xB4], "єЄ"),
            ("iso-8859-6", [0xC7, 0xA1, 0xC7], "\u{627}\u{FFFD}\u{627}"), ("iso-8859-8-i", [0xE0], "\u{5D0}"),
            ("tis-620", [0xA1], "\u{E01}"), ("windows-1258", [0xD2], "\u{309}"),
        ] as [(String, [UInt8], String)])
    func lettersAreThoseOfTheCharset(label: String, bytes: [UInt8], text: String) throws {
        let reading = try #require(TextReading(Bytes(Array("ab ".utf8) + bytes), label: Bytes(label)))
        #expect(reading.text.text == "ab " + text && reading.remark == nil && reading.charset != nil)
    }

    @Test(arguments: ["utf-9", "shift_jis", "", "windows-", "iso-8859-12", "cp", "../1251", "KOI8-R"])
    func whatIsNoLabelHasNoTable(label: String) {
        #expect(SingleByteCharset(label: label) == nil)
    }

    /// Many say a charset of old and send UTF-8.
    @Test func bytesThatAreUTF8AreReadAsThat() throws {
        let reading = try #require(TextReading("čeština", label: "iso-8859-2"))
        #expect(reading.text == "čeština" && reading.remark?.contains("UTF-8") == true)
    }

    @Test func everyTableHasALetterForEachByte() {
        let names =
            [
                "ibm866", "koi8-r", "koi8-u", "macintosh", "windows-874", "x-mac-cyrillic",
            ] + [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map { "iso-8859-\($0)" }
            + [0, 1, 3, 4, 5, 6, 7, 8].map { "windows-125\($0)" }
        for name in names {
            let table = SingleByteCharset(label: name)
            #expect(table?.name == name)
            #expect(table?[0x41] == 0x41)
        }
    }
}

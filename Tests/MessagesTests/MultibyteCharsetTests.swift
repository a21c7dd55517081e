import Bytes
import Testing

@testable import Messages

/// Which charsets of several bytes are known by name, and when a body is read in one.
@Suite struct MultibyteCharsetTests {
    /// Tells what it was asked, in place of a text.
    private static let asked: MultibyteCharset.Reader = { content, charset in
        Bytes("\(charset.name) of \(content.count)")
    }

    private static let kanji: [UInt8] = [0x93, 0xFA, 0x96, 0x7B]

    @Test(
        arguments: [
            ("shift_jis", "Shift_JIS"), ("x-sjis", "Shift_JIS"), ("windows-31j", "Shift_JIS"), ("gb2312", "GBK"),
            ("gb18030", "gb18030"), ("big5-hkscs", "Big5"), ("euc-jp", "EUC-JP"), ("ks_c_5601-1987", "EUC-KR"),
            ("iso-2022-jp", "ISO-2022-JP"),
        ])
    func labelsAreThoseOfBrowsers(label: String, name: String) {
        let charset = MultibyteCharset(label: label)
        #expect(charset?.name == name && charset?.systemNames.isEmpty == false)
        #expect(SingleByteCharset(label: label) == nil)
    }

    /// Also those that browsers refuse to read, as their bytes can hide markup.
    @Test(arguments: ["", "iso-2022-kr", "iso-2022-cn", "hz-gb-2312", "utf-7", "utf-8", "../cp932", "cp932//translit"])
    func otherLabelsAreNot(label: String) {
        #expect(MultibyteCharset(label: label) == nil)
    }

    private func view(_ body: [UInt8], _ charset: String, reader: MultibyteCharset.Reader? = asked) -> BodyView {
        ViewText.view(
            Bytes(body), "text/plain; charset=\(charset)", options: LayoutOptions(multibyte: reader))
    }

    @Test func aBodyIsReadInItsCharset() {
        let body = view(Self.kanji, "Shift_JIS")
        #expect(body.text == "Shift_JIS of 4" && body.title == "Text, Shift_JIS" && body.remarks.isEmpty)
        #expect(view([0x1B, 0x24, 0x42, 0x46, 0x7C], "iso-2022-jp").text == "ISO-2022-JP of 5")
        // Without a sequence that begins with ESC it is ASCII, and what is none of that is the system's to judge.
        #expect(view(Array("abc".utf8), "iso-2022-jp").text == "abc")
        #expect(view([0x61, 0xFF], "iso-2022-jp").text == "ISO-2022-JP of 2")
    }

    /// Many say a charset of old and send UTF-8, and ASCII is the same in all.
    @Test func bytesThatAreUTF8AreReadAsThat() {
        let body = view(Array("日本".utf8), "shift_jis")
        #expect(body.text == "日本" && body.remarks.contains { $0.contains("UTF-8") }, "\(body)")
        let ascii = view(Array("abc".utf8), "gbk")
        #expect(ascii.text == "abc" && ascii.remarks.isEmpty, "\(ascii)")
    }

    @Test func aMarkOutweighsTheLabel() {
        let body = view([0xEF, 0xBB, 0xBF] + Array("日".utf8), "shift_jis")
        #expect(body.text == "日", "\(body)")
    }

    /// Bytes that nobody can read are shown, and nothing is made up.
    @Test func withoutTheSystemsHelpBytesStay() {
        for reader in [nil, { _, _ in nil }] as [MultibyteCharset.Reader?] {
            let body = view(Self.kanji, "Shift_JIS", reader: reader)
            #expect(
                body.remarks.contains { $0.contains("does not know the charset") } && !body.title.contains("Shift_JIS"))
            #expect(body.text.utf8.count > 0 && !body.text.contains("日"))
        }
    }

    @Test func whatIsNoTextIsNotAsked() {
        let body = view([0, 1, 2, 3, 0, 0x93, 0xFA], "Shift_JIS")
        #expect(!body.text.contains("Shift_JIS of"), "\(body)")
    }

    /// Parts of several kinds are read by their own types.
    @Test func jsonIsLaidOutOnceItIsRead() {
        let reader: MultibyteCharset.Reader = { _, _ in #"{"a": "日"}"# }
        let body = ViewText.view(
            Bytes([0x7B, 0x22, 0x93, 0xFA]), "application/json; charset=shift_jis",
            options: LayoutOptions(multibyte: reader))
        #expect(body.text.contains(#""a": "日""#) && body.title.hasPrefix("JSON"), "\(body)")
    }
}

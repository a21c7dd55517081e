import Bytes
import Explain
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import hark

/// Contents are explained without their codings, as far as these can be taken off.
@Suite struct PlainContentTests {
    /// "hello hello hello hello" by gzip, made with another program.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40,
        0x27, 0x01, 0xE3, 0x51, 0x3D, 0x8D, 0x17, 0x00, 0x00, 0x00,
    ]

    private func decode(_ body: [UInt8], _ coding: String, isTruncated: Bool = false) -> PlainContent? {
        let story = Story.get(
            "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n", "", id: 1)
        guard var record = FlowRecord(story.events) else { return nil }
        record.response.content.kept = .inline(Bytes(body))
        record.response.content.isTruncated = isTruncated
        return PlainContent.decoded(record, .response)
    }

    @Test func aWholeContentIsTakenOutOfItsCoding() throws {
        let plain = try #require(decode(Self.gzip, "gzip"))
        #expect(plain.bytes == "hello hello hello hello")
        #expect(plain.size == 23 && plain.codings == ["gzip"] && plain.remark == nil)
    }

    /// Cut at the limit of what is kept, or by its sender: as far as it goes, and which of the two it was.
    @Test func aContentThatIsCutOffGoesAsFarAsItGoes() throws {
        let cut = Array(Self.gzip.prefix(18))
        let kept = try #require(decode(cut, "gzip", isTruncated: true))
        #expect(kept.bytes.starts(with: "hello".utf8))
        #expect(kept.remark == "The recording ends here.")
        let sent = try #require(decode(cut, "gzip"))
        #expect(sent.remark == "The content ends in the middle of its gzip coding.")
    }

    private func read(_ body: [UInt8], _ fields: String) -> PlainContent? {
        let story = Story.get(
            "HTTP/1.1 200 OK\r\n\(fields)\r\nContent-Length: \(body.count)\r\n\r\n", "", id: 1)
        guard var record = FlowRecord(story.events) else { return nil }
        record.response.content.kept = .inline(Bytes(body))
        return PlainContent.decoded(record, .response)
    }

    @Test func aTextIsReadInItsCharset() throws {
        let japanese: [UInt8] = [0x93, 0xFA, 0x96, 0x7B]
        let text = try #require(read(japanese, "Content-Type: text/plain; charset=Shift_JIS"))
        #expect(text.bytes == "日本" && text.charset == "Shift_JIS" && text.codings.isEmpty && text.remark == nil)
        let wide = try #require(read([0xFF, 0xFE, 0xE5, 0x65, 0x2C, 0x67], "Content-Type: text/plain"))
        #expect(wide.bytes == "日本" && wide.charset == "UTF-16, little-endian")
        let both = try #require(read(Self.gzip, "Content-Type: text/plain; charset=utf-16be\r\nContent-Encoding: gzip"))
        #expect(both.codings == ["gzip"] && both.size == 23 && both.charset == "UTF-16, big-endian")
    }

    @Test(
        arguments: [
            ("日本", "text/plain; charset=utf-8"), ("日本", "text/plain; charset=Shift_JIS"), ("plain", "text/plain"),
            ("\u{FEFF}plain", "text/plain"), ("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR", "image/png; charset=Shift_JIS"),
        ] as [(String, String)])
    func whatIsUTF8OrNoTextStaysAsItIs(body: String, type: String) {
        #expect(read(Array(body.utf8), "Content-Type: \(type)") == nil)
    }

    @Test func whatCannotBeTakenOffStays() {
        #expect(decode(Self.gzip, "aes128gcm") == nil)
        #expect(decode([], "gzip") == nil)
        #expect(decode(Self.gzip, "identity") == nil)
    }
}

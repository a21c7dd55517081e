import Bytes
import Flow
import HTTPModel
import Testing

@testable import Messages

/// Which layout a body gets, and what is said when its type or its coding is not the truth.
@Suite struct BodyViewTests {
    static let png = Bytes([
        0x89, 0x50, 0x4E, 0x47, 13, 10, 0x1A, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2, 128, 0, 0, 1, 224, 8, 6,
        0, 0, 0, 1, 2, 3, 4,
    ])
    // `{"a":1}` by Python's zlib and gzip.
    private static let gzip = "H4sIAAAAAAAC/6tWSlSyMqwFAK+sG1YHAAAA"

    @Test func aTypeThatLiesIsSaidAndNotBelieved() {
        let view = ViewText.view(Self.png, "text/html")
        #expect(view.title == "PNG image, 640 × 480 pixels, 8 bits a channel, RGB with alpha")
        #expect(view.remarks == ["The declared type is text/html, but the bytes are a PNG image."])
    }

    /// A charset that the document names is heard where the type names none (HTML §13.2.3.2).
    @Test func aDocumentMayNameItsCharset() {
        let latin = ViewText.view(
            ViewText.bytes("<meta charset=iso-8859-2><p>", [0xB1]), "text/html")
        #expect(latin.text.contains("ą") && latin.remarks.isEmpty)
        let xml = ViewText.view(
            ViewText.bytes("<?xml version=\"1.0\" encoding=\"koi8-r\"?><a>", [0xC1] + Array("</a>".utf8)), "text/xml")
        #expect(xml.text.contains("а") && xml.remarks.isEmpty)
        // The field goes before the document.
        let field = ViewText.view(
            ViewText.bytes("<meta charset=iso-8859-2><p>", [0xB1]), "text/html; charset=windows-1252")
        #expect(field.text.contains("±") && !field.text.contains("ą"))
    }

    @Test(arguments: ["application/json-seq", "application/geo+json-seq", "application/x-ndjson"])
    func aSequenceOfJSONIsLaidOut(type: String) {
        let view = ViewText.view("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", type)
        #expect(view.title == "JSON" && !view.isDamaged && view.remarks.isEmpty)
        #expect(view.text.contains("\"a\": 1") && view.text.contains("\"a\": 2"))
    }

    @Test(arguments: ["application/x-amz-json-1.1", "application/jsonl", "application/vnd.shop.order"])
    func jsonUnderOtherNamesIsLaidOut(type: String) {
        let view = ViewText.view("{\"a\":1}", type)
        #expect(view.title == "JSON" && view.remarks.isEmpty)
    }

    /// A separator stands between texts, and nowhere within one.
    @Test func aSeparatorWithinATextIsAFault() {
        #expect(ViewText.view("{\"a\":\u{1E}1}", "application/json").isDamaged)
    }

    /// RFC 8878 §3.1.1: magic number, descriptor with a dictionary of one byte, its number, the size, a raw block.
    @Test func aFrameWithADictionaryNeedsIt() {
        let frame = Bytes([0x28, 0xB5, 0x2F, 0xFD, 0x21, 7, 1, 9, 0, 0, 0x61])
        let view = ViewText.view(frame, "text/plain", coding: "zstd")
        #expect(
            view.remarks.contains { $0.contains("dictionary") } && !view.remarks.contains { $0.contains("not valid") })
        let plain = Bytes([0x28, 0xB5, 0x2F, 0xFD, 0x20, 1, 9, 0, 0, 0x61])
        #expect(ViewText.view(plain, "text/plain", coding: "zstd").text == "a")
    }

    @Test func withoutATypeTheFirstBytesDecide() {
        #expect(ViewText.view(#"{"a":1}"#, nil).title == "JSON")
        #expect(ViewText.view("<!doctype html><p>x", nil).title == "HTML")
        #expect(ViewText.view("plain words", nil).title == "Text")
        #expect(ViewText.view(Bytes([0, 1, 2, 3]), nil).title == "Bytes")
        #expect(ViewText.view("query A { b }", nil).title == "GraphQL")
        #expect(ViewText.view(Self.png, "application/octet-stream").title.hasPrefix("PNG"))
    }

    @Test func whatOnlyLooksLikeJSONStaysText() {
        let view = ViewText.view("[1] see the notes", "text/plain")
        #expect(view.title == "Text" && !view.isDamaged)
        #expect(view.text == "[1] see the notes")
    }

    @Test func binaryBytesUnderATextTypeAreShownInHexadecimal() {
        let view = ViewText.view(Bytes([0, 159, 146, 150]), "application/json")
        #expect(view.title == "Bytes")
        #expect(view.remarks == ["The declared type is application/json, but the bytes are not text."])
        #expect(view.text.hasPrefix("00000000  00 9f 92 96 "))
    }

    @Test func codingsAreTakenOff() throws {
        let body = Bytes(try #require(Base64.decode(Bytes(Self.gzip))))
        let view = ViewText.view(body, "application/json", coding: "gzip")
        #expect(view.text.hasPrefix("{") && view.text.contains(#""a": 1"#), "\(view)")
        #expect(view.title == "JSON, gzip")
        #expect(!view.isDamaged)
    }

    @Test func aCodingThatIsCutOffShowsWhatCameBefore() throws {
        let body = Bytes(try #require(Base64.decode(Bytes(Self.gzip)))).slice(0..<20)
        let view = ViewText.view(body, "application/json", coding: "gzip")
        #expect(view.remarks == ["The content ends in the middle of its gzip coding."])
        #expect(view.isDamaged)
    }

    @Test func aCodingThatIsNotThereIsSaid() {
        let view = ViewText.view(#"{"a":1}"#, "application/json", coding: "gzip")
        #expect(view.remarks.first?.contains("Hark shows the transferred bytes.") == true)
        #expect(view.text.contains(#""a": 1"#))
    }

    @Test func anUnknownCodingIsSaid() {
        let view = ViewText.view("abc", "text/plain", coding: "snappy")
        #expect(view.remarks == ["Hark cannot decode its coding (snappy), and shows the transferred bytes."])
    }

    @Test func noMoreBytesAreLookedAtThanAreWanted() {
        let body = Bytes(Array(repeating: UInt8(ascii: "a"), count: 10_000))
        let view = ViewText.view(body, "text/plain", options: LayoutOptions(byteLimit: 1000))
        #expect(view.text.utf8.count == 1000)
        #expect(view.remarks == ["The first 1000 bytes are shown."])
    }

    @Test func noMoreLinesAreMadeThanAreWanted() {
        let body = Bytes(Array(repeating: UInt8(ascii: "\n"), count: 10_000))
        let view = ViewText.view(body, "text/plain", options: LayoutOptions(lineLimit: 100))
        #expect(view.lines.count == 100 && view.isCut)
    }

    @Test func contentThatNobodyKeptIsSaidToBeMissing() {
        let view = BodyView(FlowRecord.Content(size: 5000), ViewText.fields("text/plain"))
        #expect(view.lines.isEmpty && view.remarks == ["Its 4.9 KiB were not recorded."])
        #expect(BodyView(FlowRecord.Content(), nil).remarks.isEmpty)
    }

    @Test func controlCharactersReachNobodyAsWords() {
        let view = ViewText.view("a\u{1B}[2Jb\u{202E}c", "text/plain")
        // The bytes are handed on as they are; whoever shows them escapes them.
        #expect(view.lines.first?.text == Bytes("a\u{1B}[2Jb\u{202E}c"))
        #expect(!view.title.contains("\u{1B}"))
    }

    // MARK: Charsets

    @Test func textsAreReadInTheirCharset() {
        let latin = ViewText.view(Bytes([0x63, 0x61, 0x66, 0xE9, 0x80]), "text/plain; charset=ISO-8859-1")
        #expect(latin.text == "café€" && latin.title == "Text, windows-1252")
        let wide = ViewText.view(Bytes([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x00, 0xDE]), "text/plain")
        #expect(wide.text == "a😀")
        let big = ViewText.view(Bytes([0, 0x61, 0xD8, 0x00]), "text/plain; charset=utf-16be")
        #expect(big.text == "a\u{FFFD}")
        #expect(big.remarks == ["1 lone surrogates are shown as U+FFFD."])
    }

    @Test func aCharsetThatLiesIsSaid() {
        let view = ViewText.view("café", "text/plain; charset=iso-8859-1")
        #expect(view.text == "café")
        #expect(
            view.remarks == ["The declared charset is iso-8859-1, but the bytes are UTF-8; Hark shows them as UTF-8."])
    }
}

import Bytes
import HTTPSemantics
import Testing

@Suite struct ContentTests {
    @Test func aMediaTypeIsTakenApart() {
        // RFC 9110 §8.3.1: these mean the same.
        for value in ["text/html;charset=utf-8", "Text/HTML;Charset=\"utf-8\"", "text/html; charset=\"utf-8\""]
            as [Bytes]
        {
            let type = MediaType(value)
            #expect(type.is("text", "html"))
            #expect(type.parameter("charset") == "utf-8")
            #expect(type.isWellFormed)
        }
    }

    @Test(arguments: ["html", "text/", "/html", "", "te xt/html", "text/html/x"] as [Bytes])
    func whatIsNoMediaTypeIsSaidToBeNone(value: Bytes) {
        #expect(!MediaType(value).isWellFormed)
    }

    @Test(
        arguments: [
            ("text/css", true, false), ("application/problem+json", true, false), ("image/svg+xml", true, false),
            ("image/png", false, true), ("video/mp4", false, true), ("application/zip", false, true),
            ("application/octet-stream", false, false), ("font/woff2", false, true),
        ] as [(Bytes, Bool, Bool)])
    func kindsOfContentAreKnown(value: Bytes, isText: Bool, isCompressed: Bool) {
        #expect(MediaType(value).isText == isText)
        #expect(MediaType(value).isCompressed == isCompressed)
    }

    @Test(
        arguments: [
            (Bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]), .png), ("GIF89a", .gif), ("%PDF-1.7", .pdf),
            (Bytes([0xFF, 0xD8, 0xFF, 0xE0]), .jpeg), ("RIFF\0\0\0\0WEBPVP8 ", .webp), (Bytes([0x1F, 0x8B, 8]), .gzip),
            ("\u{FEFF} \n<!DOCTYPE HTML>", .html), ("<html lang=de>", .html), ("<?xml version", .xml), ("<svg ", .svg),
            ("{ \"a\": 1}", .json), ("[1, 2]", .json), ("[]", .json), ("{}", .json), ("\0\0\0\u{18}ftypisom", .mp4),
        ] as [(Bytes, ContentSignature)])
    func contentsAreToldByTheirFirstBytes(bytes: Bytes, signature: ContentSignature) {
        #expect(ContentSignature(bytes) == signature)
    }

    @Test(arguments: ["", "a", "{a", "[a", "{", "<a", "hello"] as [Bytes])
    func mostTextsHaveNoMark(bytes: Bytes) {
        #expect(ContentSignature(bytes) == nil)
    }

    @Test func signaturesAgreeWithTheirTypesOnly() {
        #expect(ContentSignature.zip.agrees(with: MediaType("application/vnd.oasis.opendocument.text")))
        #expect(ContentSignature.html.agrees(with: MediaType("text/html")))
        #expect(!ContentSignature.html.agrees(with: MediaType("application/json")))
        #expect(!ContentSignature.json.agrees(with: MediaType("text/html")))
        #expect(ContentSignature.json.agrees(with: MediaType("application/ld+json")))
        #expect(!ContentSignature.png.agrees(with: MediaType("image/jpeg")))
        for signature in ContentSignature.allCases {
            #expect(signature.agrees(with: MediaType("application/octet-stream")))
        }
    }

    /// RFC 6266 §5, and the fallback it gives.
    @Test(
        arguments: [
            ("Attachment; filename=example.html", true, "example.html"),
            ("INLINE; FILENAME= \"an example.html\"", false, "an example.html"),
            ("attachment; filename*= UTF-8''%e2%82%ac%20rates", true, "€ rates"),
            ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", true, "€ rates"),
            ("attachment; filename*=iso-8859-1''%A3", true, "£"),
            ("attachment; filename*=utf-8''%ff; filename=a", true, "a"), ("attachment", true, nil),
            ("attachment; filename=\"../../etc/passwd\"", true, "passwd"), ("attachment; filename=\"..\"", true, nil),
            ("attachment; filename=\"C:\\\\a\\\\b.txt\"", true, "b.txt"),
        ] as [(Bytes, Bool, String?)])
    func aNameIsSuggested(value: Bytes, isAttachment: Bool, name: String?) {
        let disposition = ContentDisposition(value)
        #expect(disposition.isAttachment == isAttachment)
        #expect(disposition.suggestedName == name)
    }

    @Test func byteOrderMarksAreKnown() {
        #expect(ByteOrderMark("\u{FEFF}a") == .utf8)
        #expect(ByteOrderMark(Bytes([0xFE, 0xFF])) == .utf16BigEndian)
        #expect(ByteOrderMark(Bytes([0xFF, 0xFE, 0])) == .utf16LittleEndian)
        #expect(ByteOrderMark("a") == nil)
    }
}

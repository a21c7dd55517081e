import Bytes
import Testing

@testable import Contents

@Suite struct BinaryLayoutTests {
    @Test func fieldsOfAMessageAreToldByTheirNumbers() {
        // 1: 150, 2: "testing", 3: { 1: 7 }
        let start = Bytes([0x08, 0x96, 0x01, 0x12, 7])
        let body = Bytes(Array(start) + Array(ViewText.bytes("testing", [0x1A, 2, 0x08, 7])))
        #expect(ViewText.text(body, "application/x-protobuf") == "1: 150\n2: \"testing\"\n3: {\n  1: 7\n}")
    }

    @Test func aMessageThatBreaksOffIsShownUpToThere() {
        let text = ViewText.text(Bytes([0x08, 0x01, 0x12, 0x09, 0x61]), "application/protobuf")
        #expect(text.hasPrefix("1: 1\n✗ byte 2: no field of a message can be read here."))
    }

    @Test func messagesOfGRPCAreToldApart() {
        let view = ViewText.view(Bytes([0, 0, 0, 0, 2, 0x08, 0x05, 0, 0, 0, 0, 9, 1]), "application/grpc")
        #expect(view.text.hasPrefix("message 1, 2 bytes\n  1: 5\n"))
        #expect(view.text.contains("✗ byte 7: the body ends within a message."))
    }

    @Test func messagePackIsLaidOutAsJSONIs() {
        // {"a": [1, -1, true, nil, 1.5], "b": bytes}
        let body = Bytes([
            0x82, 0xA1, 0x61, 0x95, 1, 0xFF, 0xC3, 0xC0, 0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0, 0xA1, 0x62, 0xC4, 2, 1, 2,
        ])
        #expect(
            ViewText.text(body, "application/msgpack") == """
                {
                  "a": [
                    1
                    -1
                    true
                    null
                    1.5
                  ]
                  "b": h'0102'
                }
                """)
    }

    @Test func negativeNumbersOfEverySizeAreNegative() {
        let body = Bytes([0xD0, 0x80, 0xD1, 0xFF, 0xFE, 0xD3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        #expect(ViewText.text(body, "application/msgpack") == "-128\n-2\n-1")
    }

    @Test func cborIsLaidOutInItsNotation() {
        // {_ "a": [1, -500], 1: 0("x"), ...} with a half float
        let body = Bytes([
            0xBF, 0x61, 0x61, 0x82, 1, 0x39, 0x01, 0xF3, 0x01, 0xC0, 0x61, 0x78, 0x02, 0xF9, 0x3C, 0, 0xFF,
        ])
        #expect(
            ViewText.text(body, "application/cbor") == """
                {
                  "a": [
                    1
                    -500
                  ]
                  1: 0("x")
                  2: 1.0
                }
                """)
    }

    @Test(arguments: ["application/cbor", "application/msgpack", "application/protobuf", "application/grpc"])
    func whatIsNestedWithoutEndIsBounded(type: String) {
        for byte: UInt8 in [0x81, 0x91, 0xC6, 0x9F, 0x0A, 0xFF, 0x7F] {
            let body = Bytes(Array(repeating: byte, count: 200_000))
            let view = ViewText.view(body, type, options: LayoutOptions(lineLimit: 1000))
            #expect(view.lines.count <= 1000)
        }
    }

    // MARK: Images

    @Test func headersOfImagesAreRead() {
        let jpeg = Bytes([
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0x01, 0xE0, 0x02, 0x80, 3, 0, 0, 0,
        ])
        #expect(ImageFacts(jpeg)?.text == "JPEG image, 640 × 480 pixels, 8 bits a channel, colour, progressive")
        let gif = ViewText.bytes("GIF89a", [0x10, 0, 0x20, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0x3B])
        #expect(ImageFacts(gif)?.text == "GIF image, 16 × 32 pixels, palette of 2 colours")
        let webp = ViewText.bytes("RIFF0000WEBPVP8L0000", [0x2F, 0x7F, 0x02, 0x78, 0x10])
        #expect(ImageFacts(webp)?.width == 640)
        let icon = Bytes([
            0, 0, 1, 0, 2, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0,
            0,
            0, 0,
        ])
        #expect(ImageFacts(icon)?.text == "ICO image, 256 × 256 pixels, 32 bits a pixel, the largest of 2 images")
        #expect(ImageFacts("GIF87") == nil)
    }

    @Test func aDrawingSaysItsSize() {
        let view = ViewText.view(
            "<svg width=\"24\" height=\"12\" viewBox=\"0 0 2 1\"><path d=\"M0\"/></svg>", "image/svg+xml")
        #expect(view.title == "SVG image, 24 × 12, view box 0 0 2 1")
        #expect(view.text.contains("<path d=\"M0\"/>"))
    }
}

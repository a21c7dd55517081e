import Bytes
import Flow
import HTTPModel
import Testing

@testable import Messages

@Suite struct BinaryLayoutTests {
    @Test func fieldsOfAMessageAreToldByTheirNumbers() {
        // 1: 150, 2: "testing", 3: { 1: 7 }
        let start = Bytes([0x08, 0x96, 0x01, 0x12, 7])
        let body = Bytes(Array(start) + Array(ViewText.bytes("testing", [0x1A, 2, 0x08, 7])))
        #expect(
            ViewText.text(body, "application/x-protobuf") == """
                1: 150  varint: zigzag 75
                2: "testing"  string?
                3: {  message?
                  1: 7  varint: zigzag -4
                }
                """)
    }

    @Test func whatNumbersWithoutATypeMayBeIsToldBesideThem() {
        let body = Bytes([
            0x08, 1, 0x15, 0, 0, 0xC0, 0xBF, 0x19, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 0x22, 2, 0xC3, 0x28, 0x2B, 0x2C,
        ])
        #expect(
            ViewText.text(body, "application/protobuf") == """
                1: 1  varint: zigzag -1, bool true
                2: 3217031168  4 bytes: float -1.5, signed -1077936128
                3: 4609434218613702656  8 bytes: double 1.5
                4: 2 bytes  bytes?
                  00000012  c3 28                                             .(
                5: {}  group
                """)
    }

    private static let schema = """
        syntax = "proto3";
        import "google/protobuf/timestamp.proto";
        enum State { NONE = 0; OPEN = 1; }
        message Cart {
          int32 id = 1; State state = 2; map<string, int32> prices = 3; repeated int32 sizes = 4;
          oneof way { string card = 5; } google.protobuf.Timestamp made = 6; string password = 7;
        }
        """

    private func schema() throws -> ProtoSchema {
        var loader = ProtoLoader { _ in nil }
        try loader.add("a.proto", Bytes(Self.schema))
        return try loader.schema()
    }

    /// By the type that a server names beside the content's.
    @Test func aSchemaGivesNamesAndTypes() throws {
        let body = Bytes(
            [0x08, 150, 1, 0x10, 1, 0x1A, 5, 0x0A, 1, 0x61, 0x10, 3, 0x22, 2, 1, 2, 0x2A, 1, 0x78, 0x32, 2, 0x08, 0]
                + [0x3A, 1, 0x73, 0x48, 5, 0x10, 9])
        let record = BodyRecord.response(body, "application/x-protobuf; proto=Cart")
        let options = LayoutOptions(isSecret: { name, _ in name == "password" }, schema: try schema())
        let view = BodyView(record, .response, options: options)
        #expect(
            view.text == """
                id: 150
                state: OPEN  1
                prices: {
                  key: "a"
                  value: 3
                }
                sizes: [1, 2]
                card: "x"  oneof way
                made: {
                  seconds: 0
                }  Thu, 01 Jan 1970 00:00:00 GMT
                password: …
                9: 5  varint: zigzag -3  not in Cart
                state: 9  unknown field number
                """)
        #expect(view.title == "Protocol Buffers, as Cart")
        // A type that the schema has not: by what the bytes tell.
        let other = BodyView(
            BodyRecord.response(body, "application/x-protobuf; proto=Gone"), .response, options: options)
        #expect(other.title == "Protocol Buffers, without the schema")
    }

    @Test func aMessageOfACallInJSONIsJSON() {
        let body = Bytes([0, 0, 0, 0, 8] + Array("{\"a\": 1}".utf8).prefix(8))
        let view = ViewText.view(body, "application/grpc+json")
        #expect(view.title == "gRPC, in JSON" && view.text.contains("\"a\": 1"))
        let end = ViewText.view(Bytes([2, 0, 0, 0, 2] + Array("{}".utf8)), "application/connect+json")
        #expect(end.title == "Connect, in JSON" && end.text == "trailers\n  {}")
    }

    @Test func aMessageThatBreaksOffIsShownUpToThere() {
        let text = ViewText.text(Bytes([0x08, 0x01, 0x12, 0x09, 0x61]), "application/protobuf")
        #expect(text.hasPrefix("1: 1  varint: zigzag -1, bool true\n✗ byte 2: not a valid field."))
    }

    /// gRPC-Web's text is base64, each message and the trailers by themselves, so that padding comes anywhere.
    @Test(arguments: ["application/grpc-web-text", "application/grpc-web-text+proto"])
    func theTextOfGRPCWebIsDecoded(type: String) {
        // A message of the field 1 = 5, then the trailers "a:b".
        let whole = ViewText.view("AAAAAAIIBQ==gAAAAANhOmI=", type)
        #expect(whole.text.contains("message 1, 2 bytes") && whole.text.contains("a:b"), "\(whole.text)")
        #expect(!whole.isDamaged && whole.title.hasPrefix("gRPC"))
        let lines = ViewText.view("AAAA\r\nAAII\r\nBQ==\r\n", type)
        #expect(lines.text.contains("message 1, 2 bytes") && !lines.isDamaged)
        let cut = ViewText.view("AAAAAAIIB", type)
        #expect(cut.isDamaged && cut.text.contains("ends within a message"))
        let none = ViewText.view("%%%% is not base64", type)
        #expect(none.remarks.contains { $0.contains("base64") } && !none.text.contains("message 1"))
        // Without "-text" it is bytes.
        #expect(ViewText.view("AAAAAAIIBQ==", "application/grpc-web").isDamaged)
    }

    @Test func messagesOfGRPCAreToldApart() {
        let view = ViewText.view(Bytes([0, 0, 0, 0, 2, 0x08, 0x05, 0, 0, 0, 0, 9, 1]), "application/grpc")
        #expect(view.text.hasPrefix("message 1, 2 bytes\n  1: 5  varint: zigzag -3\n"))
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

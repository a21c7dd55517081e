import Bytes
import TestKit
import Testing

@testable import Messages

/// Whatever the bytes are, there is a view, and it is bounded.
@Suite struct HostileBodyTests {
    private static let gif = ViewText.bytes(
        "GIF89a", [1, 0, 1, 0, 0, 0, 0, 0x21, 0xF9, 1, 0, 0, 0x2C, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 9, 0])
    private static let avif = ViewText.bytes(
        "\0\0\0\u{10}ftypavif0000\0\0\0\u{28}meta0000\0\0\0\u{1C}iprp\0\0\0\u{14}ispe0000", [0, 0, 0, 9, 0, 0, 0, 8])

    static let samples: [(type: String, body: Bytes)] = [
        ("application/json", #"{"a":[1,2,{"b":"c\u00e9\\"}],"d":NaN,'e':1}"#),
        ("application/xml", "<?xml version='1.0'?><!-- c --><a b=\"c\" d=e><![CDATA[x]]>t<f/></a>"),
        ("text/html", "<!doctype html><p class=x>a<b>c</b><script>if(a<b){}</script><li><li></ul><style>a{}</style>"),
        ("text/css", "a{b:c}/* d */@media x{y{z:\"w\"}}"),
        ("text/javascript", "var a=/[/]/g,b=`c${d}`;// e\nfunction f(){return'g'}"),
        ("application/x-www-form-urlencoded", "a=b&c=%41%zz&&=d&e"),
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Type: application/json\r\n\r\n{\"a\":1}\r\n--x\r\n\r\nb\r\n--x--"
        ),
        ("text/event-stream", "event: a\rdata: {\"b\":1}\n\n:c\r\ndata\n\n"),
        ("application/graphql", "query A($b: [C!]! = {d: \"e\"}) @f { g: h(i: 1) { ... on J { k } } }"),
        ("application/jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxMDAwfQ.c2ln"),
        ("image/png", BodyViewTests.png),
        ("image/svg+xml", "<svg width='1' height='2'><g/></svg>"),
        ("image/gif", gif), ("image/avif", avif),
        ("application/protobuf", Bytes([8, 150, 1, 18, 3, 97, 98, 99, 26, 2, 8, 1, 33, 1, 2, 3, 4, 5, 6, 7, 8])),
        ("application/grpc-web", Bytes([0, 0, 0, 0, 2, 8, 1, 128, 0, 0, 0, 3, 97, 58, 98])),
        (
            "application/msgpack",
            Bytes([0x82, 0xA1, 97, 0x93, 1, 0xCD, 1, 2, 0xC0, 0xD9, 1, 98, 0xD6, 0xFF, 0, 0, 0, 1])
        ),
        (
            "application/cbor",
            Bytes([0xBF, 0x61, 97, 0x9F, 1, 0xF9, 0x7C, 0, 0xFF, 0x61, 98, 0xC1, 0x1A, 0, 0, 0, 1, 0xFF])
        ),
        ("text/plain; charset=utf-16", Bytes([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x00, 0xDE, 0, 0xD8])),
    ]

    /// A recording, a limit, a broken connection may cut a body anywhere.
    @Test(arguments: samples.indices)
    func everyBeginningHasAView(index: Int) {
        let (type, body) = Self.samples[index]
        for length in 0...body.count {
            let view = ViewText.view(body.slice(0..<length), type)
            #expect(length == 0 || !view.title.isEmpty)
            #expect(view.lines.count < 200)
        }
    }

    @Test(arguments: samples.indices)
    func whatIsDamagedHasAView(index: Int) {
        let (_, body) = Self.samples[index]
        var random = SeededGenerator(seed: UInt64(index) + 1)
        for _ in 0..<200 {
            var bytes = body.array
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // Under every type, as types lie.
            let type = Self.samples[Int.random(in: 0..<Self.samples.count, using: &random)].type
            let view = ViewText.view(Bytes(bytes), type, options: LayoutOptions(lineLimit: 50))
            #expect(view.lines.count <= 50)
        }
    }

    @Test(arguments: ["[", "{\"a\":", "<a>", "</a>", "(", "/[", "\"", "a=b&", "<!--", "--x\n", "data: [\n", "{ a"])
    func whatRepeatsWithoutEndIsBounded(piece: String) {
        let body = Bytes(String(repeating: piece, count: 20_000))
        for (type, _) in Self.samples {
            let view = ViewText.view(body, type, options: LayoutOptions(lineLimit: 500))
            #expect(view.lines.count <= 500, "\(type)")
            #expect(view.lines.reduce(0) { $0 + $1.spans.count } <= 10_000, "\(type)")
        }
    }
}

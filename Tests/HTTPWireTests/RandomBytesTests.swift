import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Bytes nobody would send: nothing traps, every split agrees, and what is accepted is what was there.
@Suite struct RandomBytesTests {
    private static let seeds: [(WireScenario, String)] = [
        (WireScenario(.request), "GET http://u:p@[::1]:80/a?b HTTP/1.1\r\nHost: a:80\r\nConnection: close\r\n\r\n"),
        (WireScenario(.request), "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12, 12\r\n\r\nhello, world"),
        (
            WireScenario(.request),
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n0\r\nA: "
                + "b\r\n\r\n"
        ),
        (
            WireScenario(.response, methods: [.get, .head], closes: true),
            "HTTP/1.1 100 \r\n\r\nHTTP/1.1 200 OK\r\nA : b\r\n c\r\nTransfer-Encoding: "
                + "chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
                + "HTTP/1.0 404\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\n\r\nrest"
        ),
    ]

    /// Small, so that limits are met often.
    private static let tight = Limits(
        startLine: 60, head: 120, fields: 5, chunkExtension: 8, trailers: 20, emptyLines: 1)

    @Test(arguments: 0..<4)
    func mutationsOfMessages(index: Int) {
        var random = SeededGenerator(seed: UInt64(index) &+ 9112)
        let (seed, text) = Self.seeds[index]
        let telling = Array("\r\n \t:;,=0a\u{0}\u{7F}@/[]\"".utf8) + [0xFF, 0x80]
        var accepted = 0
        for round in 0..<120 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let byte = telling.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
                }
            }
            var scenario = seed
            if round % 2 == 1 { scenario.limits = Self.tight }
            let verified = DecoderVerifier(bytes, scenario)
            #expect(verified.disagreements.isEmpty, "\(Bytes(bytes).text.debugDescription)")
            if verified.trace.error == nil { accepted += 1 }
        }
        // The rounds that changed nothing, at least, went through: the test does look at whole messages.
        #expect(accepted > 10)
    }

    @Test func noise() {
        var random = SeededGenerator(seed: 6585)
        let alphabet = Array("GET /HTP1.0\r\n\r\n\r\n: ;,=aA5\t\u{0}".utf8)
        for round in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                round % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
            }
            let prefix = round % 5 == 0 ? Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) : []
            let scenario = WireScenario(
                round % 5 < 2 ? .response : .request, limits: Self.tight, closes: round % 2 == 0)
            let cuts = [0, bytes.count / 3, bytes.count]
            let pieces = [prefix] + zip(cuts, cuts.dropFirst()).map { Array(bytes[$0..<$1]) }
            let whole = WireTrace(of: [prefix + bytes], scenario)
            let cut = WireTrace(of: pieces, scenario)
            #expect(whole.items == cut.items)
            #expect(whole.error == cut.error)
        }
    }
}

import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Whatever the bytes are, each has exactly one name.
@Suite struct DissectionTilingTests {
    static let seeds = texts.map { Bytes($0) }
    private static let texts: [String] = [
        "GET http://u:p@[::1]:80/a%20b/../c%C3%A9?x=1&y=a+b%zz&&z#f HTTP/1.1\r\n"
            + "Host: a:80\r\nConnection: close\r\n\r\n",
        "POST /form?a=b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
            + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "\r\nPUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
            + "5;a=\"b;c\" ;d\r\nhello\r\n0\r\nA: b\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA : b\r\nB: c\r\n  d\r\n\te \r\n"
            + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"
            + "HTTP/1.1 200 Fine\r\n\r\n\u{16}\u{3}\u{1}",
        "GET / HTTP/1.0\nHost: a\nAccept: */*\n\nHTTP/1.0 404 Not Found\nContent-Type: text/plain\n\nnothing",
        "HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
            + "HTTP/1.1 204 No Content\r\n\r\nleft over",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n"
            + "3\r\nabc\r\n0\r\n\r\n",
    ]
    static let readers = [
        MessageReader(), MessageReader(kind: .request), MessageReader(kind: .response, toMethod: .head),
        MessageReader(acceptingLineFeeds: false), MessageReader(limits: MessageReader.Limits(messages: 3, spans: 64)),
    ]

    private func check(_ input: Bytes, sourceLocation: SourceLocation = #_sourceLocation) {
        for reader in Self.readers {
            let reading = reader.read(input)
            let faults = Tiling.faults(in: reading, of: input)
            #expect(faults.isEmpty, "\(input.text.debugDescription)", sourceLocation: sourceLocation)
            #expect(input.isEmpty || !reading.messages.isEmpty, sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: 0..<8)
    func everyTruncationIsTiled(seed: Int) {
        let whole = Self.seeds[seed]
        for end in 0...whole.count { check(whole.slice(0..<end)) }
    }

    @Test(arguments: 0..<8)
    func everyMutationIsTiled(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &+ 4)
        let telling = Array("\r\n \t:;,=&?#%/@[]\"0aF\u{0}\u{7F}".utf8) + [0xFF, 0xC3]
        for _ in 0..<150 {
            var bytes = Self.seeds[seed].array
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let byte = telling.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
                }
            }
            check(Bytes(bytes))
        }
    }

    @Test func noiseIsTiled() {
        var random = SeededGenerator(seed: 9112)
        let alphabet = Array("GET /HTP1.0\r\n\r\n\r\n\n: ;,=aA5\t%?&\u{0}".utf8)
        for round in 0..<800 {
            let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                round % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
            }
            let prefixes = [
                "", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n",
            ]
            check(Bytes(Array(prefixes[round % prefixes.count].utf8) + noise))
        }
    }

    /// What the decoder takes for a whole message is exactly what is explained as one.
    @Test(arguments: 0..<8)
    func aMessageEndsWhereTheDecoderEndsIt(seed: Int) {
        let input = Self.seeds[seed]
        var compared = 0
        for message in MessageReader().read(input).messages where message.error == nil {
            var decoder = HTTP1Decoder(role: message.kind == .request ? .request : .response)
            decoder.expectResponse(to: message.answered ?? .get)
            let bytes = input.slice(message.offset..<input.count)
            var consumed = 0
            while let decoded = try? bytes.slice(consumed..<bytes.count).withSpan({ try decoder.decode($0) }) {
                consumed += decoded.consumed
                if case .interimHead = decoded.part { break }
                if case .end = decoded.part { break }
            }
            #expect(consumed == message.length)
            compared += 1
        }
        #expect(compared > 0 || seed == 0 || seed == 5 || seed == 7)
    }

    @Test func aTreeIsShallowWhateverTheInput() {
        for unit in [
            "/", "%41", "a=b&", "[", "a: b\r\n", " \r\n", "1\r\na\r\n", "\r\n", "\n", ";a", "x ", ":\n", "%zz", "\"",
            "\\",
        ] {
            let run = String(repeating: unit, count: 1500)
            let starts = [
                "", "GET ", "GET /", "GET /?", "GET http://", "GET / HTTP/1.1\r\nA:", "GET / HTTP/1.1\r\nA: b\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
            ]
            for start in starts {
                let input = Bytes(start + run)
                let reading = MessageReader(limits: MessageReader.Limits(spans: 1000)).read(input)
                #expect(
                    Tiling.faults(in: reading, of: input).isEmpty, "\(start.debugDescription) \(unit.debugDescription)")
                for message in reading.messages {
                    #expect(Tiling.depth(message.spans) <= 8)
                    #expect(Tiling.leaves(message.spans).count <= 10_000)
                }
            }
        }
    }
}

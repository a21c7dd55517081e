import Foundation
import Testing

/// Captured bytes are shown, never sent: nothing that comes from the wire can drive a terminal or forge a line.
@Suite struct TerminalTests {
    struct Poison: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
    }

    static let poisons = [
        Poison(testDescription: "a colour sequence", bytes: Array("\u{1B}[31mred".utf8)),
        Poison(testDescription: "a title sequence", bytes: Array("\u{1B}]0;title\u{07}".utf8)),
        Poison(testDescription: "an 8-bit CSI", bytes: [0x9B] + Array("31m".utf8)),
        Poison(testDescription: "a CSI in UTF-8", bytes: Array("\u{9B}31m".utf8)),
        Poison(testDescription: "backspaces", bytes: Array("\u{08}\u{08}\u{08}".utf8)),
        Poison(testDescription: "a right-to-left override", bytes: Array("\u{202E}txt.exe".utf8)),
        Poison(testDescription: "an isolate", bytes: Array("\u{2066}x\u{2069}".utf8)),
        Poison(testDescription: "a line separator", bytes: Array("a\u{2028}b\u{0085}c".utf8)),
        Poison(testDescription: "DEL", bytes: [0x7F]),
        Poison(testDescription: "bytes that are no UTF-8", bytes: [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80]),
    ]

    /// Every place of a request and a response that is shown; an answer may be a refusal, and then that is shown.
    @Test(arguments: poisons, ["--verbose", "--log=-"])
    func nothingHarmfulReachesStandardOutputOrError(poison: Poison, flag: String) throws {
        let places: [(request: String, response: String)] = [
            ("GET ORIGIN/POISON HTTP/1.1\r\nHost: HOST", "HTTP/1.1 200 OK\r\nContent-Length: 0"),
            (
                "GET ORIGIN/ HTTP/1.1\r\nHost: HOST\r\nX: POISON\r\nCookie: a=POISON",
                "HTTP/1.1 200 OK\r\nContent-Length: 0"
            ),
            ("GET ORIGIN/ HTTP/1.1\r\nHost: HOST", "HTTP/1.1 200 POISON\r\nContent-Length: 0"),
            ("GET ORIGIN/ HTTP/1.1\r\nHost: HOST", "HTTP/1.1 302 F\r\nLocation: /POISON\r\nContent-Length: 0"),
            (
                "GET ORIGIN/ HTTP/1.1\r\nHost: HOST",
                "HTTP/1.1 200 OK\r\nSet-Cookie: a=POISON; Path=/POISON\r\nContent-Length: 0"
            ),
            (
                "GET ORIGIN/ HTTP/1.1\r\nHost: HOST",
                "HTTP/1.1 200 OK\r\nCache-Control: POISON\r\nETag: \"POISON\"\r\nContent-Length: 0"
            ),
            (
                "GET ORIGIN/ HTTP/1.1\r\nHost: HOST",
                "HTTP/1.1 401 U\r\nWWW-Authenticate: Basic realm=\"POISON\"\r\nContent-Length: 0"
            ),
            (
                "GET ORIGIN/ HTTP/1.1\r\nHost: HOST",
                "HTTP/1.1 200 OK\r\nContent-Type: POISON\r\nContent-Encoding: POISON\r\nContent-Length: 0"
            ),
            ("GET http://POISON/ HTTP/1.1\r\nHost: POISON", ""),
            ("POISON ORIGIN/ HTTP/1.1\r\nHost: HOST", ""),
        ]
        let answers = Handover<[UInt8]>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(try answers.take("what to answer"))
        }
        let proxy = try RunningProxy(flag)
        for place in places {
            func bytes(_ text: String) -> [UInt8] {
                let filled =
                    text.replacing("ORIGIN", with: origin.url).replacing("HOST", with: origin.host) + "\r\n\r\n"
                return filled.components(separatedBy: "POISON").map { Array($0.utf8) }.joined(separator: poison.bytes)
                    .map { $0 }
            }
            let before = origin.connectionCount
            let client = try proxy.connect()
            answers.put(bytes(place.response))
            try client.send(bytes(place.request))
            client.shutdownSending()
            _ = try client.receiveToEnd()
            // A request that was refused has left its answer behind.
            if origin.connectionCount == before { _ = try answers.take("the answer nobody asked for") }
        }
        try proxy.stop()
        for name in ["stdout", "stderr"] {
            let data = try Data(contentsOf: URL(filePath: proxy.scratch.file(name)))
            #expect(Self.harm(in: data) == nil, "\(name)")
        }
        #expect(!proxy.output.isEmpty)
    }

    /// The first thing in the data that a terminal would obey or that would mislead a reader, and where.
    static func harm(in data: Data) -> String? {
        guard let text = String(validating: data, as: UTF8.self) else { return "bytes that are no UTF-8" }
        for (offset, scalar) in text.unicodeScalars.enumerated() {
            switch scalar.value {
            case 0x0A: continue
            case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C:
                return "U+\(String(scalar.value, radix: 16)) at \(offset)"
            default: continue
            }
        }
        return nil
    }

    @Test(arguments: [("plain\n", true), ("tab\t", false), ("\u{1B}[m", false), ("\u{9B}", false), ("\u{202E}", false)])
    func theJudgeItselfIsRight(text: String, isHarmless: Bool) {
        #expect((Self.harm(in: Data(text.utf8)) == nil) == isHarmless)
    }
}

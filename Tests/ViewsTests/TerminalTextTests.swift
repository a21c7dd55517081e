import Bytes
import Explain
import Flow
import HTTPModel
import TestKit
import Testing
import Views

@Suite struct TerminalTextTests {
    private func escaped(_ bytes: Bytes, limit: Int = .max) -> String {
        var out: [UInt8] = []
        TerminalText.append(bytes, to: &out, limit: limit)
        return String(decoding: out, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("plain ~text~", "plain ~text~"), ("a\u{1B}[2Jb", "a\\x1b[2Jb"), ("a\r\n\tb", "a\\r\\n\\tb"),
            ("\u{7F}\u{00}", "\\x7f\\x00"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{85}", "\\u{85}"),
            ("\u{202E}txt.exe", "\\u{202e}txt.exe"), ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
            ("\u{200E}\u{200F}\u{061C}", "\\u{200e}\\u{200f}\\u{61c}"), ("a\u{200B}b\u{FEFF}", "a\\u{200b}b\\u{feff}"),
            ("\u{2028}", "\\u{2028}"), ("\u{E0041}", "\\u{e0041}"), ("Grüße 世界 🙂", "Grüße 世界 🙂"),
        ] as [(Bytes, String)])
    func whatDrivesOrDeceivesATerminalIsWrittenOut(bytes: Bytes, text: String) {
        #expect(escaped(bytes) == text)
    }

    /// RFC 3629 §3: not UTF-8, byte by byte.
    @Test(
        arguments: [
            ([0x80], "\\x80"), ([0xC0, 0x80], "\\xc0\\x80"), ([0xC3], "\\xc3"), ([0xC3, 0x41], "\\xc3A"),
            ([0xE0, 0x80, 0x9B], "\\xe0\\x80\\x9b"), ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"), ([0xFF, 0xFE], "\\xff\\xfe"),
            ([0xE2, 0x82], "\\xe2\\x82"),
        ] as [([UInt8], String)])
    func bytesThatAreNoUTF8AreWrittenOut(bytes: [UInt8], text: String) {
        #expect(escaped(Bytes(bytes)) == text)
    }

    @Test(
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("ab\u{1B}cd", 5, "ab…"), ("ab\u{1B}", 6, "ab\\x1b"), ("ab\u{1B}", 5, "ab…"), ("世界人", 5, "世界…"),
            ("世界人", 4, "世…"), ("世界人", 6, "世界人"),
        ] as [(Bytes, Int, String)])
    func longTextIsCutAtAColumn(bytes: Bytes, limit: Int, text: String) {
        #expect(escaped(bytes, limit: limit) == text)
    }

    /// A control character would be any byte below 0x20 but the line end, 0x7F, or a C1 in UTF-8.
    static func isHarmless(_ output: [UInt8]) -> Bool {
        guard let text = String(validating: output, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A, 0x20..<0x7F: true
            case 0xA0...:
                !(0x200B...0x200F).contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value)
                    && !(0x2066...0x2069).contains(scalar.value) && scalar.value != 0xFEFF && scalar.value != 0x061C
            default: false
            }
        }
    }

    private static let poisons: [Bytes] =
        (0...255).map { Bytes([UInt8(ascii: "x"), UInt8($0), UInt8(ascii: "y")]) }
        + ["\u{9B}31m", "\u{202E}", "\u{2066}", "\u{200F}", "\u{061C}", "\u{FEFF}", "\u{1B}]0;x\u{07}", "a\u{85}b"]

    /// Every byte in every place that bytes from outside can reach.
    @Test(arguments: [nil, 80] as [Int?], [false, true])
    func nothingFromTheWireReachesTheTerminalRaw(width: Int?, isVerbose: Bool) {
        var lines = ExchangeLines(options: .init(style: .plain, width: width, isVerbose: isVerbose))
        for poison in Self.poisons {
            lines.render(poisoned(poison), place: .hop(2))
            let output = lines.take()
            #expect(Self.isHarmless(output), "\(Array(poison))")
        }
    }

    private func poisoned(_ poison: Bytes) -> FlowRecord {
        // A line end would only make other lines of it: heads here are cut at line ends by construction.
        let isLineEnd = poison.contains(ASCII.lineFeed)
        let safe = isLineEnd ? Bytes("z") : poison
        func text(_ parts: [Bytes]) -> Bytes { Bytes(parts.flatMap { Array($0) }) }
        var maker = Story(client: poison.text)
        maker.apply(
            0.1,
            .requestHeadReceived(
                TestHead.request(
                    text([
                        "M", safe, " http://u", safe, ":p@h", safe, "/", safe, " HTTP/1.1\nHost: ", safe,
                        "\nContent-Type: a", safe, "\nCookie: n", safe, "=v", safe, "\nAuthorization: B", safe,
                        "\nIf-None-Match: ", safe, "\nX", safe, ": ", safe, "\nContent-Encoding: ", safe,
                    ])), Framing(.length(10), rule: 6)))
        maker.apply(0.2, .contentReceived(.request, count: 3, bytes: nil))
        maker.apply(0.2, .upstreamConnected(.init(connection: 1, address: poison.text, reused: false, isLocal: false)))
        maker.apply(
            0.2,
            .requestForwarded(
                sent: poison,
                edits: [
                    Change(.replaceStartLine(poison), .owed(spec: "RFC 9112 §3.2.1", text: "x")),
                    Change(.replace(line: 0, with: poison), .rule(poison.text)),
                    Change(.remove(line: 6), .rule(poison.text)), Change(.add(poison), .rule(poison.text)),
                    Change(.remove(line: 999), .rule("x")),
                ]))
        maker.apply(0.3, .interimReceived(TestHead.response(text(["HTTP/1.1 103 ", safe, "\nLink: ", safe]))))
        maker.apply(
            0.4,
            .responseHeadReceived(
                TestHead.response(
                    text([
                        "HTTP/1.1 302 ", safe, "\nLocation: /", safe, "\nSet-Cookie: a", safe, "=b", safe, "; c", safe,
                        "=d", safe, "; Domain=", safe, "\nCache-Control: max-age=5", safe, "\nETag: ", safe,
                        "\nVary: ", safe, "\nWWW-Authenticate: B", safe, " realm=\"", safe, "\", D", safe,
                        "\nContent-Type: ", safe, "\nContent-Encoding: ", safe,
                    ])), Framing(.chunked, rule: 4)))
        maker.apply(0.5, .chunkStarted(.response, Chunk(offset: 0, size: 3, extension: poison)))
        maker.apply(0.5, .chunkStarted(.response, Chunk(offset: 9, size: 0, extension: poison)))
        maker.apply(0.5, .trailersReceived(.response, TestHead.fields(text(["\nT", safe, ": ", safe]))))
        maker.apply(0.6, .tunnelOpened(protocol: poison.text))
        maker.apply(
            0.7,
            .finished(
                Outcome(
                    .aborted, by: .client, .clientClosed, error: WireError(.truncatedBody, offset: 4, bytes: poison),
                    detail: poison.text)))
        return maker.record
    }
}

import Bytes
import Explain
import Testing

@testable import Views

/// Wrapping: every character is on some line, and no line is wider than the page.
@Suite struct PageWriterTests {
    private static let texts = [
        String(repeating: "日本語のページ", count: 40), String(repeating: "각", count: 100), String(repeating: "🎉x", count: 80),
        String(repeating: "e\u{301}", count: 300), String(repeating: "plain", count: 60),
        "日本 " + String(repeating: "語", count: 90),
    ]

    private static func columns(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { $0 + TerminalText.columns(of: $1.value) }
    }

    @Test(arguments: texts)
    func wideTextIsWrappedAtItsColumns(text: String) {
        for column in [0, 7, 30] {
            var page = PageWriter(style: .plain, width: 61)
            page.prose(Prose(stringLiteral: text), at: column)
            let before = page.out.column
            page.wire([(Bytes(text), .normal), (Bytes("end"), .quiet)], at: column)
            let lines = String(decoding: page.take(), as: UTF8.self).split(separator: "\n")
            #expect(before == 0 && lines.allSatisfy { Self.columns($0) <= 61 })
            let written = lines.map { $0.drop { $0 == " " } }.joined().replacing(" ", with: "")
            #expect(written == (text + text + "end").replacing(" ", with: ""))
        }
    }

    @Test func aLineOfAMessageIsBrokenBehindASpace() {
        var page = PageWriter(style: .plain, width: 40)
        page.wire([(Bytes("日本語 " + String(repeating: "x", count: 30) + " 語語語語語"), .normal)], at: 2)
        let lines = String(decoding: page.take(), as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && lines[0].hasSuffix("x ") && lines[1] == "  語語語語語")
        #expect(lines.allSatisfy { Self.columns($0[...]) <= 40 })
    }
}

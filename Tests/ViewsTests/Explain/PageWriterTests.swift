import Bytes
import Explain
import Testing

@testable import Views

/// Paragraphs wrapped at words.
@Suite struct PageWriterTests {
    private func page(_ width: Int, _ write: (inout PageWriter) -> Void) -> String {
        var writer = PageWriter(style: .plain, width: width)
        write(&writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test func aParagraphGoesOnAtItsColumn() {
        let text = page(40) { $0.prose("one two three four five six seven eight nine", at: 10) }
        #expect(text == "          one two three four five six\n          seven eight nine\n")
    }

    @Test func aLongWordIsBrokenAtTheEdge() {
        let word = String(repeating: "a", count: 50)
        #expect(
            page(40) { $0.prose("\(word) b", at: 2) }
                == "  " + String(repeating: "a", count: 38) + "\n  " + String(repeating: "a", count: 12) + " b\n")
    }

    @Test func quotationsStayWithTheirPunctuation() {
        #expect(page(40) { $0.prose("It says \("a b"), twice.", at: 0) } == "It says a b, twice.\n")
    }

    @Test func whereItIsSpecifiedIsNotBroken() {
        let text = page(40) { writer in
            writer.flow("These words fill nearly all of a line", at: 0)
            writer.source("RFC 9110 §8.3", at: 0)
            writer.newline()
        }
        #expect(text == "These words fill nearly all of a line\nRFC 9110 §8.3\n")
    }

    @Test func severalPiecesMakeOneParagraph() {
        let text = page(40) { writer in
            writer.flow("One.", at: 4)
            writer.flow("Two.", at: 4)
            writer.newline()
        }
        #expect(text == "    One. Two.\n")
    }

    // MARK: Signs of two columns

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

import Bytes
import Explain
import Testing
import Views

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
}

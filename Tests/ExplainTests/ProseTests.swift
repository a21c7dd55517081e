import Bytes
import Explain
import Testing

@Suite struct ProseTests {
    @Test func whatIsInterpolatedIsAQuotation() {
        let prose: Prose = "\(Bytes("a=b")) lives \(60) seconds."
        #expect(prose.pieces == [.code("a=b"), .text(" lives "), .code("60"), .text(" seconds.")])
        #expect(prose.text == "a=b lives 60 seconds.")
    }

    @Test func proseInsideProseKeepsItsPieces() {
        let inner: Prose = "the name \(Bytes("a"))"
        let outer: Prose = "Here: \(inner)."
        #expect(outer.pieces == [.text("Here: "), .text("the name "), .code("a"), .text(".")])
    }
}

import Bytes
import Flow
import Testing

/// What is kept of a body comes out as it came, or its content alone.
@Suite struct GatheredBodyTests {
    private static func kept(_ parts: [(Bool, String)], limit: Int = 10) -> GatheredBody {
        var kept = GatheredBody()
        for (isContent, text) in parts { kept.take(Bytes(text), isContent: isContent, limit: limit) }
        return kept
    }

    private static let chunks = [(false, "3\r\n"), (true, "abc"), (false, "\r\n"), (false, "9\r\n")]

    @Test func contentComesOutWithoutWhatFramedIt() {
        var kept = Self.kept(Self.chunks + [(true, "defghijkl")])
        #expect(kept.state == .tooLong)
        #expect(kept.end() == nil)
        #expect(kept.releaseContent().map(\.text).joined() == "abcdefghijkl")
        #expect(kept.releaseContent().isEmpty)
    }

    @Test func allOfItComesOutAsItCame() {
        var kept = Self.kept(Self.chunks + [(true, "defghijkl")])
        #expect(kept.release().map(\.text).joined() == "3\r\nabc\r\n9\r\ndefghijkl")
        #expect(kept.state == .none && kept.release().isEmpty)
    }

    @Test func contentIsToldFromWhatFramesIt() {
        var kept = Self.kept(Self.chunks + [(true, "defghijkl"), (false, "\r\n")])
        let parts = kept.releaseParts()
        #expect(parts.map(\.bytes.text).joined() == "3\r\nabc\r\n9\r\ndefghijkl\r\n")
        #expect(parts.filter(\.isContent).map(\.bytes.text).joined() == "abcdefghijkl")
        #expect(parts.filter { !$0.isContent }.map(\.bytes.text).joined() == "3\r\n\r\n9\r\n\r\n")
        #expect(kept.releaseParts().isEmpty)
    }

    @Test(arguments: [("", 0), ("hello world", 11)])
    func aWholeBodyIsItsContent(text: String, limit: Int) {
        var kept = Self.kept([(false, "b\r\n"), (true, text), (false, "\r\n0\r\n\r\n")], limit: limit)
        #expect(kept.state == .underWay)
        #expect(kept.end()?.text == text && kept.state == .whole)
        var same = kept
        #expect(same.release().map(\.text).joined() == "b\r\n\(text)\r\n0\r\n\r\n")
        #expect(kept.releaseContent().map(\.text) == [text])
    }

    /// 200 bytes of framing for each byte of content: the memory they take is bounded with it.
    @Test func whatFramesItCountsToo() {
        let line = String(repeating: "x", count: 200)
        let kept = Self.kept(
            Array(repeating: [(false, line), (true, "a")], count: 1_000).flatMap(\.self), limit: 10_000)
        #expect(kept.state == .tooLong)
    }

    @Test func withoutRoomNothingIsLost() {
        var kept = Self.kept([(true, "abc")])
        kept.giveUp("def", true)
        kept.take("\r\n", isContent: false, limit: 10)
        #expect(kept.state == .tooLong && kept.end() == nil)
        #expect(kept.release().map(\.text).joined() == "abcdef\r\n")
    }
}

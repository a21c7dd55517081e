import Bytes
import HTTPModel
import HTTPWire
import Testing

@testable import Engine

/// What is kept of a body comes out as it came, or its content alone.
@Suite struct KeptPartsTests {
    private static let limit = 10

    private static func kept(_ parts: [(MessagePart, String)]) -> KeptParts {
        var kept = KeptParts()
        for (part, text) in parts { kept.take(part, Bytes(text), limit: limit) }
        return kept
    }

    private static let chunk = Chunk(offset: 0, size: 3)
    private static let chunks: [(MessagePart, String)] = [
        (.chunkStarted(chunk), "3\r\n"), (.content, "abc"), (.chunkEnded, "\r\n"), (.chunkStarted(chunk), "9\r\n"),
    ]

    @Test func contentComesOutWithoutWhatFramedIt() {
        var kept = Self.kept(Self.chunks + [(.content, "defghijkl")])
        #expect(kept.gathering == .tooLong)
        #expect(kept.releaseContent().map(\.text).joined() == "abcdefghijkl")
        #expect(kept.releaseContent().isEmpty)
    }

    @Test func allOfItComesOutAsItCame() {
        var kept = Self.kept(Self.chunks + [(.content, "defghijkl")])
        #expect(kept.release().map(\.text).joined() == "3\r\nabc\r\n9\r\ndefghijkl")
    }

    @Test func contentIsToldFromWhatFramesIt() {
        var kept = Self.kept(Self.chunks + [(.content, "defghijkl"), (.chunkEnded, "\r\n")])
        let parts = kept.releaseParts()
        #expect(parts.map(\.bytes.text).joined() == "3\r\nabc\r\n9\r\ndefghijkl\r\n")
        #expect(parts.filter(\.isContent).map(\.bytes.text).joined() == "abcdefghijkl")
        #expect(parts.filter { !$0.isContent }.map(\.bytes.text).joined() == "3\r\n\r\n9\r\n\r\n")
        #expect(kept.releaseParts().isEmpty)
    }
}

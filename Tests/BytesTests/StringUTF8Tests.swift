import Bytes
import Testing

/// Texts that have to fit into a number of bytes are cut between scalars.
@Suite struct StringUTF8Tests {
    private static let text = "aé€😀e\u{301}z"

    /// Whatever the number, the part begins the text, is no longer, and grows by whole scalars only.
    @Test func everyCutIsBetweenScalars() {
        let bytes = Array(Self.text.utf8)
        for count in -2...bytes.count + 2 {
            let part = Self.text.prefix(ofUTF8: count)
            #expect(part.utf8.count <= max(0, count))
            #expect(Array(part.utf8) == Array(bytes.prefix(part.utf8.count)))
            #expect(!part.unicodeScalars.contains("\u{FFFD}"))
            // At most three bytes of a scalar are left out.
            #expect(part.utf8.count >= min(count, bytes.count) - 3)
        }
        #expect(Self.text.prefix(ofUTF8: .max) == Self.text && Self.text.prefix(ofUTF8: .min).isEmpty)
        #expect("".prefix(ofUTF8: 5).isEmpty)
    }
}

import Foundation
import Testing

/// What people read is modern English: turns of phrase that readers stumbled over stay gone.
@Suite struct PlainEnglishTests {
    private static let outworn = [
        "the effect of sent once", "without being told", "wants leave", "given password does not make",
        "and it may carry more", "of a type that is not given", "is 0 old", "has not Hark", "for want of", "Mend that",
        "One choice:", "to no avail", "thereby", "whence", "wherein", "henceforth", "albeit",
        "how they mend", "conforming client stores",
    ]

    @Test func noSentenceIsOutworn() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            // Comments are for those who read code.
            for line in lines where !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") {
                for phrase in Self.outworn where line.contains(phrase) {
                    Issue.record("\(file.lastPathComponent): “\(phrase)” in \(line)")
                }
            }
        }
        #expect(count > 300)
    }
}

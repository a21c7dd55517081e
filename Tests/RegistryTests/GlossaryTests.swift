import Bytes
import Foundation
import Registry
import Testing

/// The words of Hark: one table, which the documentation shows as it is.
@Suite struct GlossaryTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/glossary.md")

    @Test func thePageHasTheRowsOfTheTable() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map(String.init)
        #expect(rows == Vocabulary.glossary.terms.map { "| \($0.name) | \($0.meaning) |" })
        #expect(rows.count > 30)
    }

    @Test func eachWordIsExplainedInOneSentence() {
        for term in Vocabulary.glossary.terms {
            #expect(term.meaning.firstMatch(of: /\. [A-Z]/) == nil && term.meaning.hasSuffix("."), "\(term.name)")
            #expect(term.meaning.split(separator: " ").count <= 30, "\(term.name)")
        }
    }

    @Test(arguments: ["flow", "Session File", "quirk", "upstream proxy", "har"])
    func aWordIsFoundInAnyCase(word: String) { #expect(Vocabulary.glossary[.init(word)] != nil) }
}

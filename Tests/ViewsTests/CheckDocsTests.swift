import Foundation
import Judge
import Testing
import Views

/// docs/checks has a page for each check, made from its value. `make docs` writes them: it runs this test with
/// HARK_WRITE_DOCS set.
@Suite struct CheckDocsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/checks")

    private static let pages: [String: String] = {
        var pages = Checks.byCode.mapValues { CheckPage.markdown($0) }
        pages["README"] = CheckPage.index()
        return Dictionary(uniqueKeysWithValues: pages.map { ("\($0.key).md", $0.value) })
    }()

    @Test func eachCheckHasItsPage() throws {
        if ProcessInfo.processInfo.environment["HARK_WRITE_DOCS"] != nil { try write() }
        let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".md") }
        #expect(Set(found) == Set(Self.pages.keys), "make docs")
        for (name, page) in Self.pages {
            let file = try? String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            #expect(file == page, "\(name) is not current: make docs")
        }
    }

    private func write() throws {
        try? FileManager.default.removeItem(at: Self.folder)
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        for (name, page) in Self.pages {
            try Data(page.utf8).write(to: Self.folder.appending(path: name))
        }
    }

    /// No line that a page has is too wide, and what examples quote ends no block.
    @Test func pagesCanBeRead() {
        for (name, page) in Self.pages {
            // Octets that are no text are written as what they are.
            #expect(!page.unicodeScalars.contains("\u{FFFD}"), "\(name)")
            let fences = page.split(separator: "\n").count { $0.hasPrefix("```") }
            #expect(fences % 2 == 0, "\(name)")
            for line in page.split(separator: "\n") where !line.hasPrefix("|") {
                #expect(line.count <= 120, "\(name): \(line)")
            }
        }
    }
}

import Bytes
import Foundation
import Page
import Testing

/// The files that are part of the program are those of the folder, each once and to the byte, as they are served.
@Suite struct PageFilesTests {
    /// What the page loads, of at most 450,000 bytes. When these were counted with comments and indentation, which are
    /// a fifth, all files were at that limit; 25,000 bytes are added for messages that are sent, new sessions, and
    /// more, 10,000 for what is printed, for wide windows and for pauses.
    private static let limit = 390_000

    private static func folder() throws -> [String: Bytes] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/CPage/page")
        let paths = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        let files = paths.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            return !isFolder.boolValue && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        return try Dictionary(
            uniqueKeysWithValues: files.map {
                ($0, Bytes(Array(try Data(contentsOf: root.appending(path: $0)))))
            })
    }

    @Test func theListOfFilesIsTheFolder() throws {
        let folder = try Self.folder()
        #expect(folder.keys.sorted() == PageAssets.embedded.paths)
        for (path, bytes) in folder {
            // Two files are too long to be told.
            let isSame = PageAssets.embedded.file(path) == ServedFile.bytes(path, bytes)
            #expect(isSame, "\(path)")
        }
    }

    @Test func whatIsLoadedStaysWithinItsLimit() {
        let size = PageAssets.embedded.paths.reduce(0) { $0 + (PageAssets.embedded.file($1)?.count ?? 0) }
        #expect(size > 300_000 && size <= Self.limit, "the page loads \(size) bytes")
    }

    /// What is left out of a served line is a comment or indentation, and nothing else.
    @Test func servedLinesAreThoseOfTheSource() throws {
        for (path, source) in try Self.folder() {
            let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
            let served = ServedFile.bytes(path, source).text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == served.count, "\(path)")
            for (number, (line, left)) in zip(lines, served).enumerated() where line != left {
                let text = line.drop { $0 == " " || $0 == "\t" }
                let isComment = ["//", "/*", "*"].contains { text.hasPrefix($0) } || text.hasSuffix("*/")
                let isSame = left == text || left.isEmpty && isComment && (!text.contains("*/") || text.hasSuffix("*/"))
                #expect(isSame, "\(path):\(number + 1)")
            }
        }
    }

    @Test func commentsAndIndentationAreNotServed() {
        func served(_ text: String) -> String { ServedFile.bytes("a.js", Bytes(text)).text }
        #expect(served("/** Why. */\n\tlet a = 1; // why\n\t// why\nb();") == "\nlet a = 1; // why\n\nb();")
        #expect(served("/**\n * a */\n\tb();") == "\n\nb();")
        // A comment before code on its line stays, as do signs of comments inside of a line.
        #expect(
            served("\t/** @type {A} */ (a).b();\nc(\"/* http://a\");")
                == "/** @type {A} */ (a).b();\nc(\"/* http://a\");")
        #expect(served("a();\n/* b */ c();\nd();") == "a();\n/* b */ c();\nd();")
        // Other files are served as they are.
        #expect(ServedFile.bytes("index.html", "\t<p>\n// a") == "\t<p>\n// a")
    }
}

import Foundation
import Testing

/// What people read follows docs/language.md: none of its "not" column, lines that fit, sentences that can be read.
@Suite struct LanguageTests {
    /// What is read. A folder counts with all under it: Swift (string literals), Markdown, shell, JavaScript and HTML.
    static let areas = [
        "Sources/hark", "Sources/Launch", "Sources/Doctor", "Sources/Authority", "Sources/Filter", "Sources/Rules",
        "Sources/Site", "Sources/DemoSite", "Sources/Screen", "Sources/PageAPI", "Sources/PageServer", "Sources/Rows",
        "Sources/CPage/page", "Sources/Explain", "Sources/Judge", "Sources/Registry", "Sources/Views",
        "Sources/Formats",
        "Sources/Workbench", "Sources/Store", "Sources/Redaction", "Sources/Contents", "Sources/Messages",
        "Sources/Flow", "Sources/HTTPSemantics", "Sources/TLSModel", "certs/README.md", "README.md", "CONTRIBUTING.md",
        "SECURITY.md", "docs", "examples", "scripts/manual",
    ]
    /// The page that quotes what it rules out.
    private static let standard = "docs/language.md"

    struct Place {
        let path: String
        let line: Int
        let text: String
        /// Prose, whose sentences are counted; not a table, a heading or a part of a sentence.
        let isProse: Bool
    }

    @Test func noWordIsOutworn() throws {
        let places = try Self.places()
        #expect(places.count > 2_000)
        let words = try Self.words()
        #expect(words.count > 40)
        for place in places {
            let text = " " + place.text.lowercased().map { $0.isLetter || $0 == "'" ? String($0) : " " }.joined() + " "
            let plain = text.split(separator: " ").joined(separator: " ")
            for word in words where " \(plain) ".contains(" \(word.not) ") {
                Issue.record("\(place.path):\(place.line): “\(word.not)”, write: \(word.write). \(place.text)")
            }
        }
    }

    @Test func noSentenceIsTooLong() throws {
        for place in try Self.places() where place.isProse {
            for sentence in place.text.split(separator: #/[.!?:;](?=\s+[A-Z`*\["]|\s*$)/#) {
                let count = sentence.split { $0.isWhitespace }.count { $0.contains { $0.isLetter } }
                #expect(count <= 35, "\(place.path):\(place.line): \(count) words: \(sentence)")
            }
        }
    }

    /// Rows of tables cannot be broken, and commands and output are shown as they are.
    @Test func noLineOfAPageIsTooWide() throws {
        for path in try Self.paths() where path.hasSuffix(".md") {
            let text = try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
            var isFenced = false
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if line.hasPrefix("```") { isFenced.toggle() }
                let start = line.trimmingPrefix { $0 == " " || $0 == "-" }
                let isQuoted = isFenced || line.hasPrefix("    ") || line.hasPrefix("|") || start.hasPrefix("`{")
                if line.count > 120, !isQuoted { Issue.record("\(path):\(number + 1): \(line.count) columns") }
            }
        }
    }

    // MARK: The standard

    static func words() throws -> [(not: String, write: String)] {
        let page = try String(contentsOf: SourceTree.root.appending(path: standard), encoding: .utf8)
        return page.split(separator: "\n").flatMap { line -> [(not: String, write: String)] in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let isRow = line.hasPrefix("|") && cells.count == 2 && cells[0] != "not" && !cells[0].hasPrefix("---")
            guard isRow else { return [] }
            return cells[0].split(separator: ", ").map { (String($0), cells[1]) }
        }
    }

    // MARK: What is read

    static func paths() throws -> [String] {
        try areas.flatMap { area -> [String] in
            var isFolder: ObjCBool = false
            let place = SourceTree.root.appending(path: area).path
            try #require(FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), "\(area)")
            guard isFolder.boolValue else { return [area] }
            let found = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
            return found.filter { name in
                [".swift", ".md", ".sh", ".js", ".html", ".rules"].contains { name.hasSuffix($0) }
            }.sorted().map { area + "/" + $0 }
        }.filter { $0 != standard }
    }

    static func places() throws -> [Place] {
        try paths().flatMap { path -> [Place] in
            let text = try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
            if path.hasSuffix(".swift") { return literals(text, path) }
            if path.hasSuffix(".js") { return strings(text, path) }
            if path.hasSuffix(".md") { return page(text, path) }
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
                Place(path: path, line: number + 1, text: String(line), isProse: false)
            }
        }
    }

    /// Literals that have words in them. What a backslash continues is one line; SQL and style sheets are not prose.
    private static func literals(_ text: String, _ path: String) -> [Place] {
        SwiftCode.literals(text).filter { $0.text.contains(" ") }.flatMap { literal in
            let joined = literal.text.replacing(#/\\\n\s*/#, with: "")
            return joined.split(separator: "\n").enumerated().map { offset, line in
                let isWhole = joined == literal.text || line.hasSuffix(".")
                return Place(path: path, line: literal.line + offset, text: String(line), isProse: isWhole)
            }
        }
    }

    /// The strings of a script that have words in them; its comments are for those who read code.
    private static func strings(_ text: String, _ path: String) -> [Place] {
        let token = #/\/\*(?s:.*?)\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/#
        var line = 1
        var place = text.startIndex
        return text.matches(of: token).compactMap { match in
            line += text[place..<match.range.lowerBound].count { $0.isNewline }
            place = match.range.lowerBound
            let isComment = match.output.hasPrefix("/")
            return isComment || !match.output.contains(" ")
                ? nil : Place(path: path, line: line, text: String(match.output), isProse: false)
        }
    }

    /// Paragraphs and items, each as one place, without code and addresses; rows of tables by themselves.
    private static func page(_ text: String, _ path: String) -> [Place] {
        var places: [Place] = []
        var isFenced = false
        var open: (line: Int, text: String)?
        func end() {
            if let open { places.append(Place(path: path, line: open.line, text: plain(open.text), isProse: true)) }
            open = nil
        }
        for (number, whole) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = whole.trimmingPrefix { $0 == " " }
            if line.hasPrefix("```") { isFenced.toggle() }
            // A command and its output are quoted.
            guard !isFenced, !whole.hasPrefix("    "), !line.isEmpty else {
                if open?.text.isEmpty != false || !whole.hasPrefix("    ") || line.isEmpty || isFenced { end() }
                continue
            }
            if line.hasPrefix("|") || line.hasPrefix("#") {
                end()
                places.append(Place(path: path, line: number + 1, text: plain(String(line)), isProse: false))
                continue
            }
            if line.hasPrefix("- ") || line.firstMatch(of: #/^\d+\. /#) != nil { end() }
            open = open.map { ($0.line, $0.text + " " + line) } ?? (number + 1, String(line))
        }
        end()
        return places
    }

    private static func plain(_ text: String) -> String {
        text.replacing(#/``.*?``|`[^`]*`/#, with: "X").replacing(#/\]\([^)]*\)/#, with: "]")
    }
}

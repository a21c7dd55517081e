import Foundation
import Testing

/// What people read follows docs/language.md: none of its "not" column, lines that fit, sentences that can be read.
/// That is every text of the command and the page, all documentation, and the doc comments of the libraries' API.
@Suite struct LanguageTests {
    /// What is read. A folder counts with all under it: Swift (string literals), Markdown, shell, JavaScript and HTML.
    static let areas = [
        "Sources", "certs/README.md", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md",
        "Benchmarks/README.md", "Fuzzing/README.md", "docs", "examples", "scripts/manual",
    ]
    /// The page that quotes what it rules out.
    private static let standard = "docs/language.md"

    struct Place {
        let path: String
        let line: Int
        let text: String
        /// Prose, whose sentences are counted; not a table, a heading or a part of a sentence.
        let isProse: Bool
        /// In lower case; all that is not ASCII counts as letters.
        let words: [Substring]

        init(path: String, line: Int, text: String, isProse: Bool) {
            (self.path, self.line, self.text, self.isProse) = (path, line, text, isProse)
            words = Place.words(text)
        }

        /// Byte by byte: characters take a debug build a minute.
        static func words(_ text: String) -> [Substring] {
            text.lowercased().utf8.split {
                !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) && $0 < 0x80 && $0 != UInt8(ascii: "'")
            }.map { Substring($0) }
        }
    }

    @Test func noWordIsOutworn() throws {
        let places = try Self.places()
        #expect(places.count > 10_000)
        let phrases = try Self.phrases()
        #expect(phrases.count > 40)
        for place in places {
            for phrase in Self.outworn(place, phrases) {
                Issue.record("\(place.path):\(place.line): “\(phrase.text)”, write: \(phrase.write). \(place.text)")
            }
        }
    }

    /// A phrase to avoid, as its words, and what to write instead.
    struct Phrase {
        let words: [Substring]
        let write: String

        var text: String { words.joined(separator: " ") }
    }

    /// The phrases by their first words, as every word of every text is looked up.
    private static func outworn(_ place: Place, _ phrases: [Substring: [Phrase]]) -> [Phrase] {
        let words = place.words
        return words.indices.flatMap { index in
            (phrases[words[index]] ?? []).filter { words[index...].starts(with: $0.words) }
        }
    }

    /// A word that no text uses needs no row of the glossary.
    @Test func everyWordOfTheGlossaryIsUsed() throws {
        let page = try String(contentsOf: SourceTree.root.appending(path: "docs/glossary.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        let terms = rows.compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
        #expect(terms.count > 30)
        let phrases = Dictionary(
            grouping: terms.map { term in
                Phrase(words: Place.words(term), write: term)
            }, by: { $0.words[0] })
        var unused = Set(terms)
        for place in try Self.places() where !place.path.contains("lossary") {
            for phrase in Self.outworn(place, phrases) { unused.remove(phrase.write) }
        }
        #expect(unused.isEmpty)
    }

    @Test func everyTextIsRead() throws {
        let read = Set(try Self.paths())
        for file in SourceTree.files where !file.path.contains(".build") { #expect(read.contains(file.path)) }
        let targets = Set(try Self.places().compactMap { $0.path.split(separator: "/").dropFirst().first })
        for library in Self.libraries { #expect(targets.contains(library), "\(library) has no text") }
        #expect(Self.libraries.isSuperset(of: ["HTTPWire", "HTTPSemantics", "Explain", "Bytes"]))
    }

    /// Each kind of text fails with each word, and code does not.
    @Test(arguments: [
        ("Sources/HTTPWire/X.swift", "/// The one behind it.\npublic var text: Int"),
        ("Sources/HTTPWire/X.swift", "/// - a: the one\n///   behind it.\n@inline(never)\npublic func text()"),
        ("Sources/HTTPWire/X.swift", "public protocol A {\n    /// Behind it.\n    func b()\n}"),
        ("Sources/Engine/X.swift", "let a = \"the one behind it\""),
        ("docs/x.md", "# The one behind it"), ("docs/x.md", "| the one | behind it |"),
        ("docs/x.js", "say(`the one behind it`)"), ("examples/x.sh", "look 'the one behind it'"),
    ])
    func aWordIsFoundIn(path: String, text: String) throws {
        let phrases = try Self.phrases()
        #expect(Self.places(of: text, path).contains { Self.outworn($0, phrases).map(\.text) == ["behind"] }, "\(text)")
    }

    @Test(arguments: [
        ("Sources/HTTPWire/X.swift", "/// The one behind it.\npackage var text: Int"),
        ("Sources/HTTPWire/X.swift", "public var a = 1 // the one behind it"),
        ("Sources/Engine/X.swift", "/// The one behind it.\npublic var text: Int"),
        ("docs/x.md", "A line `behind` it"), ("docs/x.md", "```\nthe one behind it\n```"),
    ])
    func codeIsNotRead(path: String, text: String) throws {
        let phrases = try Self.phrases()
        #expect(!Self.places(of: text, path).contains { !Self.outworn($0, phrases).isEmpty }, "\(text)")
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

    static func phrases() throws -> [Substring: [Phrase]] {
        let page = try String(contentsOf: SourceTree.root.appending(path: standard), encoding: .utf8)
        let phrases = page.split(separator: "\n").flatMap { line -> [Phrase] in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let isRow = line.hasPrefix("|") && cells.count == 2 && cells[0] != "not" && !cells[0].hasPrefix("---")
            guard isRow else { return [] }
            return cells[0].split(separator: ", ").map { Phrase(words: $0.split(separator: " "), write: cells[1]) }
        }
        return Dictionary(grouping: phrases) { $0.words[0] }
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

    static func places() throws -> [Place] { try allPlaces.get() }

    /// Read once for all tests.
    private static let allPlaces = Result {
        try paths().flatMap { path -> [Place] in
            places(of: try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8), path)
        }
    }

    private static func places(of text: String, _ path: String) -> [Place] {
        if path.hasSuffix(".swift") { return literals(text, path) + comments(text, path) }
        if path.hasSuffix(".js") { return strings(text, path) }
        if path.hasSuffix(".md") { return page(text, path) }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
            Place(path: path, line: number + 1, text: String(line), isProse: false)
        }
    }

    /// Literals that have words in them. What a backslash continues is one line; SQL and style sheets are not prose.
    private static func literals(_ text: String, _ path: String) -> [Place] {
        SwiftCode(text).literals.filter { $0.text.contains(" ") }.flatMap { literal in
            let joined = literal.text.replacing(#/\\\n\s*/#, with: "")
            return joined.split(separator: "\n").enumerated().map { offset, line in
                let isWhole = joined == literal.text || line.hasSuffix(".")
                return Place(path: path, line: literal.line + offset, text: String(line), isProse: isWhole)
            }
        }
    }

    /// The targets of the libraries that the package offers.
    private static let libraries: Set<Substring> = {
        let manifest = try? String(contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
        let lists = (manifest ?? "").matches(of: #/\.library\(\s*name: "\w+",\s*targets: \[([^\]]*)\]/#)
        return Set(lists.flatMap { $0.1.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) })
    }()

    /// The doc comments of what a library declares `public`, of cases, and of what a public protocol asks for.
    private static func comments(_ text: String, _ path: String) -> [Place] {
        guard let target = path.split(separator: "/").dropFirst().first, libraries.contains(target) else { return [] }
        var places: [Place] = []
        var comment: [Substring] = []
        var isProtocol = false
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = line.trimmingPrefix { $0 == " " }
            if code.hasPrefix("///") {
                comment.append(code.dropFirst(3))
                continue
            }
            if line.hasPrefix("}") { isProtocol = false }
            if code.hasPrefix("public protocol") { isProtocol = true }
            // An attribute stands between a comment and its declaration.
            if code.hasPrefix("@"), !comment.isEmpty, !code.contains("public") { continue }
            if !comment.isEmpty, isProtocol || ["public ", "case ", "indirect case "].contains(where: code.hasPrefix) {
                // Without the space that every line begins with, so that code in it is told by its four.
                let prose = comment.map { $0.hasPrefix(" ") ? $0.dropFirst() : $0 }.joined(separator: "\n")
                places += page(prose, path, from: number - comment.count)
            }
            comment = []
        }
        return places
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
    private static func page(_ text: String, _ path: String, from first: Int = 0) -> [Place] {
        var places: [Place] = []
        var isFenced = false
        var open: (line: Int, text: String)?
        func end() {
            if let open { places.append(Place(path: path, line: open.line, text: plain(open.text), isProse: true)) }
            open = nil
        }
        for (number, whole) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let number = first + number
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
            // Codes of checks are names: `csp-report-only-alone`.
            .replacing(#/[a-z0-9]+(?:-[a-z0-9]+){2,}/#, with: "X")
    }
}

import Foundation

/// One Swift file, as the rules about sources look at it. What they ask for again and again is taken once.
struct SourceFile: Sendable {
    let target: String
    /// From the top of the repository.
    let path: String
    let text: String
    /// The text with comments and literals blanked out.
    let code: String
    /// Its string literals.
    let literals: [SwiftCode.Literal]
    let lines: [Substring]
    /// The lines of `code`, numbered from 1.
    let codeLines: [(Int, Substring)]
    /// The modules that the file imports, whatever stands before `import`.
    let imports: Set<String>
    /// The types declared at its top level, those that no other file can see apart.
    let topLevelTypes: [String]
    /// What it extends: both names of `extension A.B`.
    let extendedTypes: [String]

    init(target: String, path: String, text: String) {
        (self.target, self.path, self.text) = (target, path, text)
        let scanned = SwiftCode(text)
        (code, literals) = (scanned.code, scanned.literals)
        lines = Self.lines(of: text)
        codeLines = Self.lines(of: code).enumerated().map { ($0.offset + 1, $0.element) }
        imports = Self.imports(of: lines)
        let declarations = Self.declarations(in: codeLines)
        topLevelTypes = declarations.compactMap { Self.type(declaredBy: $0) }
        extendedTypes = declarations.flatMap { Self.types(extendedBy: $0) }
    }

    /// `Exchange+Text.swift`.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder it lies in, from the top of the repository.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// All capitalised names in its code.
    var words: Set<String> {
        let words = code.utf8.split { byte in
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            return !isDigit && !Self.isLetter(byte) && byte != UInt8(ascii: "_")
        }
        return Set(words.filter { $0.first.map(Self.isCapital) == true && $0.count > 1 }.map { String(Substring($0)) })
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { isCapital(byte & 0xDF) || byte >= 0x80 }

    private static func lines(of text: String) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    private static let modifiers: Set = ["public", "package", "internal", "final", "indirect", "nonisolated"]
    private static let keywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private static func type(declaredBy words: [Substring]) -> String? {
        guard words[0] != "extension", words[0] != "private", words[0] != "fileprivate" else { return nil }
        let rest = words.drop { modifiers.contains(String($0)) }
        guard let keyword = rest.first, keywords.contains(String(keyword)) else { return nil }
        return rest.dropFirst().first.map { String($0.prefix { $0.isLetter || $0.isNumber }) }
    }

    private static func types(extendedBy words: [Substring]) -> [String] {
        guard let place = words.firstIndex(of: "extension"), place + 1 < words.count else { return [] }
        let name = words[place + 1].drop { $0 == "[" }.prefix { $0.isLetter || $0.isNumber || $0 == "." }
        return name.split(separator: ".").map(String.init)
    }

    /// The words of each line that begins at the left edge with one, attributes left out.
    private static func declarations(in lines: [(Int, Substring)]) -> [[Substring]] {
        lines.compactMap { _, line in
            guard let first = line.utf8.first, first == UInt8(ascii: "@") || first >= UInt8(ascii: "a") else {
                return nil
            }
            let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
            return words.isEmpty || words.first == "}" ? nil : Array(words)
        }
    }

    private static func imports(of lines: [Substring]) -> Set<String> {
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        var found: Set<String> = []
        for line in lines where line.utf8.first.map({ $0 == UInt8(ascii: "@") || $0 >= UInt8(ascii: "a") }) == true {
            var words = line.split(separator: " ")
            while let first = words.first, first.hasPrefix("@") || first.isAccessLevel { words.removeFirst() }
            guard words.first == "import", words.count > 1 else { continue }
            let name = kinds.contains(String(words[1])) ? words[words.count - 1] : words[1]
            found.insert(String(name.prefix { $0 != "." }))
        }
        return found
    }
}

/// What `Package.swift` says of one target: its floor, and what stands under it.
struct DeclaredTarget: Sendable {
    let name: String
    let floor: Int
    let dependencies: Set<String>

    /// Headers and C, no Swift: `CPosix`.
    var isOfC: Bool { name.prefixMatch(of: /C[A-Z]/) != nil }
}

/// The sources and the package's own words about them.
enum SourceTree {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let files = files(of: "Sources")
    /// Tests and their kits.
    static let tests = files(of: "Tests")

    private static func files(of folder: String) -> [SourceFile] {
        let top = root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard var text = try? String(contentsOf: top.appending(path: path), encoding: .utf8),
                let target = path.split(separator: "/").first
            else { return nil }
            text.makeContiguousUTF8()
            return SourceFile(target: String(target), path: "\(folder)/\(path)", text: text)
        }
    }

    /// The pages for people: the README, the docs, and what lies beside the code.
    static let pages: [URL] = {
        var found: [URL] = []
        for place in ["", "docs", "Sources", "Tests", "Benchmarks", "Fuzzing", "examples", "certs"] {
            let folder = place.isEmpty ? root : root.appending(path: place)
            let paths =
                place.isEmpty
                ? (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
                : FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            found += paths.filter { $0.hasSuffix(".md") }.sorted().map { folder.appending(path: $0) }
        }
        return found
    }()

    /// The targets under `// Floor N:` comments, in the order in which the package lists them.
    static let targets: [DeclaredTarget] = {
        let manifest = (try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
        var found: [DeclaredTarget] = []
        for part in manifest.components(separatedBy: "// Floor ").dropFirst() {
            guard let number = part.prefixMatch(of: /\d+/).flatMap({ Int($0.output) }) else { continue }
            // What follows the floors (the tests) begins with a comment of its own.
            let ending = part.range(of: "// Tests mirror")?.lowerBound ?? part.endIndex
            let section = part[..<ending]
            let starts = section.matches(of: /(?:floor\(\s*|\.target\(\s*name: |\.executableTarget\(\s*name: )"(\w+)"/)
            for (index, start) in starts.enumerated() {
                let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : section.endIndex
                let names = section[start.range.upperBound..<end].matches(of: /"(\w+)"/).map { String($0.1) }
                found.append(DeclaredTarget(name: String(start.1), floor: number, dependencies: Set(names)))
            }
        }
        return found
    }()
}

extension Substring {
    fileprivate var isAccessLevel: Bool {
        ["public", "package", "internal", "fileprivate", "private"].contains(String(self))
    }
}

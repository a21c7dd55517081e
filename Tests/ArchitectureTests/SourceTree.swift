import Foundation

/// One Swift file of `Sources/`, as the rules about sources look at it.
struct SourceFile: Sendable {
    let target: String
    /// From the top of the repository.
    let path: String
    let text: String
    /// The text with comments and literals blanked out.
    let code: String

    var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// `Exchange+Text.swift`.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder it lies in, from the top of the repository.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The lines of `code`, numbered from 1.
    var codeLines: [(Int, Substring)] {
        code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
    }

    /// The types declared at its top level, those that no other file can see apart.
    var topLevelTypes: [String] {
        declarations.compactMap { words in
            guard words[0] != "extension", words[0] != "private", words[0] != "fileprivate" else { return nil }
            let rest = words.drop { Self.modifiers.contains(String($0)) }
            guard let keyword = rest.first, Self.keywords.contains(String(keyword)) else { return nil }
            return rest.dropFirst().first.map { String($0.prefix { $0.isLetter || $0.isNumber }) }
        }
    }

    /// What it extends: both names of `extension A.B`.
    var extendedTypes: [String] {
        declarations.flatMap { words -> [String] in
            guard let place = words.firstIndex(of: "extension"), place + 1 < words.count else { return [] }
            let name = words[place + 1].drop { $0 == "[" }.prefix { $0.isLetter || $0.isNumber || $0 == "." }
            return name.split(separator: ".").map(String.init)
        }
    }

    private static let modifiers: Set = ["public", "package", "internal", "final", "indirect", "nonisolated"]
    private static let keywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    /// The words of each line that begins at the left edge with one, attributes left out.
    private var declarations: [[Substring]] {
        codeLines.compactMap { _, line in
            guard let first = line.utf8.first, first == UInt8(ascii: "@") || first >= UInt8(ascii: "a") else {
                return nil
            }
            let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
            return words.isEmpty || words.first == "}" ? nil : Array(words)
        }
    }

    /// All capitalised names in its code.
    var words: Set<String> { Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.output) }) }

    /// The modules that the file imports, whatever stands before `import`.
    var imports: Set<String> {
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        var found: Set<String> = []
        for line in lines {
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

    static let files: [SourceFile] = {
        let sources = root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard let text = try? String(contentsOf: sources.appending(path: path), encoding: .utf8),
                let target = path.split(separator: "/").first
            else { return nil }
            return SourceFile(target: String(target), path: "Sources/" + path, text: text, code: SwiftCode.only(text))
        }
    }()

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

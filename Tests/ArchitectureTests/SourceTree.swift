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

import Foundation

/// What targets declare for others, and which words each target is written in. Byte by byte, because it reads all code
/// of the repository.
enum SymbolIndex {
    struct Symbol: Sendable {
        let name: String
        let isType: Bool
        let isPublic: Bool
        let target: String
        let place: String
    }

    /// The words of each target of `Sources/`, and of the other folders of code as one each. Whole lines of comment are
    /// left out; strings are kept for what is interpolated, so a rule may miss something, but never accuses.
    static let words: [String: Set<String>] = {
        var found: [String: Set<String>] = [:]
        for file in SourceTree.files { collect(file.text, into: &found[file.target, default: []]) }
        for folder in ["Tests", "Benchmarks", "Fuzzing"] {
            let top = SourceTree.root.appending(path: folder)
            let paths = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
            for path in paths where path.hasSuffix(".swift") {
                guard let text = try? String(contentsOf: top.appending(path: path), encoding: .utf8) else { continue }
                collect(text, into: &found[folder, default: []])
            }
        }
        return found
    }()

    /// What is declared `package` or `public`, except what has no name of its own: initializers, subscripts, operators.
    static let symbols: [Symbol] = SourceTree.files.flatMap { file in
        file.codeLines.compactMap { number, line -> Symbol? in
            let words = declaration(line)
            guard let access = words.first, let place = words.firstIndex(where: { kinds.contains($0) }),
                place + 1 < words.count
            else { return nil }
            return Symbol(
                name: words[place + 1], isType: types.contains(words[place]), isPublic: access == "public",
                target: file.target, place: "\(file.path):\(number)")
        }
    }

    /// Words of the lines with which a target declares something for others, and of its enums' cases: a type that
    /// stands there has to be as visible as what it stands in. A type's own line does not count.
    static let signatures: [String: Set<String>] = {
        var found: [String: Set<String>] = [:]
        for file in SourceTree.files {
            var depth = 0
            for (_, line) in file.codeLines {
                let words = Self.words(of: line)
                let declared = declaration(line)
                guard depth > 0 || !declared.isEmpty || words.first == "case" else { continue }
                for byte in line.utf8 {
                    if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
                    if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
                }
                let own = declared.firstIndex(where: { types.contains($0) }).map { $0 + 1 }
                let name = own.flatMap { $0 < declared.count ? declared[$0] : nil }
                for word in words where word != name { found[file.target, default: []].insert(word) }
            }
        }
        return found
    }()

    /// What protocols of the sources ask for: who conforms is called by the protocol, and has it as visible.
    static let requirements: Set<String> = {
        var found: Set<String> = []
        for file in SourceTree.files {
            var isProtocol = false
            for (_, line) in file.codeLines {
                let words = Self.words(of: line)
                if line.hasPrefix("}") { isProtocol = false }
                if words.contains("protocol"), line.hasSuffix("{") { isProtocol = true }
                guard isProtocol, let kind = words.firstIndex(where: { $0 == "func" || $0 == "var" }) else { continue }
                if kind + 1 < words.count { found.insert(words[kind + 1]) }
            }
        }
        return found
    }()

    private static let types: Set = ["struct", "class", "enum", "protocol", "typealias", "actor"]
    private static let kinds = types.union(["func", "var", "let"])
    private static let modifiers: Set = [
        "package", "public", "private", "fileprivate", "internal", "set", "static", "final", "mutating", "nonmutating",
        "override", "lazy", "indirect", "nonisolated", "unowned", "weak", "convenience", "consuming", "borrowing",
    ]

    /// The words of a line that declares something `package` or `public`, from its access on to the name; else none.
    private static func declaration(_ line: Substring) -> [String] {
        let words = Self.words(of: line)
        guard let start = words.firstIndex(where: { $0 == "package" || $0 == "public" }) else { return [] }
        var rest = Array(words[start...])
        // `class func` and `class var`: the first is a modifier.
        if let place = rest.firstIndex(of: "class"), place + 1 < rest.count, kinds.contains(rest[place + 1]) {
            rest.remove(at: place)
        }
        guard let kind = rest.firstIndex(where: { !modifiers.contains($0) }), kinds.contains(rest[kind]) else {
            return []
        }
        return Array(rest.prefix(kind + 2))
    }

    private static func collect(_ text: String, into found: inout Set<String>) {
        for line in text.split(separator: "\n") {
            guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
            found.formUnion(words(of: line))
        }
    }

    private static func words(of line: Substring) -> [String] {
        line.utf8.split { byte in
            let letter = byte | 0x20
            let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            return !isLetter && !isDigit && byte != UInt8(ascii: "_")
        }.map { String(Substring($0)) }
    }
}

package import Bytes

/// What a JSON content holds, for who does not want to read all of it: the value at a path, and an outline.
package struct JSONWindow {
    private let bytes: Bytes
    private let root: JSONNode

    /// nil when the content is not JSON.
    package init?(_ bytes: Bytes) {
        guard let root = Self.read(bytes, at: 0)?.node else { return nil }
        (self.bytes, self.root) = (bytes, root)
    }

    private static func read(_ bytes: Bytes, at offset: Int) -> (node: JSONNode, end: Int)? {
        bytes.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: UInt8.self) { raw in
                var parser = JSONParser(raw)
                parser.position = offset
                guard let node = try? parser.tree() else { return nil }
                return (node, parser.position)
            }
        }
    }

    /// The spelling of the value at `$.items[0].id`; nil when there is none there.
    package func value(at path: String) -> Bytes? {
        guard let steps = Self.steps(path) else { return nil }
        var node = root
        for step in steps {
            switch (step, node.value) {
            case (.name(let name), .object(let members)):
                guard let member = members.last(where: { $0.key.bytes(in: bytes) == Bytes(name) }) else { return nil }
                node = member.value
            case (.index(let index), .array(let elements)):
                guard elements.indices.contains(index) else { return nil }
                node = elements[index]
            default: return nil
            }
        }
        guard let (_, end) = Self.read(bytes, at: node.offset) else { return nil }
        return bytes.slice(node.offset..<end)
    }

    private enum Step {
        case name(String)
        case index(Int)
    }

    /// Names behind points or in brackets and quotes, numbers in brackets.
    private static func steps(_ path: String) -> [Step]? {
        var rest = path[...]
        if rest.first == "$" { rest = rest.dropFirst() }
        var steps: [Step] = []
        while let first = rest.first {
            if first == "[" {
                guard let end = rest.firstIndex(of: "]") else { return nil }
                let inside = rest[rest.index(after: rest.startIndex)..<end]
                if let index = Int(inside) {
                    steps.append(.index(index))
                } else {
                    steps.append(.name(inside.trimmingQuotes))
                }
                rest = rest[rest.index(after: end)...]
            } else {
                let name = (first == "." ? rest.dropFirst() : rest).prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                steps.append(.name(String(name)))
                rest = rest[name.endIndex...]
            }
        }
        return steps
    }

    // MARK: Outline

    /// Deeper, and more of one object, are not listed.
    private static let depthLimit = 8
    private static let memberLimit = 60

    /// Keys with the types of their values; of an array how many, and what the first is.
    package var outline: String {
        var lines: [String] = []
        Self.append(root, "$", 0, bytes, &lines)
        return lines.joined(separator: "\n")
    }

    private static func append(
        _ node: JSONNode, _ name: String, _ depth: Int, _ bytes: Bytes, _ lines: inout [String]
    ) {
        let indent = String(repeating: "  ", count: depth)
        switch node.value {
        case .object(let members):
            lines.append("\(indent)\(name): object of \(members.count)")
            guard depth < depthLimit else { return }
            for member in members.prefix(memberLimit) {
                append(member.value, member.key.bytes(in: bytes).text, depth + 1, bytes, &lines)
            }
            if members.count > memberLimit { lines.append("\(indent)  … \(members.count - memberLimit) more") }
        case .array(let elements):
            lines.append("\(indent)\(name): array of \(elements.count)")
            guard depth < depthLimit, let first = elements.first else { return }
            append(first, "[0]", depth + 1, bytes, &lines)
        case .string(let text): lines.append("\(indent)\(name): string of \(text.range.count) bytes")
        case .null, .boolean, .number, .tooDeep: lines.append("\(indent)\(name): \(node.kind)")
        }
    }
}

extension Substring {
    fileprivate var trimmingQuotes: String {
        guard count > 1, let first, first == last, first == "\"" || first == "'" else { return String(self) }
        return String(dropFirst().dropLast())
    }
}

package import Bytes

/// Puts a schema together from files, and the files that these import. Who may read files brings how.
package struct ProtoLoader {
    /// What a file has; nil when there is none.
    package typealias Read = (_ path: String) -> Bytes?

    private let read: Read
    private var files: [String: ProtoFile] = [:]
    private var order: [String] = []
    private var sets = ProtoSchema()
    /// Where an import that stands not beside its file is looked for: in so many folders above it.
    private static let foldersAbove = 8
    private static let mostFiles = 1_000

    /// One that has nothing yet.
    package init(_ read: @escaping Read) {
        self.read = read
    }

    /// Adds a `.proto` text with all that it imports, or a compiled descriptor set, told apart by what they have.
    package mutating func add(_ path: String, _ content: Bytes) throws(ProtoError) {
        guard !Self.isText(content) else { return try add(text: content, path: Self.plain(path)) }
        guard let set = DescriptorReader.schema(content) else {
            throw ProtoError(
                file: path, place: nil,
                message: "this is neither a .proto text nor a descriptor set (protoc --descriptor_set_out)")
        }
        if let name = sets.merge(set) { throw Self.twice(path, name) }
    }

    /// All that was added, its references resolved.
    package func schema() throws(ProtoError) -> ProtoSchema {
        var builder = SchemaBuilder()
        for path in order {
            if let file = files[path] { try builder.declare(file) }
        }
        for path in order {
            if let file = files[path] { try builder.resolve(file) }
        }
        var schema = builder.schema
        if let name = schema.merge(sets) { throw Self.twice(order.last ?? "", name) }
        return schema
    }

    private static func twice(_ path: String, _ name: String) -> ProtoError {
        ProtoError(file: path, place: nil, message: "\(name) is declared differently in another file")
    }

    /// A text has no control characters but those that lay it out; a descriptor set cannot do without.
    private static func isText(_ content: Bytes) -> Bool {
        content.allSatisfy { $0 >= ASCII.space || (9...13).contains($0) }
    }

    private mutating func add(text: Bytes, path: String) throws(ProtoError) {
        guard files[path] == nil else { return }
        guard files.count < Self.mostFiles else {
            throw ProtoError(file: path, place: nil, message: "more than \(Self.mostFiles) files")
        }
        let file = try ProtoParser.parse(text, file: path)
        files[path] = file
        order.append(path)
        for wanted in file.imports {
            guard let (found, content) = find(wanted.path, from: path) else {
                throw ProtoError(
                    file: path, place: wanted.place,
                    message: "cannot find \(wanted.path.prefix(200)) in this file's folder or the folders above it")
            }
            try add(text: content, path: found)
        }
    }

    private func find(_ wanted: String, from path: String) -> (path: String, content: Bytes)? {
        guard !wanted.hasPrefix("/"), !wanted.split(separator: "/").contains("..") else { return nil }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        for level in 0...Self.foldersAbove {
            let candidate = Self.plain(folder + String(repeating: "../", count: level) + wanted)
            if let file = files[candidate] { return (file.name, Bytes()) }
            if let content = read(candidate) { return (candidate, content) }
        }
        return WellKnownProtos.texts[wanted].map { (wanted, Bytes($0)) }
    }

    /// Without `.` and `folder/..`, so that a file that is reached by two ways is read once.
    private static func plain(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else if part != ".." || !path.hasPrefix("/") {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

package import Bytes

/// Findings that are known: a file with one line for each, sorted, made to be committed.
package struct Baseline: Sendable, Equatable {
    /// Why a file is none.
    package struct Fault: Error, Equatable {
        package let line: Int
        package let text: String
    }

    struct Entry: Sendable, Hashable {
        let fingerprint: String
        let code: String
        let endpoint: String
    }

    let entries: [Entry]
    let fingerprints: Set<String>

    init(_ entries: [Entry]) {
        let all = Dictionary(entries.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
        self.entries = all.values.sorted {
            ($0.code, $0.endpoint, $0.fingerprint) < ($1.code, $1.endpoint, $1.fingerprint)
        }
        fingerprints = Set(all.keys)
    }

    /// Reads a file that `json` made, whatever a merge did to the order of its lines.
    package init(_ file: Bytes) throws(Fault) {
        var root: JSONNode?
        var fault: JSONError?
        file.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            do throws(JSONError) {
                root = try parser.tree()
            } catch {
                fault = error
            }
        }
        if let fault { throw Fault(line: Self.line(of: fault.offset, in: file), text: fault.text) }
        guard let root, case .object = root.value else { throw Fault(line: 1, text: "expected a JSON object") }
        guard root.member("version", in: file)?.integer(in: file) == 1 else {
            throw Fault(line: 1, text: "expected \"version\": 1")
        }
        guard let list = root.member("findings", in: file)?.elements else {
            throw Fault(line: 1, text: "expected a list \"findings\"")
        }
        var entries: [Entry] = []
        for node in list {
            guard let fingerprint = node.member("fingerprint", in: file)?.string(in: file), !fingerprint.isEmpty else {
                throw Fault(line: Self.line(of: node.offset, in: file), text: "expected a \"fingerprint\"")
            }
            entries.append(
                Entry(
                    fingerprint: fingerprint.text,
                    code: node.member("code", in: file)?.string(in: file)?.text ?? "",
                    endpoint: node.member("endpoint", in: file)?.string(in: file)?.text ?? ""))
        }
        self.init(entries)
    }

    private static func line(of offset: Int, in file: Bytes) -> Int {
        1 + file.prefix(offset).count { $0 == ASCII.lineFeed }
    }

    /// The file.
    package var json: Bytes {
        var out = Array("{\"version\":1,\"findings\":[".utf8)
        for (place, entry) in entries.enumerated() {
            var writer = JSONWriter(capacity: 256)
            writer.beginObject()
            writer.member("fingerprint", entry.fingerprint)
            writer.member("code", entry.code)
            writer.member("endpoint", entry.endpoint)
            writer.endObject()
            out += place == 0 ? "\n".utf8 : ",\n".utf8
            out += writer.withBytes { Array($0) }
        }
        out += "\n]}\n".utf8
        return Bytes(out)
    }
}

extension Baseline {
    /// Nothing is known.
    package static let none = Baseline([])
}

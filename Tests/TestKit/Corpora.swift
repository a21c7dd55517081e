public import Bytes
public import Foundation

/// Test cases of other projects' parsers, read where they lie. They are not part of this package: when they are absent,
/// the tests that want them are skipped, and the last lines of `make test` say how many.
///
/// The folder is named by the environment variable HARK_CORPORA, or is `../shared/corpora` beside the package.
public enum Corpora {
    public static let folder: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["HARK_CORPORA"].map { URL(fileURLWithPath: $0) }
        let folder = named ?? package.appendingPathComponent("../shared/corpora").standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            return nil
        }
        return folder
    }()

    public static var arePresent: Bool { folder != nil }

    /// Whether `NAME.json` is there.
    public static func isThere(_ name: String) -> Bool { file(name) != nil }

    /// `NAME.json` in a shape of the caller's; nil when it is not there.
    public static func load<Corpus: Decodable>(_ name: String, as type: Corpus.Type) throws -> Corpus? {
        try file(name).map { try JSONDecoder().decode(type, from: Data(contentsOf: $0)) }
    }

    private static func file(_ name: String) -> URL? {
        guard let file = folder?.appendingPathComponent(name + ".json"),
            FileManager.default.fileExists(atPath: file.path)
        else { return nil }
        return file
    }

    /// The cases of `NAME.json`.
    public static func cases(_ name: String) throws -> [CorpusCase] {
        guard let file = file(name) else { return [] }
        let data = try Data(contentsOf: file)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (object?["cases"] as? [[String: Any]] ?? []).map(CorpusCase.init)
    }
}

/// One case, its members looked up by name.
public struct CorpusCase {
    private let members: [String: Any]

    init(members: [String: Any]) {
        self.members = members
    }

    public subscript(name: String) -> Any? { members[name] }
    public var id: String { string("id") ?? "" }
    public func string(_ name: String) -> String? { members[name] as? String }
    public func int(_ name: String) -> Int? { members[name] as? Int }
    public func object(_ name: String) -> CorpusCase? { (members[name] as? [String: Any]).map(CorpusCase.init) }
    public func objects(_ name: String) -> [CorpusCase] {
        (members[name] as? [[String: Any]] ?? []).map(CorpusCase.init)
    }
    /// A member that is base64.
    public func bytes(_ name: String) -> Bytes? {
        string(name).flatMap { Data(base64Encoded: $0) }.map { Bytes(Array($0)) }
    }
}

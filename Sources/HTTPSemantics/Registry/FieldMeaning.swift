public import Bytes

/// What a field is for, in words. The entries stand in `FieldMeaning+Entries.swift`, one a line.
public struct FieldMeaning: Sendable, Hashable {
    /// In the spelling of its registration; on the wire case does not matter.
    public let name: String
    /// One sentence, to follow the name and a colon.
    public let text: String
    public let spec: String

    init(_ name: String, _ spec: String, _ text: String) {
        self.name = name
        self.text = text
        self.spec = spec
    }

    /// The entry of this field, its name in any case.
    public static func of(_ name: Bytes) -> FieldMeaning? {
        // No entry is longer, and nobody should pay for a name that is.
        guard name.count <= 64 else { return nil }
        return byName[name.lowercased]
    }

    /// All entries, by name.
    public static var all: [FieldMeaning] { entries }

    private static let byName = Dictionary(entries.map { (Bytes($0.name).lowercased, $0) }) { first, _ in first }
}

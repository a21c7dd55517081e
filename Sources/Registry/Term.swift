/// One name with its facts: a row of a table.
public struct Term: Sendable, Hashable {
    /// What stands in the row, while the table is read.
    struct Row: Sendable, Hashable {
        let name: String
        let number: Int?
        let reference: Reference
        let standing: Standing
        let traits: Traits
        var meaning = ""
        var advice = ""
        var mistake = ""
        var example = ""
        var needs: [FieldNeed] = []
    }

    /// Rows are handed out with every name that is looked up: as a reference, for their nine strings and lists took 500
    /// instructions to copy and to let go.
    private final class Box: Sendable {
        let row: Row
        init(_ row: Row) { self.row = row }
    }

    private let box: Box

    init(_ row: Row) { box = Box(row) }

    /// In the spelling of its registration.
    public var name: String { box.row.name }
    /// For kinds that are numbered: the status code, the alert, the setting.
    public var number: Int? { box.row.number }
    /// The document that defines it.
    public var reference: Reference { box.row.reference }
    /// Its status in its registry.
    public var standing: Standing { box.row.standing }
    /// Its properties for programs.
    public var traits: Traits { box.row.traits }
    /// What it means, in one sentence; empty when it is not described yet.
    public var meaning: String { box.row.meaning }
    /// What to do about it; empty when there is nothing to do.
    public var advice: String { box.row.advice }
    /// The usual mistake with it; empty when there is none.
    public var mistake: String { box.row.mistake }
    /// An example as in a message; empty when there is none.
    public var example: String { box.row.example }
    /// The fields that it needs.
    public var needs: [FieldNeed] { box.row.needs }

    /// Whether both rows say the same.
    public static func == (left: Term, right: Term) -> Bool { left.box === right.box || left.box.row == right.box.row }
    /// Hashes the whole row.
    public func hash(into hasher: inout Hasher) { hasher.combine(box.row) }

    /// The meaning, or a sentence that there is none yet.
    public var text: String { isDescribed ? meaning : "registered; Hark has no description yet." }

    /// Its section, as cited.
    public var spec: String { reference.text }

    /// Whether it has a description, not only a name and reference.
    public var isDescribed: Bool { !meaning.isEmpty }

    /// Whether it has a trait.
    public func has(_ trait: Trait) -> Bool { traits.contains(trait) }
}

/// The status of a name in its registry.
public enum Standing: String, Sendable, Hashable {
    case permanent, provisional
    /// Obsoleted, deprecated or historic: do not use it.
    case obsolete
    /// In no registry, but in use.
    case unregistered
}

/// A field that a term needs, such as Location for 302.
public struct FieldNeed: Sendable, Hashable {
    /// The needed field.
    public let field: String
    /// A MUST, not a SHOULD.
    public let isRequired: Bool
    /// The consequence of its absence: the end of a sentence, with its full stop.
    public let use: String
    /// The document that requires it.
    public let reference: Reference
}

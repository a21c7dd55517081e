/// One name with what is known of it: a row of a table.
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
    /// Of kinds that are numbered: the status code, the alert, the setting.
    public var number: Int? { box.row.number }
    /// The document that defines it.
    public var reference: Reference { box.row.reference }
    /// Its status in its registry.
    public var standing: Standing { box.row.standing }
    /// What is true of it, for who asks by trait.
    public var traits: Traits { box.row.traits }
    /// What it says or does, a sentence; empty when it is not described yet.
    public var meaning: String { box.row.meaning }
    /// What to do with it or about it; empty where there is nothing to do.
    public var advice: String { box.row.advice }
    /// What goes wrong with it; empty where nothing does.
    public var mistake: String { box.row.mistake }
    /// An example as it is written in a message; empty for none.
    public var example: String { box.row.example }
    /// The fields that it goes with.
    public var needs: [FieldNeed] { box.row.needs }

    /// Whether both rows say the same.
    public static func == (left: Term, right: Term) -> Bool { left.box === right.box || left.box.row == right.box.row }
    /// Feeds the whole row.
    public func hash(into hasher: inout Hasher) { hasher.combine(box.row) }

    /// The meaning, or that there are no words of it yet.
    public var text: String { isDescribed ? meaning : "registered; Hark has no description yet." }

    /// Where it is specified, as it is cited.
    public var spec: String { reference.text }

    /// Whether there is a description of it, not only its name and reference.
    public var isDescribed: Bool { !meaning.isEmpty }

    /// Whether it has a trait.
    public func has(_ trait: Trait) -> Bool { traits.contains(trait) }
}

/// How a registry sees a name.
public enum Standing: String, Sendable, Hashable {
    case permanent, provisional
    /// Obsoleted, deprecated or historic: not to be used any more.
    case obsolete
    /// In no registry, but in use.
    case unregistered
}

/// A field that a term goes with, such as Location with 302.
public struct FieldNeed: Sendable, Hashable {
    /// The field that needs another one.
    public let field: String
    /// A MUST, not a SHOULD.
    public let isRequired: Bool
    /// What its absence means: the end of a sentence, with its full stop.
    public let use: String
    /// The document that says so.
    public let reference: Reference
}

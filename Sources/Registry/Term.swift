/// One name with what is known of it: a row of a table.
public struct Term: Sendable, Hashable {
    /// In the spelling of its registration.
    public let name: String
    /// Of kinds that are numbered: the status code, the alert, the setting.
    public let number: Int?
    /// The document that defines it.
    public let reference: Reference
    /// How it stands in its registry.
    public let standing: Standing
    /// What is true of it, for who asks by trait.
    public let traits: Traits
    /// What it says or does, a sentence; empty when nobody has described it yet.
    public internal(set) var meaning: String
    /// What to do with it or about it; empty where there is nothing to do.
    public internal(set) var advice: String
    /// What goes wrong with it; empty where nothing does.
    public internal(set) var mistake: String
    /// As it stands in a message; empty for none.
    public internal(set) var example: String
    /// The fields that it goes with.
    public internal(set) var needs: [FieldNeed]

    /// The meaning, or that there are no words of it yet.
    public var text: String { isDescribed ? meaning : "registered, and not described here yet." }

    /// Where it is specified, as it is cited.
    public var spec: String { reference.text }

    /// Whether there are words of it, or its name and reference alone.
    public var isDescribed: Bool { !meaning.isEmpty }

    /// Whether it has a trait.
    public func has(_ trait: Trait) -> Bool { traits.contains(trait) }
}

/// How a registry sees a name.
public enum Standing: String, Sendable, Hashable {
    case permanent, provisional
    /// Obsoleted, deprecated or historic: not to be used any more.
    case obsolete
    /// In no registry, and in use all the same.
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

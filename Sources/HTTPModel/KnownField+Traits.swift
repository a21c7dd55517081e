import Bytes
package import Registry

extension KnownField {
    /// What the registry says of each known field, by its number: read once, then a look at an array.
    private static let traits: [Traits] = allCases.map {
        Vocabulary.fields[Bytes($0.name.description)]?.traits ?? Traits()
    }

    /// Whether the registry gives the field this trait; `other` has none.
    package func has(_ trait: Trait) -> Bool { Self.traits[Int(rawValue)].contains(trait) }

    /// The bits of all known fields with a trait, by the trait's number.
    fileprivate static let holders: [UInt64] = Trait.allCases.map { trait in
        allCases.reduce(0) { $1.has(trait) ? $0 | FieldSection.bit($1) : $0 }
    }
}

extension FieldSection {
    /// Whether there is a line of a known field to which the registry gives this trait.
    package func containsAny(having trait: Trait) -> Bool { present & KnownField.holders[Int(trait.rawValue)] != 0 }
}

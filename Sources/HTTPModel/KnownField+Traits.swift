import Bytes
package import Registry

extension KnownField {
    /// What the registry says of each known field, by its number: read once, then a look at an array.
    private static let traits: [Traits] = allCases.map {
        Vocabulary.fields[Bytes($0.name.description)]?.traits ?? Traits()
    }

    /// Whether the registry gives the field this trait; `other` has none.
    package func has(_ trait: Trait) -> Bool { Self.traits[Int(rawValue)].contains(trait) }
}

public import Bytes

/// All terms of one kind, found by name or number.
public final class Table: Sendable {
    /// The rows, in the order of the table.
    public let terms: [Term]
    /// Words among the traits that no trait has, and lines that belong to no row: a test wants none.
    let faults: [String]
    private let isCaseSensitive: Bool
    private let byName: [Bytes: Int]
    private let byNumber: [Int: Int]

    /// - Parameters:
    ///   - text: the rows, in the form that `TableReader` describes.
    ///   - isNumbered: each name has its number before it.
    ///   - isCaseSensitive: names are compared as they are written.
    init(_ text: String..., isNumbered: Bool = false, isCaseSensitive: Bool = false) {
        var reader = TableReader(isNumbered: isNumbered)
        for part in text { reader.read(part) }
        terms = reader.terms
        faults = reader.faults
        self.isCaseSensitive = isCaseSensitive
        var names: [Bytes: Int] = [:]
        var numbers: [Int: Int] = [:]
        names.reserveCapacity(terms.count)
        for (index, term) in terms.enumerated() {
            let name = Bytes(term.name)
            names[isCaseSensitive ? name : name.lowercased] = index
            if let number = term.number { numbers[number] = index }
        }
        byName = names
        byNumber = numbers
    }

    /// The row of a name; nil when there is none.
    public subscript(_ name: Bytes) -> Term? {
        // No name is longer, and nobody should pay for one that is.
        guard name.count <= 96 else { return nil }
        return byName[isCaseSensitive ? name : name.lowercased].map { terms[$0] }
    }

    /// The row of a number; nil when there is none.
    public subscript(_ number: Int) -> Term? {
        byNumber[number].map { terms[$0] }
    }

    /// Whether there is a term of this number.
    public func contains(_ number: Int) -> Bool { byNumber[number] != nil }

    /// The traits of the term of this number, without the term's words; none when there is no such term.
    public func traits(of number: Int) -> Traits { byNumber[number].map { terms[$0].traits } ?? Traits() }

    /// The names of the terms that have this trait.
    public func names(with trait: Trait) -> [String] {
        terms.filter { $0.has(trait) }.map(\.name)
    }
}

public import Bytes

/// All terms of one kind, found by name or number.
public final class Table: Sendable {
    /// The rows, in the order of the table.
    public let terms: [Term]
    /// Words among the traits that no trait has, and lines that belong to no row: a test wants none.
    let faults: [String]
    private let byName: NameIndex
    /// The row of each number up to the largest, -1 where there is none: they are few, and asked of every exchange.
    private let byNumber: [Int]

    /// - Parameters:
    ///   - text: the rows, in the form that `TableReader` describes.
    ///   - isNumbered: each name has its number before it.
    ///   - isCaseSensitive: names are compared as they are written.
    ///   - example: what a message has of a row that gives no example.
    init(
        _ text: String..., isNumbered: Bool = false, isCaseSensitive: Bool = false,
        example: (Term.Row) -> String = { _ in "" }
    ) {
        var reader = TableReader(isNumbered: isNumbered)
        for part in text { reader.read(part) }
        terms = reader.terms.map { row in
            guard row.example.isEmpty else { return Term(row) }
            var row = row
            row.example = example(row)
            return Term(row)
        }
        faults = reader.faults
        var numbers: [Int] = []
        for (index, term) in terms.enumerated() {
            guard let number = term.number else { continue }
            while numbers.count <= number { numbers.append(-1) }
            numbers[number] = index
        }
        byName = NameIndex(terms.map { Bytes($0.name) }, isCaseSensitive: isCaseSensitive)
        byNumber = numbers
    }

    /// The row of a name; nil when there is none.
    public subscript(_ name: Bytes) -> Term? {
        // No name is longer, and nobody should pay for one that is.
        guard name.count <= 96 else { return nil }
        return byName.place(of: name).map { terms[$0] }
    }

    /// The row of a number; nil when there is none.
    public subscript(_ number: Int) -> Term? {
        row(of: number).map { terms[$0] }
    }

    private func row(of number: Int) -> Int? {
        guard number >= 0, number < byNumber.count, byNumber[number] >= 0 else { return nil }
        return byNumber[number]
    }

    /// Whether there is a term of this number.
    public func contains(_ number: Int) -> Bool { row(of: number) != nil }

    /// The traits of the term of this number, without the term's words; none when there is no such term.
    public func traits(of number: Int) -> Traits { row(of: number).map { terms[$0].traits } ?? Traits() }

    /// The names of the terms that have this trait.
    public func names(with trait: Trait) -> [String] {
        terms.filter { $0.has(trait) }.map(\.name)
    }
}

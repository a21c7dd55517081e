/// Holds that flows come in the order of their numbers, each once. In a sound file they do; a damaged one would list a
/// flow twice, or be read without an end.
struct NumberOrder {
    private let isNewestFirst: Bool
    /// A column decides on the order, not the number.
    private let isByColumn: Bool
    private var last: Int64?

    init(_ query: FlowQuery) {
        isNewestFirst = query.isNewestFirst
        isByColumn = query.order != nil
        last = query.position
    }

    mutating func step(to number: Int64) throws {
        if let last, isNewestFirst ? number >= last : number <= last { throw DatabaseError.outOfOrder }
        last = number
    }

    /// All that a range of the query found.
    mutating func check(_ numbers: [Int64]) throws {
        if isByColumn {
            guard Set(numbers).count == numbers.count else { throw DatabaseError.comesTwice }
        } else {
            for number in numbers { try step(to: number) }
        }
    }
}

extension DatabaseError {
    /// A table does not have its rows in the order of their keys.
    static let outOfOrder = DatabaseError(.corrupt, "its flows are not sorted by number")
    /// A row is found by more than one way.
    static let comesTwice = DatabaseError(.corrupt, "it lists a flow twice")
    /// An index, or a block, has a row that the table does not have.
    static let notThere = DatabaseError(.corrupt, "a flow that it lists is not in it")
}

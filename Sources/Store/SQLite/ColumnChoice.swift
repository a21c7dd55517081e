/// Which columns of a row a statement has parameters for. Used where its statement is.
package final class ColumnChoice {
    /// The parameter of each column; 0: it has none.
    private let parameters: [Int32]
    /// Something was bound that it has no parameter for.
    var hasMissed = false

    /// - Parameter columns: whether the statement has a parameter for each, in their order.
    package init(_ columns: [Bool]) {
        var last: Int32 = 0
        parameters = columns.map { isTaken in
            guard isTaken else { return 0 }
            last += 1
            return last
        }
    }

    func parameter(_ place: Int32) -> Int32? {
        let parameter = parameters.indices.contains(Int(place)) ? parameters[Int(place)] : 0
        if parameter == 0 { hasMissed = true }
        return parameter == 0 ? nil : parameter
    }
}

/// Where a database keeps what filters ask: given by whoever owns the database, which has the functions that
/// `SQLFunction` names. What stands in no column is evaluated
/// on the flows that the rest of the filter lets through.
package struct FilterSchema: Sendable {
    /// One field.
    package struct Column: Sendable {
        enum Place: Sendable {
            case value(String, among: String?)
            case values(from: String, value: String)
            case listed(String, list: String, from: String, value: String)
            case bounds(from: String, value: String)
        }

        let place: Place
        /// Whether the database compares as a filter does.
        let isExact: Bool
        /// Holds for rows of which the column says nothing yet.
        let unless: String?

        /// An expression with one value, NULL when the field is not there.
        ///
        /// - Parameter among: a query that gives, as `value`, each value that there is, once: patterns are asked of
        ///   these alone, and an index finds the rows that have those which pass.
        package static func value(
            _ expression: String, among: String? = nil, isExact: Bool = true, unless: String? = nil
        ) -> Column {
            Column(place: .value(expression, among: among), isExact: isExact, unless: unless)
        }

        /// Any number of values: `from` is what follows FROM, with a WHERE that ties it to the flow.
        package static func values(
            from: String, value: String, isExact: Bool = true, unless: String? = nil
        ) -> Column {
            Column(place: .values(from: from, value: value), isExact: isExact, unless: unless)
        }

        /// Any number of values, in a list that many rows share: `expression` gives the number of a row's list, NULL
        /// for none, `from` is what follows FROM, with a WHERE, and `list` the number in it. Few lists are looked at,
        /// and an index finds the rows that have them.
        package static func listed(
            _ expression: String, list: String, from: String, value: String, unless: String? = nil
        ) -> Column {
            Column(place: .listed(expression, list: list, from: from, value: value), isExact: true, unless: unless)
        }

        /// Of many numbers the least and the greatest: the others are somewhere between. `from` and `value` are as
        /// those of `values`.
        package static func bounds(from: String, value: String, unless: String? = nil) -> Column {
            Column(place: .bounds(from: from, value: value), isExact: false, unless: unless)
        }
    }

    /// What tells, of URL, heads and text bodies, in which flows a text may occur.
    package struct Search: Sendable {
        /// Takes one parameter, a text in lower case; holds at least for all flows in which it occurs, whatever the
        /// case.
        let match: String
        /// The same of one row, told by what it has: takes more time, and lets fewer pass. nil: there is no such way.
        let closer: String?
        /// Bytes that a text has to have.
        let minimum: Int

        package init(match: String, closer: String? = nil, minimum: Int = 3) {
            self.match = match
            self.closer = closer
            self.minimum = minimum
        }
    }

    /// What a database keeps of the values that many rows have together: which blocks of rows may have one that is
    /// meant. The columns say what some row of a block has, so none of them is exact.
    package struct Summary: Sendable {
        let columns: [String: Column]
        let search: Search?
        /// Columns whose texts the search of texts finds.
        let searched: Set<String>

        package init(columns: [String: Column], search: Search? = nil, searched: Set<String> = []) {
            self.columns = columns
            self.search = search
            self.searched = searched
        }
    }

    /// By `FilterField.column`.
    package let columns: [String: Column]
    package let search: Search?
    /// Columns by whose index a comparison finds few flows: next to one of these no other is asked for a pattern.
    package let narrow: Set<String>
    /// nil: it keeps nothing of blocks.
    package let summary: Summary?

    package init(
        columns: [String: Column], search: Search? = nil, narrow: Set<String> = [], summary: Summary? = nil
    ) {
        self.columns = columns
        self.search = search
        self.narrow = narrow
        self.summary = summary
    }

    /// The expression by which flows are put in the order of a field; nil when there is none.
    package func order(of field: FilterField) -> String? {
        guard let name = field.column, let column = columns[name], column.isExact, column.unless == nil,
            case .value(let expression, _) = column.place
        else { return nil }
        return expression
    }
}

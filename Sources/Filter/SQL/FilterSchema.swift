/// Where a database keeps what filters ask: given by whoever owns the database. What stands in no column is evaluated
/// on the flows that the rest of the filter lets through.
package struct FilterSchema: Sendable {
    /// One field.
    package struct Column: Sendable {
        enum Place: Sendable {
            case value(String)
            case values(from: String, value: String)
        }

        let place: Place
        /// Whether the database compares as a filter does.
        let isExact: Bool
        /// Holds for rows of which the column says nothing yet.
        let unless: String?

        /// An expression with one value, NULL when the field is not there.
        package static func value(_ expression: String, isExact: Bool = true, unless: String? = nil) -> Column {
            Column(place: .value(expression), isExact: isExact, unless: unless)
        }

        /// Any number of values: `from` is what follows FROM, with a WHERE that ties it to the flow.
        package static func values(
            from: String, value: String, isExact: Bool = true, unless: String? = nil
        ) -> Column {
            Column(place: .values(from: from, value: value), isExact: isExact, unless: unless)
        }
    }

    /// A full text index over URL, heads and text bodies.
    package struct Search: Sendable {
        /// Takes one parameter, a phrase of FTS5; holds at least for all flows in which it occurs, whatever the case.
        let match: String
        /// Holds for flows that are not in the index, or not with all of their text.
        let unless: String?
        /// Characters that a phrase has to have.
        let minimum: Int

        package init(match: String, unless: String? = nil, minimum: Int = 3) {
            self.match = match
            self.unless = unless
            self.minimum = minimum
        }
    }

    /// By `FilterField.column`.
    package let columns: [String: Column]
    package let search: Search?

    package init(columns: [String: Column], search: Search? = nil) {
        self.columns = columns
        self.search = search
    }
}

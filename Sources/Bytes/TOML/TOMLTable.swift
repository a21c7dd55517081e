/// Keys with values, in the order of the file.
package struct TOMLTable: Sendable, Equatable {
    /// A key with its value.
    package struct Entry: Sendable, Equatable {
        /// The key, its escapes decoded. It may hold any character, also control characters.
        package let key: String
        /// Where the key is first written.
        package let place: TOMLPlace
        /// The value of the key.
        package let item: TOMLItem
    }

    /// Each key once.
    package let entries: [Entry]
    /// Where it is first named; of the file itself its beginning.
    package let place: TOMLPlace
    private let index: [String: Int]

    init(entries: [Entry], place: TOMLPlace) {
        self.entries = entries
        self.place = place
        index = Dictionary(entries.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
    }

    /// The entry of a key.
    package subscript(key: String) -> Entry? { index[key].map { entries[$0] } }
}

/// A value with its place.
package struct TOMLItem: Sendable, Equatable {
    /// The value.
    package let value: TOMLValue
    /// Where the value begins.
    package let place: TOMLPlace
}

/// A value of the kinds that are read.
package indirect enum TOMLValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    case date(TOMLDate)
    case array([TOMLItem])
    case table(TOMLTable)

    /// The kind, as an error names it: "a string".
    package var kind: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .float: "a float"
        case .boolean: "a boolean"
        case .date: "a date"
        case .array: "an array"
        case .table: "a table"
        }
    }
}

/// A day of the calendar, without a time.
package struct TOMLDate: Sendable, Hashable {
    package let year: Int
    /// From 1.
    package let month: Int
    /// From 1.
    package let day: Int

    /// 1 January of year 1.
    package static let first = TOMLDate()

    private init() { (year, month, day) = (1, 1, 1) }

    /// nil when the calendar has no such day.
    package init?(year: Int, month: Int, day: Int) {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...9_999).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }
}

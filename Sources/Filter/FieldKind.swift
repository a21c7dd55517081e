/// What the values of a field are: which operators it takes, how values are written, how they compare.
package enum FieldKind: Sendable, Hashable {
    /// Bytes, compared as written.
    case text
    /// Compared without regard to ASCII case: hosts, schemes, protocols.
    case name
    /// `text/html`, compared without case; a word alone is a type, a subtype or its suffix.
    case mediaType
    case number
    /// 100 to 999, or a class, `5xx`.
    case status
    /// 1 to 5, or `5xx`.
    case statusClass
    /// Bytes; values take a unit.
    case size
    /// Microseconds; values take a unit.
    case duration
    /// Microseconds since 1970.
    case time
    case flag
    case choice(FieldChoice)
    /// The content of a message, decoded; it may be large.
    case content

    /// What a person calls it.
    package var title: String {
        switch self {
        case .text: "text"
        case .name: "name"
        case .mediaType: "media type"
        case .number: "number"
        case .status: "status"
        case .statusClass: "class"
        case .size: "size"
        case .duration: "duration"
        case .time: "time"
        case .flag: "yes or no"
        case .choice: "one of"
        case .content: "content"
        }
    }

    /// Compared by order: `<`, `<=`, `>`, `>=`.
    package var isOrdered: Bool {
        switch self {
        case .number, .status, .statusClass, .size, .duration, .time: true
        case .choice(let choice): choice.isOrdered
        case .text, .name, .mediaType, .flag, .content: false
        }
    }

    /// Made of characters: `~`, `=~` and `contains`.
    package var isText: Bool {
        switch self {
        case .text, .name, .mediaType, .content, .choice: true
        case .number, .status, .statusClass, .size, .duration, .time, .flag: false
        }
    }

    /// Compared without regard to ASCII case.
    var foldsCase: Bool {
        switch self {
        case .name, .mediaType: true
        case .text, .number, .status, .statusClass, .size, .duration, .time, .flag, .choice, .content: false
        }
    }

    /// The operators that it takes, as they are written.
    package var operators: [String] {
        var signs: [String] = FieldTest.Comparison.allCases.filter { isOrdered || !$0.isOrdering }.map(\.rawValue)
        if isText { signs += ["~", "!~", "=~", "contains"] }
        if self != .flag { signs.append("in") }
        return signs
    }

    /// How a value is written.
    package var expected: String {
        switch self {
        case .text, .name, .content: "a text"
        case .mediaType: "a media type, such as text/html or json"
        case .number: "a number"
        case .status: "a status from 100 to 999, or a class such as 5xx"
        case .statusClass: "a class, from 1xx to 5xx"
        case .size: "a size, such as 500, 10kB or 1MiB"
        case .duration: "a duration, such as 250ms, 2s or 5m"
        case .time: "a time: 2026-11-21T12:00:00Z, 12:30, or -10m for ten minutes ago"
        case .flag: "yes or no"
        case .choice(let choice): choice.expected
        }
    }
}

import Bytes
import Explain
import Flow
import HTTPModel
import Views

/// Which flows something is about to happen to, for a sentence: how many, and what the first of them are. A value.
struct FlowTally {
    private(set) var numbers: [UInt64] = []
    private var titles: [String] = []

    /// So many are named.
    static let named = 3

    var count: Int { numbers.count }

    /// - Parameter name: as which it is named; nil: by its number.
    mutating func take(_ record: FlowRecord, as name: String? = nil) {
        numbers.append(record.id.number)
        guard titles.count < Self.named else { return }
        let url = HiddenValues(in: [record]).hide(record.url).abbreviated(to: 80)
        titles.append("\(name ?? "#\(record.id.number)") \(record.method.name.text) \(url)".terminalEscaped)
    }

    /// One more, of which only the number is known.
    mutating func take(_ number: UInt64) { numbers.append(number) }

    /// `3 flows`.
    static func flows(_ count: Int) -> String { count == 1 ? "1 flow" : "\(count) flows" }

    /// `#1 GET http://a.test/, #2 …, and 4 more`.
    var list: String {
        let rest = count - titles.count
        return titles.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
    }
}

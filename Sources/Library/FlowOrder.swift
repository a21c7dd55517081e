package import Bytes
package import Filter
import Flow
import HTTPModel

/// What flows are sorted by: a field of the filter language, or their place in the recording.
package struct FlowOrder: Sendable {
    /// Flows that are equal in it stay as they were recorded. nil: all of them do.
    package let field: FilterField?
    /// Of a field that takes a name.
    package let name: Bytes?
    /// All of it the other way round.
    package let isReversed: Bool

    package init(field: FilterField?, name: Bytes? = nil, isReversed: Bool = false) {
        (self.field, self.name, self.isReversed) = (field, name, isReversed)
    }

    package static var recorded: FlowOrder { FlowOrder(field: nil) }
    package static var newestFirst: FlowOrder { FlowOrder(field: nil, isReversed: true) }

    package func reversed(_ isReversed: Bool) -> FlowOrder {
        FlowOrder(field: field, name: name, isReversed: isReversed)
    }

    /// It is the one in which flows are handed out anyway.
    package var isRecorded: Bool { field == nil && !isReversed }

    /// The contents of messages have to be at hand.
    package var readsContent: Bool {
        guard let field else { return false }
        if case .contents = field.reading { return true }
        return ["note", "worst", "messages"].contains(field.name)
    }

    /// What a flow is sorted by, and what a column of a list shows of it.
    package func value(_ subject: FilterSubject) -> FilterValue {
        guard let field else { return .null }
        // A filter takes the path of an empty one for `/`; what CONNECT asks for has none (RFC 9110 §9.3.6), unless it
        // is an extended one (RFC 8441 §4).
        let record = subject.record
        if field.name == "path", record.requestHead?.asksForTunnel ?? (record.method == .connect) { return .null }
        switch field.reading {
        case .integer, .derived, .text: return field.value(of: subject)
        case .list:
            let values = field.values(of: subject)
            return values.isEmpty ? .null : .text(Bytes(values.map(\.text).joined(separator: ", ")))
        case .named(let read):
            let values = read(subject, name ?? Bytes())
            return values.isEmpty ? .null : .text(Bytes(values.map(\.text).joined(separator: ", ")))
        case .contents(let read): return read(subject).first.map { .text($0) } ?? .null
        }
    }

    /// Items in this order, by what each is sorted by, given as they were recorded.
    package func sorted<Item>(_ items: [(key: FilterValue, item: Item)]) -> [Item] {
        var sorted = Array(items.enumerated())
        if field != nil {
            sorted.sort { left, right in
                if FilterValue.isLess(left.element.key, right.element.key) { return true }
                if FilterValue.isLess(right.element.key, left.element.key) { return false }
                return left.offset < right.offset
            }
        }
        if isReversed { sorted.reverse() }
        return sorted.map(\.element.item)
    }
}

extension FilterValue {
    /// Numbers by size, texts by their bytes; what is not there comes first.
    static func isLess(_ left: FilterValue, _ right: FilterValue) -> Bool {
        switch (left, right) {
        case (.null, .null): false
        case (.null, _): true
        case (_, .null): false
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
        case (.integer, .text): true
        case (.text, .integer): false
        }
    }
}

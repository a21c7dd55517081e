import Bytes
package import Filter

/// The values that a field has in the newest flows, for whoever writes a filter.
package enum OccurringValues {
    /// Of so many of the newest flows.
    private static let looked: UInt64 = 500
    private static let most = 40
    /// In bytes: who wants a longer one writes a pattern.
    private static let longest = 200

    /// - Parameter last: the newest flow.
    /// - Returns: the most frequent first.
    package static func of(
        _ field: FilterField, upTo last: UInt64, _ rows: PageRows
    ) throws(PageError) -> [String] {
        let first = last > looked ? last - looked + 1 : 1
        guard first <= last else { return [] }
        return values(of: field, try rows.read(Array(first...last)).values)
    }

    private static func values(of field: FilterField, _ subjects: some Sequence<FilterSubject>) -> [String] {
        var counts: [Bytes: Int] = [:]
        for subject in subjects {
            var values = field.values(of: subject)
            if case .text(let value) = field.value(of: subject) { values.append(value) }
            for value in Set(values) where value.count > 0 && value.count <= longest { counts[value, default: 0] += 1 }
        }
        // What is no UTF-8 nobody can write.
        let texts = counts.compactMap { value, count in
            let text = value.text
            return text.utf8.elementsEqual(value.array) ? (text: text, count: count) : nil
        }
        let sorted = texts.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
        return sorted.prefix(most).map(\.text)
    }
}

extension FilterField {
    /// The language does not know what it may be, but what passed does.
    package var hasOpenValues: Bool {
        switch kind {
        case .text, .name, .mediaType: !takesName
        case .number, .status, .statusClass, .size, .duration, .time, .flag, .choice, .content: false
        }
    }
}

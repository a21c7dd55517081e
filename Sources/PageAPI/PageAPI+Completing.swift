import Bytes
import Filter
import JSON

// What may stand next in a filter that is being written.
extension PageAPI {
    /// Of so many of the newest flows the values are offered.
    private static let looked: UInt64 = 500
    private static let mostValues = 40
    /// In bytes: who wants a longer one writes a pattern.
    private static let longestValue = 200

    func complete(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        let at = try body.integer("at").map { Int(clamping: $0) }
        if let rule = try body.text("rule") { return .answer(Self.completed(rule, at)) }
        let text = try body.text("filter") ?? ""
        let place = at.map { max(0, $0) }
        let completion = FilterCompletion(text, at: place)
        guard let field = completion.field, field.hasOpenValues, let last else {
            return .answer(Self.completed(text, completion))
        }
        let rows = rowReader
        let first = last > Self.looked ? last - Self.looked + 1 : 1
        return .answering { () throws(PageError) in
            guard first <= last else { return Self.completed(text, completion) }
            let values = Self.values(of: field, try rows.read(Array(first...last)).values)
            return Self.completed(text, FilterCompletion(text, at: place, values: [field.name: values]))
        }
    }

    /// Those that occur, the most frequent first.
    private static func values(of field: FilterField, _ subjects: some Sequence<FilterSubject>) -> [String] {
        var counts: [Bytes: Int] = [:]
        for subject in subjects {
            var values = field.values(of: subject)
            if case .text(let value) = field.value(of: subject) { values.append(value) }
            for value in Set(values) where value.count > 0 && value.count <= longestValue {
                counts[value, default: 0] += 1
            }
        }
        // What is no UTF-8 nobody can write.
        let texts = counts.compactMap { value, count in
            let text = value.text
            return text.utf8.elementsEqual(value.array) ? (text: text, count: count) : nil
        }
        let sorted = texts.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
        return sorted.prefix(mostValues).map(\.text)
    }

    private static func completed(_ text: String, _ completion: FilterCompletion) -> PageAnswer {
        let parsed: Result<FlowFilter, PageError>
        do throws(PageError) {
            parsed = .success(try filter(text))
        } catch {
            parsed = .failure(error)
        }
        return .json { json in
            json.beginObject()
            json.key("from")
            json.integer(completion.range.lowerBound)
            json.key("to")
            json.integer(completion.range.upperBound)
            json.key("candidates")
            json.candidates(completion.candidates)
            json.key("words")
            if case .success(let filter) = parsed { json.string(FilterWords.sentence(filter)) } else { json.null() }
            json.key("error")
            if case .failure(let error) = parsed { json.fault(error) } else { json.null() }
            json.endObject()
        }
    }
}

extension FilterField {
    /// The language does not know what it may be, but what passed does.
    fileprivate var hasOpenValues: Bool {
        switch kind {
        case .text, .name, .mediaType: !takesName
        case .number, .status, .statusClass, .size, .duration, .time, .flag, .choice, .content: false
        }
    }
}

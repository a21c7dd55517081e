import Bytes
import Filter

// What may stand next in a filter that is being written.
extension PageAPI {
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
        return .answering { () throws(PageError) in
            let values = [field.name: try OccurringValues.of(field, upTo: last, rows)]
            return Self.completed(text, FilterCompletion(text, at: place, values: values))
        }
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
            json.candidates(completion.candidates, for: completion.range)
            json.key("words")
            if case .success(let filter) = parsed { json.string(FilterWords.sentence(filter)) } else { json.null() }
            json.key("error")
            if case .failure(let error) = parsed { json.fault(error) } else { json.null() }
            json.endObject()
        }
    }
}

import Bytes
import HTTPModel
import HTTPSemantics

/// The conditions of a request, in the order in which a server looks at them, and whether its answer agrees.
public enum ConditionalReasoning {
    public static func reasoning(about exchange: RecordedExchange) -> Reasoning? {
        guard Preconditions.areIn(exchange.request.fields), let response = exchange.response else { return nil }
        let facts = ValidatorFacts(exchange, response)
        let result = Preconditions(
            method: exchange.request.method, request: exchange.request.fields, tag: facts.tag,
            modified: facts.modified, now: exchange.seconds)
        var steps = StepList()
        steps.add("representation", facts.words, "RFC 9110 §8.8")
        for step in result.steps {
            guard let value = step.value else { continue }
            steps.add(
                "step \(step.number)", held: held(step.result), text(step, value, facts, exchange.request),
                spec(step.number))
        }
        // Step 6 is reached only when no step before it has decided.
        if result.verdict == .perform { steps.add("step 6", held: true, outcome(.perform), "RFC 9110 §13.2.2") }
        let agrees = Self.agrees(result.verdict, response.status)
        steps.add("answer", held: agrees, answer(agrees, response.status, result.verdict), "RFC 9110 §13.2.1")
        let decided = result.steps.first(where: \.decides).map { "Step \($0.number) decided: " } ?? ""
        return Reasoning(.conditional, .words(decided) + outcome(result.verdict), steps: steps.steps)
    }

    private static func held(_ result: Preconditions.Result) -> Bool? {
        switch result {
        case .holds: true
        case .fails: false
        case .absent, .ignored, .unknown: nil
        }
    }

    private static func text(
        _ step: Preconditions.Step, _ value: Bytes, _ facts: ValidatorFacts, _ request: RequestHead
    ) -> Prose {
        let field = name(step.number)
        switch step.result {
        case .absent: return "\(field) is not there."
        case .ignored: return "\(field): \(value) is not looked at: \(ignoredBecause(step.number, request))"
        case .unknown: return "\(field): \(value) cannot be judged, as the response has nothing to compare it with."
        case .holds, .fails: break
        }
        let holds = step.result == .holds
        let verdict: Prose = holds ? "so the condition holds" : "so the condition does not hold"
        switch step.number {
        case 1:
            return
                """
                If-Match: \(value) asks that the current entity tag be among these, compared strongly; \
                \(facts.tagWords), \(verdict).
                """
        case 2:
            return
                "If-Unmodified-Since: \(value) asks that it was not changed after that; \(facts.dateWords), \(verdict)."
        case 3:
            return
                """
                If-None-Match: \(value) asks that the current entity tag be none of these, compared weakly; \
                \(facts.tagWords), \(verdict).
                """
        case 4:
            return "If-Modified-Since: \(value) asks that it was changed after that; \(facts.dateWords), \(verdict)."
        default:
            return "If-Range: \(value) asks for the very same bytes, compared strongly; \(facts.tagWords), \(verdict)."
        }
    }

    private static func ignoredBecause(_ step: Int, _ request: RequestHead) -> Prose {
        switch step {
        case 2 where request.fields.contains(named: "if-match"): return "If-Match is there and counts instead."
        case 4 where request.fields.contains(.ifNoneMatch): return "If-None-Match is there and counts instead."
        case 4 where request.method != .get && request.method != .head:
            return "it has a meaning with GET and HEAD alone, not with \(request.method.name)."
        case 2, 4: return "it is no date."
        default: return request.method == .get ? "there is no Range with it." : "it has a meaning with GET alone."
        }
    }

    private static func name(_ step: Int) -> Bytes {
        switch step {
        case 1: "If-Match"
        case 2: "If-Unmodified-Since"
        case 3: "If-None-Match"
        case 4: "If-Modified-Since"
        default: "If-Range"
        }
    }

    private static func spec(_ step: Int) -> String {
        switch step {
        case 1: "RFC 9110 §13.1.1"
        case 2: "RFC 9110 §13.1.4"
        case 3: "RFC 9110 §13.1.2"
        case 4: "RFC 9110 §13.1.3"
        default: "RFC 9110 §13.1.5"
        }
    }

    private static func outcome(_ verdict: Preconditions.Verdict) -> Prose {
        switch verdict {
        case .perform: "nothing forbids it, so the request is carried out as if it had no condition."
        case .notModified: "the client has the current state, so 304 without content is due."
        case .failed: "what the client wants to work on is not what there is, so 412 is due."
        case .partial: "the client's part is of the current state, so 206 with the ranges is due."
        case .unknown: "what the server compared with is not in its response, so only the server knows."
        }
    }

    /// §13.2.1: a server looks at conditions only when the request would succeed without them; other statuses say
    /// nothing about them.
    static func agrees(_ verdict: Preconditions.Verdict, _ status: Int) -> Bool? {
        let isConditional = status == 304 || status == 412
        guard isConditional || (200...299).contains(status) else { return nil }
        switch verdict {
        case .perform: return !isConditional
        case .notModified: return status == 304
        case .failed: return status == 412
        case .partial: return status == 206
        case .unknown: return nil
        }
    }

    private static func answer(_ agrees: Bool?, _ status: Int, _ verdict: Preconditions.Verdict) -> Prose {
        switch agrees {
        case true?: return "The answer is \(status), as these steps ask."
        case nil: return "The answer is \(status), which says nothing about the conditions."
        case false?:
            return verdict == .notModified
                ? """
                The answer is \(status) with the whole content, though 304 would have done: the server does not \
                look at the condition, and the bytes were sent for nothing.
                """
                : "The answer is \(status), which is not what these steps ask."
        }
    }
}

/// The validators that a response shows of the representation.
struct ValidatorFacts {
    let tag: EntityTag?
    let modified: Int64?
    private let tagValue: Bytes?
    private let dateValue: Bytes?

    init(_ exchange: RecordedExchange, _ response: ResponseHead) {
        tagValue = response.fields.first(.etag)
        dateValue = response.fields.first(.lastModified)
        tag = tagValue.flatMap { EntityTag($0) }
        modified = dateValue.flatMap { HTTPDate.parse($0, now: exchange.seconds) }
    }

    var tagWords: Prose { tagValue.map { "it is \($0)" } ?? "the response shows none" }
    var dateWords: Prose { dateValue.map { "it was changed at \($0)" } ?? "the response has no Last-Modified" }

    var words: Prose {
        switch (tagValue, dateValue) {
        case (let tag?, let date?): "The response shows its validators: ETag \(tag) and Last-Modified \(date)."
        case (let tag?, nil): "The response shows its validator: ETag \(tag)."
        case (nil, let date?): "The response shows its validator: Last-Modified \(date)."
        case (nil, nil): "The response shows no validator: neither ETag nor Last-Modified."
        }
    }
}

import Bytes
package import Flow
import HTTPModel
package import HTTPSemantics

/// The conditions of a request, in the order in which a server looks at them, and whether its answer agrees.
package enum ConditionalReasoning {
    /// What the conditions of the request asked, and whether the answer agrees; nil without conditions.
    package static func reasoning(
        about exchange: FlowRecord, in session: SessionContext = SessionContext([])
    ) -> Reasoning? {
        guard let verdict = verdict(exchange, in: session), let request = exchange.requestHead,
            let response = exchange.responseHead
        else { return nil }
        var steps = StepCollector()
        steps.add("representation", representation(verdict, exchange), "RFC 9110 §8.8")
        for step in verdict.preconditions.steps {
            guard let value = step.value else { continue }
            steps.add(
                "step \(step.number)", held: held(step.result), text(step, value, verdict, request),
                spec(step.number))
        }
        // Step 6 is reached only when no step before it has decided.
        if verdict.verdict == .perform {
            steps.add("step 6", held: true, carriedOut.asSentence, "RFC 9110 §13.2.2")
        }
        let answer = answer(verdict, response.status)
        if let agrees = verdict.agrees {
            steps.judge("answer", agrees, answer, "RFC 9110 §13.2.1")
        } else {
            steps.add("answer", answer, "RFC 9110 §13.2.1")
        }
        guard let decided = verdict.preconditions.steps.first(where: \.decides), verdict.verdict != .unknown else {
            let conclusion = verdict.isForbidden304 || verdict.isOtherTag ? answer : outcome(verdict).asSentence
            return Reasoning(.conditional, conclusion, steps: steps.steps)
        }
        return Reasoning(
            .conditional, .phrase("Step \(decided.number) decided: ") + outcome(verdict) + ".",
            steps: steps.steps)
    }

    /// The one judgement of a conditional request; nil when there is no condition or no response.
    package static func verdict(
        _ exchange: FlowRecord, in session: SessionContext = SessionContext([])
    ) -> ConditionalVerdict? {
        guard let response = exchange.responseHead else { return nil }
        let earlier = exchange.method.isSafe ? nil : session.state(before: exchange)
        return ConditionalVerdict(
            method: exchange.method, request: exchange.requestFields, status: response.status,
            response: response.fields, earlier: earlier, now: exchange.seconds)
    }

    /// What the conditions are held against, and where it was seen.
    private static func representation(_ verdict: ConditionalVerdict, _ exchange: FlowRecord) -> Prose {
        let validators: Prose =
            switch (verdict.state.tag, verdict.state.modified) {
            case (let tag?, let date?): "ETag \(tag) and Last-Modified \(date)"
            case (let tag?, nil): "ETag \(tag)"
            case (nil, let date?): "Last-Modified \(date)"
            case (nil, nil): "neither ETag nor Last-Modified"
            }
        switch verdict.source {
        case .response: return "The response shows \(validators)."
        case .exchange(let number): return "Before this request, \(flow: number) showed \(validators)."
        case .unseen:
            return
                """
                What the server had before this \(exchange.method.name) was not seen: its answer speaks of what \
                there is afterwards.
                """
        }
    }

    private static func held(_ result: Preconditions.Result) -> Bool? {
        switch result {
        case .holds: true
        case .fails: false
        case .absent, .ignored, .unknown: nil
        }
    }

    private static func text(
        _ step: Preconditions.Step, _ value: Bytes, _ verdict: ConditionalVerdict, _ request: RequestHead
    ) -> Prose {
        let field = name(step.number)
        switch step.result {
        case .absent: return "\(field) is not there."
        case .ignored: return "\(field): \(value) is not looked at: \(ignoredBecause(step.number, request))"
        case .unknown: return "\(field): \(value) " + asks(step.number, value) + "; " + unseen(step.number, verdict)
        case .holds, .fails: break
        }
        let holds: Prose = step.result == .holds ? ", so the condition holds." : ", so the condition does not hold."
        return "\(field): \(value) " + asks(step.number, value) + "; " + seen(step.number, value, verdict) + holds
    }

    private static func asks(_ step: Int, _ value: Bytes) -> Prose {
        switch step {
        case 1 where value == "*": "asks that there is something at all"
        case 1: "asks that the current entity tag is one of these, compared strongly"
        case 2: "asks that it was not changed after that"
        case 3 where value == "*": "asks that there is nothing yet"
        case 3: "asks that the current entity tag is none of these, compared weakly"
        case 4: "asks whether it was changed after that"
        default:
            EntityTag(value) == nil
                ? "asks for the part only if Last-Modified is exactly that"
                : "asks for the part only if the entity tag is still that one, compared strongly"
        }
    }

    /// Whether a step looks at the date.
    private static func isAboutDate(_ step: Int, _ value: Bytes) -> Bool {
        step == 2 || step == 4 || step == 5 && EntityTag(value) == nil
    }

    private static func seen(_ step: Int, _ value: Bytes, _ verdict: ConditionalVerdict) -> Prose {
        if value == "*" { return "there is something" }
        let isDate = isAboutDate(step, value)
        guard let found = isDate ? verdict.state.modified : verdict.state.tag else { return "nothing is known of it" }
        return isDate ? "it was changed at \(found)" : "it is \(found)"
    }

    private static func unseen(_ step: Int, _ verdict: ConditionalVerdict) -> Prose {
        switch verdict.source {
        case .response: "the response has nothing to compare it with."
        case .exchange, .unseen: "what the server compared it with was not seen."
        }
    }

    private static func ignoredBecause(_ step: Int, _ request: RequestHead) -> Prose {
        switch step {
        case 2 where request.fields.contains(named: "if-match"): return "If-Match is there and counts instead."
        case 4 where request.fields.contains(.ifNoneMatch): return "If-None-Match is there and counts instead."
        case 4 where request.method != .get && request.method != .head:
            return "it has a meaning only with GET and HEAD, not with \(request.method.name)."
        case 2, 4: return "it is no date."
        default: return request.method == .get ? "there is no Range with it." : "it has a meaning only with GET."
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

    /// What is due, as part of a sentence.
    private static func outcome(_ verdict: ConditionalVerdict) -> Prose {
        switch verdict.verdict {
        case .perform: carriedOut
        // RFC 9110 §13.1.2: `*` says nothing of what the client has.
        case .notModified where verdict.asksForNothing:
            "the request asks that nothing exist here, and something does, so 304 without content is due"
        case .notModified: "the client has the current state, so 304 without content is due"
        case .failed: "what the client wants to work on is not what there is, so 412 is due"
        case .partial: "the client's part is of the current state, so 206 with the ranges is due"
        case .whole: "the client's part is of another state, so the whole is due, not a part"
        case .unknown: "what the server compared with was not seen, so only the server knows"
        }
    }

    private static let carriedOut: Prose =
        "nothing forbids it, so the request is carried out as if it had no condition"

    private static func answer(_ verdict: ConditionalVerdict, _ status: Int) -> Prose {
        if verdict.isForbidden304 {
            return """
                The answer is 304, which is for GET and HEAD only. 412 is due: the client cannot tell what became of \
                its request.
                """
        }
        if verdict.isOtherTag {
            return """
                The answer is 304 with another entity tag than the client asked about: its copy may not be the one \
                that is renewed.
                """
        }
        switch verdict.agrees {
        case true?: return "The answer is \(status), as these steps ask."
        case nil:
            let isSuccess = (200...299).contains(status)
            switch verdict.verdict {
            case .unknown where status == 412: return "The answer is 412: the server found that the condition fails."
            case .unknown where status == 304: return "The answer is 304: the server found that nothing has changed."
            case .unknown where isSuccess: return "The answer is \(status): the server found that the condition holds."
            case .partial where isSuccess: return "The answer is \(status): a server may send the whole all the same."
            default: return "The answer is \(status), which says nothing about the conditions."
            }
        case false?:
            switch verdict.verdict {
            case .notModified:
                return
                    """
                    The answer is \(status) with the whole content, though 304 would have done: the server does not \
                    look at the condition, and the bytes were sent for nothing.
                    """
            case .whole:
                return
                    """
                    The answer is \(status) all the same: the client joins this part to one of another state, and what \
                    it has then is neither.
                    """
            case .perform, .failed, .partial, .unknown:
                return "The answer is \(status), which is not what these steps ask."
            }
        }
    }
}

extension SessionContext {
    /// The validators of what was at this URL when the request came: those that the last success before it showed.
    func state(before exchange: FlowRecord) -> (state: ConditionalVerdict.State, exchange: Int)? {
        var seen = before(exchange)
        // Other queries of the same path are other resources; a few of them are stepped over.
        for _ in 0..<32 {
            guard let candidate = seen else { return nil }
            if candidate.url == exchange.url, let response = candidate.responseHead {
                let isShown = (200...299).contains(response.status) || response.status == 304
                guard isShown else { return nil }
                return ConditionalVerdict.State(response.fields).map { ($0, Int(clamping: candidate.id.number)) }
            }
            seen = before(candidate)
        }
        return nil
    }
}

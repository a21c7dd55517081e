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
            // Nothing prevented it, and the server did not carry it out.
            let isAgainst = verdict.agrees == false && verdict.verdict == .perform
            let conclusion =
                verdict.isForbidden304 || verdict.isOtherTag || isAgainst
                ? answer : settled(verdict, response.status) ?? outcome(verdict).asSentence
            return Reasoning(.conditional, conclusion, steps: steps.steps)
        }
        let field = name(decided.number)
        return Reasoning(.conditional, "\(field): " + outcome(verdict) + ".", steps: steps.steps)
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
        // Nothing was carried out, so no state came after it.
        case .unseen where (exchange.status ?? 0) >= 400:
            return "The server's state before this \(exchange.method.name) is unknown."
        case .unseen:
            return
                """
                The server's state before this \(exchange.method.name) is unknown: its response describes the state \
                afterwards.
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
        case .absent: return "The request has no \(field)."
        case .ignored: return "\(field): \(value) is ignored: \(ignoredBecause(step.number, request))"
        case .unknown: return "\(field): \(value) " + asks(step.number, value) + "; " + unseen(step.number, verdict)
        case .holds, .fails: break
        }
        let holds: Prose = step.result == .holds ? ", so the condition is true." : ", so the condition is false."
        return "\(field): \(value) " + asks(step.number, value) + "; " + seen(step.number, value, verdict) + holds
    }

    private static func asks(_ step: Int, _ value: Bytes) -> Prose {
        switch step {
        case 1 where value == "*": "requires that the resource exists"
        case 1: "requires that the current entity tag is one of these, by strong comparison"
        case 2: "requires that the resource has not changed since"
        case 3 where value == "*": "requires that the resource does not exist"
        case 3: "requires that the current entity tag is none of these, by weak comparison"
        case 4: "requires that the resource has changed since"
        default:
            EntityTag(value) == nil
                ? "requests the part only if Last-Modified is exactly that"
                : "requests the part only if the entity tag is still that one, by strong comparison"
        }
    }

    /// Whether a step looks at the date.
    private static func isAboutDate(_ step: Int, _ value: Bytes) -> Bool {
        step == 2 || step == 4 || step == 5 && EntityTag(value) == nil
    }

    private static func seen(_ step: Int, _ value: Bytes, _ verdict: ConditionalVerdict) -> Prose {
        if value == "*" { return "it exists" }
        if step == 5, EntityTag(value)?.isWeak == true { return "a weak one never matches" }
        let isDate = isAboutDate(step, value)
        guard let found = isDate ? verdict.state.modified : verdict.state.tag else { return "its state is unknown" }
        return isDate ? "it changed at \(found)" : "it is \(found)"
    }

    private static func unseen(_ step: Int, _ verdict: ConditionalVerdict) -> Prose {
        switch verdict.source {
        case .response: "the response has nothing to compare it with."
        case .exchange, .unseen: "what the server compared it with is unknown."
        }
    }

    private static func ignoredBecause(_ step: Int, _ request: RequestHead) -> Prose {
        switch step {
        case 2 where request.fields.contains(named: "if-match"): return "If-Match is present and takes precedence."
        case 4 where request.fields.contains(.ifNoneMatch): return "If-None-Match is present and takes precedence."
        case 4 where request.method != .get && request.method != .head:
            return "it applies only to GET and HEAD, not to \(request.method.name)."
        case 2, 4: return "it is not an HTTP date."
        default: return request.method == .get ? "there is no Range with it." : "it applies only to GET."
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

    /// What the answer itself says of a condition, where nothing else shows what the server compared it with; nil
    /// where it says nothing, or not of which condition.
    private static func settled(_ verdict: ConditionalVerdict, _ status: Int) -> Prose? {
        guard let step = verdict.onlyStep, let value = step.value else { return nil }
        if (200...299).contains(status) {
            return "The server carried out the request: it found the condition true, or does not evaluate it."
        }
        guard status == 412 else { return nil }
        if verdict.isUnexplained412 {
            return """
                The server found the condition of \(name(step.number)) false, although its response shows validators \
                that fulfil it. It did not carry out the request.
                """
        }
        let reason: Prose
        switch step.number {
        case 1 where value == "*": reason = "the resource does not exist"
        case 1 where verdict.state.tag == nil: reason = "the resource has another entity tag, or does not exist"
        case 1: reason = "the resource has another entity tag"
        case 2: reason = "the resource has changed since"
        case 3 where value == "*": reason = "the resource exists already"
        case 3: reason = "the resource has one of these entity tags"
        default: return nil
        }
        return "The server found the condition of \(name(step.number)) false, so " + reason
            + ". It did not carry out the request."
    }

    /// What is due, as part of a sentence.
    private static func outcome(_ verdict: ConditionalVerdict) -> Prose {
        switch verdict.verdict {
        case .perform: carriedOut
        // RFC 9110 §13.1.2: `*` says nothing of what the client has.
        case .notModified where verdict.asksForNothing:
            "the request requires that the resource does not exist, but it does: 304 without a body is correct"
        case .notModified: "the client has the current version: 304 without a body is correct"
        case .failed: "the resource is not in the state that the client requires: 412 is correct"
        case .partial: "the client's part is of the current version: 206 with the ranges is correct"
        case .whole where verdict.hasWeakRange:
            "a weak entity tag in If-Range never matches: the whole body is correct, not a part"
        case .whole: "the client's part is of another version: the whole body is correct, not a part"
        case .unknown: "what the server compared with is unknown, so only the server can decide"
        }
    }

    private static let carriedOut: Prose =
        "no condition prevents it: the server carries out the request as if it had none"

    private static func answer(_ verdict: ConditionalVerdict, _ status: Int) -> Prose {
        if verdict.isForbidden304 {
            return """
                The response is 304, which is only for GET and HEAD. The server should send 412: the client cannot \
                tell whether its request was carried out.
                """
        }
        if verdict.isOtherTag {
            return """
                The response is 304 with another entity tag than the client asked about. The client may renew the \
                wrong copy.
                """
        }
        switch verdict.agrees {
        case true?: return "The response is \(status), which is correct."
        case nil:
            let isSuccess = (200...299).contains(status)
            switch verdict.verdict {
            case .unknown where status == 412: return "The response is 412: the server found the condition false."
            case .unknown where status == 304: return "The response is 304: the server found the resource unchanged."
            case .unknown where isSuccess: return "The response is \(status): the server found the condition true."
            case .partial where isSuccess: return "The response is \(status): a server may send the whole body anyway."
            default: return "The response is \(status), which says nothing about the conditions."
            }
        case false?:
            switch verdict.verdict {
            case .notModified:
                return
                    """
                    The response is \(status) with the whole body, although 304 was possible. The server does not \
                    evaluate the condition, so the bytes were sent for nothing.
                    """
            case .whole:
                return
                    """
                    The response is \(status) anyway: the client may join this part to one of another version, and the \
                    result is then corrupt.
                    """
            case .perform where status == 304:
                return
                    """
                    The response is 304, although by its own validators the resource is not what the client has: a \
                    success with the body would be correct.
                    """
            case .perform where status == 412:
                return "The response is 412, although every condition of the request is true."
            case .perform, .failed, .partial, .unknown:
                return "The response is \(status), which is not the correct one."
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

import Bytes
import HTTPModel

/// The client's side, and the decision where its request goes.
extension Exchange {
    mutating func begin(_ actions: inout [Action]) {
        guard case .new = state else { return }
        switch policy.plan(request) {
        case .forward(let route) where asks.contains(.requestHead):
            state = .asked(route)
            actions.append(.ask(.requestHead(request)))
        case .forward(let route):
            forward(along: route, rules: [], &actions)
        case .tunnel(let route):
            plan.route = route
            state = .seeking(Seek(step: .connection, isRepetition: false))
            actions.append(.connect(route, .none))
        case .explainPort:
            state = .over
            actions.append(.explainPort)
            actions.append(.finish(Outcome(.refused, by: .client, .notAProxyRequest)))
            actions.append(.end(.close))
        case .refuse(let outcome):
            fail(outcome, &actions)
        }
    }

    private mutating func forward(along route: Route, rules: [HeaderRule], _ actions: inout [Action]) {
        plan = Plan(route: route, edits: policy.edits(request, along: route, rules: rules))
        state = .seeking(Seek(step: .connection, isRepetition: false))
        // A body that is used up cannot be sent a second time, whatever the method allows.
        actions.append(.connect(route, request.method.isIdempotent && !hasBody ? .any : .recent))
    }

    mutating func requestEnded(_ actions: inout [Action]) {
        guard case .exchanging(var course) = state, case .body = course.request else { return }
        course.request = .ended
        state = .exchanging(course)
        completeIfDone(course, &actions)
    }

    mutating func requestBodyForwarded() {
        guard case .exchanging(var course) = state, case .body(wasForwarded: false) = course.request else { return }
        course.request = .body(wasForwarded: true)
        state = .exchanging(course)
    }

    mutating func requestFailed(_ error: WireError, _ actions: inout [Action]) {
        switch state {
        // The response was whole before; what the client sends now is of no use to anybody.
        case .delivering, .over: return
        case .new, .asked, .seeking, .exchanging:
            fail(Outcome(.refused, by: .client, .malformedRequest, error: error), &actions)
        }
    }

    mutating func clientReachedEnd(_ actions: inout [Action]) {
        clientPersists = false
        switch state {
        case .new, .delivering, .over: return
        case .asked, .seeking:
            if hasBody { fail(Outcome(.aborted, by: .client, .requestCutOff), &actions) }
        case .exchanging(let course):
            if case .ended = course.request { return }
            if case .ended(let reply) = course.response {
                finishEarly(reply, &actions)
            } else {
                // It still reads: it is told rather than cut off.
                fail(Outcome(.aborted, by: .client, .requestCutOff), &actions)
            }
        }
    }

    mutating func clientLeft(_ detail: String, _ owed: Int, _ actions: inout [Action]) {
        if case .over = state { return }
        let detail = [detail, undelivered(owed)].filter { !$0.isEmpty }.joined(separator: "; ")
        fail(Outcome(.aborted, by: .client, .clientClosed, detail: detail), &actions, answers: false)
    }

    // MARK: - Verdicts

    mutating func answered(_ verdict: Verdict, _ stage: Question.Stage, _ actions: inout [Action]) {
        switch (stage, state) {
        case (.requestHead, .asked(let route)):
            switch verdict {
            case .pass: forward(along: route, rules: [], &actions)
            case .change(let rules): forward(along: route, rules: rules, &actions)
            case .reroute(let other): forward(along: other, rules: [], &actions)
            case .respond(let answer): respond(answer, &actions)
            case .refuse(let reason): refuse(reason, &actions)
            }
        case (.requestBody, .exchanging(var course)):
            guard case .asked = course.request else { return }
            if let refusal = verdict.refusal { return refuse(refusal, &actions) }
            course.request = .body(wasForwarded: false)
            state = .exchanging(course)
            actions.append(.resumeBody(.request))
        case (.responseHead, .exchanging(let course)):
            guard case .asked(let head, let framing, let persistent) = course.response else { return }
            switch verdict {
            case .pass, .reroute: forward(head, framing, persistent, rules: [], course, &actions)
            case .change(let rules): forward(head, framing, persistent, rules: rules, course, &actions)
            case .respond(let answer): respond(answer, &actions)
            case .refuse(let reason): refuse(reason, &actions)
            }
            if case .exchanging = state, responseBody != .wait { actions.append(.resumeBody(.response)) }
        case (.responseBody, .exchanging(var course)):
            guard case .body(var reply) = course.response, reply.isHeld else { return }
            if let refusal = verdict.refusal { return refuse(refusal, &actions) }
            reply.isHeld = false
            course.response = .body(reply)
            state = .exchanging(course)
            actions.append(.resumeBody(.response))
        // It came too late.
        case (.requestHead, _), (.requestBody, _), (.responseHead, _), (.responseBody, _): return
        }
    }

    private mutating func respond(_ answer: ProxyAnswer, _ actions: inout [Action]) {
        releaseIfNeeded(&actions)
        state = .over
        actions.append(.respond(answer))
        actions.append(.finish(Outcome(.complete, by: .proxy, .answeredLocally)))
        actions.append(.end(.close))
    }

    private mutating func refuse(_ reason: String, _ actions: inout [Action]) {
        fail(Outcome(.refused, by: .proxy, .refusedByRule, detail: reason), &actions)
    }
}

extension Verdict {
    /// Why a body is not to go on; nil when it is.
    fileprivate var refusal: String? {
        switch self {
        case .refuse(let reason): reason
        case .respond: "a rule has another answer"
        case .pass, .change, .reroute: nil
        }
    }
}

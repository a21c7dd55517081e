import Bytes
import HTTPModel

/// The client's side, and the decision where its request goes.
extension Exchange {
    mutating func begin(_ actions: inout [Action]) {
        guard case .new = state else { return }
        if let refusal = policy.refusal(of: request) { return fail(refusal, &actions) }
        switch policy.plan(request) {
        case .forward(let route) where asks.contains(.requestHead):
            state = .asked(HeldRequest(route: route))
            actions.append(.ask(.requestHead(request)))
        case .forward(let route):
            headPassed(HeldRequest(route: route), &actions)
        case .tunnel(let route) where asks.contains(.requestHead):
            state = .asked(HeldRequest(route: route))
            actions.append(.ask(.requestHead(request)))
        case .tunnel(let route): openTunnel(along: route, &actions)
        case .explainPort:
            state = .over
            actions.append(.explainPort)
            actions.append(.finish(Outcome(.refused, by: .client, .notAProxyRequest)))
            actions.append(.end(.close))
        case .refuse(let outcome):
            // Inside of a tunnel whose server cannot be asked, rules may know another way.
            guard case .inside(let server, refusal: outcome) = policy.mode, asks.contains(.requestHead) else {
                return fail(outcome, &actions)
            }
            var held = HeldRequest(route: Route(server))
            held.refusal = outcome
            state = .asked(held)
            actions.append(.ask(.requestHead(request)))
        }
    }

    private mutating func openTunnel(along route: Route, _ actions: inout [Action]) {
        plan.route = route
        state = .seeking(Seek(step: .connection, isRepetition: false))
        actions.append(.connect(route, .none))
    }

    /// Nobody holds the head: then perhaps the body.
    private mutating func headPassed(_ held: HeldRequest, _ actions: inout [Action]) {
        if request.asksForTunnel { return openTunnel(along: held.route, &actions) }
        guard hasBody else { return forward(held, body: held.alteration.content.map { .replaced($0) }, &actions) }
        guard asks.contains(.requestBody) else { return forward(held, &actions) }
        var held = held
        held.inquiry = .body
        state = .asked(held)
        actions.append(.ask(.requestBody(nil)))
    }

    private mutating func forward(_ held: HeldRequest, body: KeptBody? = nil, _ actions: inout [Action]) {
        if let refusal = held.refusal { return fail(refusal, &actions) }
        var length: Int?
        if case .replaced(let content) = body { length = content.count }
        let alteration = held.alteration
        // What the server speaks is known when it is connected. One that a client speaks HTTP/2 with does so mostly,
        // and a plan that has to be made again costs as much once more.
        let version = request.version.major < 2 ? HTTPVersion.http11 : request.version
        plan = Plan(
            route: held.route, body: body, rules: alteration.headers, line: alteration.requestLine,
            leavesHost: alteration.leavesHost, head: alteration.head,
            isRechunked: hasBody && alteration.isRechunked, isRaw: alteration.isRaw,
            trailers: hasBody || body != nil ? alteration.trailers : [])
        planEdits(along: held.route, for: version, length)
        state = .seeking(Seek(step: .connection, isRepetition: false))
        // A body that is used up cannot be sent a second time, whatever the method allows.
        let isRepeatable =
            request.method.isIdempotent && plan.line.map { Method($0.method).isIdempotent } ?? true && !plan.isRaw
        plan.isRepeatable = isRepeatable
        actions.append(.connect(held.route, plan.isRaw ? .none : isRepeatable && !sendsBody ? .any : .recent))
    }

    /// What the head becomes for a server that speaks `version`.
    mutating func planEdits(along route: Route, for version: HTTPVersion, _ length: Int?) {
        plan.version = version
        plan.handling = requestHandling(version, length)
        // RFC 9112 §7.1.2: fields follow content that goes in chunks.
        let length = plan.handling == .forwardChunked ? nil : length
        if let head = plan.head, version.major < 2 {
            plan.edits = [Self.edited(head)]
            return
        }
        plan.edits = policy.edits(
            request, along: route, rules: plan.rules, line: plan.line, leavesHost: plan.leavesHost,
            contentLength: length, hasBody: sendsBody,
            version: version, rechunks: rechunks(plan.trailers, length), webSocketKey: webSocketKey)
    }

    static func edited(_ head: Bytes) -> Change { Change(.replaceHead(head), .raw("edited by hand, raw")) }

    /// How the request's content goes on to a server that speaks `version`.
    ///
    /// - Parameter length: of what goes out in place of what came.
    func requestHandling(_ version: HTTPVersion, _ length: Int?) -> BodyHandling {
        if version.major >= 2 { return .forwardContent }
        if plan.isRechunked { return .forwardChunked }
        if length != nil, !plan.trailers.isEmpty { return .forwardChunked }
        // HTTP/2's content comes without any framing in it, so with a length it can go on as it is.
        if rechunks(plan.trailers, length) { return .forwardChunked }
        let isBare = length != nil || request.fields.contains(.contentLength)
        return isFramed && !isBare ? .forwardChunked : .forward
    }

    /// RFC 9112 §7.1.2: fields follow content that goes in chunks, so that what came with a length goes in chunks to a
    /// server of HTTP/1.1.
    func rechunks(_ trailers: [HeaderRule], _ length: Int?) -> Bool {
        guard !trailers.isEmpty || plan.isRechunked, length == nil else { return false }
        // Of HTTP/2, what has no length is put into chunks as it is translated.
        return request.fields.contains(.contentLength) || !isFramed && !hasBody && plan.body != nil
    }

    /// Nothing more of the request is to come.
    private var requestIsWhole: Bool {
        switch state {
        case .asked(let held): held.inquiry == .gathered || !hasBody
        case .seeking: plan.body.map { $0 != .begun } ?? !hasBody
        case .new, .exchanging, .answering, .delivering, .over: !hasBody
        }
    }

    mutating func requestEnded(_ actions: inout [Action]) {
        if receptionEnded(&actions) { return }
        guard case .exchanging(var course) = state, case .body = course.request else { return }
        course.request = .ended
        state = .exchanging(course)
        if plan.handling != .forward { actions.append(.sendEnd(.request)) }
        completeIfDone(course, &actions)
    }

    mutating func requestRefused(_ outcome: Outcome, _ actions: inout [Action]) {
        switch state {
        case .delivering: _ = receptionEnded(&actions)
        case .over: return
        case .new, .asked, .seeking, .exchanging, .answering: fail(outcome, &actions)
        }
    }

    mutating func clientReset(_ outcome: Outcome, _ actions: inout [Action]) {
        if case .over = state { return }
        if finishTaken(&actions) { return }
        fail(outcome, &actions, answers: false)
    }

    mutating func requestBodyForwarded() {
        guard case .exchanging(var course) = state, case .body(wasForwarded: false) = course.request else { return }
        course.request = .body(wasForwarded: true)
        state = .exchanging(course)
    }

    mutating func requestFailed(_ error: WireError, _ actions: inout [Action]) {
        switch state {
        // The response was whole before; what the client sends now is of no use to anybody.
        case .delivering: _ = receptionEnded(&actions)
        case .over: return
        case .new, .asked, .seeking, .exchanging, .answering:
            fail(Outcome(.refused, by: .client, .malformedRequest, error: error), &actions)
        }
    }

    mutating func clientReachedEnd(_ actions: inout [Action]) {
        clientPersists = false
        switch state {
        case .new, .over: return
        case .delivering(let delivery):
            if delivery.isStalled { return leave(&actions) }
            _ = receptionEnded(&actions)
        case .answering: fail(Outcome(.aborted, by: .client, .requestCutOff), &actions)
        case .asked, .seeking:
            if !requestIsWhole { fail(Outcome(.aborted, by: .client, .requestCutOff), &actions) }
        case .exchanging(let course):
            if case .ended = course.request {
                if course.isStalled { leave(&actions) }
                return
            }
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
        if finishTaken(&actions) { return }
        let detail = [detail, undelivered(owed)].filter { !$0.isEmpty }.joined(separator: "; ")
        fail(Outcome(.aborted, by: .client, .clientClosed, detail: detail), &actions, answers: false)
    }

    // MARK: - Verdicts

    mutating func answered(_ verdict: Verdict, _ stage: Question.Stage, _ actions: inout [Action]) {
        switch (stage, state) {
        case (.requestHead, .asked(let held)) where held.inquiry == .head: answered(verdict, held, &actions)
        case (.requestBody, .asked(let held)) where held.inquiry == .body || held.inquiry == .gathered:
            answered(verdict, held, &actions)
        case (.responseHead, .exchanging(let course)):
            guard case .asked(let held) = course.response, held.inquiry == .head else { return }
            answered(verdict, held, course, &actions)
        case (.responseBody, .exchanging(let course)):
            guard case .asked(let held) = course.response, held.inquiry == .body || held.inquiry == .gathered
            else { return }
            answered(verdict, held, course, &actions)
        // It came too late.
        case (.requestHead, _), (.requestBody, _), (.responseHead, _), (.responseBody, _): return
        }
    }

    private mutating func answered(_ verdict: Verdict, _ held: HeldRequest, _ actions: inout [Action]) {
        var held = held
        switch (verdict, held.inquiry) {
        case (.respond(let answer), _): respond(answer, &actions)
        case (.refuse(let reason), _): refuse(reason, &actions)
        case (.gather(let limit), .body):
            held.inquiry = .gathering(limit: limit)
            state = .asked(held)
            if request.version >= .http11, request.fields.contains(.expect) { actions.append(.sendContinue) }
            actions.append(.resumeBody(.request))
        case (.hangUp(let isReset, let reason), _): hangUp(isReset, reason, &actions)
        case (.replace(let content), .gathered): forward(held, body: .replaced(content), &actions)
        case (.rewrite(let content, let rules), .gathered):
            held.alteration.headers += rules
            forward(held, body: .replaced(content), &actions)
        case (.remake(let alteration, let content), .gathered):
            held.alteration.merge(alteration)
            if let route = alteration.route {
                held.route = route
                held.refusal = nil
            }
            forward(held, body: content.map { .replaced($0) } ?? .whole, &actions)
        case (_, .gathered): forward(held, body: .whole, &actions)
        case (_, .body): forward(held, &actions)
        case (_, .head), (_, .gathering):
            if case .change(let rules) = verdict { held.alteration.headers = rules }
            if case .reroute(let other) = verdict {
                held.route = other
                held.refusal = nil
            }
            if case .alter(let alteration) = verdict {
                held.alteration = alteration
                if let route = alteration.route {
                    held.route = route
                    held.refusal = nil
                }
            }
            headPassed(held, &actions)
        }
    }

    private mutating func answered(
        _ verdict: Verdict, _ held: HeldResponse, _ course: Course, _ actions: inout [Action]
    ) {
        var held = held
        switch (verdict, held.inquiry) {
        case (.respond(let answer), _): return respond(answer, &actions)
        case (.refuse(let reason), _): return refuse(reason, &actions)
        case (.hangUp(let isReset, let reason), _): return hangUp(isReset, reason, &actions)
        case (.gather(let limit), .body):
            held.inquiry = .gathering(limit: limit)
            hold(held, course)
        case (.replace(let content), .gathered): return forward(held, body: .replaced(content), course, &actions)
        case (.rewrite(let content, let rules), .gathered):
            held.alteration.headers += rules
            return forward(held, body: .replaced(content), course, &actions)
        case (.remake(let alteration, let content), .gathered):
            held.alteration.merge(alteration)
            return forward(held, body: content.map { .replaced($0) } ?? .whole, course, &actions)
        case (_, .gathered): return forward(held, body: .whole, course, &actions)
        case (_, .body): forward(held, course, &actions)
        case (_, .head), (_, .gathering):
            if case .change(let rules) = verdict { held.alteration.headers = rules }
            if case .alter(let alteration) = verdict { held.alteration = alteration }
            headPassed(held, course, &actions)
        }
        if case .exchanging = state, responseBody != .wait { actions.append(.resumeBody(.response)) }
    }

    mutating func bodyGathered(_ kind: MessageKind, _ content: Bytes, _ actions: inout [Action]) {
        switch (kind, state) {
        case (.request, .asked(var held)):
            guard case .gathering = held.inquiry else { return }
            held.inquiry = .gathered
            state = .asked(held)
            actions.append(.ask(.requestBody(content)))
        case (.response, .exchanging(let course)):
            guard case .asked(var held) = course.response, case .gathering = held.inquiry else { return }
            held.inquiry = .gathered
            hold(held, course)
            actions.append(.ask(.responseBody(content)))
        case (.request, _), (.response, _): return
        }
    }

    mutating func bodyTooLong(_ kind: MessageKind, _ actions: inout [Action]) {
        switch (kind, state) {
        case (.request, .answering), (.request, .delivering): restOfRequestIsLate(&actions)
        case (.request, .asked(let held)):
            guard case .gathering = held.inquiry else { return }
            forward(held, body: .begun, &actions)
        case (.response, .exchanging(let course)):
            guard case .asked(let held) = course.response, case .gathering = held.inquiry else { return }
            forward(held, body: .begun, course, &actions)
        case (.request, _), (.response, _): return
        }
    }

    private mutating func hold(_ held: HeldResponse, _ course: Course) {
        var course = course
        course.response = .asked(held)
        state = .exchanging(course)
    }

    mutating func cutByRule(
        _ kind: MessageKind, _ code: Outcome.Code, _ reason: String, _ actions: inout [Action]
    ) {
        switch (kind, state) {
        // What was gathered is whole here before it goes on, and the server is needed no more.
        case (_, .exchanging), (.response, .delivering): break
        case (.request, _), (.response, _): return
        }
        // What passed before the cut is for the server: of a connection that is closed at once it would be lost.
        let outcome = Outcome(.aborted, by: .proxy, code, detail: reason)
        fail(outcome, &actions, cutsRequest: kind == .request)
    }

    mutating func stalledByRule() {
        switch state {
        case .exchanging(var course):
            guard case .body = course.response else { return }
            course.isStalled = true
            state = .exchanging(course)
        case .delivering(var delivery):
            delivery.isStalled = true
            state = .delivering(delivery)
        case .new, .asked, .seeking, .answering, .over: return
        }
    }

    /// Nobody who waits for a response that has stalled ends his side only now: he is leaving.
    private mutating func leave(_ actions: inout [Action]) {
        let detail = "it closed its side while a rule stalled the response"
        fail(Outcome(.aborted, by: .client, .clientClosed, detail: detail), &actions, answers: false)
    }

    private mutating func hangUp(_ isReset: Bool, _ reason: String, _ actions: inout [Action]) {
        releaseIfNeeded(&actions)
        state = .over
        actions.append(.finish(Outcome(.refused, by: .proxy, .refusedByRule, detail: reason)))
        // RFC 9113 §5.4.2: a stream has no end without a word; others of its connection go on.
        actions.append(.end(isReset ? .reset : isFramed ? .truncate : .close))
    }

    private mutating func refuse(_ reason: String, _ actions: inout [Action]) {
        fail(Outcome(.refused, by: .proxy, .refusedByRule, detail: reason), &actions)
    }
}

extension Exchange.Inquiry {
    /// What becomes of the bytes of a body meanwhile.
    var handling: Exchange.BodyHandling {
        switch self {
        case .head, .body, .gathered: .wait
        case .gathering(let limit): .gather(limit: limit)
        }
    }
}

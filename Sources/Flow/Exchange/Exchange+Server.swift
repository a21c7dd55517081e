import Bytes
package import HTTPModel
import HTTPSemantics

/// The server's side.
extension Exchange {
    mutating func seekReached(_ step: SeekStep) {
        guard case .seeking(var seek) = state else { return }
        seek.step = step
        state = .seeking(seek)
    }

    /// A proxy that reads requests is sent them otherwise than a server is.
    mutating func rerouted(_ route: Route) {
        guard case .seeking(let seek) = state else { return }
        // The way begins anew, and with it its time, which a handshake on the one before would have taken away.
        state = .seeking(Seek(step: .connection, isRepetition: seek.isRepetition))
        guard plan.route != route else { return }
        plan.route = route
        if !request.asksForTunnel { adapt(to: plan.version) }
    }

    mutating func upstreamConnected(_ reused: Bool, _ version: HTTPVersion, _ actions: inout [Action]) {
        guard case .seeking(let seek) = state else { return }
        if request.asksForTunnel {
            state = .over
            actions.append(.openTunnel(.connect))
            return
        }
        if version != plan.version { adapt(to: version) }
        let side: RequestSide =
            switch plan.body {
            case nil: hasBody ? .body(wasForwarded: false) : .ended
            case .begun: .body(wasForwarded: true)
            case .whole, .replaced: .ended
            }
        state = .exchanging(
            Course(
                isRepeatable: reused && !seek.isRepetition && plan.isRepeatable && plan.body == nil,
                isReused: reused,
                isRepetition: seek.isRepetition, request: side, response: .awaited(interims: 0)))
        actions.append(.forwardRequest(edits: plan.edits, as: sentMethod))
        switch plan.body {
        case nil: break
        case .begun: actions.append(.sendKept(.request))
        case .whole:
            actions.append(.sendKept(.request))
            if plan.handling != .forward { actions.append(.sendEnd(.request)) }
        case .replaced(let content):
            actions.append(.sendContent(.request, content))
            if plan.handling != .forward { actions.append(.sendEnd(.request)) }
        }
    }

    /// The server does not speak what the plan was made for, which is what the client speaks; or it is another one,
    /// when the request is sent again.
    private mutating func adapt(to version: HTTPVersion) {
        guard let route = plan.route else { return }
        var length: Int?
        if case .replaced(let content) = plan.body { length = content.count }
        planEdits(along: route, for: version, length)
    }

    mutating func connectFailed(_ outcome: Outcome, _ actions: inout [Action]) {
        guard case .seeking = state else { return }
        fail(outcome, &actions)
    }

    mutating func interimReceived(_ head: ResponseHead, _ actions: inout [Action]) {
        guard case .exchanging(var course) = state, case .awaited(let count) = course.response else { return }
        guard count < interimLimit else {
            return refuseResponse("more than \(interimLimit) interim responses came", &actions)
        }
        course.response = .awaited(interims: count + 1)
        state = .exchanging(course)
        // RFC 9110 §15.2: a 1xx must not be sent to an HTTP/1.0 client.
        guard request.version >= .http11 else {
            actions.append(.dropInterim(index: count, Self.noInterimReason))
            return
        }
        let edits = ResponseEdits(
            head, framing: nil, closes: false, clientVersion: request.version, rules: []
        ).edits
        actions.append(.forwardInterim(head, index: count, edits: edits))
    }

    private static let noInterimReason = Change.Reason.owed(
        spec: "RFC 9110 §15.2", text: "The client uses HTTP/1.0, which has no interim responses.")

    mutating func responseReceived(
        _ head: ResponseHead, _ framing: Framing, _ persistent: Bool, _ actions: inout [Action]
    ) {
        guard case .exchanging(var course) = state, case .awaited = course.response else { return }
        if let problem = framing.kind == .tunnel
            ? problem(ofUpgrade: head) ?? problem(ofHandshake: head) : problem(ofNoUpgrade: head)
        {
            return refuseResponse(problem, &actions)
        }
        if request.version < .http11, framing.kind != .none, !canDecodeTransfer(head) {
            return refuseResponse("it has a transfer coding, which HTTP/1.0 clients do not know", &actions)
        }
        let held = HeldResponse(head: head, framing: framing, persists: persistent)
        guard asks.contains(.responseHead) else { return headPassed(held, course, &actions) }
        course.response = .asked(held)
        state = .exchanging(course)
        actions.append(.ask(.responseHead(head, framing)))
    }

    /// Nobody holds the head: then perhaps the body.
    mutating func headPassed(_ held: HeldResponse, _ course: Course, _ actions: inout [Action]) {
        // What is empty can be replaced like any other content.
        let mayHaveContent = held.framing.kind != .none && held.framing.kind != .tunnel
        guard mayHaveContent, !dropsContent, asks.contains(.responseBody) else {
            return forward(held, course, &actions)
        }
        var (held, course) = (held, course)
        held.inquiry = .body
        course.response = .asked(held)
        state = .exchanging(course)
        actions.append(.ask(.responseBody(nil)))
    }

    /// Sends the final head on, and what follows from it.
    ///
    /// - Parameter body: what was read of the body meanwhile.
    mutating func forward(
        _ held: HeldResponse, body: KeptBody? = nil, _ course: Course, _ actions: inout [Action]
    ) {
        var course = course
        let head = held.head
        var framing = held.framing
        if case .replaced(let content) = body { framing = Framing(.length(UInt64(content.count)), rule: framing.rule) }
        plan.replyTrailers = trailers(held, framing.kind)
        if !plan.replyTrailers.isEmpty, !isFramed, framing.kind != .chunked || body != nil {
            // RFC 9112 §7.1.2: fields follow content that goes in chunks.
            framing = Framing(.frames, rule: framing.rule)
        }
        if rechunks(held, framing.kind) { framing = Framing(.frames, rule: framing.rule) }
        let isDropped = dropsContent && framing.kind != .none && framing.kind != .tunnel
        if isDropped { framing = Framing(.none, rule: framing.rule) }
        course.response = .body(Reply(framing: framing.kind, persists: held.persists))
        plan.replyHandling = isDropped ? .discard : handling(framing.kind)
        state = .exchanging(course)
        // What goes out as somebody means it may end elsewhere than its reader thinks.
        if endsWithConnection(framing.kind) || held.alteration.isRaw { clientPersists = false }
        if !isFramed, case .body(wasForwarded: false) = course.request, request.fields.contains(.expect) {
            // RFC 9110 §10.1.1: after a final answer to "Expect: 100-continue" the client may send its body or not;
            // only closing the connection leaves no doubt.
            clientPersists = false
        }
        var length: Int?
        if case .replaced(let content) = body, framing.kind != .frames { length = content.count }
        let edits = edits(held, framing, length)
        actions.append(.forwardResponse(head, edits: edits))
        if framing.kind == .tunnel {
            state = .over
            actions.append(.openTunnel(.upgrade(upgradeName(head))))
            return
        }
        switch body {
        case nil: return
        case .begun: actions.append(.sendKept(.response))
        case .whole:
            actions.append(.sendKept(.response))
            responseEnded(&actions)
        case .replaced(let content):
            actions.append(.sendContent(.response, content))
            responseEnded(&actions)
        }
    }

    /// RFC 9110 §9.3.2: a rule has asked with another method, and the client's was HEAD, whose answer has no content.
    /// What the server sends of it is received, and goes no further.
    private var dropsContent: Bool { request.method == .head && sentMethod != .head }

    /// The method that the server is asked with.
    private var sentMethod: Method { plan.line.map { Method($0.method) } ?? request.method }

    private func edits(_ held: HeldResponse, _ framing: Framing, _ length: Int?) -> [Change] {
        if let head = held.alteration.head, !isFramed { return [Self.edited(head)] }
        return ResponseEdits(
            held.head, framing: framing, closes: !clientPersists, clientVersion: request.version,
            announces: policy.announces, rules: held.alteration.headers, line: held.alteration.statusLine,
            contentLength: length
        ).edits
    }

    /// A client of HTTP/1.1 gets content in chunks whose length nobody knows yet.
    private func rechunks(_ held: HeldResponse, _ framing: Framing.Kind) -> Bool {
        guard held.alteration.isRechunked, !isFramed, request.version >= .http11 else { return false }
        return framing != .none && framing != .tunnel && framing != .length(0)
    }

    /// What rules want behind the content, where anything can stand there.
    private func trailers(_ held: HeldResponse, _ framing: Framing.Kind) -> [HeaderRule] {
        guard framing != .none, framing != .tunnel, framing != .length(0), request.version >= .http11 else { return [] }
        return held.alteration.trailers
    }

    // MARK: - Responses that must not be passed on

    /// Why this 101 cannot be passed on; nil when it can.
    ///
    /// RFC 9110 §15.2.2: only a client that sent Upgrade speaks another protocol from here on. To any other these would
    /// be bytes that mean something else than to the server. §7.8: a server must not switch to a protocol that the
    /// client did not name.
    private func problem(ofUpgrade head: ResponseHead) -> String? {
        if let wanted = request.connectProtocol { return problem(ofUpgrade: head, to: wanted) }
        let asksForUpgrade =
            request.version >= .http11 && request.fields.contains(.upgrade)
            && request.fields.hasConnectionOption("upgrade")
        let offersHTTP2 = asksForUpgrade && request.fields.members(.upgrade).contains { $0.equalsIgnoringCase("h2c") }
        guard asksForUpgrade, !offersHTTP2 else { return "it changes the protocol, which the request did not ask for" }
        let offered = request.fields.members(.upgrade)
        let stranger = head.fields.members(.upgrade).first { taken in
            !offered.contains { $0.equalsIgnoringCase(taken) }
        }
        return stranger.map { "it changes the protocol to \($0.text), which the request did not ask for" }
    }

    /// What a client would close a WebSocket for that it has asked for; others leave that to it.
    private func problem(ofHandshake head: ResponseHead) -> String? {
        isStrict ? WebSocketHandshake.problem(of: head, to: request) : nil
    }

    /// The same for a client that asked by an extended CONNECT (RFC 8441 §5).
    private func problem(ofUpgrade head: ResponseHead, to wanted: Bytes) -> String? {
        // The server was asked so too.
        if plan.version.major >= 2 { return nil }
        let taken = head.fields.members(.upgrade)
        guard taken.count == 1, taken[0].equalsIgnoringCase(wanted) else {
            let names = taken.map(\.text).joined(separator: ", ")
            return """
                it changes the protocol to \(names.isEmpty ? "none" : names), but the request asked for \(wanted.text)
                """
        }
        guard let webSocketKey, wanted.equalsIgnoringCase("websocket") else { return nil }
        // RFC 6455 §4.1: whoever sent the key checks what is made of it.
        let due = WebSocketHandshake.accept(for: webSocketKey)
        guard let accept = head.fields.first(named: "sec-websocket-accept"), accept.trimmed == due else {
            return "its Sec-WebSocket-Accept is not \(due.text), so it did not understand the request (RFC 6455 §4.1)"
        }
        return nil
    }

    /// Why a response cannot be passed on that is an ordinary one for the server: to an extended CONNECT 2xx means
    /// that the protocol has changed (RFC 8441 §5).
    private func problem(ofNoUpgrade head: ResponseHead) -> String? {
        guard request.method == .connect, let wanted = request.connectProtocol, (200..<300).contains(head.status) else {
            return nil
        }
        return "it answers \(head.status) to a request to change to \(wanted.text), which requires 101"
    }

    private func upgradeName(_ head: ResponseHead) -> Bytes {
        request.connectProtocol ?? head.fields.members(.upgrade).first ?? request.fields.members(.upgrade).first
            ?? "unknown"
    }

    /// Chunks can be taken off for a client that does not know them, other transfer codings cannot (RFC 9112 §6.1).
    private func canDecodeTransfer(_ head: ResponseHead) -> Bool {
        let codings = head.fields.members(.transferEncoding)
        return codings.isEmpty || (codings.count == 1 && codings[0].equalsIgnoringCase("chunked"))
    }

    private mutating func refuseResponse(_ detail: String, _ actions: inout [Action]) {
        fail(Outcome(.refused, by: .upstream, .unwantedResponse, detail: detail), &actions)
    }

    mutating func responseEnded(_ actions: inout [Action]) {
        guard case .exchanging(var course) = state, case .body(let reply) = course.response else { return }
        course.response = .ended(reply)
        state = .exchanging(course)
        if isFramed || plan.replyHandling == .forwardChunked { actions.append(.sendEnd(.response)) }
        completeIfDone(course, &actions)
    }

    mutating func responseRefused(_ outcome: Outcome, _ actions: inout [Action]) {
        guard case .exchanging = state else { return }
        fail(outcome, &actions)
    }

    mutating func upstreamReset(_ outcome: Outcome, _ isUnprocessed: Bool, _ actions: inout [Action]) {
        guard case .exchanging(let course) = state else { return }
        // RFC 9113 §8.1: a server that has said all it wants may stop a client that has not.
        if case .ended(let reply) = course.response { return finishEarly(reply, &actions) }
        if isUnprocessed, case .awaited(interims: 0) = course.response, !course.isRepetition, bodyIsUntouched(course),
            let route = plan.route
        {
            state = .seeking(Seek(step: .connection, isRepetition: true))
            actions.append(.connect(route, .none))
            return
        }
        // RFC 9113 §8.7: what nobody has looked at, the client may send again. Clients do so at once and several times,
        // which is not what a server asks for that ends its connections for an error: then there is an answer.
        if isUnprocessed, outcome.invitesRepetition, isFramed, !clientWasAnswered {
            return end(outcome, .refuse, &actions)
        }
        fail(outcome, &actions)
    }

    private mutating func end(_ outcome: Outcome, _ fate: ClientFate, _ actions: inout [Action]) {
        releaseIfNeeded(&actions)
        state = .over
        actions.append(.finish(outcome))
        actions.append(.end(fate))
    }

    mutating func responseFailed(_ error: WireError, _ detail: String, _ actions: inout [Action]) {
        guard case .exchanging = state else { return }
        fail(Outcome(.refused, by: .upstream, .malformedResponse, error: error, detail: detail), &actions)
    }

    mutating func upstreamLeft(
        _ receivedBytes: Bool, _ detail: String, _ cause: Outcome?, _ actions: inout [Action]
    ) {
        guard case .exchanging(let course) = state else { return }
        if case .ended(let reply) = course.response { return finishEarly(reply, &actions) }
        var isUnanswered = false
        if case .awaited(interims: 0) = course.response, !receivedBytes { isUnanswered = true }
        guard isUnanswered else {
            return fail(Outcome(.aborted, by: .upstream, .upstreamClosed, detail: detail), &actions)
        }
        if let route = plan.route, isRepeatable(course) {
            state = .seeking(Seek(step: .connection, isRepetition: true))
            actions.append(.connect(route, .none))
            return
        }
        let outcome = cause ?? Outcome(.failed, by: .upstream, .emptyResponse, detail: detail)
        fail(course.isReused ? ofKeptConnection(outcome, course) : outcome, &actions)
    }

    /// A server that closes a kept connection as a request comes knows nothing of it, and closed it for its age: why
    /// the request was not sent again is what a person wants to know (RFC 9112 §9.3.1).
    private func ofKeptConnection(_ outcome: Outcome, _ course: Course) -> Outcome {
        guard outcome.code == .emptyResponse else { return outcome }
        let reason =
            course.isRepetition
            ? "it was already sent a second time"
            : plan.isRepeatable
                ? "its body was already sent"
                : plan.isRaw
                    ? "a rule wrote its head, and such a request is not retried"
                    : "\(request.method.name.text) is not retried, because it could be carried out twice"
        let sentence = "It closed the reused connection as the request was sent; \(reason)."
        return Outcome(
            outcome.kind, by: outcome.by, outcome.code, error: outcome.error,
            detail: outcome.detail.isEmpty ? sentence : "\(outcome.detail) \(sentence)")
    }

    /// RFC 9110 §9.2.2: a request may be repeated by itself when its method is idempotent; here only when it went out
    /// on a kept connection, nothing came back, and no body byte has been used up.
    private func isRepeatable(_ course: Course) -> Bool {
        course.isRepeatable && bodyIsUntouched(course)
    }

    /// All of the request's body is still to come, or there is none.
    private func bodyIsUntouched(_ course: Course) -> Bool {
        if plan.body != nil { return false }
        if case .body(wasForwarded: true) = course.request { return false }
        // A body that is used up is gone, though it was short.
        if case .ended = course.request, hasBody { return false }
        return true
    }
}

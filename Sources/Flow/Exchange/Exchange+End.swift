import HTTPModel

/// Time, and the ways an exchange ends.
extension Exchange {
    mutating func deadlinePassed(
        _ limit: Duration, _ isCongested: Bool, _ owed: Int, _ actions: inout [Action]
    ) {
        switch waiting {
        case .verdict, .nothing:
            break
        case .lookUp:
            fail(
                Outcome(
                    .failed, by: .upstream, .nameLookupFailed,
                    detail: """
                        no response in \(limit.inSeconds)
                        """), &actions)
        case .connection:
            let proxy = plan.route?.through.first
            fail(
                proxy.map { Outcome(.failed, by: .upstream, .upstreamProxyTimedOut, detail: $0) }
                    ?? Outcome(.failed, by: .upstream, .connectTimedOut), &actions)
        case .handshake:
            fail(
                Outcome(
                    .failed, by: .upstream, .handshakeTimedOut,
                    detail: "The server did not finish the TLS handshake in \(limit.inSeconds)."), &actions)
        case .responseHead:
            fail(Outcome(.failed, by: .upstream, .responseTimedOut), &actions)
        case .responseBody where isCongested, .delivery:
            fail(
                Outcome(.aborted, by: .client, .receiverStalled, detail: undelivered(owed)), &actions, answers: false)
        case .responseBody:
            fail(Outcome(.aborted, by: .upstream, .idleTimedOut), &actions)
        case .patience:
            let detail = "a rule stalled the response, and the client waited for \(limit.inSeconds)"
            cutByRule(.response, .refusedByRule, detail, &actions)
        case .restOfRequest: restOfRequestIsLate(&actions)
        case .requestBody:
            if case .exchanging(let course) = state, case .ended(let reply) = course.response {
                finishEarly(reply, &actions)
            } else if isCongested {
                fail(Outcome(.aborted, by: .upstream, .receiverStalled), &actions)
            } else {
                fail(Outcome(.aborted, by: .client, .idleTimedOut), &actions)
            }
        }
    }

    mutating func shutDown(_ owed: Int, _ actions: inout [Action]) {
        if case .over = state { return }
        if finishTaken(&actions) { return }
        fail(Outcome(.aborted, by: .proxy, .shuttingDown, detail: undelivered(owed)), &actions)
    }

    /// The client's system has everything: only now is it true that both messages went through.
    mutating func clientTookAll(_ actions: inout [Action]) {
        guard case .delivering(var delivery) = state else { return }
        if delivery.isReceiving {
            delivery.wasTaken = true
            state = .delivering(delivery)
            return
        }
        state = .over
        actions.append(.finish(delivery.outcome))
        actions.append(.end(clientPersists && delivery.isWhole ? .keep : .close))
    }

    mutating func completeIfDone(_ course: Course, _ actions: inout [Action]) {
        guard case .ended(let reply) = course.response else { return }
        if case .ended = course.request {
            deliver(.complete, reply, isWhole: true, &actions)
        } else if !reply.persists || !clientPersists {
            finishEarly(reply, &actions)
        }
    }

    /// The response is whole and the request never will be.
    mutating func finishEarly(_ reply: Reply, _ actions: inout [Action]) {
        deliver(Outcome(.complete, by: .upstream, .answeredEarly), reply, isWhole: false, &actions)
    }

    private mutating func deliver(_ outcome: Outcome, _ reply: Reply, isWhole: Bool, _ actions: inout [Action]) {
        state = .delivering(
            Delivery(outcome: outcome, isWhole: isWhole, endsWithConnection: endsWithConnection(reply.framing)))
        actions.append(.releaseUpstream(reusable: isWhole && reply.persists && !plan.isRaw))
        actions.append(.deliver)
    }

    /// What the record says of bytes that Hark had and the client did not take.
    func undelivered(_ owed: Int) -> String {
        owed > 0 ? "the client did not read \(owed) bytes of the response" : ""
    }

    mutating func releaseIfNeeded(_ actions: inout [Action]) {
        switch state {
        case .seeking, .exchanging: actions.append(.releaseUpstream(reusable: false))
        case .new, .asked, .answering, .delivering, .over: break
        }
    }

    mutating func fail(
        _ outcome: Outcome, _ actions: inout [Action], answers: Bool = true, cutsRequest: Bool = false
    ) {
        if cutsRequest { actions.append(.cutOffRequest) } else { releaseIfNeeded(&actions) }
        let wasAnswered = clientWasAnswered
        // A length or a last chunk that never comes tells the client; a body that ends with the connection needs a
        // reset, behind what there was of it.
        let needsReset = responseEndsWithConnection
        state = .over
        if answers, !wasAnswered { actions.append(.answer(outcome)) }
        actions.append(.finish(outcome))
        if !answers {
            actions.append(.end(.reset))
        } else if !wasAnswered {
            actions.append(.end(.close))
        } else {
            actions.append(.end(needsReset ? .breakOff : .truncate))
        }
    }

    private var responseEndsWithConnection: Bool {
        switch state {
        case .new, .asked, .seeking, .answering, .over: false
        case .delivering(let delivery): delivery.endsWithConnection
        case .exchanging(let course):
            switch course.response {
            case .awaited, .asked: false
            case .body(let reply), .ended(let reply): endsWithConnection(reply.framing)
            }
        }
    }
}

extension Duration {
    /// For a person: `5 s`, `0.5 s`.
    package var inSeconds: String {
        let (seconds, attoseconds) = components
        let tenths = attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }
}

internal import Bytes
internal import Filter
internal import Flow
internal import HTTPModel
internal import Rules

/// What scripts say of a ClientHello, each in its turn: to relay the connection unread, or to end it.
extension TunnelOpener {
    /// What scripts decided.
    enum HelloEnd {
        case goOn
        case tunnel
        case refuse(String)
        /// A script failed where that refuses: each request inside is answered with 502.
        case fail(String)
    }

    /// Asks the scripts that want to know; false when none does.
    func askScripts(_ offer: TLSFacts.Offer, then: @escaping (HelloEnd) -> Void) -> Bool {
        guard let scripts = shard.configuration.scripts, scripts.wants(.clientHello) else { return false }
        let record = shard.record(request, origin, [.handshakeEnded(TLSFacts(.client, offer: offer))], of: flow)
        let subject = FilterSubject(record, reader: RuleRun.reader)
        let links = scripts.links.filter { $0.interest(in: .clientHello, of: subject) != nil }
        guard !links.isEmpty else { return false }
        ask(links[...], scripts, offer, record, then)
        return true
    }

    private func ask(
        _ rest: ArraySlice<ScriptLink>, _ scripts: LiveScripts, _ offer: TLSFacts.Offer, _ record: FlowRecord,
        _ then: @escaping (HelloEnd) -> Void
    ) {
        guard let link = rest.first else { return then(.goOn) }
        let subject = FilterSubject(record, reader: RuleRun.reader)
        guard let interest = link.interest(in: .clientHello, of: subject) else {
            return ask(rest.dropFirst(), scripts, offer, record, then)
        }
        var question = ScriptQuestion(
            on: .clientHello, matched: interest.matched, flow: scripts.number(flow), time: record.startedAt ?? 0,
            client: origin.address, request: ScriptRequest(record, after: Alteration(), to: nil))
        question.connection = origin.number
        question.content = .hello(offer)
        let (ticket, since) = (link.makeTicket(), shard.now())
        askedScript = (link, ticket)
        shard.offLoop { [question] (deliver: @escaping @Sendable (ScriptOutcome) -> Void) in
            link.ask(question, interest, of: record, ticket, deliver)
        } then: { [weak self] (outcome: ScriptOutcome) in
            guard let self, !isOver else { return }
            askedScript = nil
            switch decided(outcome, of: link, (shard.now() - since) / 1_000) {
            case .goOn: ask(rest.dropFirst(), scripts, offer, record, then)
            case .tunnel: then(.tunnel)
            case .refuse(let reason): then(.refuse(reason))
            case .fail(let name): then(.fail(name))
            }
        }
    }

    private func decided(_ outcome: ScriptOutcome, of link: ScriptLink, _ time: UInt64) -> HelloEnd {
        func tell(_ verdict: String, _ text: String) {
            let act = RuleAct.script(
                link.name, file: link.file, did: verdict, on: ScriptEventKind.clientHello.rawValue,
                microseconds: time, text: text)
            publish(.ruleActed(act))
        }
        switch outcome {
        case .verdict(let verdict):
            if let remarks = verdict.remarks { publish(.told(.remarked(remarks))) }
            switch verdict.kind {
            case .tunnel:
                tell("tunnel", "The connection was not decrypted.")
                return .tunnel
            case .drop:
                tell("drop", "The connection was closed.")
                return .refuse("script \(link.name): drop")
            case .pass, .modify, .respond, .hold: return .goOn
            }
        case .failed(let reason) where link.policy == .pass:
            tell("failed", "The script failed (\(reason)): the connection was opened without it.")
            return .goOn
        case .failed(let reason):
            tell("refused", "The script failed (\(reason)): each request in the tunnel is answered with 502.")
            return .fail("script \(link.name)")
        }
    }

    /// The client has gone, or the proxy stops.
    func forgetScripts() {
        if let asked = askedScript { asked.link.cancel(asked.ticket, reason: "the connection ended") }
        askedScript = nil
    }
}

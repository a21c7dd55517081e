internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor
internal import Rules
internal import Site

/// Carrying out what the exchange says.
extension ExchangeDriver {
    func perform(_ action: Exchange.Action) {
        switch action {
        case .ask(let question):
            if let liveRules { return liveRules.ask(question) }
            if exchange?.request.asksForTunnel == true { return tunnel.askAboutTunnel() }
            handle(.answered(rules.verdict(on: question), to: question.stage))
        case .connect(let route, let reuse):
            finder.connect(along: route, reuse)
        case .forwardRequest(let edits, let method):
            forwardRequest(edits, as: method)
        case .forwardInterim(let head, let index, let edits):
            guard let sent = sendHead(head.fields, edits) else { return }
            publish(.interimForwarded(index: index, sent: sent, edits: edits))
        case .dropInterim(let index, let reason):
            publish(.interimDropped(index: index, reason))
        case .forwardResponse(let head, let edits):
            guard let sent = sendHead(head.fields, edits) else { return }
            if requestNumber == 1, let request = exchange?.request { shard.ring.answered(request.raw) }
            publish(.responseForwarded(sent: sent, edits: edits))
            tunnel.note(head)
        case .answer(let outcome):
            let answer = ProxyAnswer(
                outcome, to: exchange?.request.method, date: shard.httpDate(), credentials: policy.credentials)
            // Where nobody records, what is to be published is not even made.
            tellAnswer(client.refuse(outcome, answer))
            tunnel.tellScripts(ofTunnel: .tunnelFailed, answer.head, outcome)
        case .respond(let answer):
            forwarder.send(answer)
            tunnel.tellScripts(ofTunnel: .tunnelFailed, answer.head)
        case .sendContinue:
            client.sendContinue()
        case .sendKept(let kind):
            forwarder.sendKept(kind)
        case .sendContent(let kind, let content):
            forwarder.sendKept(kind, replacedBy: content)
        case .sendEnd(let kind):
            forwarder.relay(kind) { $0.end(&$1) }
        case .resumeBody(.request):
            pending.isRequestDue = true
        case .resumeBody(.response):
            pending.isResponseDue = true
        case .explainPort:
            explainPort()
        case .openTunnel(let kind):
            tunnel.open(kind)
        case .releaseUpstream(let reusable):
            releaseUpstream(reusable: reusable)
        case .cutOffRequest:
            upstream?.cutOff()
            upstream = nil
        case .deliver:
            if forwarder.relays.response.maySendAll() { deliver() }
        case .finish(let outcome):
            tellEnd(outcome)
        case .end(let fate):
            end(fate)
        }
    }

    func tellEnd(_ outcome: Outcome) {
        client.flowWillEnd()
        publish(.finished(outcome))
        shard.counters.finished(outcome)
    }

    /// What was sent in the server's place. Who knows of no proxy is told nothing.
    func tellAnswer(_ sent: Bytes) {
        if !sent.isEmpty { publish(.responseForwarded(sent: sent, edits: [])) }
    }

    /// Someone opened the port as if it were a web server: a page says what it is.
    private func explainPort() {
        guard let request = exchange?.request else { return }
        let time = shard.wallClock(at: shard.now())
        let page = HelpPage.directRequest(request, listener: origin.listener, wallClock: time).bytes
        client.send(page)
        publish(.responseForwarded(sent: page.head, edits: []))
    }

    /// Sends a response's head with its edits; nil when it must not go out.
    private func sendHead(_ fields: FieldSection, _ edits: [Change]) -> Bytes? {
        let sensitive = forwarder.relays.response.sensitiveLines
        if !sensitive.isEmpty { client.mark(sensitive: sensitive) }
        return unlessMalformed { () throws(EncodeError) in try client.sendHead(fields, edits) }
    }

    /// What is new in a head was checked when it was made; should it not pass nevertheless, nothing is sent and the
    /// exchange ends.
    func unlessMalformed(_ send: () throws(EncodeError) -> Bytes) -> Bytes? {
        do {
            return try send()
        } catch {
            // The server's stream must not outlive whoever it would tell of more.
            releaseUpstream(reusable: false)
            tellEnd(Outcome(.failed, by: .proxy, .internalError, detail: "\(error)"))
            letGo()
            client.cutOff()
            return nil
        }
    }

    private func forwardRequest(_ edits: [Change], as method: Method) {
        guard let request = exchange?.request, let upstream else { return }
        // Without a body to wait for it leaves at once, and the server works while others have their turn here.
        let isWhole = standing?.waiting == .responseHead && standing?.hasKeptBody != true
        let sensitive = forwarder.relays.request.sensitiveLines
        if !sensitive.isEmpty { upstream.mark(sensitive: sensitive) }
        let sent = unlessMalformed { () throws(EncodeError) in
            try upstream.sendHead(request, edits, as: method, isWhole: isWhole)
        }
        guard let sent else { return }
        if requestNumber == 1 { shard.ring.forwarded(request.raw) }
        if upstream.version.major >= 2 { liveRules?.goesInFrames() }
        publish(.requestForwarded(sent: sent, edits: edits))
    }

    private func releaseUpstream(reusable: Bool) {
        // Of a request that has not gone to its end the server would take the next one for the rest.
        let reusable = reusable && !forwarder.relays.request.isSlow
        finder.release()
        guard let stream = upstream else { return }
        upstream = nil
        stream.end(isReusable: reusable, bound: bound)
    }

    /// What was sent to the client is complete for Hark; whether it is for the client, its system says.
    func deliver() {
        if client.deliver() { handle(.clientTookAll) }
    }
}

extension Bytes {
    /// The first message head in these bytes, with its empty line.
    fileprivate var head: Bytes {
        let end: Bytes = "\r\n\r\n"
        var index = 0
        while index + end.count <= count {
            if slice(index..<index + end.count) == end { return slice(0..<index + end.count) }
            index += 1
        }
        return self
    }
}

internal import Bytes
internal import Filter
internal import Flow
internal import Reactor
internal import Rules

/// The scripts that follow one WebSocket: they hear that it has opened and ended, and are asked about each message, one
/// after the other, each about what the one before has left.
///
/// Owned by the tunnel's relay, on its loop; closed with it, after which no answer comes.
final class MessageScripts {
    /// What becomes of a message.
    enum End {
        case goOn(ScriptMessage)
        case drop
    }

    private let links: [ScriptLink]
    private let live: LiveScripts
    private let shard: ShardState
    private let record: FlowRecord
    private let request: ScriptRequest
    private let response: ScriptResponse?
    private let number: UInt64
    private var asked: [UInt64: (link: ScriptLink, ticket: ScriptLink.Ticket)] = [:]
    private var lastAsked: UInt64 = 0
    private var isOpen = true
    /// Whoever sends what scripts write by themselves; nil: it goes when its turn has come. A script does not wait
    /// for that: it may be before a message that the script still has to answer about.
    var inject: (MessageKind, Bytes) -> WebSocketRefusal? = { _, _ in .closed }

    /// nil when no script wants anything of it.
    ///
    /// - Parameter record: with both heads.
    init?(_ links: [ScriptLink], _ live: LiveScripts, _ record: FlowRecord, on shard: ShardState) {
        let kinds: [ScriptEventKind] = [.webSocketStart, .message, .webSocketEnd]
        let wanting = links.filter { link in kinds.contains(where: link.wants) }
        guard !wanting.isEmpty else { return nil }
        (self.links, self.live, self.record, self.shard) = (wanting, live, record, shard)
        request = ScriptRequest(record, after: Alteration(), to: nil)
        response = record.responseHead.map { ScriptResponse($0, after: Alteration()) }
        number = live.number(record.id)
    }

    func open() {
        notify(.webSocketStart, nil)
        shard.deliver(
            live.calls.open(number), while: { [weak self] in self?.isOpen ?? false },
            to: { [weak self] in self?.take($0) })
    }

    private func take(_ letter: WebSocketMailbox.Letter) {
        letter.done(inject(letter.receiver, letter.content))
    }

    func close(_ outcome: Outcome) {
        guard isOpen else { return }
        isOpen = false
        live.calls.close(number)
        for one in asked.values { one.link.cancel(one.ticket, reason: "the WebSocket ended") }
        asked = [:]
        notify(.webSocketEnd, outcome)
    }

    private func notify(_ on: ScriptEventKind, _ outcome: Outcome?) {
        var notice = ScriptNotice(on, time: shard.wallClock(at: shard.now()))
        (notice.flow, notice.request, notice.response) = (number, request, response)
        if let opening = record.opening {
            notice.client = ScriptNotice.Peer(address: opening.client ?? "", connection: opening.clientConnection)
        }
        if let outcome, outcome.kind != .complete {
            notice.failure = (outcome.text, outcome.code.rawValue)
        }
        let subject = FilterSubject(record, reader: RuleRun.reader)
        for link in links { link.notify(notice, of: subject) }
    }

    // MARK: - Messages

    /// Asks about a message; false when no script wants to know of it, and it goes as it is.
    func ask(_ message: InnerMessage, _ content: Bytes, then: @escaping (End) -> Void) -> Bool {
        let made = ScriptMessage(from: message.from, isText: message.form == .text, bytes: content)
        guard links.contains(where: { $0.wants(.message) }) else { return false }
        let first = links.indices.first { interest(of: links[$0], in: made, like: message) != nil }
        guard let first else { return false }
        ask(made, message, links[first...], then)
        return true
    }

    private func interest(
        of link: ScriptLink, in message: ScriptMessage, like inner: InnerMessage
    ) -> ScriptLink.Interest? {
        link.wants(.message) ? link.interest(in: .message, of: subject(message, inner)) : nil
    }

    private func subject(_ message: ScriptMessage, _ inner: InnerMessage) -> FilterSubject {
        FilterSubject(with(message, inner), reader: RuleRun.reader)
    }

    private func with(_ message: ScriptMessage, _ inner: InnerMessage) -> FlowRecord {
        var record = record
        let shown = InnerMessage(
            from: inner.from, inner.form, at: inner.time, offset: inner.offset, size: UInt64(message.bytes.count),
            bytes: message.bytes, isCompressed: inner.isCompressed, frames: [], frameCount: inner.frameCount)
        record.inner = InnerMessages()
        record.apply(FlowEvent(flow: record.id, time: inner.time, fact: .innerMessage(shown)))
        return record
    }

    private func ask(
        _ message: ScriptMessage, _ inner: InnerMessage, _ rest: ArraySlice<ScriptLink>, _ then: @escaping (End) -> Void
    ) {
        guard let link = rest.first else { return then(.goOn(message)) }
        guard let interest = interest(of: link, in: message, like: inner) else {
            return ask(message, inner, rest.dropFirst(), then)
        }
        var question = ScriptQuestion(
            on: .message, matched: interest.matched, flow: number, time: record.startedAt ?? 0,
            client: record.opening?.client ?? "", request: request, response: response)
        (question.connection, question.tls) = (record.opening?.clientConnection, record.clientTLS)
        question.content = .webSocket(message)
        lastAsked += 1
        let (place, ticket, since) = (lastAsked, link.makeTicket(), shard.now())
        asked[place] = (link, ticket)
        let record = with(message, inner)
        shard.offLoop { [question] (deliver: @escaping @Sendable (ScriptOutcome) -> Void) in
            link.ask(question, interest, of: record, ticket, deliver)
        } then: { [weak self] (outcome: ScriptOutcome) in
            guard let self, isOpen else { return }
            asked[place] = nil
            took(outcome, of: link, (shard.now() - since) / 1_000, message) { end in
                switch end {
                case .drop: then(.drop)
                case .goOn(let message): self.ask(message, inner, rest.dropFirst(), then)
                }
            }
        }
    }

    private func took(
        _ outcome: ScriptOutcome, of link: ScriptLink, _ time: UInt64, _ message: ScriptMessage,
        _ then: (End) -> Void
    ) {
        let direction = message.from == .request ? "to the server" : "to the client"
        switch outcome {
        case .failed(let reason): failed(reason, link, time, message, then)
        case .verdict(let verdict):
            mark(verdict)
            guard verdict.kind != .drop else {
                tell(link, "drop", time, "A message \(direction) was dropped.")
                return then(.drop)
            }
            do throws(ScriptChanger.Fault) {
                let changed = try ScriptChanger.change(
                    message, by: verdict.kind == .modify ? verdict.data : nil)
                if changed != message { tell(link, "modify", time, "A message \(direction) was changed.") }
                then(.goOn(changed))
            } catch {
                link.failed()
                failed("invalid verdict: \(error.text)", link, time, message, then)
            }
        }
    }

    private func failed(
        _ reason: String, _ link: ScriptLink, _ time: UInt64, _ message: ScriptMessage, _ then: (End) -> Void
    ) {
        switch link.policy {
        case .pass:
            tell(link, "failed", time, "The script failed (\(reason)): a message passed without it.")
            then(.goOn(message))
        case .refuse:
            tell(link, "refused", time, "The script failed (\(reason)): a message was dropped.")
            then(.drop)
        }
    }

    /// A side has ended before the scripts have answered about what it sent.
    ///
    /// - Returns: whether the message may go without them.
    func endedEarly() -> Bool {
        guard let link = links.first(where: { $0.wants(.message) }) else { return true }
        let mayGo = link.policy == .pass
        let text = "The WebSocket ended before the script answered: a message \(mayGo ? "passed" : "was dropped")."
        tell(link, mayGo ? "failed" : "refused", 0, text)
        return mayGo
    }

    /// Messages pass that no script gets to see.
    func passedBy(_ text: String) {
        for link in links where link.wants(.message) { tell(link, "failed", 0, text) }
    }

    private func mark(_ verdict: ScriptVerdict) {
        guard let remarks = verdict.remarks else { return }
        publish(.told(.remarked(remarks)))
    }

    private func tell(_ link: ScriptLink, _ verdict: String, _ time: UInt64, _ text: String) {
        publish(
            .ruleActed(
                RuleAct.script(
                    link.name, file: link.file, did: verdict, on: ScriptEventKind.message.rawValue, microseconds: time,
                    text: text)))
    }

    private func publish(_ fact: FlowEvent.Fact) {
        guard shard.publisher.isActive else { return }
        shard.publisher.publish(record.id, at: shard.now(), fact)
    }
}

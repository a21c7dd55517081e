internal import Bytes
internal import Filter
internal import Flow
internal import Rules

/// The scripts that see the content of one message as it passes: each piece goes to them one after the other, and then
/// on. While they are asked, nothing more of the message is read.
///
/// Owned by the scripts of an exchange, on their loop.
final class ChunkScripts {
    private let kind: MessageKind
    private var links: [ScriptLink]
    private let live: LiveScripts
    private unowned let rules: ExchangeRules
    private let request: ScriptRequest
    private let response: ScriptResponse?
    private var waiting: [Piece] = []
    private var asked: (link: ScriptLink, ticket: ScriptLink.Ticket)?
    private var isAsking = false
    private var isOpen = true
    /// Whoever reads the message waits for an answer.
    private var isAwaited = false
    /// Whose changes were told.
    private var told: Set<Int> = []

    private struct Piece {
        var bytes: Bytes
        let isLast: Bool
    }

    init(
        _ kind: MessageKind, _ live: LiveScripts, of rules: ExchangeRules, _ request: ScriptRequest,
        _ response: ScriptResponse?
    ) {
        (self.kind, self.live, self.rules, self.request, self.response) = (kind, live, rules, request, response)
        links = []
    }

    func add(_ link: ScriptLink) { links.append(link) }

    func close() {
        isOpen = false
        waiting = []
        if let asked { asked.link.cancel(asked.ticket, reason: "the exchange ended") }
        asked = nil
    }

    /// Asks about content, or about its end, which is told once.
    func take(_ bytes: Bytes, isLast: Bool) {
        guard isOpen else { return }
        waiting.append(Piece(bytes: bytes, isLast: isLast))
        next()
    }

    private func next() {
        guard isOpen, !isAsking, !waiting.isEmpty else { return }
        isAsking = true
        ask(waiting.removeFirst(), links[...])
    }

    private func ask(_ piece: Piece, _ rest: ArraySlice<ScriptLink>) {
        guard let link = rest.first else { return go(piece) }
        let record = rules.record
        let subject = FilterSubject(record, reader: RuleRun.reader)
        guard let interest = link.interest(in: .chunk, of: subject) else { return ask(piece, rest.dropFirst()) }
        var question = ScriptQuestion(
            on: .chunk, matched: interest.matched, flow: live.number(record.id), time: record.startedAt ?? 0,
            client: record.opening?.client ?? "", request: request, response: response)
        (question.connection, question.tls) = (record.opening?.clientConnection, record.clientTLS)
        question.content = .chunk(kind, piece.bytes, isLast: piece.isLast)
        let (ticket, since) = (link.makeTicket(), rules.shard.now())
        asked = (link, ticket)
        isAwaited = true
        rules.shard.offLoop { [question] (deliver: @escaping @Sendable (ScriptOutcome) -> Void) in
            link.ask(question, interest, of: record, ticket, deliver)
        } then: { [weak self] (outcome: ScriptOutcome) in
            guard let self, isOpen else { return }
            asked = nil
            took(outcome, of: link, (rules.shard.now() - since) / 1_000, piece, rest)
        }
    }

    private func took(
        _ outcome: ScriptOutcome, of link: ScriptLink, _ time: UInt64, _ piece: Piece, _ rest: ArraySlice<ScriptLink>
    ) {
        switch outcome {
        case .failed(let reason): failed(reason, link, time, piece, rest)
        case .verdict(let verdict):
            var piece = piece
            if let remarks = verdict.remarks { rules.client?.publish(.told(.remarked(remarks))) }
            do throws(ScriptChanger.Fault) {
                let changed = try ScriptChanger.change(piece.bytes, by: verdict.kind == .modify ? verdict.data : nil)
                if changed != piece.bytes, told.insert(link.place).inserted {
                    tell(link, "modify", time, "Changed the body as it passed.")
                }
                piece.bytes = changed
            } catch {
                link.failed()
                return failed("invalid verdict: \(error.text)", link, time, piece, rest)
            }
            ask(piece, rest.dropFirst())
        }
    }

    /// It is not asked about this message any more: what it did so far may be half of something.
    private func failed(
        _ reason: String, _ link: ScriptLink, _ time: UInt64, _ piece: Piece, _ rest: ArraySlice<ScriptLink>
    ) {
        links.removeAll { $0 === link }
        switch link.policy {
        case .pass:
            tell(link, "failed", time, "The script failed (\(reason)): the rest of the body passed without it.")
            ask(piece, rest.dropFirst())
        case .refuse:
            tell(link, "refused", time, "The script failed (\(reason)): the body was cut off.")
            isOpen = false
            rules.client?.cutOff(kind, .scriptFailed, reason: "script \(link.name)")
        }
    }

    private func tell(_ link: ScriptLink, _ verdict: String, _ time: UInt64, _ text: String) {
        let on = ScriptEventKind.chunk.rawValue
        rules.tell([RuleAct.script(link.name, file: link.file, did: verdict, on: on, microseconds: time, text: text)])
    }

    private func go(_ piece: Piece) {
        isAsking = false
        rules.client?.sawThrough(piece.bytes, isLast: piece.isLast, of: kind)
        guard isOpen else { return }
        guard waiting.isEmpty else { return next() }
        guard isAwaited else { return }
        isAwaited = false
        rules.client?.moveOn(kind)
    }
}

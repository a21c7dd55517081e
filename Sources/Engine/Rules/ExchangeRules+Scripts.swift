internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Rules

// What comes of the scripts that were asked after the rules.
extension ExchangeRules {
    func holdRequest(_ orders: RuleOrders, _ alteration: Alteration) {
        hold(orders, .request, record.requestHead?.fields ?? .none, alteration, .requestHead)
    }

    /// What a rule answers in a server's place: scripts that want responses see it before the client does.
    func ruleAnswers(_ made: RuleAnswer, _ content: ContentSource, _ stage: Question.Stage) {
        guard let scripts, !made.isRaw,
            let written = made.written(size: content.count, isHead: false, date: shard.httpDate()),
            let head = RecordedHead.response(written.head, to: .get).head
        else { return respond(made, content, stage) }
        let limit = live.bodyLimit
        off { () -> ScriptBody in
            guard content.count <= limit else { return .omitted(.size) }
            switch content {
            case .bytes(let bytes): return ExchangeScripts.plain(bytes, head.fields, limit: limit)
            case .stored(let stored, let range):
                return stored.read(range).map { ExchangeScripts.plain($0, head.fields, limit: limit) }
                    ?? .omitted(.size)
            }
        } then: { [unowned self] (body: ScriptBody) in
            scripts.answered(head, body) { [unowned self] end in
                guard case .goOn(let alteration, let other) = end, let response = scripts.response else {
                    return ended(end, stage) { _, _ in }
                }
                guard other != nil || !alteration.isEmpty else { return respond(made, content, stage) }
                var changed = made
                changed.status = response.status
                changed.fields = response.fields.filter { !HeaderRule.isProtected($0.name) }
                respond(changed, other.map { .bytes($0) } ?? content, stage)
            }
        }
    }

    /// Those that see this body as it passes; nil when none does.
    func chunks(of kind: MessageKind) -> ChunkScripts? { scripts?.chunks[kind] }

    /// What the scripts made of it.
    func ended(
        _ end: ExchangeScripts.End, _ stage: Question.Stage, _ goOn: (Alteration, _ content: Bytes?) -> Void
    ) {
        switch end {
        case .goOn(let alteration, let content): goOn(alteration, content)
        case .answer(let made, let content): respond(made, content, stage)
        case .drop(let reason): answer(.hangUp(isReset: false, reason: reason), stage)
        }
    }
}

internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules

// Messages that wait until somebody decides.
extension ExchangeRules {
    /// Goes on with this, or waits until somebody says with what.
    func hold(
        _ orders: RuleOrders, _ kind: MessageKind, _ section: FieldSection, _ alteration: Alteration,
        _ stage: Question.Stage
    ) {
        guard orders.isHeld else { return go(alteration, stage) }
        let act = orders.acts.last { $0.action.hasPrefix("break") || $0.action.hasPrefix("raw break") }
        let rule = act?.rule ?? ""
        // A list of fields has no bytes of its own that somebody could write, whoever sends it or gets it.
        let isRaw = orders.isHeldRaw && !section.isList && (kind == .request || !clientIsFramed)
        if orders.isHeldRaw, !isRaw, let act {
            let text = "An HTTP/2 head cannot be written as raw bytes: it is edited as without raw."
            client?.publish(.ruleActed(act.saying(text)))
        }
        hold(kind, rule, section, isRaw: isRaw) { [unowned self] in decided($0, act, alteration, stage) }
        let number = record.id.number
        wait(Int64(live.held.timeout / .microseconds(1))) { [unowned self] in
            _ = live.held.decide(number, .goOn("No decision in time: forwarded unchanged."))
        }
    }

    /// The same for a script, without a time limit.
    func hold(_ kind: MessageKind, by act: RuleAct, _ decided: @escaping (HeldMessages.Decision) -> Void) {
        let section = kind == .request ? record.requestHead?.fields : record.responseHead?.fields
        hold(kind, act.rule, section ?? .none, isRaw: false, decided)
    }

    private func hold(
        _ kind: MessageKind, _ rule: String, _ section: FieldSection, isRaw: Bool,
        _ decided: @escaping (HeldMessages.Decision) -> Void
    ) {
        let now = shard.now()
        let held = HeldMessages.Held(
            flow: record.id.number, kind: kind, rule: rule, section: section, since: now, record: record,
            clientEndedAt: client?.clientHasEnded == true ? now : nil, isRaw: isRaw)
        let messages = live.held
        wasHeld = true
        shard.offLoop { (deliver: @escaping @Sendable (HeldMessages.Decision) -> Void) in
            if let refusal = messages.hold(held, deliver) { deliver(refusal) }
        } then: { [weak self] (decision: HeldMessages.Decision) in
            guard let self, isOpen else { return }
            due = nil
            timer?.disarm()
            decided(decision)
        }
    }

    /// Who decides is to know that perhaps nobody waits any more.
    func clientDidEndSide() {
        if wasHeld { live.held.clientEnded(record.id.number, at: shard.now()) }
    }

    private func decided(
        _ decision: HeldMessages.Decision, _ act: RuleAct?, _ alteration: Alteration, _ stage: Question.Stage
    ) {
        switch decision {
        // A script decides about what it had held itself.
        case .send, .byScript:
            tell(act, RuleAct.sentByHand)
            go(alteration, stage)
        case .goOn(let text):
            tell(act, text)
            go(alteration, stage)
        case .drop:
            tell(act, RuleAct.droppedByHand)
            answer(.hangUp(isReset: false, reason: "dropped by hand"), stage)
        case .respond(let made):
            guard case .bytes(let content) = made.content else { return go(alteration, stage) }
            tell(act, RuleAct.answeredByHand)
            respond(made, content, stage)
        case .stop:
            tell(act, "The proxy was stopped before a decision.")
            client?.endHeld()
        case .edit(let edit):
            // What somebody writes byte for byte has a form in HTTP/1.1 alone.
            if edit.head != nil, stage == .requestHead { forcesHTTP1 = true }
            tell(act, edit.head == nil ? RuleAct.editedByHand : "Edited by hand; sent byte for byte.")
            var both = alteration
            both.head = edit.head
            both.headers += edit.headers
            both.requestLine = edit.requestLine ?? alteration.requestLine
            both.statusLine = edit.statusLine
            go(both, stage)
        }
    }

    /// What came of the action that held it.
    private func tell(_ act: RuleAct?, _ text: String) {
        let act = act ?? RuleAct(rule: "", file: "", line: 0, action: "break", text: text)
        client?.publish(.ruleActed(act.saying(text)))
    }
}

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
        let body =
            isRaw ? HeldBody.passing("The rule is raw: the body is forwarded unchanged.") : body(of: kind, section)
        hold(kind, rule, section, body, isRaw: isRaw) { [unowned self] decision in
            guard case .readBody = decision else {
                return decided(decision, act, alteration, stage) { [unowned self] in go($0, stage) }
            }
            heldForBody = (kind, act)
            wantedBodies.insert(kind)
            go(alteration, stage)
        }
    }

    /// Whether the body of a message whose head is here can be had whole.
    private func body(of kind: MessageKind, _ section: FieldSection) -> HeldBody {
        let limit = live.bodyLimit
        switch (kind == .request ? requestFraming : responseFraming)?.kind {
        case nil, .some(Framing.Kind.none), .length(0), .tunnel: return .absent
        case .length(let size):
            guard size <= UInt64(limit) else {
                return .passing("The body is longer than \(limit >> 20) MiB and is not edited here.")
            }
            return .unread(size: size)
        case .chunked, .close, .frames:
            guard !ScriptBody.isStream(section.first(.contentType) ?? Bytes()) else {
                return .passing("The body is a stream and is not edited here.")
            }
            return .unread(size: nil)
        }
    }

    /// Does not keep a message for longer than is allowed.
    func hold(
        _ kind: MessageKind, _ rule: String, _ section: FieldSection, _ body: HeldBody, isRaw: Bool,
        _ decided: @escaping (HeldMessages.Decision) -> Void
    ) {
        keep(kind, rule, section, body, isRaw: isRaw, decided)
        let number = record.id.number
        wait(Int64(live.held.timeout / .microseconds(1))) { [unowned self] in
            _ = live.held.decide(number, .goOn("No decision in time: forwarded unchanged."))
        }
    }

    /// The same for a script, without a time limit.
    func hold(_ kind: MessageKind, by act: RuleAct, _ decided: @escaping (HeldMessages.Decision) -> Void) {
        let section = kind == .request ? record.requestHead?.fields : record.responseHead?.fields
        let body = HeldBody.passing("A script holds this message; the script can change its body.")
        keep(kind, act.rule, section ?? .none, body, isRaw: false, decided)
    }

    private func keep(
        _ kind: MessageKind, _ rule: String, _ section: FieldSection, _ body: HeldBody, isRaw: Bool,
        _ decided: @escaping (HeldMessages.Decision) -> Void
    ) {
        let now = shard.now()
        let held = HeldMessages.Held(
            flow: record.id.number, kind: kind, rule: rule, section: section, body: body, since: now, record: record,
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

    /// - Parameter go: sends the message on, altered like this.
    func decided(
        _ decision: HeldMessages.Decision, _ act: RuleAct?, _ alteration: Alteration, _ stage: Question.Stage,
        _ go: (Alteration) -> Void
    ) {
        switch decision {
        // A script decides about what it had held itself.
        case .send, .byScript, .readBody:
            tell(act, RuleAct.sentByHand)
            go(alteration)
        case .goOn(let text):
            tell(act, text)
            go(alteration)
        case .drop:
            tell(act, RuleAct.droppedByHand)
            answer(.hangUp(isReset: false, reason: "dropped by hand"), stage)
        case .respond(let made):
            guard case .bytes(let content) = made.content else { return go(alteration) }
            tell(act, RuleAct.answeredByHand)
            respond(made, content, stage)
        case .stop:
            tell(act, "The proxy was stopped before a decision.")
            client?.endHeld()
        case .edit(let edit, _):
            // What somebody writes byte for byte has a form in HTTP/1.1 alone.
            if edit.head != nil, stage == .requestHead { forcesHTTP1 = true }
            tell(act, edit.head == nil ? RuleAct.editedByHand : "Edited by hand; sent byte for byte.")
            var both = alteration
            both.take(edit)
            go(both)
        }
    }

    /// What came of the action that held it.
    func tell(_ act: RuleAct?, _ text: String) {
        let act = act ?? RuleAct(rule: "", file: "", line: 0, action: "break", text: text)
        client?.publish(.ruleActed(act.saying(text)))
    }
}

extension Alteration {
    /// What somebody wrote by hand comes last.
    mutating func take(_ edit: Alteration) {
        head = edit.head
        headers += edit.headers
        requestLine = edit.requestLine ?? requestLine
        statusLine = edit.statusLine
    }
}

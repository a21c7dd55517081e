internal import Flow
internal import Reactor
internal import Rules

// Messages that a script has held.
extension ExchangeScripts {
    /// The first decision wins: a person's, or another verdict of the script's.
    func hold(_ answered: Answered, _ course: Course) {
        let act = act(
            answered.step, "hold", answered.time, "The \(course.kind == .request ? "request" : "response") was held.")
        rules.tell([act])
        waiting = (answered.step.link, answered.ticket)
        var later: ScriptOutcome?
        let (number, held, second) = (rules.record.id.number, rules.live.held, answered.second)
        rules.shard.offLoop { (deliver: @escaping @Sendable (ScriptOutcome) -> Void) in
            second.whenDecided(deliver)
        } then: { [weak self] (outcome: ScriptOutcome) in
            guard let self, rules.isOpen else { return }
            later = outcome
            waiting = nil
            _ = held.decide(number, .byScript)
        }
        rules.hold(course.kind, by: act) { [unowned self] decision in
            if case .byScript = decision, let later { return took(later, answered, course) }
            if let waiting { waiting.link.cancel(waiting.ticket, reason: "decided by hand") }
            waiting = nil
            decided(decision, act, course)
        }
    }

    private func decided(_ decision: HeldDecision, _ act: RuleAct, _ course: Course) {
        switch decision {
        // Nobody is offered the body of what a script holds.
        case .send, .byScript, .readBody:
            rules.tell([act.saying(RuleAct.sentByHand)])
            go(course)
        case .proceed(let text):
            rules.tell([act.saying(text)])
            go(course)
        case .drop:
            rules.tell([act.saying(RuleAct.droppedByHand)])
            rules.scriptsEnded(.drop(reason: "dropped by hand"))
        case .respond(let made):
            guard case .bytes(let content) = made.content else { return go(course) }
            rules.tell([act.saying(RuleAct.answeredByHand)])
            rules.scriptsEnded(.answer(made, content))
        case .stop:
            rules.tell([act.saying("The proxy was stopped before a decision.")])
            rules.client?.endHeld()
        case .edit(let edit, _):
            rules.tell([act.saying(RuleAct.editedByHand)])
            var course = course
            course.alteration.headers += edit.headers
            course.alteration.requestLine = edit.requestLine ?? course.alteration.requestLine
            course.alteration.statusLine = edit.statusLine ?? course.alteration.statusLine
            go(course)
        }
    }
}

import Bytes
import Flow
import HTTPModel

// Messages that wait until a person decides.
extension RuleSession {
    /// A head goes on with this, or waits until somebody says with what.
    mutating func hold(
        _ orders: RuleOrders, _ kind: MessageKind, _ alteration: Alteration, _ actions: inout [Action]
    ) {
        let held = Step.Held(kind: kind, act: orders.holdingAct, alteration: alteration, content: nil, isWhole: false)
        guard orders.isHeld else { return go(held, alteration, &actions) }
        let section = record.fields(kind) ?? .none
        // A list of fields has no bytes of its own that somebody could write, whoever sends it or gets it.
        let isRaw = orders.isHeldRaw && !section.isList && (kind == .request || !clientIsFramed)
        if orders.isHeldRaw, !isRaw, let act = held.act {
            actions.tell([act.saying("An HTTP/2 head cannot be written as raw bytes: it is edited as without raw.")])
        }
        let body =
            isRaw
            ? HeldBody.passing("The rule is raw: the body is forwarded unchanged.")
            // What a script gave it is here already.
            : alteration.content.map { .read($0) } ?? body(of: kind, section)
        step = .held(held)
        actions.append(.hold(kind, rule: held.act?.rule ?? "", section, body, isRaw: isRaw))
    }

    /// Whether the body of a message whose head is here can be gathered.
    private func body(of kind: MessageKind, _ section: FieldSection) -> HeldBody {
        switch self[kind].framing?.kind {
        case nil, .some(Framing.Kind.none), .length(0), .tunnel: return .absent
        case .length(let size):
            guard size <= UInt64(bodyLimit) else {
                return .passing("The body is longer than \(bodyLimit >> 20) MiB and is not edited here.")
            }
            return .unread(size: size)
        case .chunked, .close, .frames:
            guard !ScriptBody.isStream(section.first(.contentType) ?? Bytes()) else {
                return .passing("The body is a stream and is not edited here.")
            }
            return .unread(size: nil)
        }
    }

    /// A whole message goes on, unless somebody wants to decide about it.
    ///
    /// - Parameters:
    ///   - content: what goes out in place of what came; nil: that as it is.
    ///   - plain: either of them without its codings.
    mutating func holdBody(
        _ kind: MessageKind, _ alteration: Alteration, _ content: Bytes?, _ plain: ScriptBody,
        _ actions: inout [Action]
    ) {
        let wanted = heldForBody.flatMap { $0.kind == kind ? $0 : nil }
        let held = Step.Held(kind: kind, act: wanted?.act, alteration: alteration, content: content, isWhole: true)
        guard wanted != nil else { return go(held, alteration, &actions) }
        heldForBody = nil
        var body = HeldBody.passing("The content coding of the body cannot be decoded.")
        if case .content(let bytes) = plain { body = .read(bytes) }
        step = .held(held)
        actions.append(.hold(kind, rule: held.act?.rule ?? "", record.fields(kind) ?? .none, body, isRaw: false))
    }

    mutating func decided(_ decision: HeldDecision, _ host: some RuleHost, _ actions: inout [Action]) {
        guard case .held(let held) = step else { return }
        step = .nothing
        switch decision {
        case .readBody where !held.isWhole:
            heldForBody = (held.kind, held.act)
            self[held.kind].isBodyWanted = true
            go(held, held.alteration, &actions)
        // A script decides about what it had held itself.
        case .send, .byScript, .readBody:
            tell(held.act, RuleAct.sentByHand, &actions)
            go(held, held.alteration, &actions)
        case .proceed(let text):
            tell(held.act, text, &actions)
            go(held, held.alteration, &actions)
        case .drop:
            tell(held.act, RuleAct.droppedByHand, &actions)
            actions.append(.answer(.hangUp(isReset: false, reason: "dropped by hand"), held.stage))
        case .respond(let made):
            guard case .bytes(let content) = made.content else { return go(held, held.alteration, &actions) }
            tell(held.act, RuleAct.answeredByHand, &actions)
            respond(made, .bytes(content), held.stage, host, &actions)
        case .stop:
            tell(held.act, "The proxy was stopped before a decision.", &actions)
            actions.append(.endHeld)
        case .edit(let edit, let content):
            // What somebody writes byte for byte has a form in HTTP/1.1 alone.
            if edit.head != nil, held.stage == .requestHead { forcesHTTP1 = true }
            tell(held.act, edit.head == nil ? RuleAct.editedByHand : "Edited by hand; sent byte for byte.", &actions)
            var both = held.alteration
            both.take(edit)
            if !held.isWhole, both.content != nil, let content { both.content = content.isEmpty ? nil : content }
            guard held.isWhole, let content else { return go(held, both, &actions) }
            // What it was coded with before, and what was said of those bytes, is not so any more.
            let section = record.fields(held.kind) ?? .none
            both.headers += BodyOrders(replacing: section, of: held.kind, by: content, HeldEdit.source).fields
            actions.append(.answer(.remake(both, content: content), held.stage))
        }
    }

    /// The exchange continues with the message as it now is.
    private func go(_ held: Step.Held, _ alteration: Alteration, _ actions: inout [Action]) {
        if alteration.isEmpty, held.content == nil { return actions.append(.answer(.pass, held.stage)) }
        actions.append(
            .answer(held.isWhole ? .remake(alteration, content: held.content) : .alter(alteration), held.stage))
    }

    /// What came of the action that held a message.
    func tell(_ act: RuleAct?, _ text: String, _ actions: inout [Action]) {
        let act = act ?? RuleAct(rule: "", file: "", line: 0, action: "break", text: text)
        actions.tell([act.saying(text)])
    }
}

extension RuleSession.Step {
    /// A message that waits for a decision, or goes on.
    struct Held {
        let kind: MessageKind
        /// Of the action that holds it.
        let act: RuleAct?
        let alteration: Alteration
        /// What goes out in place of its content; nil: that as it came.
        let content: Bytes?
        /// Its body is here.
        let isWhole: Bool

        var stage: Question.Stage {
            switch kind {
            case .request: isWhole ? .requestBody : .requestHead
            case .response: isWhole ? .responseBody : .responseHead
            }
        }
    }
}

extension RuleOrders {
    /// What the action that holds the message noted.
    fileprivate var holdingAct: RuleAct? {
        guard isHeld else { return nil }
        return acts.last { $0.action.hasPrefix("break") || $0.action.hasPrefix("raw break") }
    }
}

extension Alteration {
    /// What somebody wrote by hand comes last.
    fileprivate mutating func take(_ edit: Alteration) {
        head = edit.head
        headers += edit.headers
        requestLine = edit.requestLine ?? requestLine
        statusLine = edit.statusLine
    }
}

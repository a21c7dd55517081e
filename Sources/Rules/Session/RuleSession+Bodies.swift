import Bytes
import Flow
import HTTPModel

// What becomes of a body that is gathered.
extension RuleSession {
    /// Whether this body is gathered, and there is room for it: where its length is known all of it is made sure of
    /// first, so that those that wait can all come to their ends.
    mutating func askAboutGathering(_ kind: MessageKind, _ host: some RuleHost, _ actions: inout [Action]) {
        let stage: Question.Stage = kind == .request ? .requestBody : .responseBody
        guard self[kind].isBodyWanted || scriptsWait(for: kind, host) else {
            return actions.append(.answer(.pass, stage))
        }
        if case .length(let size)? = self[kind].framing?.kind, size <= UInt64(bodyLimit), !host.reserve(Int(size)) {
            bodyWasTooLong(kind, room: host.roomForBodies, &actions)
            return actions.append(.answer(.pass, stage))
        }
        actions.append(.answer(.gather(limit: bodyLimit), stage))
    }

    /// Scripts get the event of a body where there is one.
    private func scriptsWait(for kind: MessageKind, _ host: some RuleHost) -> Bool {
        self[kind].hasBody && host.scriptsWait(for: kind)
    }

    /// What wanted the body is said, and the body passes.
    ///
    /// - Parameter room: it is not too long, but others take all the memory that there is for bodies, which is so much.
    mutating func bodyWasTooLong(_ kind: MessageKind, room: String?, _ actions: inout [Action]) {
        if kind == .response { actions.append(.settleShape(size: nil)) }
        let text =
            room.map { "Hark already holds \($0) of bodies: the content passes unchanged." }
            ?? "The content is longer than \(bodyLimit >> 20) MiB and passes unchanged."
        if let held = heldForBody, held.kind == kind {
            heldForBody = nil
            tell(held.act, text, &actions)
        }
        actions.tell(run.wishes(of: kind, text))
        if hasScripts { actions.append(.passScripts(kind, text)) }
    }

    mutating func askBody(_ kind: MessageKind, _ content: Bytes, _ host: some RuleHost, _ actions: inout [Action]) {
        learn(
            [
                .contentReceived(kind, count: content.count, bytes: nil),
                .contentKept(kind, .inline(content), isTruncated: false),
            ], host.now)
        step = .body(kind, count: content.count)
        actions.append(.workOn(kind, content, wantsPlain: scriptsWait(for: kind, host) || heldForBody?.kind == kind))
    }

    mutating func bodyWorked(
        _ run: RuleRun, _ orders: BodyOrders, _ plain: ScriptBody, _ host: some RuleHost, _ actions: inout [Action]
    ) {
        guard case .body(let kind, let count) = step else { return }
        step = .nothing
        var plain = plain
        // What a coding made small is held at its whole size, as long as there is room.
        if case .content(let bytes) = plain, bytes.count > count, !host.reserve(bytes.count) { plain = .omitted(.size) }
        self.run = run
        if kind == .response {
            actions.append(.settleShape(size: UInt64(orders.content?.count ?? count)))
            // A filter that comes later may look at a request once more; of a response nobody looks at it again.
            var record = subject.record
            record.response.content.kept = .absent
            subject = RuleSubject(record)
        }
        actions.tell(orders.acts)
        if let ending = orders.ending { return end(ending, .requestBody, host, &actions) }
        if hasScripts, scriptsWait(for: kind, host) {
            step = .scripts(.body(kind, orders, plain: plain))
            return actions.append(.askScripts(.body(kind, plain, after: orders.fields)))
        }
        var alteration = Alteration()
        alteration.headers = orders.fields
        holdBody(kind, alteration, orders.content, plain, &actions)
    }
}

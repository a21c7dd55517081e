internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules

// What becomes of a body that was gathered.
extension ExchangeRules {
    /// Decoding and searching take time: other exchanges of the loop do not wait for it.
    func ask(_ kind: MessageKind, _ content: Bytes) {
        let now = Instant(nanoseconds: shard.now())
        learn(
            [
                .contentReceived(kind, count: content.count, bytes: nil),
                .contentKept(kind, .inline(content), isTruncated: false),
            ], now)
        let (run, record, working, limit) = (run, record, live.working, live.bodyLimit)
        let isWanted = scripts?.waits(for: kind) == true || heldForBody?.kind == kind
        shard.offLoop { (deliver: @escaping @Sendable ((RuleRun, BodyOrders, ScriptBody)) -> Void) in
            working.run {
                var run = run
                let orders = run.body(kind, content, record) { RuleFolder.content(of: $0, limit: Self.fileLimit) }
                var plain = ScriptBody.absent
                if isWanted {
                    let section = record.fields(kind) ?? .none
                    plain = orders.content.map { .content($0) } ?? ExchangeScripts.plain(content, section, limit: limit)
                }
                deliver((run, orders, plain))
            }
        } then: { [weak self] (result: (RuleRun, BodyOrders, ScriptBody)) in
            guard let self else { return }
            let plain = held(result.2, beside: content.count)
            changed(kind, result.0, result.1, plain, size: (result.1.content ?? content).count)
        }
    }

    /// Fields after a body that is waited for: whoever gets the body gets them, too.
    func trailersCame(_ kind: MessageKind, _ section: FieldSection) {
        guard !section.lines.isEmpty else { return }
        learn([.trailersReceived(kind, section)], Instant(nanoseconds: shard.now()))
    }

    /// What a coding made small is held at its whole size, as long as there is room.
    private func held(_ plain: ScriptBody, beside count: Int) -> ScriptBody {
        guard case .content(let bytes) = plain, bytes.count > count else { return plain }
        return client?.reserve(bytes.count) == true ? plain : .omitted(.size)
    }

    private func changed(_ kind: MessageKind, _ run: RuleRun, _ orders: BodyOrders, _ plain: ScriptBody, size: Int) {
        guard isOpen else { return }
        self.run = run
        if kind == .response { settleShape(size: UInt64(size)) }
        tell(orders.acts)
        // A filter that comes later may look at a request once more; of a response nobody looks at it again.
        if kind == .response { forgetResponse() }
        if let ending = orders.ending { return end(ending, .requestBody) }
        let stage: Question.Stage = kind == .request ? .requestBody : .responseBody
        guard let scripts, scripts.waits(for: kind) else {
            return finish(kind, orders.fields, orders.content, plain)
        }
        scripts.body(kind, plain, after: orders.fields) { [unowned self] end in
            ended(end, stage) { alteration, content in
                var both = alteration
                both.headers = orders.fields + alteration.headers
                let left = content.map { ScriptBody.content($0) } ?? plain
                self.holdBody(kind, both, content ?? orders.content, left)
            }
        }
    }

    private func finish(_ kind: MessageKind, _ fields: [HeaderRule], _ content: Bytes?, _ plain: ScriptBody) {
        var alteration = Alteration()
        alteration.headers = fields
        holdBody(kind, alteration, content, plain)
    }

    /// A whole message goes on, unless somebody wants to decide about it.
    ///
    /// - Parameters:
    ///   - content: what goes out in place of what came; nil: that as it is.
    ///   - plain: either of them without its codings.
    private func holdBody(_ kind: MessageKind, _ alteration: Alteration, _ content: Bytes?, _ plain: ScriptBody) {
        let stage: Question.Stage = kind == .request ? .requestBody : .responseBody
        guard let held = heldForBody, held.kind == kind else { return goOn(alteration, content, stage) }
        heldForBody = nil
        let section = record.fields(kind) ?? .none
        var body = HeldBody.passing("The content coding of the body cannot be decoded.")
        if case .content(let bytes) = plain { body = .read(bytes) }
        hold(kind, held.act?.rule ?? "", section, body, isRaw: false) { [unowned self] decision in
            guard case .edit(let edit, let edited?) = decision else {
                return decided(decision, held.act, alteration, stage) { [unowned self] in goOn($0, content, stage) }
            }
            tell(held.act, RuleAct.editedByHand)
            var both = alteration
            both.take(edit)
            // What it was coded with before, and what was said of those bytes, is not so any more.
            both.headers += BodyOrders(replacing: section, of: kind, by: edited, HeldEdit.source).fields
            goOn(both, edited, stage)
        }
    }

    private func goOn(_ alteration: Alteration, _ content: Bytes?, _ stage: Question.Stage) {
        answer(alteration.isEmpty && content == nil ? .pass : .remake(alteration, content: content), stage)
    }
}

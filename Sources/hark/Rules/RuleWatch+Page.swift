import Bytes
import Dispatch
import Engine
import Filter
import Flow
import Page
import Platform
import Rules
import Synchronization

// What page and screen see of rules and held messages, and what they do with them.
extension RuleWatch: PageRules {
    func state() -> PageRuleState {
        queue.sync {
            let (all, made, off, revision, fault) = kept.withLock {
                ($0.all, $0.made, $0.off, $0.revision, $0.fault)
            }
            return PageRuleState(
                revision: revision, sources: sources(all, made), rules: all.rules, off: off, hits: live.hitCounts,
                fault: fault)
        }
    }

    private func sources(_ all: RuleBook, _ made: String) -> [PageRuleSource] {
        var sources = [PageRuleSource(name: PageRuleSource.page, kind: .page, text: made, isEditable: true)]
        if !rules.isEmpty {
            sources.append(PageRuleSource(name: RuleFiles.ruleOption, kind: .option, text: nil, isEditable: false))
        }
        for path in all.files {
            // A password that stands in a file is shown to nobody.
            let text = all.hidesCredentials(in: path) ? nil : try? RuleFiles.text(path)
            sources.append(PageRuleSource(name: path, kind: .file, text: text, isEditable: text != nil))
        }
        return sources
    }

    // MARK: - Changing

    func change(_ change: PageRuleChange, at revision: UInt64) throws(PageError) -> PageRuleState {
        let result: Result<Void, PageError> = queue.sync {
            do throws(PageError) {
                return .success(try perform(change, at: revision))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        tell()
        return state()
    }

    private func perform(_ change: PageRuleChange, at revision: UInt64) throws(PageError) {
        let (now, all, made) = kept.withLock { ($0.revision, $0.all, $0.made) }
        guard now == revision else {
            throw PageError(409, .revision, "The rules changed in the meantime; read them again. Nothing was changed.")
        }
        switch change {
        case .off(let names):
            kept.withLock { state in
                state.off = names.intersection(all.rules.map(\.name))
                state.revision += 1
            }
            live.replace(by: all.without(names, .here))
        case .text(let source, let text): try replace(source, by: text, all, made)
        case .order(let source, let names):
            guard let text = sources(all, made).first(where: { $0.name == source })?.text,
                let ordered = RuleFormat.ordered(text, by: names)
            else { throw PageError(422, .rules, "'order' has to name each rule of '\(source)' once.") }
            try replace(source, by: ordered, all, made)
        }
    }

    /// Reads first, and writes only what can be read: what cannot is refused whole.
    private func replace(_ source: String, by text: String, _ all: RuleBook, _ made: String) throws(PageError) {
        do throws(RuleError) {
            guard source != PageRuleSource.page else {
                return take(try load(made: text), text)
            }
            guard sources(all, made).contains(where: { $0.name == source && $0.isEditable }) else {
                throw RuleError(source: source, "is not a rule file that can be edited here")
            }
            let book = try load(made: made, replaced: (source, text))
            let stamps = kept.withLock { $0.stamps }
            guard stamps[source] == Stamp(source) else {
                throw RuleError(source: source, "was changed by another program in the meantime; it is read again now")
            }
            guard RuleFiles.write(text, to: source) else {
                throw RuleError(source: source, "cannot be written: \(SystemText.of(errno))")
            }
            take(book, made)
        } catch {
            // A place in another source is none in this text.
            throw PageError(error, in: error.place.file == source ? text : nil)
        }
    }

    // MARK: - Holding

    func held() -> [PageHeld] {
        let offset = kept.withLock { $0.offset }
        return live.held.listed(offset)
    }

    func decide(_ flow: UInt64, _ verdict: PageVerdict) throws(PageError) {
        let offset = kept.withLock { $0.offset }
        let number = flow &- offset
        guard let message = live.held.held(number) else { throw .notHeld(flow) }
        let decision: HeldDecision
        switch verdict {
        case .send: decision = .send
        case .drop: decision = .drop
        case .edit(let text, let content): decision = try Self.edit(message, text, content)
        case .readBody:
            guard case .unread = message.body else {
                throw PageError(409, .message, "The body of this message was read already, or cannot be read.")
            }
            decision = .readBody
        case .respond(let text):
            do throws(FilterError) {
                decision = .respond(try RuleAnswer(said: text))
            } catch {
                throw PageError(error, .message)
            }
        }
        guard live.held.decide(number, decision) else { throw .notHeld(flow) }
    }

    private static func edit(
        _ message: HeldMessages.Held, _ text: Bytes, _ content: Bytes?
    ) throws(PageError) -> HeldDecision {
        let head = EditedHead(message, text)
        guard !head.isEmpty else { return .drop }
        var new = content
        if let content {
            guard case .read(let received) = message.body else {
                throw PageError(409, .message, "The body was not read; the verdict 'body' reads it.")
            }
            if content == received { new = nil }
        }
        // What came can be less tidy than what may be written, and goes on as it came.
        if head.bytes == EditedHead(message, message.head).bytes {
            return new == nil ? .send : .edit(Alteration(), content: new)
        }
        do throws(HeldEdit.Refusal) {
            return .edit(try message.edit(to: head.bytes), content: new)
        } catch {
            let place = head.place(of: error.offset)
            var refusal = PageError(422, .message, error.text, at: place.offset..<place.offset)
            refusal.line = ("", place.line, place.column)
            throw refusal
        }
    }

    // MARK: - Messages

    func takesMessages(_ flow: UInt64) -> Bool {
        live.webSockets?.isOpen(flow &- kept.withLock { $0.offset }) ?? false
    }

    func send(_ message: PageSocketMessage, _ done: @escaping @Sendable (PageError?) -> Void) {
        let (flow, number) = (message.flow, message.flow &- kept.withLock { $0.offset })
        let told = { @Sendable (refusal: WebSocketRefusal?) in
            done(
                refusal.map { refusal in
                    let text = refusal.text(flow)
                    return PageError(409, .open, "\(text.prefix(1).uppercased())\(text.dropFirst()); nothing was sent.")
                })
        }
        guard let sockets = live.webSockets else { return told(.closed) }
        sockets.send(message.content, isText: message.isText, to: message.receiver, of: number, told)
    }

    // MARK: - Telling

    func news() -> PageRuleNews {
        let (revision, fault) = kept.withLock { ($0.revision, $0.fault) }
        let text = fault.map { "The rules were not changed. \($0.place.text): \($0.text)" }
        return PageRuleNews(
            revision: revision, rules: live.book.rules.count, held: live.held.count, ended: live.held.endedCount,
            fault: text)
    }

    func watch(_ changed: (@Sendable () -> Void)?) { kept.withLock { $0.listener = changed } }
}

extension HeldMessages {
    /// As they are shown, the longest held first.
    ///
    /// - Parameter offset: what the record adds to the number of a flow.
    func listed(_ offset: UInt64) -> [PageHeld] {
        let timeout = UInt64(clamping: Int64(timeout / .nanoseconds(1)))
        return all.map { held in
            PageHeld(
                flow: held.flow + offset, kind: held.kind, rule: held.rule, head: held.head, start: held.start,
                record: held.record, since: held.since, until: held.since &+ timeout,
                clientEndedAt: held.clientEndedAt, isRaw: held.isRaw, body: held.body)
        }
    }
}

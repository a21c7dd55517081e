internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules

// What rules answer in a server's place.
extension ExchangeRules {
    func end(_ ending: RuleEnding, _ stage: Question.Stage) {
        switch ending {
        case .hangUp(let isReset, let reason): answer(.hangUp(isReset: isReset, reason: reason), stage)
        case .answer(let made):
            switch made.content {
            case .bytes(let content): ruleAnswers(made, .bytes(content), stage)
            case .file(let path):
                let files = live.files
                off {
                    RuleFolder.file(path, limit: Self.fileLimit, sharing: files)?.source
                } then: { [unowned self] (content: ContentSource?) in
                    guard let content else { return respond(Self.missing(path), Self.missingText(path), stage) }
                    ruleAnswers(made, content, stage)
                }
            }
        case .file(let path, let rest):
            guard let head = record.requestHead else { return }
            let now = shard.wallClock(at: shard.now()) / 1_000_000
            let files = live.files
            off {
                RuleFolder.answer(head, path, rest, limit: Self.fileLimit, now: now, sharing: files)
            } then: { [unowned self] (made: RuleFolder.Answer) in
                let (dressed, acts) = run.dressed(made.answer, record)
                tell(acts)
                ruleAnswers(dressed, made.content, stage)
            }
        case .recorded(let session, let place):
            guard let (made, acts, recorded) = run.recorded(session, place, record) else { return answer(.pass, stage) }
            tell(acts)
            off {
                recorded.source(limit: Self.fileLimit)
            } then: { [unowned self] (content: ContentSource?) in
                guard let content else { return respond(Self.missing(session), Self.missingText(session), stage) }
                ruleAnswers(made, content, stage)
            }
        }
    }

    func off<Result: Sendable>(_ work: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void) {
        let reading = live.reading
        shard.offLoop { (deliver: @escaping @Sendable (Result) -> Void) in
            reading.run { deliver(work()) }
        } then: { [weak self] (result: Result) in
            if self?.isOpen == true { then(result) }
        }
    }

    func respond(_ made: RuleAnswer, _ content: Bytes, _ stage: Question.Stage) {
        respond(made, .bytes(content), stage)
    }

    func respond(_ made: RuleAnswer, _ content: ContentSource, _ stage: Question.Stage) {
        let isHead = record.requestHead?.method == .head
        var made = made
        if clientIsFramed, made.isRaw {
            guard made.status >= 200 else {
                return answer(.refuse(reason: "\(made.status) ends no HTTP/2 exchange (RFC 9113 §8.1)"), stage)
            }
            let (fitting, formless) = made.inFrames
            made = fitting
            for name in formless {
                guard let rawAct else { break }
                client?.publish(.ruleActed(rawAct.saying("\(name.text): \(RuleOrders.formlessText)")))
            }
        }
        guard let sent = made.written(size: content.count, isHead: isHead, date: shard.httpDate()) else {
            return answer(.refuse(reason: "the rule's answer is not a valid message"), stage)
        }
        let following = sent.hasContent ? content : .bytes(Bytes())
        let (shape, size) = (made.shape, UInt64(following.count))
        wait(made.delay + (shape.throttle?.latency ?? 0)) { [unowned self] in
            // What was to bear on a server's response does not bear on what somebody writes in its place.
            client?.change(.response) { $0.dropShape() }
            if size > 0, !shape.isEmpty { self.shape(shape, size) }
            if case .bytes(let body) = following {
                return answer(.respond(ProxyAnswer(head: sent.head, body: body)), stage)
            }
            answerContent = following
            answer(.respond(ProxyAnswer(head: sent.head, body: Bytes())), stage)
        }
    }

    /// What follows the head of the answer, where that is more than the answer has in memory.
    func takeAnswerContent() -> ContentSource? {
        defer { answerContent = nil }
        return answerContent
    }

    private static func missing(_ path: String) -> RuleAnswer {
        RuleAnswer(status: 502, fields: [.init(name: "Content-Type", value: "text/plain; charset=utf-8")])
    }

    private static func missingText(_ path: String) -> Bytes {
        Bytes("The rule cannot read its file \(path.filter { !$0.isNewline }).\n")
    }
}

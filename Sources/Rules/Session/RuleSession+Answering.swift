import Bytes
import Flow
import HTTPModel
import HTTPWire

// What rules answer in a server's place.
extension RuleSession {
    /// An answer whose head is written.
    struct ReadyAnswer {
        let head: Bytes
        let content: ContentSource
        let shape: BodyShape
        let stage: Question.Stage
    }

    mutating func end(
        _ ending: RuleEnding, _ stage: Question.Stage, _ host: some RuleHost, _ actions: inout [Action]
    ) {
        switch ending {
        case .hangUp(let isReset, let reason):
            actions.append(.answer(.hangUp(isReset: isReset, reason: reason), stage))
        case .answer(let made):
            switch made.content {
            case .bytes(let content): ruleAnswers(made, .bytes(content), stage, host, &actions)
            case .file(let path):
                step = .content(made, stage, name: path)
                actions.append(.read(path: path))
            }
        case .file(let path, let rest):
            guard let head = record.requestHead else { return }
            step = .file(stage)
            actions.append(.find(path: path, rest: rest, head))
        case .recorded(let session, let place):
            guard let (made, acts, recorded) = run.recorded(session, place, record) else {
                return actions.append(.answer(.pass, stage))
            }
            actions.tell(acts)
            step = .content(made, stage, name: session)
            actions.append(.readRecorded(recorded))
        }
    }

    mutating func contentCame(_ content: ContentSource?, _ host: some RuleHost, _ actions: inout [Action]) {
        guard case .content(let made, let stage, let name) = step else { return }
        step = .nothing
        if let content { return ruleAnswers(made, content, stage, host, &actions) }
        let type = RuleAnswer.Field(name: "Content-Type", value: "text/plain; charset=utf-8")
        let text = Bytes("The rule cannot read its file \(name.filter { !$0.isNewline }).\n")
        respond(RuleAnswer(status: 502, fields: [type]), .bytes(text), stage, host, &actions)
    }

    mutating func fileFound(
        _ answer: RuleAnswer, _ content: ContentSource, _ host: some RuleHost, _ actions: inout [Action]
    ) {
        guard case .file(let stage) = step else { return }
        step = .nothing
        let (dressed, acts) = run.dressed(answer, record)
        actions.tell(acts)
        ruleAnswers(dressed, content, stage, host, &actions)
    }

    /// Scripts that want responses see an answer of a rule before the client does.
    private mutating func ruleAnswers(
        _ made: RuleAnswer, _ content: ContentSource, _ stage: Question.Stage, _ host: some RuleHost,
        _ actions: inout [Action]
    ) {
        guard hasScripts, !made.isRaw, let written = made.written(size: content.count, isHead: false, date: host.date),
            let head = RecordedHead.response(written.head, to: .get).head
        else { return respond(made, content, stage, host, &actions) }
        step = .scripts(.answer(made, content, stage))
        actions.append(.askScripts(.answer(head, content)))
    }

    mutating func respond(
        _ made: RuleAnswer, _ content: ContentSource, _ stage: Question.Stage, _ host: some RuleHost,
        _ actions: inout [Action]
    ) {
        var made = made
        if clientIsFramed, made.isRaw {
            guard made.status >= 200 else {
                let reason = "\(made.status) ends no HTTP/2 exchange (RFC 9113 §8.1)"
                return actions.append(.answer(.refuse(reason: reason), stage))
            }
            let (fitting, formless) = made.inFrames
            made = fitting
            if let rawAct {
                actions.tell(formless.map { rawAct.saying("\($0.text): \(RuleOrders.formlessText)") })
            }
        }
        let isHead = record.requestHead?.method == .head
        guard let sent = made.written(size: content.count, isHead: isHead, date: host.date) else {
            return actions.append(.answer(.refuse(reason: "the rule's answer is not a valid message"), stage))
        }
        let answer = ReadyAnswer(
            head: sent.head, content: sent.hasContent ? content : .bytes(Bytes()), shape: made.shape, stage: stage)
        let time = made.delay + (made.shape.throttle?.latency ?? 0)
        guard time <= 0 else {
            step = .delayedAnswer(answer)
            return actions.append(.wait(microseconds: time))
        }
        answerGoes(answer, &actions)
    }

    mutating func answerGoes(_ answer: ReadyAnswer, _ actions: inout [Action]) {
        // What was to bear on a server's response does not bear on what somebody writes in its place.
        actions.append(.dropShape)
        if answer.content.count > 0, !answer.shape.isEmpty {
            actions.append(.shape(.response, answer.shape, size: UInt64(answer.content.count)))
        }
        switch answer.content {
        case .bytes(let body):
            actions.append(.answer(.respond(ProxyAnswer(head: answer.head, body: body)), answer.stage))
        case .stored:
            let head = ProxyAnswer(head: answer.head, body: Bytes())
            actions.append(.respond(head, answer.content, answer.stage))
        }
    }

    // MARK: - Scripts

    mutating func scriptsEnded(
        _ end: ScriptEnd, _ response: ScriptResponse?, _ host: some RuleHost, _ actions: inout [Action]
    ) {
        guard case .scripts(let asked) = step else { return }
        step = .nothing
        switch end {
        case .answer(let made, let content): respond(made, .bytes(content), asked.stage, host, &actions)
        case .drop(let reason): actions.append(.answer(.hangUp(isReset: false, reason: reason), asked.stage))
        case .proceed(let alteration, let content):
            switch asked {
            case .head(let orders, let kind):
                var alteration = alteration
                // What comes with a body has it replaced when that is here.
                if kind == .request, !request.hasBody, content?.isEmpty == false { alteration.content = content }
                hold(orders, kind, alteration, &actions)
            case .body(let kind, let orders, let plain):
                var both = alteration
                both.headers = orders.fields + alteration.headers
                let left = content.map { ScriptBody.content($0) } ?? plain
                holdBody(kind, both, content ?? orders.content, left, &actions)
            case .answer(var made, let source, let stage):
                if let response, content != nil || !alteration.isEmpty {
                    made.status = response.status
                    made.fields = response.fields.filter { !HeaderRule.isProtected($0.name) }
                }
                respond(made, content.map { .bytes($0) } ?? source, stage, host, &actions)
            }
        }
    }
}

extension RuleSession.Step.Asked {
    fileprivate var stage: Question.Stage {
        switch self {
        case .head(_, .request): .requestHead
        case .head(_, .response): .responseHead
        case .body(.request, _, _): .requestBody
        case .body(.response, _, _): .responseBody
        case .answer(_, _, let stage): stage
        }
    }
}

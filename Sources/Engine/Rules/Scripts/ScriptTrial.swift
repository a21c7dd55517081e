package import Bytes
internal import Dispatch
internal import Filter
package import Flow
internal import HTTPModel
internal import Rules
internal import Synchronization

/// What scripts would have done to a flow that was recorded: they are asked as in the proxy, and nothing is sent.
package struct ScriptTrial {
    /// A line of a message, as it was or as it would be.
    package struct Line: Sendable, Hashable {
        package let isNew: Bool
        package let text: Bytes
    }

    /// What scripts did, in order.
    package private(set) var acts: [RuleAct] = []
    package private(set) var request: [Line] = []
    package private(set) var response: [Line] = []
    private var isOver = false

    /// Something would be otherwise.
    package var hasChanges: Bool { acts.contains { $0.scriptAnswer?.verdict != "failed" } }

    /// Waits for the scripts' answers.
    package init(_ scripts: LiveScripts, _ record: FlowRecord) {
        guard let head = record.requestHead, head.method != .connect else { return }
        var sent = ScriptRequest(record, after: Alteration(), to: nil)
        let before = sent
        var body = Self.body(record, .request)
        let trailing = Self.trailers(record, .request)
        var trailers = trailing
        ask(scripts, record, [.requestHead, .request]) { step throws(ScriptChanger.Fault) in
            let isThere = Self.hasContent(record, .request)
            let change = try step.changer.change(
                sent, by: step.verdict.request, body: body.replacing(isWanted: step.wantsBody, isThere: isThere),
                trailers: step.wantsBody ? trailers : [])
            sent = change.request
            trailers = ScriptChanger.applied(change.trailers, to: trailers)
            if let content = change.content { body = .content(content) }
            return change.words
        } question: { on, interest, flow in
            var question = ScriptQuestion(
                on: on, matched: interest.matched, flow: flow, time: record.startedAt ?? 0,
                client: record.opening?.client ?? "", request: sent, requestBody: interest.wantsBody ? body : .absent)
            if interest.wantsBody { question.trailers = trailers }
            return question
        }
        if sent.method != before.method || sent.url != before.url {
            request.append(Line(isNew: false, text: Bytes("\(before.method.text) \(before.url.text)")))
            request.append(Line(isNew: true, text: Bytes("\(sent.method.text) \(sent.url.text)")))
        }
        request += Self.difference(before.fields, sent.fields) + Self.difference(Self.body(record, .request), body)
        request += Self.difference(trailing, trailers)
        guard !isOver, let head = record.responseHead else { return }
        var received = ScriptResponse(head, after: Alteration())
        let answered = received
        var content = Self.body(record, .response)
        let ending = Self.trailers(record, .response)
        trailers = ending
        ask(scripts, record, [.responseHead, .response]) { step throws(ScriptChanger.Fault) in
            // A response without a body is replaced as a whole.
            let change = try step.changer.change(
                received, by: step.verdict.response,
                body: step.wantsBody ? .allowed : content.replacing(isWanted: false, isThere: true),
                trailers: step.wantsBody ? trailers : [])
            received = change.response
            trailers = ScriptChanger.applied(change.trailers, to: trailers)
            if let other = change.content { content = .content(other) }
            return change.words
        } question: { on, interest, flow in
            var question = ScriptQuestion(
                on: on, matched: interest.matched, flow: flow, time: record.startedAt ?? 0,
                client: record.opening?.client ?? "", request: sent, response: received,
                requestBody: .omitted(.earlier), responseBody: interest.wantsBody ? content : .absent)
            if interest.wantsBody { question.trailers = trailers }
            return question
        }
        if received.status != answered.status {
            response.append(Line(isNew: false, text: Bytes("\(answered.status) \(answered.reason.text)")))
            response.append(Line(isNew: true, text: Bytes("\(received.status) \(received.reason.text)")))
        }
        response += Self.difference(answered.fields, received.fields)
        response += Self.difference(Self.body(record, .response), content)
        response += Self.difference(ending, trailers)
    }

    private static func trailers(_ record: FlowRecord, _ kind: MessageKind) -> [RuleAnswer.Field] {
        record[kind].trailers.map { RuledLines.all($0, after: []) } ?? []
    }

    private struct Step {
        let verdict: ScriptVerdict
        let changer: ScriptChanger
        let wantsBody: Bool
    }

    private mutating func ask(
        _ scripts: LiveScripts, _ record: FlowRecord, _ events: [ScriptEventKind],
        change: (Step) throws(ScriptChanger.Fault) -> [String],
        question: (ScriptEventKind, ScriptLink.Interest, UInt64) -> ScriptQuestion
    ) {
        let subject = FilterSubject(record, reader: RuleRun.reader)
        for on in events {
            for link in scripts.links {
                guard !isOver, let interest = link.interest(in: on, of: subject) else { continue }
                func note(_ verdict: String, _ text: String) {
                    acts.append(
                        RuleAct.script(
                            link.name, file: link.file, did: verdict, on: on.rawValue, microseconds: 0, text: text))
                }
                let verdict: ScriptVerdict
                switch Self.outcome(link, question(on, interest, record.id.number), interest, record) {
                case .failed(let reason):
                    note("failed", "The script failed (\(reason)).")
                    continue
                case .verdict(let made): verdict = made
                }
                let changer = ScriptChanger(source: "script \(link.name)")
                do throws(ScriptChanger.Fault) {
                    switch verdict.kind {
                    case .pass, .tunnel: break
                    case .hold: note("hold", "The message would be held.")
                    case .drop:
                        isOver = true
                        note("drop", "The connection would be closed.")
                    case .respond:
                        let answer = try changer.answer(verdict.response)
                        isOver = true
                        note("respond", "Would answer with \(answer.status).")
                        response.append(Line(isNew: true, text: Bytes("HTTP/1.1 \(answer.status)")))
                        for field in answer.fields {
                            response.append(Line(isNew: true, text: Bytes("\(field.name.text): \(field.value.text)")))
                        }
                    case .modify:
                        let words = try change(
                            Step(verdict: verdict, changer: changer, wantsBody: interest.wantsBody))
                        if !words.isEmpty { note("modify", "Would change \(words.joined(separator: ", ")).") }
                    }
                } catch {
                    note("failed", "The script failed (invalid verdict: \(error.text)).")
                }
            }
        }
    }

    /// Waits for the first outcome.
    private static func outcome(
        _ link: ScriptLink, _ question: ScriptQuestion, _ interest: ScriptLink.Interest, _ record: FlowRecord
    ) -> ScriptOutcome {
        let (done, found) = (DispatchSemaphore(value: 0), Delivery<ScriptOutcome>())
        link.ask(question, interest, of: record, link.makeTicket()) { outcome in
            found.put(outcome)
            done.signal()
        }
        done.wait()
        return found.take() ?? .failed("no answer")
    }

    private static let bodyLimit = ScriptLimits().body

    private static func hasContent(_ record: FlowRecord, _ kind: MessageKind) -> Bool {
        (record[kind].content.size ?? 0) > 0
    }

    private static func body(_ record: FlowRecord, _ kind: MessageKind) -> ScriptBody {
        let content = record[kind].content
        if let decoded = content.decoded {
            return decoded.count <= bodyLimit ? .content(decoded) : .omitted(.size)
        }
        guard (content.kept.count ?? 0) > 0 else { return .content(Bytes()) }
        guard let whole = FilterReader.whole(content.kept) else { return .omitted(.size) }
        return ExchangeScripts.plain(whole, record.fields(kind) ?? .none, limit: bodyLimit)
    }

    private static func difference(_ before: [RuleAnswer.Field], _ after: [RuleAnswer.Field]) -> [Line] {
        func lines(_ fields: [RuleAnswer.Field]) -> [Bytes] {
            fields.map { Bytes("\($0.name.text): \($0.value.text)") }
        }
        var (old, new) = (lines(before), lines(after))
        for line in old where new.contains(line) {
            if let place = new.firstIndex(of: line) { new.remove(at: place) }
            if let place = old.firstIndex(of: line) { old.remove(at: place) }
        }
        return old.map { Line(isNew: false, text: $0) } + new.map { Line(isNew: true, text: $0) }
    }

    private static func difference(_ before: ScriptBody, _ after: ScriptBody) -> [Line] {
        guard before != after, case .content(let new) = after else { return [] }
        var lines: [Line] = []
        if case .content(let old) = before {
            lines.append(Line(isNew: false, text: Bytes("(content: \(old.count) bytes)")))
        }
        return lines + [Line(isNew: true, text: Bytes("(content: \(new.count) bytes)"))]
    }
}

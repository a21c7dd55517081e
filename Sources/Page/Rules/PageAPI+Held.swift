import Bytes
import Filter
import Flow
import Rules

// Messages that rules hold: listed, looked at, decided.
extension PageAPI {
    func held(_ call: PageCall) throws(PageError) -> PageStep {
        let (rules, now) = (tools.rules, call.now.steady)
        let filter = try Self.filter(call.request.parameter("filter") ?? "")
        let (tools, clock) = (tools, call.now.clock)
        return .work {
            let held = Self.held(rules, filter, clock, tools)
            return .answer(
                .json { json in
                    json.beginObject()
                    json.beginArray("held")
                    for message in held { json.held(message, now: now, hasHead: false) }
                    json.endArray()
                    json.endObject()
                })
        }
    }

    private static func held(
        _ rules: (any PageRules)?, _ filter: FlowFilter, _ clock: FilterClock, _ tools: PageTools
    ) -> [PageHeld] {
        let all = rules?.held() ?? []
        guard filter != .everything else { return all }
        let matcher = FilterMatcher(filter, clock)
        return all.filter { matcher.matches(FilterSubject($0.record, reader: tools.reader)) }
    }

    func heldMessage(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        guard let message = tools.rules?.held().first(where: { $0.flow == number }) else { throw .notHeld(number) }
        let now = call.now.steady
        return .answer(.json { $0.held(message, now: now, hasHead: true) })
    }

    func decide(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let verdict = try Self.verdict(try PageBody(call.request.body))
        guard let rules = tools.rules else { throw Self.noProxy }
        try rules.decide(number, verdict)
        return .answer(Self.decided(1))
    }

    /// Decides all that a filter means.
    func decideMany(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        guard let text = try body.text("filter") else {
            throw .request("'filter' is missing; an empty one matches all messages.")
        }
        let filter = try Self.filter(text)
        let verdict = try Self.verdict(body)
        switch verdict {
        case .edit, .readBody: throw .request("You can edit only one message at a time.")
        case .send, .drop, .respond: break
        }
        guard let rules = tools.rules else { throw Self.noProxy }
        let (tools, clock) = (tools, call.now.clock)
        return .answering { () throws(PageError) in
            var count = 0
            for message in Self.held(rules, filter, clock, tools) {
                do throws(PageError) {
                    try rules.decide(message.flow, verdict)
                    count += 1
                } catch {
                    // Somebody else decided meanwhile; another fault is one of all of them.
                    guard error.code == .held else { throw error }
                }
            }
            return Self.decided(count)
        }
    }

    private static func decided(_ count: Int) -> PageAnswer {
        .json { json in
            json.beginObject()
            json.member("decided", count)
            json.endObject()
        }
    }

    private static func verdict(_ body: PageBody) throws(PageError) -> PageVerdict {
        switch try body.text("verdict") {
        case "send": return .send
        case "drop": return .drop
        case "edit":
            let content = try body.octets("content")
            if let head = try body.octets("head") { return .edit(head, content: content) }
            guard let text = try body.text("text") else { throw .request("'text' or 'head' must be the new head.") }
            return .edit(Bytes(text), content: content)
        case "body": return .readBody
        case "respond":
            guard let answer = try body.text("answer") else {
                throw .request("'answer' must be STATUS [\"N: v\"] [text T | json J].")
            }
            return .respond(answer)
        default: throw .request("'verdict' must be send, edit, drop, respond or body.")
        }
    }
}

extension PageError {
    package static func notHeld(_ number: UInt64) -> PageError {
        PageError(404, .held, "No message of flow \(number) is held: it was decided, or its time ran out.")
    }
}

extension JSONWriter {
    /// A held message, for programs.
    package mutating func held(_ message: PageHeld, now: UInt64, hasHead: Bool) {
        func time(_ from: UInt64, _ to: UInt64) -> Int64 { to > from ? Int64(clamping: (to - from) / 1_000) : 0 }
        beginObject()
        member("flow", message.flow)
        member("message", message.kind.rawValue)
        member("rule", message.rule)
        member("start", message.start.text)
        member("url", message.record.url.text)
        member("size", message.head.count)
        key("held")
        milliseconds(micro: time(message.since, now))
        key("clientWaits")
        milliseconds(micro: time(message.cameAt, now))
        // A server waits only for what it has answered: before that it was not asked.
        key("serverWaits")
        if message.kind == .response { milliseconds(micro: time(message.since, now)) } else { null() }
        key("clientEnded")
        if let ended = message.clientEndedAt { milliseconds(micro: time(ended, now)) } else { null() }
        member("raw", message.isRaw)
        key("left")
        milliseconds(micro: time(now, message.until))
        key("body")
        body(of: message, isWhole: hasHead)
        if hasHead {
            key("head")
            base64(message.head)
            member("text", message.head.text)
        }
        endObject()
    }

    /// Its size, whether it was read, why it cannot be edited; null: there is none.
    private mutating func body(of message: PageHeld, isWhole: Bool) {
        var (size, content, reason): (UInt64?, Bytes?, String?) = (nil, nil, nil)
        switch message.body {
        case .absent: return null()
        case .unread(let count): size = count
        case .read(let bytes): (size, content) = (UInt64(bytes.count), bytes)
        case .passing(let text): reason = text
        }
        beginObject()
        key("size")
        if let size { integer(size) } else { null() }
        member("read", content != nil)
        key("reason")
        if let reason { string(reason) } else { null() }
        if isWhole, let content, content.count <= PageHeld.mostShown {
            key("content")
            base64(content)
        }
        endObject()
    }
}

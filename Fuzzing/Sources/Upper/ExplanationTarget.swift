import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Any request and response that can be read at all are reasoned about and judged, alone and as a session of two, and
/// every note points into the message it speaks of.
enum ExplanationTarget {
    private static let moment: Int64 = 1_700_000_000_000_000

    static func run(_ input: Bytes) {
        let messages = MessageReader().read(input).messages
        guard let asked = messages.first(where: { $0.request != nil }), let request = asked.request else { return }
        let answered = messages.first { $0.response.map { !$0.isInterim } ?? false }

        var exchange = flow(0, request, at: moment)
        tell(.contentKept(.request, .inline(content(of: asked, in: input)), isTruncated: false), &exchange)
        if let answered, let response = answered.response {
            tell(.responseHeadReceived(response, nil), after: 250_000, &exchange)
            tell(.contentKept(.response, .inline(content(of: answered, in: input)), isTruncated: false), &exchange)
        }
        var next = exchange
        next.index = 1
        next.opening = FlowEvent.Opening(wallClock: moment + 60_000_000)

        let session = SessionContext([exchange, next])
        let options = ExplainOptions(passwords: ["secret"])
        for exchange in session.exchanges {
            let reasonings = Reasonings.all(about: exchange, in: session, options: options)
            check(!reasonings.isEmpty, "nothing was reasoned")
            for reasoning in reasonings {
                check(!reasoning.conclusion.text.isEmpty, "\(reasoning.topic) concludes nothing")
                check(reasoning.steps.count <= 1000, "\(reasoning.topic) has \(reasoning.steps.count) steps")
            }
            for note in Checks.notes(about: exchange) { examine(note, exchange) }
        }
        check(CookieStory(session.exchanges).entries.count == 2, "the story of cookies is short")
        check(CacheStory(session.exchanges).entries.count == 2, "the story of caching is short")
        _ = RedirectChain.find(in: session.exchanges)
    }

    private static func examine(_ note: Note, _ exchange: FlowRecord) {
        let size =
            switch note.message {
            case .request?: exchange.requestFields.raw.count
            case .response?: exchange.responseHead?.raw.count ?? 0
            case nil: 0
            }
        check(!note.summary.text.isEmpty && !note.text.text.isEmpty, "\(note.code) says nothing")
        check(
            note.offset >= 0 && note.length >= 0 && note.offset + note.length <= size,
            "\(note.code) points at \(note.offset) of \(size)")
    }

    private static func url(of request: RequestHead) -> Bytes {
        if request.target.form == .absolute { return request.targetBytes }
        return Bytes(Array("http://".utf8) + (request.fields.first(.host)?.array ?? []) + request.targetBytes.array)
    }

    private static func content(of message: Explanation, in input: Bytes) -> Bytes {
        let head = message.request?.raw.count ?? message.response?.raw.count ?? 0
        let start = min(message.headOffset + head, message.range.upperBound)
        return input.slice(start..<message.range.upperBound)
    }

    private static func flow(_ index: Int, _ head: RequestHead, at time: Int64) -> FlowRecord {
        var flow = FlowRecord(id: FlowID(UInt64(index) + 1), openedAt: Instant(nanoseconds: 0))
        flow.index = index
        tell(.opened(.init(wallClock: time)), &flow)
        tell(.requestHeadReceived(head, nil), &flow)
        tell(.told(.url(url(of: head))), &flow)
        return flow
    }

    private static func tell(_ fact: FlowEvent.Fact, after micro: Int64 = 0, _ flow: inout FlowRecord) {
        let time = flow.openedAt.advanced(byMicroseconds: micro)
        flow.apply(FlowEvent(flow: flow.id, time: time, fact: fact))
    }
}

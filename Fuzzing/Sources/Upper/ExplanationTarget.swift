import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// Any request and response that can be read at all are reasoned about and judged, alone and as a session of two, and
/// every note points into the message it speaks of.
enum ExplanationTarget {
    private static let moment: Int64 = 1_700_000_000_000_000

    static func run(_ input: Bytes) {
        let messages = MessageReader().read(input).messages
        guard let asked = messages.first(where: { $0.request != nil }), let request = asked.request else { return }
        let answered = messages.first { $0.response.map { !$0.isInterim } ?? false }

        var exchange = RecordedExchange(
            index: 0, url: url(of: request), request: request, response: answered?.response,
            times: RecordedExchange.Times(requestSent: moment, responseReceived: moment + 250_000))
        exchange.requestContent = content(of: asked, in: input)
        if let answered { exchange.responseContent = content(of: answered, in: input) }
        var next = exchange
        next.index = 1
        next.times = RecordedExchange.Times(
            requestSent: moment + 60_000_000, responseReceived: moment + 60_100_000)

        let session = SessionContext([exchange, next])
        let options = ExplainOptions(passwords: ["secret"])
        for exchange in session.exchanges {
            let reasonings = Reasonings.all(about: exchange, in: session, options: options)
            check(!reasonings.isEmpty, "nothing was reasoned")
            for reasoning in reasonings {
                check(!reasoning.conclusion.text.isEmpty, "\(reasoning.topic) concludes nothing")
                check(reasoning.steps.count <= 1000, "\(reasoning.topic) has \(reasoning.steps.count) steps")
            }
            for note in Notes.all(about: exchange) { examine(note, exchange) }
        }
        check(CookieStory(session.exchanges).entries.count == 2, "the story of cookies is short")
        check(CacheStory(session.exchanges).entries.count == 2, "the story of caching is short")
        _ = RedirectStory(session.exchanges)
    }

    private static func examine(_ note: Note, _ exchange: RecordedExchange) {
        let size =
            switch note.message {
            case .request?: exchange.request.raw.count
            case .response?: exchange.response?.raw.count ?? 0
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

    private static func content(of message: Explanation, in input: Bytes) -> RecordedExchange.Content {
        let head = message.request?.raw.count ?? message.response?.raw.count ?? 0
        let start = min(message.headOffset + head, message.range.upperBound)
        let bytes = input.slice(start..<message.range.upperBound)
        let size = UInt64(bytes.count)
        return RecordedExchange.Content(bytes: bytes, size: size, wireSize: size, decodedSize: size)
    }
}

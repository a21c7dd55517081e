import Flow
import HTTPModel

/// What a person wants to know of an exchange before anything else: how it went, and what to do about it.
///
/// Made of what its messages were found to say, so it asserts nothing that they do not. A value; making one is pure.
package struct InShort: Sendable {
    /// How it went.
    package private(set) var verdict: [Prose] = []
    /// What follows from it, where that is worth a sentence: the answer of one reasoning.
    package private(set) var next: (topic: Reasoning.Topic, answer: Prose)?

    /// - Parameter messages: the request, if there is one, and what answers it.
    package init(_ messages: some BidirectionalCollection<ExplainedMessage>) {
        let response = messages.last { $0.kind == .response && $0.explanation.response?.isInterim != true }
        let reasonings = messages.flatMap(\.reasonings)
        func conclusion(_ topic: Reasoning.Topic) -> Prose? { reasonings.last { $0.topic == topic }?.conclusion }
        let failure = reasonings.last { $0.topic == .outcome && $0.steps.contains(where: \.isFault) }?.conclusion

        guard let response else {
            verdict = [failure ?? conclusion(.outcome) ?? conclusion(.url), failure == nil ? conclusion(.method) : nil]
                .compactMap(\.self)
            return
        }
        verdict = [failure, response.origin?.words, Self.verdict(response)].compactMap(\.self)
        guard let status = response.explanation.response?.status else { return }
        next = Self.topics(after: status).lazy.compactMap { topic in conclusion(topic).map { (topic, $0) } }.first
    }

    /// What the status says of this answer: the sentence that stands beneath its line.
    private static func verdict(_ response: ExplainedMessage) -> Prose? {
        let code = response.spans.lazy.flatMap(\.leaves).first { $0.rule == "status-code" }
        return code.map { Prose(stringLiteral: $0.text) }
    }

    /// What a reader asks next once they know this status, the likeliest question first.
    private static func topics(after status: Int) -> [Reasoning.Topic] {
        switch status {
        case 101: [.messages]
        case 304: [.conditional]
        case 300..<400: [.redirects, .status]
        case 401, 407: [.authentication, .status]
        case 206, 416: [.ranges, .status]
        case 406: [.negotiation, .status]
        case 400...: [.status]
        default: [.caching, .status]
        }
    }
}

package import Flow
package import HTTPModel

/// What a person wants to know of an exchange before anything else: how it went, and what to do about it.
///
/// Made of what its messages were found to say, so it asserts nothing that they do not. A value; making one is pure.
package struct InShort: Sendable {
    /// How it went.
    package private(set) var verdict: [Prose] = []
    /// What follows from it, where that is worth a sentence: the answer of one reasoning.
    package private(set) var next: (topic: Reasoning.Topic, answer: Prose)?
    /// Where the bodies end, where that takes more than a number to say.
    package private(set) var bodyEnds: [(of: MessageKind, answer: Prose)] = []

    /// - Parameter messages: the request, if there is one, and what answers it.
    package init(_ messages: some BidirectionalCollection<ExplainedMessage>) {
        // After 101 comes no other response of this protocol (RFC 9110 §15.2.2).
        let response = messages.last { message in
            guard message.kind == .response else { return false }
            return message.explanation.response.map { !$0.isInterim || $0.status == 101 } ?? true
        }
        let reasonings = messages.flatMap(\.reasonings)
        func conclusion(_ topic: Reasoning.Topic) -> Prose? { reasonings.last { $0.topic == topic }?.conclusion }
        bodyEnds = messages.compactMap(Self.bodyEnd)
        let failure = reasonings.last { $0.topic == .outcome && $0.steps.contains(where: \.isFault) }?.conclusion

        guard let response else {
            verdict = [failure ?? conclusion(.outcome) ?? conclusion(.url), failure == nil ? conclusion(.method) : nil]
                .compactMap(\.self)
            return
        }
        // That a request succeeded, and what follows, is not true of a response that ended early.
        let status = response.explanation.response?.status
        let isBroken = failure != nil && (status ?? 0) < 400
        verdict = [failure, response.origin?.words, isBroken ? nil : Self.verdict(response)].compactMap(\.self)
        guard let status, !isBroken else { return }
        // Whether a failure may be answered by sending the request again, its method says (RFC 9110 §9.2.2).
        let method = messages.lazy.compactMap(\.explanation.request?.method).last
        if status >= 500, let method, !method.isSafe, let words = conclusion(.method) { verdict.append(words) }
        next = Self.topics(after: status).lazy.compactMap { topic in conclusion(topic).map { (topic, $0) } }.first
    }

    /// What the status says of this answer: the sentence that stands beneath its line.
    private static func verdict(_ response: ExplainedMessage) -> Prose? {
        let code = response.spans.lazy.flatMap(\.leaves).first { $0.rule == "status-code" }
        return code.map { Prose(stringLiteral: $0.text) }
    }

    /// Of a chunked body, of one that the connection ends, and of one whose end nobody can know (RFC 9112 §6.3).
    private static func bodyEnd(_ message: ExplainedMessage) -> (of: MessageKind, answer: Prose)? {
        guard let framing = message.explanation.framing, let reasoning = message.framingReasoning else { return nil }
        switch framing.kind {
        case .chunked, nil: return (message.kind, reasoning.conclusion)
        // A list of fields may lack the one that says more.
        case .close where !message.isRebuilt: return (message.kind, reasoning.conclusion)
        case .some(.none), .length, .close, .tunnel, .frames: return nil
        }
    }

    /// What a reader asks next once they know this status, the likeliest question first.
    private static func topics(after status: Int) -> [Reasoning.Topic] {
        switch status {
        case 101: [.messages, .status]
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

import Bytes
package import Flow
import HTTPModel

/// How the exchange ended, and by whose doing.
package enum OutcomeReasoning {
    /// How the flow ended; nil when nobody said.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let outcome = exchange.outcome else { return unanswered(exchange) }
        var steps = StepCollector()
        steps.judge(
            "end", outcome.kind == .complete || outcome.kind == .tunnel, end(outcome, exchange), "RFC 9112 §8")
        if outcome.kind != .complete, outcome.kind != .tunnel {
            // Another recorder's words do not tell by whose doing it was.
            if outcome.code != .recordedFailure, outcome.code != .nameNotFound {
                steps.add("by", "The cause: the \(Prose.phrase(outcome.by.noun)).", "RFC 9112 §8")
            }
            steps.add("code", "\(outcome.code.rawValue)", "RFC 9112 §8")
        }
        if let error = outcome.error {
            let bytes = Quotation.of(error.bytes)
            steps.fault("byte \(error.offset)", "\(error.text) The bytes there: \(bytes).", error.spec)
        }
        // Hark answers only clients of its own: of what another tool recorded it owes nobody anything.
        let isOwn = exchange.opening?.clientConnection != nil || exchange.opening?.listener != nil
        if let status = outcome.status, isOwn || exchange.responseHead != nil {
            let got: Prose =
                exchange.responseHead.map { "The client got \($0.status)." }
                ?? "Hark has to send the client a \(status)."
            steps.add("answer", got, "RFC 9110 §15")
        }
        let meaning = BrowserFailure.meaning(of: outcome).map { " " + $0 } ?? ""
        let text = meaning.isEmpty || outcome.text.hasSuffix(".") ? outcome.text : outcome.text + "."
        return Reasoning(.outcome, .phrase(text + meaning), steps: steps.steps)
    }

    /// Another recorder has no response, and no word on why.
    private static func unanswered(_ exchange: FlowRecord) -> Reasoning? {
        guard exchange.requestHead != nil, exchange.responseHead == nil, exchange.response.malformedHead == nil,
            exchange.opening?.clientConnection == nil, exchange.opening?.listener == nil
        else { return nil }
        return Reasoning(.outcome, "The recording has no response to this request, and does not say why.", steps: [])
    }

    private static func end(_ outcome: Outcome, _ exchange: FlowRecord) -> Prose {
        switch outcome.kind {
        case .complete where exchange.responseOrigin == .rule: "The request was answered by a rule."
        case .complete where outcome.code == .answeredEarly:
            "The response is complete. The rest of the request is not needed."
        case .complete: "Request and response are complete."
        case .aborted where exchange.responseHead == nil && exchange.response.malformedHead == nil:
            "It was cut off before a response came."
        case .aborted: "The response had begun, and was cut off before it was complete."
        case .refused where outcome.isPassedOnInPart: "It had begun, and the proxy refused to forward the rest."
        case .refused: "The proxy refused to forward it."
        case .failed where outcome.by == .client: "No response came to the client."
        case .failed: "No response came from the server."
        case .tunnel: "Hark forwarded bytes without reading them."
        }
    }
}

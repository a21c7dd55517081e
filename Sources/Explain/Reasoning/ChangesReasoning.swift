import Bytes
package import Flow
import HTTPModel

/// What the proxy forwarded otherwise than it came, line by line, each with its reason.
package enum ChangesReasoning {
    private static let mostTold = 64

    /// nil when the recording does not say, as that of another tool.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        // What was refused went nowhere.
        guard let changes = exchange.changes, !changes.isEmpty || exchange.outcome?.kind != .refused else { return nil }
        guard !changes.isEmpty else {
            return passedOn(exchange).map { Reasoning(.changes, $0, steps: []) }
        }
        var steps = StepCollector()
        for change in changes.prefix(mostTold) {
            let what: Prose =
                switch change.action {
                case .removed: "\(change.line) was removed"
                case .added: "\(change.line) was added"
                case .replaced: "\(change.line) was forwarded as \(change.replacement ?? Bytes())"
                }
            let place: Prose =
                switch change.part {
                case .head: ""
                case .trailers: " in the trailers"
                case .interim: " in an interim response"
                }
            let (spec, why) = reason(change.reason)
            steps.add(change.message.rawValue, what + place + why, spec)
        }
        if changes.count > mostTold {
            steps.add("more", "\(changes.count - mostTold) more lines were changed.", "RFC 9110 §7.6")
        }
        let conclusion: Prose =
            changes.count == 1
            ? "The proxy changed one line."
            : "The proxy changed \(changes.count) lines."
        return Reasoning(.changes, conclusion, steps: steps.steps)
    }

    /// What went on as it came; nil when nothing did.
    private static func passedOn(_ exchange: FlowRecord) -> Prose? {
        let isServers = exchange.responseHead != nil && exchange.responseOrigin != .rule
        // Of what was read back, the bytes that went on need not be there.
        let isTold = exchange.toldChanges != nil
        let passedRequest = exchange.request.sent != nil || isTold && exchange.responseHead != nil
        return switch (passedRequest, isServers && (exchange.response.sent != nil || isTold)) {
        case (true, true): "The proxy forwarded both messages unchanged."
        case (true, false): "The proxy forwarded the request unchanged."
        case (false, true): "The proxy forwarded the response unchanged."
        case (false, false): nil
        }
    }

    /// `RFC 9112 §3.2.1: why`, or the flag of whoever wanted it.
    private static func reason(_ reason: Bytes) -> (spec: String, why: Prose) {
        let text = reason.text
        if text.hasPrefix("RFC "), let colon = text.firstIndex(of: ":") {
            let why = text[text.index(after: colon)...]
            return (String(text[..<colon]), .phrase("." + why))
        }
        return ("", text.isEmpty ? "." : ", because of \(reason).")
    }
}

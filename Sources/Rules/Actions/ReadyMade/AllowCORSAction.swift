import Bytes
import Filter
import Flow
import HTTPModel

/// `allow-cors`: any page may read the response.
struct AllowCORSAction: RuleAction {
    static let entry = ActionEntry(
        "allow-cors", "lets pages of any origin read the response; answers preflights", AllowCORSAction())

    var clause: String { "lets pages of any origin read the response" }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }
    var sparesServer: Bool { true }

    /// A browser that asks first is answered, whatever the server would say (Fetch §4.8).
    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard work.values.method == "OPTIONS", let origin = work.fields.values("Origin").first,
            let method = work.fields.values("Access-Control-Request-Method").first
        else { return nil }
        var lines: [RuleAnswer.Field] = [
            .init(name: "Access-Control-Allow-Origin", value: origin),
            .init(name: "Access-Control-Allow-Credentials", value: "true"),
            .init(name: "Access-Control-Allow-Methods", value: method), .init(name: "Vary", value: "Origin"),
        ]
        if let names = work.fields.values("Access-Control-Request-Headers").first {
            lines.append(.init(name: "Access-Control-Allow-Headers", value: names))
        }
        work.orders.ending = .answer(RuleAnswer(status: 204, fields: lines))
        return "The preflight was answered."
    }

    /// Fetch §3.2: with credentials the origin has to be named.
    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        let source = step.source
        let origin = work.values.record.requestHead?.fields.values(named: "Origin").first
        var isChanged = work.fields.set("Access-Control-Allow-Origin", origin ?? "*", source)
        if origin != nil {
            isChanged = work.fields.set("Access-Control-Allow-Credentials", "true", source) || isChanged
            let varies = work.fields.values("Vary").contains { $0.lowercased.contains("origin", foldsCase: false) }
            if !varies { isChanged = work.fields.add("Vary", "Origin", source) || isChanged }
        } else {
            isChanged = work.fields.set("Access-Control-Expose-Headers", "*", source) || isChanged
        }
        return isChanged ? "Pages of any origin can read the response." : nil
    }
}

import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// What the client would rather have, what it got, and whether Vary says that the choice depended on it.
package enum NegotiationReasoning {
    /// What the client preferred and got; nil when it named nothing.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead else { return nil }
        let choices = NegotiatedChoice.all(exchange, response)
        guard !choices.isEmpty else { return nil }
        var steps = StepCollector()
        var said: [String] = []
        for choice in choices {
            steps.add(choice.shownField, preferences(choice), "RFC 9110 §12.4.2")
            if let chosen = choice.chosen { judge(choice, chosen, response.status, &steps, &said) }
            if choice.chosen != nil || choice.isVaried || choice.isVariedByAll {
                vary(choice, exchange.isStoredByNobody(response), &steps)
            }
        }
        let conclusion: Prose =
            response.status == 406
            ? "The server says that it has nothing that meets the preferences of the request."
            : said.isEmpty
                ? "The request states preferences, but the response does not show whether the server used them."
                : "Chosen: \(Prose.list(said))."
        return Reasoning(.negotiation, conclusion, steps: steps.steps)
    }

    private static func preferences(_ choice: NegotiatedChoice) -> Prose {
        let wanted = choice.preferences.filter { $0.weight > 0 }.map { "\($0.value) (\(weight($0)))" }
        let refused = choice.preferences.filter { $0.weight == 0 }.map(\.value)
        let refusal: Prose = refused.isEmpty ? "" : " Weight \("0") rejects: \(Prose.list(refused))."
        return wanted.isEmpty
            ? "Nothing in it is acceptable." + refusal
            : "In order of preference, with the weight \("q") of each: \(Prose.list(wanted))." + refusal
    }

    private static func weight(_ preference: Preference) -> String {
        preference.isWellFormed ? preference.weightText : "its weight is unreadable"
    }

    private static func judge(
        _ choice: NegotiatedChoice, _ chosen: Bytes, _ status: Int, _ steps: inout StepCollector,
        _ said: inout [String]
    ) {
        // RFC 9110 §15.5.7: the content only tells what there is.
        if status == 406 {
            return steps.add(
                choice.resultField, "\(chosen) is what the error message has; the server may choose it freely.",
                "RFC 9110 §15.5.7")
        }
        said.append(choice.shownChoice ?? chosen.text)
        guard let match = choice.match else {
            guard status < 400 || choice.isUnlistedFine else {
                // RFC 9110 §15.5.7: the content of a 406 is for people to choose from.
                return steps.add(
                    choice.resultField, "\(chosen) is not in the list, which is common for an error message.",
                    "RFC 9110 §12.1")
            }
            steps.add(
                choice.resultField, held: choice.isUnlistedFine,
                choice.isUnlistedFine
                    ? "\(chosen) is not in the list, but the server may send it."
                    : "\(chosen) is not in the list. The server may send it instead of 406.", "RFC 9110 §12.1")
            return
        }
        guard match.isWellFormed else {
            return steps.add(
                choice.resultField, "The server sent \(chosen); the weight of \(match.value) is unreadable.",
                "RFC 9110 §12.4.2")
        }
        steps.judge(
            choice.resultField, match.weight > 0,
            match.weight > 0
                ? "The server chose \(chosen): \(match.value) has weight \(match.weightText)."
                : sent(chosen) + ", although \(match.value) has weight \("0"), which is not acceptable.", choice.spec)
    }

    /// `identity` is the name for no coding, and nothing that is sent (RFC 9110 §12.5.3).
    private static func sent(_ chosen: Bytes) -> Prose {
        chosen == "identity" ? "It was sent without a coding" : "\(chosen) was sent"
    }

    private static func vary(_ choice: NegotiatedChoice, _ isStoredByNobody: Bool, _ steps: inout StepCollector) {
        let field = Bytes(choice.shownField)
        if isStoredByNobody {
            return steps.add("Vary", "No cache stores this response, so Vary has no effect.", "RFC 9110 §12.5.5")
        }
        if choice.isVariedByAll {
            return steps.add("Vary", .phrase(CachePhrases.varyStar), "RFC 9111 §4.1")
        }
        // What the client did not offer was not chosen by its field.
        switch (choice.isVaried, choice.dependsOnRequest && choice.match != nil) {
        case (true, _):
            steps.add(
                "Vary", held: true, "Vary names \(field), so caches store one response for each value of it.",
                "RFC 9110 §12.5.5")
        case (false, true):
            steps.fault(
                "Vary",
                """
                Vary does not name \(field), although the response seems to depend on it: a cache would send this one \
                to every client.
                """,
                "RFC 9110 §12.5.5")
        case (false, false):
            steps.add(
                "Vary",
                "Vary does not name \(field), which is right if all clients get the same response.", "RFC 9110 §12.5.5")
        }
    }
}

/// One Accept field with what the response shows to have been chosen.
struct NegotiatedChoice {
    let field: StaticString
    let shownField: String
    let resultField: String
    let spec: String
    let preferences: [Preference]
    let chosen: Bytes?
    /// How the choice is told, where it is more than `chosen`: codings that were applied one after the other.
    let shownChoice: String?
    let match: Preference?
    let isVaried: Bool
    /// By `Vary: *`, which names no field.
    let isVariedByAll: Bool
    /// What was sent without being asked for is fine: identity, when nothing excludes it (RFC 9110 §12.5.3).
    let isUnlistedFine: Bool
    /// Content-Encoding is hardly ever sent to clients that did not offer it, so the choice depended on the request.
    let dependsOnRequest: Bool

    static func all(_ exchange: FlowRecord, _ response: ResponseHead) -> [NegotiatedChoice] {
        let request = exchange.requestFields
        let varied = response.fields.list(.vary)
        var choices: [NegotiatedChoice] = []
        func add(
            _ field: StaticString, _ shown: String, _ result: String, _ spec: String, _ chosen: Bytes?,
            _ match: ([Preference]) -> Preference?, shownChoice: String? = nil, isUnlistedFine: Bool = false,
            dependsOnRequest: Bool = false
        ) {
            let members = request.list(named: field)
            guard !members.isEmpty else { return }
            let preferences = Preference.sorted(members)
            choices.append(
                NegotiatedChoice(
                    field: field, shownField: shown, resultField: result, spec: spec, preferences: preferences,
                    chosen: chosen, shownChoice: shownChoice, match: chosen == nil ? nil : match(preferences),
                    isVaried: varied.contains { $0.equalsIgnoringCase(field) },
                    isVariedByAll: varied.contains { $0.isExactly("*") },
                    isUnlistedFine: isUnlistedFine, dependsOnRequest: dependsOnRequest))
        }
        let hasContent = exchange.responseMayHaveContent
        let type = hasContent ? exchange.responseType : nil
        let typeValue = type.map { Bytes($0.type.array + [ASCII.slash] + $0.subtype.array) }
        add("accept", "Accept", "Content-Type", "RFC 9110 §12.5.1", typeValue) { preferences in
            type.flatMap { Preference.forMediaType($0, in: preferences) }
        }
        let codings = exchange.responseCodings.map(\.name)
        let coding = codings.last
        // A coding that the content does not have was not chosen.
        let sentCoding: Bytes? = hasContent && exchange.falseCoding == nil ? coding ?? "identity" : nil
        add(
            "accept-encoding", "Accept-Encoding", "Content-Encoding", "RFC 9110 §12.5.3", sentCoding,
            { preferences in sentCoding.flatMap { Preference.forToken($0, in: preferences) } },
            shownChoice: codings.count > 1 ? codings.map(\.text).joined(separator: ", then ") : nil,
            isUnlistedFine: coding == nil,
            dependsOnRequest: coding != nil)
        let language = response.fields.first(named: "content-language")
        add(
            "accept-language", "Accept-Language", "Content-Language", "RFC 9110 §12.5.4", language,
            { preferences in language.flatMap { Preference.forLanguage($0, in: preferences) } })
        return choices
    }
}

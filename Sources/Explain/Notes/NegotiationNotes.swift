import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about preferences and what was made of them.
public enum NegotiationNotes: NoteSource {
    public static let codes = [
        "vary-missing", "vary-tells-the-truth", "coding-not-accepted", "type-not-accepted", "q-value-malformed",
        "best-type-chosen",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let response = exchange.responseHead else { return [] }
        var notes = NoteList(exchange)
        for choice in NegotiatedChoice.all(exchange, response) {
            let range = exchange.requestFields.range(named: choice.field)
            if let wrong = choice.preferences.first(where: { !$0.isWellFormed }) {
                notes.request(
                    "q-value-malformed", .bad, at: range, "Not a weight",
                    "The weight of \(wrong.value) is not a number from 0 to 1 with at most three decimals.",
                    "RFC 9110 §12.4.2")
            }
            judge(choice, response, &notes)
        }
        return notes.notes
    }

    private static func judge(_ choice: NegotiatedChoice, _ response: ResponseHead, _ notes: inout NoteList) {
        guard let chosen = choice.chosen else { return }
        let isRefused = choice.match.map { $0.weight == 0 } ?? !choice.isUnlistedFine
        if choice.resultField == "Content-Encoding" {
            if isRefused {
                notes.response(
                    "coding-not-accepted", .bad, at: response.fields.range(.contentEncoding), "A coding not offered",
                    "The client did not offer \(chosen), so it may not be able to read the content.", "RFC 9110 §12.5.3"
                )
            }
            guard choice.dependsOnRequest else { return }
            if choice.isVaried {
                notes.response(
                    "vary-tells-the-truth", .good, at: response.fields.range(.vary), "Vary names what was looked at",
                    "The coding depends on Accept-Encoding, and Vary says so: caches keep each client's form apart.",
                    "RFC 9110 §12.5.5")
            } else {
                notes.response(
                    "vary-missing", .warning, at: response.fields.range(.contentEncoding), "Vary is silent",
                    """
                    The content is \(chosen) because the client offered it, and Vary does not name \
                    Accept-Encoding: a cache could give it to a client that cannot read it. Add \
                    \("Vary: Accept-Encoding").
                    """,
                    "RFC 9110 §12.5.5")
            }
        } else if choice.resultField == "Content-Type" {
            let range = response.fields.range(.contentType)
            if isRefused {
                notes.response(
                    "type-not-accepted", .info, at: range, "Not what was asked for",
                    """
                    \(chosen) is not among the types that the client accepts. That is allowed, and often an error \
                    page.
                    """,
                    "RFC 9110 §12.5.1")
            } else if choice.preferences.count > 1, choice.match == choice.preferences.first,
                choice.match?.specificity != 0
            {
                notes.response(
                    "best-type-chosen", .good, at: range, "The client's first choice",
                    "Of what the client accepts \(chosen) has the highest weight.", "RFC 9110 §12.5.1")
            }
        }
    }
}

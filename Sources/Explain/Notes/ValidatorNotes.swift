import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about validators and conditional requests.
public enum ValidatorNotes: NoteSource {
    public static let codes = [
        "strong-validator", "weak-validator", "validator-missing", "etag-malformed", "if-none-match-ignored",
        "if-modified-since-ignored", "revalidation-saved-the-body", "if-match-weak", "if-match-protects",
        "precondition-ignored", "not-modified-unasked", "if-none-match-malformed",
    ]

    private static let mostTags = 1_000

    public static func notes(about exchange: FlowRecord) -> [Note] {
        var notes = NoteList(exchange)
        conditions(exchange, &notes)
        guard let response = exchange.responseHead else { return notes.notes }
        validators(exchange, response, &notes)
        answer(exchange, response, &notes)
        return notes.notes
    }

    private static func validators(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        let fields = response.fields
        if let value = fields.first(.etag), let range = fields.range(.etag) {
            guard let tag = EntityTag(value) else {
                notes.response(
                    "etag-malformed", .bad, at: range, "Not an entity tag",
                    "\(value) is no entity tag: it needs double quotes around it. Caches may not compare it.",
                    "RFC 9110 §8.8.3")
                return
            }
            if tag.isWeak {
                notes.response(
                    "weak-validator", .info, at: range, "A weak entity tag",
                    """
                    \(value) says that the content means the same, not that its bytes are the same: good for \
                    caching, no good for ranges and If-Match.
                    """,
                    "RFC 9110 §8.8.1")
            } else {
                notes.response(
                    "strong-validator", .good, at: range, "A strong entity tag",
                    """
                    \(value) changes whenever a byte does, so caches can ask whether it is still right, and \
                    downloads can go on where they broke off.
                    """,
                    "RFC 9110 §8.8.1")
            }
        } else if exchange.method == .get, response.status == 200, !fields.contains(.lastModified),
            !CacheControl(fields).contains(.noStore), exchange.responseHasContent
        {
            notes.response(
                "validator-missing", .info, "No validator",
                """
                With neither ETag nor Last-Modified nobody can ask whether it changed; once stale, it is sent \
                whole again.
                """,
                "RFC 9110 §8.8")
        }
    }

    private static func conditions(_ exchange: FlowRecord, _ notes: inout NoteList) {
        let fields = exchange.requestFields
        let match = fields.list(named: "if-match")
        if !match.isEmpty, let range = fields.range(named: "if-match") {
            if match.prefix(mostTags).allSatisfy({ EntityTag($0)?.isWeak == true }) {
                notes.request(
                    "if-match-weak", .bad, at: range, "Can never match",
                    "If-Match compares strongly, and a weak entity tag matches nothing so. The answer will be 412.",
                    "RFC 9110 §13.1.1")
            } else if !exchange.method.isSafe {
                notes.request(
                    "if-match-protects", .good, at: range, "Protects against lost updates",
                    """
                    If somebody else changed the resource meanwhile, the server refuses with 412 rather than \
                    overwrite it.
                    """,
                    "RFC 9110 §13.1.1")
            }
        }
        let noneMatch = fields.list(named: "if-none-match")
        if let range = fields.range(.ifNoneMatch), !noneMatch.contains("*"),
            let wrong = noneMatch.prefix(mostTags).first(where: { EntityTag($0) == nil })
        {
            notes.request(
                "if-none-match-malformed", .bad, at: range, "Not an entity tag",
                "\(wrong) is no entity tag: it needs double quotes around it, as in the ETag field.", "RFC 9110 §13.1.2"
            )
        }
    }

    private static func answer(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        let isConditional = Preconditions.areIn(exchange.requestFields)
        guard isConditional else {
            if response.status == 304, exchange.requestHead != nil {
                notes.response(
                    "not-modified-unasked", .bad, "304 to a request without conditions",
                    "The client did not ask whether something changed, so it may have nothing to use.",
                    "RFC 9110 §15.4.5")
            }
            return
        }
        if response.status == 304 {
            notes.response(
                "revalidation-saved-the-body", .good, "Nothing had to be sent",
                "The client asked whether its copy is still right, and it is: the answer is its head alone.",
                "RFC 9110 §15.4.5")
            return
        }
        guard let result = ConditionalReasoning.verdict(exchange), result.agrees == false,
            let step = result.preconditions.steps.first(where: \.decides), let value = step.value,
            let line = exchange.requestFields.line(named: step.field)
        else { return }
        let range = line.value
        switch (step.number, result.verdict) {
        case (3, .notModified):
            notes.request(
                "if-none-match-ignored", .warning, at: range, "304 would have done",
                """
                The client has \(value), and the answer is \(response.status) with that same entity tag: the \
                content was sent for nothing. Let the server compare the tags.
                """,
                "RFC 9110 §13.1.2")
        case (4, .notModified):
            notes.request(
                "if-modified-since-ignored", .warning, at: range, "304 would have done",
                "Nothing changed since \(value), says the response's own Last-Modified, and yet the content was sent.",
                "RFC 9110 §13.1.3")
        default:
            notes.request(
                "precondition-ignored", .bad, at: range, "The condition was not kept",
                """
                \(exchange.requestFields.name(of: line)): \(value) does not hold for what the response shows, and the answer is \
                \(response.status).
                """,
                "RFC 9110 §13.2.2")
        }
    }
}

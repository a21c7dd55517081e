import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about what pages of other origins may do.
public enum CORSNotes: NoteSource {
    public static let codes = [
        "cors-allowed", "cors-origin-missing", "cors-origin-mismatch", "cors-origin-list",
        "cors-wildcard-with-credentials", "cors-credentials-missing", "cors-preflight-refused",
        "cors-preflight-uncached",
        "cors-origin-without-vary", "cors-null-origin", "cors-credentials-malformed",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let response = exchange.responseHead else { return [] }
        var notes = NoteList(exchange)
        let fields = response.fields
        let range = fields.range(named: "access-control-allow-origin")
        let request = exchange.requestHead.flatMap { CORSRequest($0, url: exchange.reference) }
        if let request, !request.isSameOrigin {
            verdict(CORSCheck(request, response), request, response, range, &notes)
        } else if fields.first(named: "access-control-allow-origin") == "*",
            fields.first(named: "access-control-allow-credentials") == "true"
        {
            notes.response(
                "cors-wildcard-with-credentials", .bad, at: range, "A wildcard and credentials",
                "No browser accepts \("*") together with credentials. Name the origin.", "Fetch §4.9")
        }
        standing(fields, range, &notes)
        return notes.notes
    }

    /// What is wrong whoever asks.
    private static func standing(_ fields: FieldSection, _ range: Range<Int>?, _ notes: inout NoteList) {
        guard let value = fields.first(named: "access-control-allow-origin") else { return }
        if value == "null" {
            notes.response(
                "cors-null-origin", .warning, at: range, "Open to every sandbox",
                "Any page can make its origin \("null"), by a sandboxed frame: this allows everybody.", "Fetch §3.2.5")
        } else if value != "*",
            !FieldList.members(.vary, in: fields).contains(where: { $0 == "*" || $0.equalsIgnoringCase("origin") })
        {
            notes.response(
                "cors-origin-without-vary", .warning, at: range, "Vary is silent about Origin",
                """
                The answer names one origin, \(value). If it depends on who asks, a cache would give it to another \
                origin, which is then refused. Add \("Vary: Origin").
                """,
                "Fetch §3.2.5")
        }
        if let credentials = fields.first(named: "access-control-allow-credentials"), credentials != "true" {
            notes.response(
                "cors-credentials-malformed", .bad, at: fields.range(named: "access-control-allow-credentials"),
                "Only true counts",
                "\(credentials) has no effect: the value is \("true"), in lower case, or the field is left out.",
                "Fetch §3.2.3")
        }
    }

    private static func verdict(
        _ check: CORSCheck, _ request: CORSRequest, _ response: ResponseHead, _ range: Range<Int>?,
        _ notes: inout NoteList
    ) {
        let words = CORSReasoning.words(check, request, response)
        switch check.verdict {
        case .allowed:
            notes.response("cors-allowed", .good, at: range, "The page may read it", words, "Fetch §4.9")
            if request.isPreflight, !response.fields.contains(named: "access-control-max-age") {
                notes.response(
                    "cors-preflight-uncached", .info, "Asked again every few seconds",
                    "Without \("Access-Control-Max-Age") a browser keeps this leave for 5 seconds only.", "Fetch §3.2.3"
                )
            }
        case .noAllowOrigin:
            notes.response("cors-origin-missing", .warning, "The page may not read it", words, "Fetch §4.9")
        case .otherOrigin:
            notes.response("cors-origin-mismatch", .bad, at: range, "Another origin is allowed", words, "Fetch §4.9")
        case .severalOrigins:
            notes.response("cors-origin-list", .bad, at: range, "A list of origins", words, "Fetch §3.2.5")
        case .wildcardWithCredentials:
            notes.response(
                "cors-wildcard-with-credentials", .bad, at: range, "A wildcard and credentials", words, "Fetch §4.9")
        case .credentialsNotAllowed:
            notes.response(
                "cors-credentials-missing", .bad, at: range, "Credentials are not allowed", words, "Fetch §4.9")
        case .preflightStatus, .method, .field:
            notes.response("cors-preflight-refused", .bad, "The request will not be sent", words, "Fetch §4.8")
        }
    }
}

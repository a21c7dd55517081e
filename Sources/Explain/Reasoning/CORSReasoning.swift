import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// What a browser makes of a request from another origin: simple or with a preflight, and which line of the response
/// lets the page read it or does not.
package enum CORSReasoning {
    /// What a browser does with the answer for a page of another origin; nil when no other origin asked.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let head = exchange.requestHead else { return nil }
        guard let request = exchange.corsRequest(head) else {
            return exempt(head) ?? withoutOrigin(exchange)
        }
        var steps = StepCollector()
        if request.isSameOrigin {
            let text: Prose = "Origin \(request.origin) is the URL's own origin, so CORS does not apply."
            steps.add("origin", held: false, text, "Fetch §3.2")
            return Reasoning(.cors, text, steps: steps.steps)
        }
        steps.add(
            "origin", held: true,
            (CORSWords.page(request) + """
                 requests another origin, so the browser needs the server's permission
                """).asSentence,
            "Fetch §3.2")
        kind(request, exchange, &steps)
        guard let response = exchange.responseHead else {
            return Reasoning(.cors, "There is no response, so the page reads nothing.", steps: steps.steps)
        }
        let check = CORSCheck(request, response)
        let verdict = CORSWords.verdict(check, request, response, exchange.redirect)
        let isFailedPreflight = request.isPreflight && check.verdict != .allowed
        steps.judge(
            "check", check.verdict == .allowed,
            isFailedPreflight ? CORSWords.checked(check, request, response.status) : verdict, "Fetch §4.9")
        if check.verdict == .allowed, !request.isPreflight, exchange.redirect == nil {
            steps.add("fields", CORSWords.readable(response.fields, request), "Fetch §2.2.2")
        }
        return Reasoning(.cors, verdict, steps: steps.steps)
    }

    /// Why CORS has no say although a page of some origin asked; nil where it has none for want of an Origin.
    private static func exempt(_ head: RequestHead) -> Reasoning? {
        guard let origin = head.fields.first(named: "origin"), let reason = CORSRequest.exemption(of: head) else {
            return nil
        }
        let (text, spec): (Prose, String) =
            switch reason {
            case .webSocket:
                (
                    """
                    CORS does not apply to WebSockets: the page of \(origin) can read every message. Only the server \
                    can refuse the connection, by checking \("Origin").
                    """, "RFC 6455 §10.2"
                )
            case .navigation:
                (
                    """
                    CORS does not apply: the browser shows the response as a document, which no script of the origin \
                    reads.
                    """,
                    "Fetch §3.2"
                )
            case .opaque:
                (
                    """
                    CORS does not apply: the page of \(origin) used the mode \("no-cors"), in which scripts cannot \
                    read the response.
                    """, "Fetch §3.2"
                )
            case .form:
                (
                    """
                    A form or a script of \(origin) sent it, and nothing tells which. CORS does not apply to a form: \
                    the browser shows the response as a document.
                    """, "Fetch §3.2"
                )
            }
        return Reasoning(.cors, text, steps: [Reasoning.Step("origin", held: false, text, spec: spec)])
    }

    private static func withoutOrigin(_ exchange: FlowRecord) -> Reasoning? {
        guard let value = exchange.responseHead?.fields.first(named: "access-control-allow-origin") else { return nil }
        let text: Prose =
            "The request has no Origin, so \("Access-Control-Allow-Origin"): \(value) has no effect."
        return Reasoning(
            .cors, text, steps: [Reasoning.Step("origin", held: false, text, spec: "Fetch §3.2")])
    }

    private static func kind(_ request: CORSRequest, _ exchange: FlowRecord, _ steps: inout StepCollector) {
        if request.isPreflight {
            let method = request.wantedMethod ?? Bytes()
            steps.add(
                "preflight", held: true,
                """
                OPTIONS with \("Access-Control-Request-Method"): \(method): the browser asks whether the page may send \
                \(method) with \
                \(request.wantedFields.isEmpty ? "no fields of its own" : Prose.list(request.wantedFields)).
                """,
                "Fetch §4.8")
            return
        }
        switch request.cause {
        case nil:
            steps.add(
                "simple", held: true,
                "A form could send this method and these fields, so no preflight is needed.", "Fetch §2.2.2")
        case .method(let method)?:
            steps.add(
                "simple", held: false, "\(method) needs a preflight: only GET, HEAD and POST do not.", "Fetch §2.2.1")
        case .field(let name, _)? where name.equalsIgnoringCase("authorization"):
            // The line is named but not quoted: it is a secret, and its name is the reason.
            steps.add(
                "simple", held: false,
                "The field \(name) needs a preflight: it is not on the safe list.", "Fetch §2.2.2"
            )
        case .field(let name, let value)?:
            steps.add(
                "simple", held: false, "The field \(name): \(value) needs a preflight: it is not on the safe list.",
                "Fetch §2.2.2")
        }
        if request.hasCredentials {
            steps.add(
                "credentials", held: true,
                request.isOpaqueOrigin
                    ? "The request has a cookie, so \("*") is not enough to let the page read the response."
                    : "The request has a cookie, so the response must name the origin and allow credentials.",
                "Fetch §3.2.5")
        }
    }
}

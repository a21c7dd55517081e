import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about what a response tells caches, and what it fails to tell.
public enum CacheNotes: NoteSource {
    public static let codes = [
        "cache-lifetime", "cache-no-explicit-lifetime", "cache-heuristic", "cache-no-store", "cache-no-validator",
        "cache-stale-on-arrival", "cache-vary-star", "cache-authorization-private", "cache-authorization-shared",
        "cache-expires-invalid", "cache-expires-overridden", "cache-directive-unknown",
        "cache-directive-unknown-argument", "cache-directive-argument-missing", "cache-directive-repeated",
        "cache-directives-contradict", "cache-directive-of-requests", "cache-directive-of-responses",
        "cache-pragma-response", "cache-pragma-request", "cache-targeted", "cache-age-invalid", "cache-immutable-brief",
        "cache-only-if-cached",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        var notes = NoteList(exchange)
        request(exchange.requestFields, &notes)
        guard let response = exchange.responseHead else { return notes.notes }
        let control = CacheControl(response.fields)
        directives(control, response.fields, &notes)
        fields(control, response.fields, &notes)
        if exchange.method == .get, response.status == 200 { lifetime(exchange, response, control, &notes) }
        return notes.notes
    }

    // MARK: The request

    private static func request(_ request: FieldSection, _ notes: inout NoteList) {
        let range = request.range(.cacheControl)
        if range != nil {
            let control = CacheControl(request)
            if control.contains(.onlyIfCached) {
                notes.request(
                    "cache-only-if-cached", .info, at: range, "Asks the cache alone",
                    "\("only-if-cached") wants what is stored, or a 504; the server is not asked.", "RFC 9111 §5.2.1.7")
            }
            for directive in control.directives where isOfResponses(directive.known) {
                notes.request(
                    "cache-directive-of-responses", .warning, at: range, "A directive for responses",
                    "\(directive.name) means something in responses only; in a request it has no effect.",
                    "RFC 9111 §5.2.1")
            }
        } else if let pragma = request.first(.pragma), pragma.equalsIgnoringCase("no-cache") {
            notes.request(
                "cache-pragma-request", .info, at: request.range(.pragma), "Pragma is of the past",
                """
                \("Pragma: no-cache") was for caches of HTTP/1.0; today's pass it over. Say \
                \("Cache-Control: no-cache").
                """,
                "RFC 9111 §5.4")
        }
    }

    private static func isOfResponses(_ name: CacheControl.Name) -> Bool {
        switch name {
        case .sharedMaxAge, .private, .public, .mustRevalidate, .proxyRevalidate, .mustUnderstand, .immutable,
            .staleWhileRevalidate:
            true
        case .maxAge, .noStore, .noCache, .noTransform, .staleIfError, .maxStale, .minFresh, .onlyIfCached, .other:
            false
        }
    }

    // MARK: Directives

    private static func directives(_ control: CacheControl, _ response: FieldSection, _ notes: inout NoteList) {
        let range = response.range(.cacheControl)
        var seen: Set<Bytes> = []
        for directive in control.directives {
            if !seen.insert(directive.name.lowercased).inserted {
                notes.response(
                    "cache-directive-repeated", .warning, at: range, "A directive twice",
                    "\(directive.name) is there more than once. Caches take the first, or the strictest, or none.",
                    "RFC 9111 §4.2.1")
            }
            directiveNote(directive, range, &notes)
        }
        contradictions(control, range, &notes)
    }

    private static func directiveNote(
        _ directive: CacheControl.Directive, _ range: Range<Int>?, _ notes: inout NoteList
    ) {
        let name = directive.name.shortened
        switch directive.known {
        case .maxAge, .sharedMaxAge, .staleWhileRevalidate, .staleIfError:
            guard let argument = directive.argument else {
                notes.response(
                    "cache-directive-argument-missing", .bad, at: range, "A time is missing",
                    "\(name) needs a number of seconds, as in \(name + "=60").", "RFC 9111 §5.2")
                return
            }
            guard argument.isEmpty || !argument.allSatisfy(ASCII.isDigit) else { return }
            notes.response(
                "cache-directive-unknown-argument", .bad, at: range, "No number of seconds",
                """
                \(name)=\(argument.shortened): caches read whole seconds only, and take the response for stale \
                otherwise.
                """,
                "RFC 9111 §1.2.2")
        case .maxStale, .minFresh, .onlyIfCached:
            notes.response(
                "cache-directive-of-requests", .warning, at: range, "A directive for requests",
                "\(name) means something in requests only; in a response it has no effect.", "RFC 9111 §5.2.2")
        case .other:
            notes.response(
                "cache-directive-unknown", .info, at: range, "A directive of its own",
                "\(name) is not a directive that standards know; caches pass it over.", "RFC 9111 §5.2.3")
        case .noStore, .noCache, .private, .public, .mustRevalidate, .proxyRevalidate, .mustUnderstand, .noTransform,
            .immutable:
            return
        }
    }

    private static func contradictions(_ control: CacheControl, _ range: Range<Int>?, _ notes: inout NoteList) {
        func note(_ text: Prose) {
            notes.response(
                "cache-directives-contradict", .warning, at: range, "Directives that do not go together", text,
                "RFC 9111 §5.2.2")
        }
        if control.contains(.noStore), !control.contains(.mustUnderstand) {
            let others = control.directives.filter { [.maxAge, .sharedMaxAge, .public, .immutable].contains($0.known) }
            if !others.isEmpty { note("\("no-store") makes " + .list(others.map(\.name)) + " idle: nothing is kept.") }
        }
        if control.contains(.public), control.containsUnqualified(.private) {
            note("\("public") and \("private") exclude each other; caches take the stricter, \("private").")
        }
        if control.containsUnqualified(.private), control.contains(.sharedMaxAge) {
            note("\("s-maxage") speaks to shared caches, which \("private") keeps out.")
        }
    }

    // MARK: Other fields

    private static func fields(_ control: CacheControl, _ response: FieldSection, _ notes: inout NoteList) {
        if VarySelection.fields(of: response).contains("*") {
            notes.response(
                "cache-vary-star", .warning, at: response.range(.vary), "Never used again",
                """
                \("Vary: *") says that more than the request decides, so no cache ever answers with it. If \
                nothing is to be kept, say \("no-store").
                """,
                "RFC 9110 §12.5.5")
        }
        if let pragma = response.first(.pragma), !response.contains(.cacheControl) {
            notes.response(
                "cache-pragma-response", .warning, at: response.range(.pragma), "Pragma means nothing here",
                """
                \("Pragma: " + pragma.shortened) was never defined for responses. Say \
                \("Cache-Control: no-cache") or \("no-store").
                """,
                "RFC 9111 §5.4")
        }
        if let line = response.line(named: "cdn-cache-control") {
            notes.response(
                "cache-targeted", .info, at: line.value, "For a CDN alone",
                """
                CDNs take \("CDN-Cache-Control: " + response.value(of: line).shortened) in place of \
                Cache-Control; all other caches, and the verdicts here, pass it over.
                """,
                "RFC 9213 §3")
        }
        if let age = response.first(.age), age.isEmpty || !age.allSatisfy(ASCII.isDigit) {
            notes.response(
                "cache-age-invalid", .bad, at: response.range(.age), "Age is no number",
                """
                \("Age: " + age.shortened) is not one whole number of seconds; of a list the first counts, \
                anything else is passed over.
                """,
                "RFC 9111 §5.1")
        }
        guard let expires = response.first(.expires) else { return }
        let range = response.range(.expires)
        if control.contains(.maxAge) {
            notes.response(
                "cache-expires-overridden", .info, at: range, "Expires does not count",
                "\("max-age") is there, so Expires is for caches of HTTP/1.0 only.", "RFC 9111 §5.3")
        } else if HTTPDate.parse(expires, now: 0) == nil {
            notes.response(
                "cache-expires-invalid", .warning, at: range, "Expires is no date",
                """
                \("Expires: " + expires.shortened) is no date, which caches take for the past. When that is \
                meant, \("Cache-Control: no-cache") says it.
                """,
                "RFC 9111 §5.3")
        }
    }

    // MARK: The lifetime

    private static func lifetime(
        _ exchange: FlowRecord, _ response: ResponseHead, _ control: CacheControl, _ notes: inout NoteList
    ) {
        let (personal, shared) = exchange.freshness(of: response)
        let range = response.fields.range(.cacheControl) ?? response.fields.range(.expires)
        authorization(exchange, personal: personal, shared: shared, range, &notes)
        guard personal.isKept else {
            if case .refused(.responseNoStore) = personal.storability {
                notes.response(
                    "cache-no-store", .info, at: range, "Kept by nobody",
                    "\("no-store") keeps it out of every cache: each request fetches it anew.", "RFC 9111 §5.2.2.5")
            }
            return
        }
        guard personal.validation != .always, !personal.variesOnEverything else { return }
        switch personal.lifetime.source {
        case .none:
            notes.response(
                "cache-no-explicit-lifetime", .info, at: range, "No lifetime",
                """
                Nothing says how long this may be used: caches check it, or guess. Say \
                \("Cache-Control: max-age=…"), or \("no-cache").
                """,
                "RFC 9111 §4.2.1")
        case .heuristic(_, _):
            notes.response(
                "cache-heuristic", .warning, at: response.fields.range(.lastModified), "Caches guess",
                """
                Nothing gives a lifetime, so caches take a tenth of the time since Last-Modified: \
                \(personal.lifetime.seconds) seconds. Say \("Cache-Control: max-age=…").
                """,
                "RFC 9111 §4.2.2")
        case .sharedMaxAge, .maxAge, .expires:
            explicit(personal, control, range, response.fields, &notes)
        }
    }

    private static func explicit(
        _ freshness: Freshness, _ control: CacheControl, _ range: Range<Int>?, _ response: FieldSection,
        _ notes: inout NoteList
    ) {
        let lifetime = freshness.lifetime.seconds
        if freshness.isFresh {
            notes.response(
                "cache-lifetime", .good, at: range, "A lifetime is given",
                """
                It may be used for \(freshness.remaining) seconds without asking: \(lifetime) minus an age of \
                \(freshness.age.currentAge).
                """,
                "RFC 9111 §4.2")
        } else if lifetime > 0 {
            notes.response(
                "cache-stale-on-arrival", .warning, at: response.range(.age) ?? range, "Stale when it came",
                """
                Its age of \(freshness.age.currentAge) seconds is not below its lifetime of \(lifetime): a cache \
                on the way kept it too long, or a clock is wrong.
                """,
                "RFC 9111 §4.2.3")
        }
        if !response.contains(.etag), !response.contains(.lastModified) {
            notes.response(
                "cache-no-validator", .info, at: range, "Nothing to check it by",
                "Without ETag or Last-Modified it is fetched whole again once it is stale; with one, a 304 would do.",
                "RFC 9111 §4.3.1")
        }
        if control.contains(.immutable), lifetime < 86_400 {
            notes.response(
                "cache-immutable-brief", .info, at: range, "Immutable, and brief",
                """
                \("immutable") counts while the response is fresh, which is \(lifetime) seconds here; it is meant \
                for a year.
                """,
                "RFC 8246 §2")
        }
    }

    private static func authorization(
        _ exchange: FlowRecord, personal: Freshness, shared: Freshness, _ range: Range<Int>?,
        _ notes: inout NoteList
    ) {
        guard exchange.requestFields.contains(.authorization), personal.isKept else { return }
        if case .refused(.authorization) = shared.storability {
            notes.response(
                "cache-authorization-private", .info, at: range, "Kept for this user alone",
                """
                The request had Authorization, so shared caches do not keep the answer, unless \("public"), \
                \("s-maxage") or \("must-revalidate") is there.
                """,
                "RFC 9111 §3.5")
        } else if shared.isKept, shared.isFresh, shared.validation != .always {
            notes.response(
                "cache-authorization-shared", .warning, at: range, "Shared, though behind a password",
                """
                The request had Authorization, and a directive lets shared caches hand the answer to others, who \
                need not have any.
                """,
                "RFC 9111 §3.5")
        }
    }
}

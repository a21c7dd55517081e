import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about answers that send the client elsewhere.
public enum RedirectNotes: NoteSource {
    public static let codes = [
        "redirect-downgrade", "redirect-to-https", "redirect-method-changed", "redirect-method-kept", "redirect-loop",
        "redirect-permanent", "redirect-permanent-post", "redirect-other-origin",
        "redirect-location-repeated", "redirect-location-malformed", "redirect-location-credentials",
        "redirect-not-followed", "redirect-other-scheme", "redirect-cached",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let response = exchange.responseHead, (300..<400).contains(response.status), response.status != 304 else {
            return []
        }
        var notes = NoteList(exchange)
        let spec = RedirectWords.spec(response.status)
        let range = response.fields.range(.location)
        guard let redirect = exchange.redirect else {
            // A redirect without Location is told of by the notes on statuses.
            if ![301, 302, 303, 307, 308].contains(response.status) {
                notes.response(
                    "redirect-not-followed", .info, "No client follows this by itself",
                    "Clients do not act on \(response.status) alone; a person has to choose.", "RFC 9110 §15.4")
            }
            return notes.notes
        }
        location(redirect, response, range, &notes)
        method(redirect, exchange, range, &notes)
        origin(redirect, exchange, range, &notes)
        if redirect.isPermanent {
            let isKept = !response.fields.contains(.cacheControl) && !response.fields.contains(.expires)
            notes.response(
                "redirect-permanent", .info, at: range, "For good",
                RedirectWords.permanence(redirect)
                    + (isKept ? " Without Cache-Control, browsers remember it for long: hard to take back." : ""),
                spec)
        } else if case .value(let seconds) = CacheControl(response.fields).seconds(.maxAge), seconds > 0 {
            notes.response(
                "redirect-cached", .info, at: response.fields.range(.cacheControl), "Temporary, and remembered",
                "A cache may send clients to the new place for \(seconds) seconds without asking.", "RFC 9111 §4.2.1")
        }
        return notes.notes
    }

    private static func location(
        _ redirect: Redirect, _ response: ResponseHead, _ range: Range<Int>?, _ notes: inout NoteList
    ) {
        let lines = response.fields.lines.filter { $0.known == .location }
        if lines.count > 1 {
            notes.response(
                "redirect-location-repeated", .bad, at: lines[1].value, "More than one Location",
                "There are \(lines.count) Location fields; there may be one. Clients differ in which they take.",
                "RFC 9110 §10.2.2")
        }
        let reference = URLReference(redirect.location)
        if let defect = reference.firstDefect {
            notes.response(
                "redirect-location-malformed", .warning, at: range, "Location is no correct URL",
                """
                RFC 3986 does not allow byte \(defect.offset) of \(redirect.location.shortened). Percent-encode \
                it; clients differ in how they mend it.
                """,
                "RFC 3986 §2")
        }
        if let userinfo = reference.userinfo, !userinfo.isEmpty {
            notes.response(
                "redirect-location-credentials", .warning, at: range, "Credentials in Location",
                "The URL has a user name or password in it, which logs and histories keep.", "RFC 9110 §4.2.4")
        }
        if !redirect.target.hasScheme("http"), !redirect.target.hasScheme("https") {
            notes.response(
                "redirect-other-scheme", .warning, at: range, "Leads out of the web",
                """
                \(redirect.target.raw.shortened) is no http URL. Browsers hand it to another program, or refuse; \
                other clients stop.
                """,
                "RFC 9110 §10.2.2")
        }
    }

    private static func method(
        _ redirect: Redirect, _ exchange: FlowRecord, _ range: Range<Int>?, _ notes: inout NoteList
    ) {
        let words = RedirectWords.method(redirect, hasContent: exchange.requestHasContent)
        let spec = RedirectWords.spec(redirect.status)
        if redirect.rule == .postBecomesGet {
            notes.response("redirect-method-changed", .warning, at: range, "POST becomes GET", words, spec)
        } else if redirect.nextMethod != redirect.method {
            notes.response("redirect-method-changed", .info, at: range, "The method becomes GET", words, spec)
        } else if redirect.rule == .preserved, !redirect.method.isSafe {
            notes.response("redirect-method-kept", .good, at: range, "Method and content survive", words, spec)
        }
        if redirect.isPermanent, !redirect.method.isSafe {
            notes.response(
                "redirect-permanent-post", .warning, at: range, "A form that moved for good",
                """
                A permanent redirect of \(redirect.method.name) lets clients go to \
                \(redirect.target.raw.shortened) at once the next time. Change the form's address itself.
                """,
                spec)
        }
        if redirect.target.requestKey == exchange.reference.requestKey, redirect.nextMethod == redirect.method {
            notes.response(
                "redirect-loop", .bad, at: range, "Leads to itself",
                """
                Location is the URL that was asked for: without a cookie that changes the answer, it goes round \
                until the client gives up.
                """,
                "RFC 9110 §15.4")
        }
    }

    private static func origin(
        _ redirect: Redirect, _ exchange: FlowRecord, _ range: Range<Int>?, _ notes: inout NoteList
    ) {
        if redirect.isDowngrade {
            notes.response(
                "redirect-downgrade", .bad, at: range, "From https to http",
                """
                It leads to \(redirect.target.raw.shortened), without TLS: whoever is on the way can read and \
                change what follows.
                """,
                "RFC 9110 §4.2.2")
        } else if exchange.reference.hasScheme("http"), redirect.target.hasScheme("https") {
            notes.response(
                "redirect-to-https", .good, at: range, "From http to https",
                """
                Clients are led to TLS. To spare them the plain request the next time, send \
                Strict-Transport-Security over https.
                """,
                "RFC 6797 §7.2")
        }
        let isSameHost =
            redirect.target.bytes(redirect.target.host)?.isEqual(
                ignoringCase: exchange.reference.bytes(exchange.reference.host) ?? Bytes()) ?? false
        if redirect.changesOrigin, !isSameHost {
            notes.response(
                "redirect-other-origin", .info, at: range, "To another site",
                RedirectWords.origin(redirect, exchange.requestFields), "RFC 9110 §15.4")
        }
    }
}

import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about cookies being set and sent.
public enum CookieNotes: NoteSource {
    public static let codes = [
        "cookie-without-secure", "cookie-without-httponly", "cookie-without-samesite", "cookie-samesite-unknown",
        "cookie-samesite-none-insecure", "cookie-rejected-domain", "cookie-rejected-public-suffix",
        "cookie-rejected-secure", "cookie-rejected-prefix", "cookie-rejected-partitioned", "cookie-rejected-syntax",
        "cookie-lifetime-unreadable", "cookie-max-age-overrides", "cookie-lifetime-capped", "cookie-deleted",
        "cookie-attribute-obsolete", "cookie-attribute-unknown", "cookie-attribute-repeated",
        "cookie-attribute-ignored",
        "cookie-leading-dot", "cookie-nameless", "cookie-prefix-kept", "cookie-guarded", "cookie-cacheable",
        "cookie-set-twice", "cookie-fields-repeated", "cookie-sent-twice",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        var notes = NoteList(exchange)
        if exchange.requestFields.contains(.cookie) { sent(exchange.requestFields, &notes) }
        if let response = exchange.responseHead, response.fields.contains(.setCookie) {
            set(exchange, response, &notes)
        }
        return notes.notes
    }

    // MARK: Cookie

    private static func sent(_ request: FieldSection, _ notes: inout NoteList) {
        let lines = request.lines.filter { $0.known == .cookie }
        if lines.count > 1 {
            notes.request(
                "cookie-fields-repeated", .warning, at: lines[1].value, "More than one Cookie field",
                """
                The request has \(lines.count) Cookie fields. HTTP/1.1 clients send one; many servers read only \
                the first.
                """,
                "RFC 6265bis §5.8.1")
        }
        var seen: Set<Bytes> = []
        for pair in CookiePairs.parse(request) where !seen.insert(pair.name).inserted {
            notes.request(
                "cookie-sent-twice", .info, at: request.range(.cookie), "A name twice",
                """
                \(pair.name) is there more than once: set for two paths or two domains. Servers differ in which \
                they take.
                """,
                "RFC 6265bis §4.2.2")
            break
        }
    }

    // MARK: Set-Cookie

    private static func set(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        let context = exchange.cookieContext
        var seen: Set<Bytes> = []
        for line in response.fields.lines where line.known == .setCookie {
            let cookie = SetCookie(response.fields.unfoldedValue(of: line))
            let finding = Finding(cookie: cookie, context: context, range: line.value, now: exchange.responseSeconds)
            attributes(finding, &notes)
            if let reason = cookie.rejection(host: context.host, isSecure: context.isSecure) {
                rejected(reason, finding, &notes)
            } else {
                accepted(finding, isEncrypted: exchange.isEncrypted, &notes)
            }
            let identity = cookie.name.array + [0] + (cookie.domain ?? Bytes()) + [0] + (cookie.path ?? Bytes())
            if !seen.insert(Bytes(identity)).inserted {
                notes.response(
                    "cookie-set-twice", .warning, at: line.value, "Set twice in one response",
                    "\(cookie.name) is set again by this response; the last line counts. Servers should send one.",
                    "RFC 6265bis §4.1.1")
            }
        }
        cacheable(exchange, response, &notes)
    }

    private struct Finding {
        let cookie: SetCookie
        let context: CookieContext
        let range: Range<Int>
        let now: Int64

        var name: Prose { CookieWords.name(cookie.name, value: cookie.value) }
    }

    private static func rejected(_ reason: SetCookie.Rejection, _ finding: Finding, _ notes: inout NoteList) {
        let (code, summary, remedy): (String, Prose, Prose) =
            switch reason {
            case .controlCharacter, .tooLong, .empty, .domainNotASCII, .disguisedPrefix:
                ("cookie-rejected-syntax", "Browsers ignore it", "")
            case .publicSuffix:
                (
                    "cookie-rejected-public-suffix", "Domain is a top-level domain",
                    " Name the site, or leave Domain out."
                )
            case .foreignDomain:
                (
                    "cookie-rejected-domain", "A cookie for another site",
                    " Name this host or a parent of it, or leave Domain out."
                )
            case .secureOverPlain, .hidesSecure:
                ("cookie-rejected-secure", "Secure over plain http", " Set it over https.")
            case .sameSiteNoneWithoutSecure, .crossSite:
                ("cookie-samesite-none-insecure", "SameSite=None without Secure", " Add Secure.")
            case .securePrefix, .hostPrefix:
                (
                    "cookie-rejected-prefix", "The prefix is not fulfilled",
                    " Add what is missing, or choose another name."
                )
            case .partitionedWithoutSecure:
                ("cookie-rejected-partitioned", "Partitioned without Secure", " Add Secure.")
            }
        notes.response(
            code, .bad, at: finding.range, summary,
            "Browsers ignore " + finding.name + ". " + CookieWords.rejection(reason, finding.cookie, finding.context)
                + remedy,
            CookieWords.spec)
    }

    private static func accepted(_ finding: Finding, isEncrypted: Bool, _ notes: inout NoteList) {
        let cookie = finding.cookie
        if let expiry = cookie.expiry(now: finding.now), expiry <= finding.now {
            notes.response(
                "cookie-deleted", .info, at: finding.range, "Deletes the cookie",
                "The time of " + finding.name + " is over already: this is how a cookie is removed.", "RFC 6265bis §3.1"
            )
            return
        }
        guardNotes(finding, isEncrypted: isEncrypted, &notes)
        if let expiry = cookie.expiry(now: finding.now), expiry != cookie.storedExpiry(now: finding.now) {
            notes.response(
                "cookie-lifetime-capped", .info, at: finding.range, "Kept for 400 days at most",
                finding.name + " asks for a longer life than browsers give: 400 days.", "RFC 6265bis §5.5")
        }
        if cookie.name.isEmpty {
            notes.response(
                "cookie-nameless", .warning, at: finding.range, "A cookie without a name",
                """
                There is no name before \("="), so \(cookie.value.shortened) is the value of a nameless cookie. \
                It comes back without \("=").
                """,
                "RFC 6265bis §5.6")
        }
        let name = cookie.name.lowercased.text
        if name.hasPrefix("__host-") || name.hasPrefix("__secure-") {
            notes.response(
                "cookie-prefix-kept", .good, at: finding.range, "The prefix is fulfilled",
                """
                The name \(cookie.name) is a promise: whoever sees it knows that the cookie was set with \
                Secure\(name.hasPrefix("__host-") ? ", by this very host, for all paths" : "").
                """,
                "RFC 6265bis §4.1.3")
        }
    }

    private static func guardNotes(_ finding: Finding, isEncrypted: Bool, _ notes: inout NoteList) {
        let cookie = finding.cookie
        let hasSite = cookie.sameSite != .unspecified
        if cookie.isSecure, cookie.isHTTPOnly, hasSite {
            notes.response(
                "cookie-guarded", .good, at: finding.range, "Well guarded",
                finding.name + " has Secure, HttpOnly and SameSite.", "RFC 6265bis §8.3")
            return
        }
        if isEncrypted, !cookie.isSecure {
            notes.response(
                "cookie-without-secure", .warning, at: finding.range, "Also goes over plain http",
                finding.name
                    + """
                     was set over https without Secure: a plain http request to the same host shows it to \
                    everybody on the way. Add Secure.
                    """,
                "RFC 6265bis §4.1.2.5")
        }
        if !cookie.isHTTPOnly {
            notes.response(
                "cookie-without-httponly", .info, at: finding.range, "Scripts can read it",
                "Any script of the page can read " + finding.name + ". When it is a key to a session, add HttpOnly.",
                "RFC 6265bis §4.1.2.6")
        }
        if !hasSite, !cookie.attributes.contains(where: { $0.name.equalsIgnoringCase("samesite") }) {
            notes.response(
                "cookie-without-samesite", .info, at: finding.range, "SameSite left to the browser",
                finding.name
                    + " does not say SameSite. Most browsers take it for Lax, some do not. Say which is meant.",
                "RFC 6265bis §4.1.2.7")
        }
    }

    private static func attributes(_ finding: Finding, _ notes: inout NoteList) {
        let cookie = finding.cookie
        var seen: Set<Bytes> = []
        for attribute in cookie.attributes {
            if !seen.insert(attribute.name.lowercased).inserted {
                notes.response(
                    "cookie-attribute-repeated", .warning, at: finding.range, "An attribute twice",
                    finding.name + " has \(attribute.name) more than once; the last one counts.", "RFC 6265bis §4.1.1")
            }
            attributeNote(attribute, finding, &notes)
        }
        if cookie.maxAge != nil, cookie.expires != nil {
            notes.response(
                "cookie-max-age-overrides", .info, at: finding.range, "Max-Age goes before Expires",
                finding.name
                    + " has both; Max-Age=\(cookie.maxAge ?? 0) counts, and Expires is for clients of before 2011.",
                "RFC 6265bis §4.1.2.2")
        }
    }

    private static func attributeNote(_ attribute: SetCookie.Attribute, _ finding: Finding, _ notes: inout NoteList) {
        let value = attribute.value ?? Bytes()
        switch attribute.meaning {
        case .expires(nil), .maxAge(nil):
            notes.response(
                "cookie-lifetime-unreadable", .bad, at: finding.range, "The lifetime cannot be read",
                """
                \(attribute.name)=\(value.shortened) is no \
                \(attribute.name.equalsIgnoringCase("expires") ? "date" : "whole number"), so it is ignored.
                """,
                "RFC 6265bis §5.6")
        case .sameSite(.unspecified):
            notes.response(
                "cookie-samesite-unknown", .warning, at: finding.range, "SameSite has another value",
                "\(value.shortened) is none of Strict, Lax and None; browsers do as if SameSite were not there.",
                "RFC 6265bis §5.6.7")
        case .domain where value.first == 0x2E:
            notes.response(
                "cookie-leading-dot", .info, at: finding.range, "A dot before Domain",
                """
                The dot of \(value.shortened) has no meaning any more: hosts below the domain get the cookie with \
                or without it.
                """,
                "RFC 6265bis §4.1.2.3")
        case .obsolete:
            notes.response(
                "cookie-attribute-obsolete", .info, at: finding.range, "An attribute of the past",
                "\(attribute.name): " + CookieWords.meaning(attribute, of: finding.cookie, now: finding.now),
                "RFC 2965 §3.2.2")
        case .unknown:
            notes.response(
                "cookie-attribute-unknown", .info, at: finding.range, "An attribute of its own",
                "\(attribute.name.shortened) is in no cookie standard; a browser may ignore it.", "RFC 6265bis §5.6")
        case .tooLong:
            notes.response(
                "cookie-attribute-ignored", .warning, at: finding.range, "An attribute too long",
                """
                \(attribute.name.shortened) has \(value.count) bytes; above \(SetCookie.attributeLimit) an \
                attribute is ignored.
                """,
                "RFC 6265bis §5.6")
        case .expires, .maxAge, .domain, .path, .secure, .httpOnly, .partitioned, .sameSite: break
        }
    }

    /// A cookie in a response that any cache may give to others.
    private static func cacheable(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        let shared = exchange.freshness(of: response).shared
        guard shared.isKept, shared.isFresh, shared.validation != .always else { return }
        notes.response(
            "cookie-cacheable", .warning, at: response.fields.range(.setCookie), "A cookie that caches may repeat",
            """
            Shared caches may keep this response for \(shared.remaining) seconds, and hand its cookie to \
            everybody who asks. Add \("Cache-Control: private"), or send the cookie with another response.
            """,
            "RFC 9111 §7.3")
    }
}

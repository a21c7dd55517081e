package import Bytes
import HTTPModel
package import HTTPSemantics

/// The words for what browsers make of answers to pages of other origins; the decisions are `CORSCheck`'s.
package enum CORSWords {
    /// `the page of https://a.example`; one without an origin of its own is none of any host.
    package static func page(_ request: CORSRequest) -> Prose {
        request.isOpaqueOrigin
            ? "a page without an origin of its own (\("null"): a sandboxed frame, a file)"
            : "a page of \(request.origin)"
    }

    static func verdict(
        _ check: CORSCheck, _ request: CORSRequest, _ response: ResponseHead, _ redirect: Redirect?
    ) -> Prose {
        let allowed = check.allowOrigin ?? Bytes()
        if request.isPreflight {
            guard check.verdict == .allowed else { return preflight(check, request, response.status) }
            return """
                The browser sends the request\(allowed == "*" ? " without credentials" as Prose : ""): \
                \("Access-Control-Allow-Origin") is \(allowed), and the method and fields are allowed.
                """
        }
        guard check.verdict == .allowed else {
            let reason = reason(check, request).asSentence
            // Fetch §4.4: the check comes before the redirect is followed.
            return redirect == nil
                ? reason + " The page cannot read the response."
                : reason + " The browser does not follow the redirect."
        }
        guard let redirect else {
            return "The page can read the response: \("Access-Control-Allow-Origin") is \(allowed)."
        }
        // Fetch §4.4: a request that another origin redirects elsewhere loses its origin.
        let origin: Prose =
            redirect.changesOrigin && !request.isOpaqueOrigin ? " The next request has \("Origin: null")." : ""
        return "The browser can follow the redirect: \("Access-Control-Allow-Origin") is \(allowed)." + origin
    }

    /// The "CORS-safelisted response-header names" (Fetch §2.2.2).
    private static let safelist: Set<Bytes> = [
        "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
    ]

    /// Which fields of a response that the page may read its scripts can read.
    static func readable(_ fields: FieldSection, _ request: CORSRequest) -> Prose {
        let exposed = Set(fields.list(named: "access-control-expose-headers").map(\.lowercased))
        // With credentials `*` is a name like any other.
        let areAll = exposed.contains("*") && !request.hasCredentials
        var seen: Set<Bytes> = []
        var (readable, hidden): ([Bytes], [Bytes]) = ([], [])
        for line in fields.lines {
            let name = fields.name(of: line)
            let lowercased = name.lowercased
            guard seen.insert(lowercased).inserted else { continue }
            // No script ever reads Set-Cookie (Fetch §2.2.2), and none needs the fields of CORS.
            if lowercased == "set-cookie" || lowercased.hasPrefix(ignoringCase: "access-control-") { continue }
            if areAll || safelist.contains(lowercased) || exposed.contains(lowercased) {
                readable.append(name)
            } else {
                hidden.append(name)
            }
        }
        let yes: Prose =
            readable.isEmpty ? "Scripts can read no field of it" : "Scripts can read \(Prose.list(readable))"
        guard !hidden.isEmpty else { return yes + "." }
        return yes + "; \("Access-Control-Expose-Headers") does not name " + .list(hidden) + "."
    }

    /// A preflight that fails: the browser does not send what it asked leave for (Fetch §4.8).
    package static func preflight(_ check: CORSCheck, _ request: CORSRequest, _ status: Int) -> Prose {
        var reason = reason(check, request)
        if check.verdict != .preflightStatus, !(200...299).contains(status) { reason = "status \(status); " + reason }
        if check.verdict == .preflightStatus { reason = "status \(status)" }
        let method: Prose = request.wantedMethod.map { "\($0)" } ?? "request"
        return "The preflight failed (" + reason + "): the browser does not send the " + method + "."
    }

    /// Why the check fails, where the conclusion says what follows.
    static func checked(_ check: CORSCheck, _ request: CORSRequest, _ status: Int) -> Prose {
        guard check.verdict != .preflightStatus else { return "The status is \(status), but a preflight needs 2xx." }
        // Which ones is in the conclusion.
        if case .notListed = check.verdict { return "The answer does not allow all that the browser asked for." }
        return reason(check, request).asSentence
    }

    /// What a server has to answer to this preflight.
    package static func remedy(_ request: CORSRequest) -> Prose {
        // Any sandboxed page has the origin null, so a server should not name it.
        var fields: [Prose] =
            request.isOpaqueOrigin
            ? ["\("Access-Control-Allow-Origin: *")"] : ["\("Access-Control-Allow-Origin: ")\(request.origin)"]
        if let method = request.wantedMethod, !CORSRequest.isSimple(method) {
            fields.append("\("Access-Control-Allow-Methods: ")\(method)")
        }
        if !request.wantedFields.isEmpty {
            fields.append("\("Access-Control-Allow-Headers: ")" + .list(request.wantedFields))
        }
        return fields.dropFirst().reduce(fields[0]) { $0 + ", " + $1 }
    }

    /// Why a check fails, as part of a sentence.
    package static func reason(_ check: CORSCheck, _ request: CORSRequest) -> Prose {
        let allowed = check.allowOrigin ?? Bytes()
        return switch check.verdict {
        case .allowed: "nothing forbids it"
        case .noAllowOrigin where request.isOpaqueOrigin: "there is no \("Access-Control-Allow-Origin")"
        case .noAllowOrigin: "there is no \("Access-Control-Allow-Origin"), which must name \(request.origin)"
        case .otherOrigin: "\("Access-Control-Allow-Origin") is \(allowed), not \(request.origin)"
        case .severalOrigins:
            "\("Access-Control-Allow-Origin") is \(allowed), more than one value; browsers accept one origin or \("*")"
        case .wildcardWithCredentials where request.isOpaqueOrigin:
            "\("Access-Control-Allow-Origin: *") is not enough for a request with credentials"
        case .wildcardWithCredentials:
            """
            \("Access-Control-Allow-Origin: *") is not enough for a request with credentials; it must name \
            \(request.origin)
            """
        case .credentialsNotAllowed:
            "the request has a cookie, and \("Access-Control-Allow-Credentials: true") is missing"
        case .preflightStatus: "the status must be 2xx"
        case .notListed(let missing): notListed(missing, check)
        }
    }

    private static func notListed(_ missing: CORSCheck.Missing, _ check: CORSCheck) -> Prose {
        var parts: [Prose] = []
        if let method = missing.method {
            parts.append("\(method) is not in \("Access-Control-Allow-Methods")" + wildcard(check, method: method))
        }
        if !missing.fields.isEmpty {
            let verb: Prose = missing.fields.count == 1 ? " is" : " are"
            parts.append(
                Prose.list(missing.fields) + verb + " not in \("Access-Control-Allow-Headers")"
                    + wildcard(check, fields: missing.fields))
        }
        return parts.dropFirst().reduce(parts.first ?? "") { $0 + "; " + $1 }
    }

    /// Why a `*` in the list does not count (Fetch §3.2.5, §4.8).
    package static func wildcard(_ check: CORSCheck, method: Bytes) -> Prose {
        check.hasIdleMethodWildcard ? ", and \("*") covers only requests without credentials" : ""
    }

    /// The same for fields.
    package static func wildcard(_ check: CORSCheck, fields: [Bytes]) -> Prose {
        guard check.hasIdleFieldWildcard else { return "" }
        return fields.allSatisfy { $0.equalsIgnoringCase("authorization") }
            ? ", and \("*") never covers it" : ", and \("*") covers only requests without credentials"
    }
}

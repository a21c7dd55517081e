public import Bytes
public import HTTPModel

/// Whether a response lets a page of another origin read it, and whether a preflight's answer permits the request that
/// is to follow (Fetch standard, "CORS check" and "CORS-preflight fetch").
public struct CORSCheck: Sendable, Hashable {
    /// Whether the page gets the answer, or why not.
    public enum Verdict: Sendable, Hashable {
        case allowed
        /// No Access-Control-Allow-Origin.
        case noAllowOrigin
        /// It names another origin.
        case otherOrigin
        /// More than one line or origin: no browser accepts a list.
        case severalOrigins
        /// `*` does not do for a request with credentials.
        case wildcardWithCredentials
        /// Access-Control-Allow-Credentials is not `true`.
        case credentialsNotAllowed
        /// Of a preflight: the status is not 2xx.
        case preflightStatus
        /// Of a preflight: the method is not in Access-Control-Allow-Methods.
        case method(Bytes)
        /// Of a preflight: this field is not in Access-Control-Allow-Headers.
        case field(Bytes)
    }

    /// Whether the page gets the answer, or why not.
    public let verdict: Verdict
    /// Access-Control-Allow-Origin, all of its lines as one; nil without one.
    public let allowOrigin: Bytes?
    /// It is `*` in the list that does not allow what the preflight asks for: a wildcard that does not count here.
    public let hasIdleWildcard: Bool

    /// Decides as a browser does (Fetch §4.9).
    public init(_ request: CORSRequest, _ response: ResponseHead) {
        let fields = response.fields
        let origins = fields.list(named: "access-control-allow-origin")
        let written = fields.first(named: "access-control-allow-origin")
        allowOrigin = origins.count > 1 ? Bytes(Array(origins.joined(separator: ", ".utf8))) : written
        verdict = Self.decide(request, response, fields, written)
        hasIdleWildcard =
            switch verdict {
            case .method: fields.list(named: "access-control-allow-methods").contains("*")
            case .field: fields.list(named: "access-control-allow-headers").contains("*")
            case .allowed, .noAllowOrigin, .otherOrigin, .severalOrigins, .wildcardWithCredentials,
                .credentialsNotAllowed, .preflightStatus:
                false
            }
    }

    private static func decide(
        _ request: CORSRequest, _ response: ResponseHead, _ fields: FieldSection, _ allowOrigin: Bytes?
    ) -> Verdict {
        guard let allowOrigin else { return .noAllowOrigin }
        if fields.list(named: "access-control-allow-origin").count > 1 { return .severalOrigins }
        let allowsCredentials = fields.first(named: "access-control-allow-credentials") == "true"
        // "If request's credentials mode is not include and origin is `*`, then return success": a preflight has no
        // cookies, so it is not known there whether the request will; without them it may be sent.
        if allowOrigin == "*" {
            if request.hasCredentials { return .wildcardWithCredentials }
        } else if allowOrigin != request.origin {
            return .otherOrigin
        } else if request.hasCredentials, !allowsCredentials {
            return .credentialsNotAllowed
        }
        guard request.isPreflight else { return .allowed }
        guard (200...299).contains(response.status) else { return .preflightStatus }
        // `*` is a wildcard only for requests without credentials, and only those pass where the origin is `*`.
        return preflight(request, fields, allowsWildcards: !allowsCredentials || allowOrigin == "*")
    }

    private static func preflight(
        _ request: CORSRequest, _ fields: FieldSection, allowsWildcards: Bool
    ) -> Verdict {
        let methods = fields.list(named: "access-control-allow-methods")
        if let wanted = request.wantedMethod, !methods.contains(wanted), !CORSRequest.isSimple(wanted),
            !(allowsWildcards && methods.contains("*"))
        {
            return .method(wanted)
        }
        let names = fields.list(named: "access-control-allow-headers")
        for wanted in request.wantedFields {
            if names.contains(where: { $0.equalsIgnoringCase(wanted) }) { continue }
            // `*` does not cover Authorization.
            if allowsWildcards, names.contains("*"), !wanted.equalsIgnoringCase("authorization") { continue }
            return .field(wanted)
        }
        return .allowed
    }
}

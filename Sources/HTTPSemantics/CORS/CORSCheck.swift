public import Bytes
public import HTTPModel

/// Whether a page of another origin may read a response, and whether the response to a preflight permits the actual
/// request (Fetch standard, "CORS check" and "CORS-preflight fetch").
public struct CORSCheck: Sendable, Hashable {
    /// Whether the page may read the response, or why not.
    public enum Verdict: Sendable, Hashable {
        case allowed
        /// No Access-Control-Allow-Origin.
        case noAllowOrigin
        /// It names another origin.
        case otherOrigin
        /// More than one line or origin: no browser accepts a list.
        case severalOrigins
        /// `*` is not enough for a request with credentials.
        case wildcardWithCredentials
        /// Access-Control-Allow-Credentials is not `true`.
        case credentialsNotAllowed
        /// For a preflight: the status is not 2xx.
        case preflightStatus
        /// For a preflight: the method or fields that the lists do not allow.
        case notListed(Missing)
    }

    /// What a preflight asks permission for but does not get. A browser stops at the first; to repair the server, you
    /// need all.
    public struct Missing: Sendable, Hashable {
        /// Not in Access-Control-Allow-Methods; nil when the method is allowed.
        public let method: Bytes?
        /// Not in Access-Control-Allow-Headers.
        public let fields: [Bytes]

        /// The method and fields that are not allowed.
        public init(method: Bytes?, fields: [Bytes]) {
            self.method = method
            self.fields = fields
        }
    }

    /// Whether the page may read the response, or why not.
    public let verdict: Verdict
    /// Access-Control-Allow-Origin, with all its lines joined; nil without one.
    public let allowOrigin: Bytes?
    /// Access-Control-Allow-Methods has a `*` that does not allow the method, because the wildcard does not apply here.
    public let hasIdleMethodWildcard: Bool
    /// The same for Access-Control-Allow-Headers and a field.
    public let hasIdleFieldWildcard: Bool

    /// Decides as a browser does (Fetch §4.9).
    public init(_ request: CORSRequest, _ response: ResponseHead) {
        let fields = response.fields
        let origins = fields.list(named: "access-control-allow-origin")
        let written = fields.first(named: "access-control-allow-origin")
        allowOrigin = origins.count > 1 ? Bytes(Array(origins.joined(separator: ", ".utf8))) : written
        verdict = Self.decide(request, response, fields, written)
        let missing: Missing? = if case .notListed(let missing) = verdict { missing } else { nil }
        hasIdleMethodWildcard =
            missing?.method != nil && fields.list(named: "access-control-allow-methods").contains("*")
        hasIdleFieldWildcard =
            missing?.fields.isEmpty == false && fields.list(named: "access-control-allow-headers").contains("*")
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
        let method = request.wantedMethod.flatMap { wanted in
            methods.contains(wanted) || CORSRequest.isSimple(wanted) || allowsWildcards && methods.contains("*")
                ? nil : wanted
        }
        let names = Set(fields.list(named: "access-control-allow-headers").map(\.lowercased))
        let lacking = request.wantedFields.filter { wanted in
            // `*` does not cover Authorization.
            !names.contains(wanted.lowercased)
                && !(allowsWildcards && names.contains("*") && !wanted.equalsIgnoringCase("authorization"))
        }
        return method == nil && lacking.isEmpty ? .allowed : .notListed(Missing(method: method, fields: lacking))
    }
}

public import Bytes

/// The kinds of names that HTTP and related protocols define, each with its table.
///
/// A fact about a name is written once, in one row of one table; recognition, traits, words and checks use it. The
/// tables are text in `Tables`, one row for each name (`TableReader` describes its form). They are read on first use,
/// so that a run without a look-up costs nothing. Names, numbers and references are facts from IANA's registries and
/// the named documents; all sentences are Hark's own. Pure, and safe to use from anywhere.
///
/// The words of this target: a *term* is a name with its facts; a *trait* is a property for programs. A *standing* is
/// its status in a registry; a *need* is a field that it requires; a *reference* is where it is specified.
public enum Vocabulary: String, Sendable, CaseIterable {
    case methods, statuses, fields
    case requestDirectives, responseDirectives
    case schemes, contentCodings, transferCodings
    case policyDirectives, policyFeatures, transportDirectives
    case cookieAttributes, cookiePrefixes, rangeUnits, relations, wellKnownURIs, protocols
    case forwardedParameters, digestAlgorithms, preferences
    case frames, settings, errorCodes, http3Frames, http3Settings, http3Errors, closeCodes
    case tlsVersions, alerts, mediaTypes
    /// The words of Hark itself.
    case glossary

    /// The table of this kind.
    public var table: Table {
        switch self {
        case .methods: Tables.methods
        case .statuses: Tables.statuses
        case .fields: Tables.fields
        case .requestDirectives: Tables.requestDirectives
        case .responseDirectives: Tables.responseDirectives
        case .policyDirectives: Tables.policyDirectives
        case .policyFeatures: Tables.policyFeatures
        case .transportDirectives: Tables.transportDirectives
        case .schemes: Tables.schemes
        case .contentCodings: Tables.contentCodings
        case .transferCodings: Tables.transferCodings
        case .cookieAttributes: Tables.cookieAttributes
        case .cookiePrefixes: Tables.cookiePrefixes
        case .rangeUnits: Tables.rangeUnits
        case .relations: Tables.relations
        case .wellKnownURIs: Tables.wellKnownURIs
        case .protocols: Tables.protocols
        case .forwardedParameters: Tables.forwardedParameters
        case .digestAlgorithms: Tables.digestAlgorithms
        case .preferences: Tables.preferences
        case .frames: Tables.frames
        case .settings: Tables.settings
        case .errorCodes: Tables.errorCodes
        case .http3Frames: Tables.http3Frames
        case .http3Settings: Tables.http3Settings
        case .http3Errors: Tables.http3Errors
        case .closeCodes: Tables.closeCodes
        case .tlsVersions: Tables.tlsVersions
        case .alerts: Tables.alerts
        case .mediaTypes: Tables.mediaTypes
        case .glossary: Tables.glossary
        }
    }

    /// All terms, in the order of their table.
    public var terms: [Term] { table.terms }

    /// The term of this name: methods, ALPN identifiers and frames as written, all others in any case.
    public subscript(_ name: Bytes) -> Term? { table[name] }

    /// The term of this number, of a kind that is numbered.
    public subscript(_ number: Int) -> Term? { table[number] }

    /// The name of the kind for `hark explain`: `cookie-attribute`.
    public var word: String {
        switch self {
        case .methods: "method"
        case .statuses: "status"
        case .fields: "header"
        case .requestDirectives: "request-directive"
        case .responseDirectives: "directive"
        case .policyDirectives: "csp-directive"
        case .policyFeatures: "permission"
        case .transportDirectives: "hsts-directive"
        case .schemes: "scheme"
        case .contentCodings: "coding"
        case .transferCodings: "transfer-coding"
        case .cookieAttributes: "cookie-attribute"
        case .cookiePrefixes: "cookie-prefix"
        case .rangeUnits: "range-unit"
        case .relations: "relation"
        case .wellKnownURIs: "well-known"
        case .protocols: "protocol"
        case .forwardedParameters: "forwarded-parameter"
        case .digestAlgorithms: "digest"
        case .preferences: "preference"
        case .frames: "frame"
        case .settings: "setting"
        case .errorCodes: "error-code"
        case .http3Frames: "http3-frame"
        case .http3Settings: "http3-setting"
        case .http3Errors: "http3-error"
        case .closeCodes: "close-code"
        case .tlsVersions: "tls-version"
        case .alerts: "alert"
        case .mediaTypes: "media-type"
        case .glossary: "glossary"
        }
    }

    /// The same for a sentence: `There is no cache directive …`.
    public var phrase: String {
        switch self {
        case .methods: "method"
        case .statuses: "status code"
        case .fields: "field"
        case .requestDirectives: "cache directive of requests"
        case .responseDirectives: "cache directive of responses"
        case .policyDirectives: "directive of Content-Security-Policy"
        case .policyFeatures: "feature of Permissions-Policy"
        case .transportDirectives: "directive of Strict-Transport-Security"
        case .schemes: "authentication scheme"
        case .contentCodings: "content coding"
        case .transferCodings: "transfer coding"
        case .cookieAttributes: "cookie attribute"
        case .cookiePrefixes: "prefix of cookie names"
        case .rangeUnits: "range unit"
        case .relations: "link relation"
        case .wellKnownURIs: "well-known URI"
        case .protocols: "protocol of TLS's ALPN"
        case .forwardedParameters: "parameter of Forwarded"
        case .digestAlgorithms: "digest algorithm"
        case .preferences: "preference"
        case .frames: "HTTP/2 frame"
        case .settings: "HTTP/2 setting"
        case .errorCodes: "HTTP/2 error code"
        case .http3Frames: "HTTP/3 frame"
        case .http3Settings: "HTTP/3 setting"
        case .http3Errors: "HTTP/3 error code"
        case .closeCodes: "WebSocket close code"
        case .tlsVersions: "version of TLS"
        case .alerts: "TLS alert"
        case .mediaTypes: "media type"
        case .glossary: "word of Hark"
        }
    }
}

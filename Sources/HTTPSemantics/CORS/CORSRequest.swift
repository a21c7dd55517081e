public import Bytes
public import HTTPModel
import Registry

/// A cross-origin request of a browser (Fetch standard, "HTTP fetch" and "CORS-preflight fetch").
public struct CORSRequest: Sendable, Hashable {
    /// What makes a preflight necessary.
    public enum Cause: Sendable, Hashable {
        /// A method other than GET, HEAD, POST.
        case method(Bytes)
        /// The first field that is not safelisted, or whose value is not.
        case field(name: Bytes, value: Bytes)
    }

    /// The value of Origin.
    public let origin: Bytes
    /// The URL's scheme, host and port are those of `Origin`: CORS does not apply.
    public let isSameOrigin: Bool
    /// Whether it is a preflight: OPTIONS with Access-Control-Request-Method.
    public let isPreflight: Bool
    /// For a preflight: the method of the actual request.
    public let wantedMethod: Bytes?
    /// The fields that a preflight asks permission for.
    public let wantedFields: [Bytes]
    /// nil for a request that needs no preflight.
    public let cause: Cause?
    /// The request carries a cookie, so the page asked for credentials.
    public let hasCredentials: Bool

    /// Why CORS does not apply to a request with an Origin.
    public enum Exemption: Sendable, Hashable {
        /// A WebSocket: the page can read every message (RFC 6455 §10.2).
        case webSocket
        /// The browser shows the response as a document; no script of the origin reads it (HTML standard, "navigate").
        case navigation
        /// No script can read the response, whatever its fields say ("no-cors").
        case opaque
        /// A form or a script can have sent it, and nothing tells which: CORS applies only to the script.
        case form
    }

    /// Why CORS does not apply to the request; nil if it does, or if this is unknown (Fetch §2.2.5, "mode").
    public static func exemption(of request: RequestHead) -> Exemption? {
        if request.asksForWebSocket { return .webSocket }
        guard let mode = request.fields.first(named: "sec-fetch-mode") else {
            // Older browsers say no mode; this field goes with navigations only (Upgrade Insecure Requests §3.2.1).
            if request.fields.contains(named: "upgrade-insecure-requests") { return .navigation }
            return isAsForm(request) ? .form : nil
        }
        if mode.equalsIgnoringCase("websocket") { return .webSocket }
        if mode.equalsIgnoringCase("navigate") { return .navigation }
        return mode.equalsIgnoringCase("no-cors") ? .opaque : nil
    }

    /// Whether the request is what a form of another page sends, which browsers send with its Origin too: a POST with a
    /// form's type and no other field of a script's (HTML standard, "form submission"). Scripts that set no Accept send
    /// `*/*`, a form names `text/html`.
    private static func isAsForm(_ request: RequestHead) -> Bool {
        let fields = request.fields
        guard request.method == .post, fields.contains(.contentType), scriptField(in: fields) == nil else {
            return false
        }
        let accepted = fields.list(named: "accept")
        return accepted.isEmpty || accepted.contains { MediaType($0).is("text", "html") }
    }

    /// The first field that no form sends, and no browser by itself.
    private static func scriptField(in fields: FieldSection) -> FieldLine? {
        fields.lines.first { line in
            let name = fields.name(of: line)
            return !isSetByBrowser(name) && !isSafelisted(name, fields.value(of: line))
        }
    }

    /// nil if there is no Origin, so that no script of another origin sent it, or if CORS does not apply.
    ///
    /// - Parameter knowsScheme: false when the URL's scheme was assumed; a page and a URL that differ only in it count
    ///   as one origin.
    public init?(_ request: RequestHead, url: URLReference, knowsScheme: Bool = true) {
        guard let origin = request.fields.first(named: "origin"), Self.exemption(of: request) == nil else { return nil }
        self.origin = origin
        let page = URLReference(origin)
        isSameOrigin = page.hasSameOrigin(as: url) || (!knowsScheme && page.isOrigin(of: url))
        wantedMethod = request.fields.first(named: "access-control-request-method")
        isPreflight = Self.isPreflight(request.method, request.fields)
        wantedFields = request.fields.list(named: "access-control-request-headers")
        hasCredentials = request.fields.contains(.cookie)
        if isPreflight {
            cause = nil
        } else if !Self.isSimple(request.method.name) {
            cause = .method(request.method.name)
        } else {
            cause = Self.scriptField(in: request.fields).map {
                .field(name: request.fields.name(of: $0), value: request.fields.value(of: $0))
            }
        }
    }

    /// Whether it is a preflight: OPTIONS with Access-Control-Request-Method (Fetch §4.8). Browsers do not follow its
    /// redirects.
    public static func isPreflight(_ method: Method, _ request: FieldSection) -> Bool {
        method == .options && request.contains(named: "origin")
            && request.contains(named: "access-control-request-method")
    }

    /// The page has no origin of its own: a sandboxed frame, a file, a redirect through a third origin.
    public var isOpaqueOrigin: Bool { origin == "null" }

    /// A "CORS-safelisted method".
    public static func isSimple(_ method: Bytes) -> Bool {
        method == "GET" || method == "HEAD" || method == "POST"
    }

    /// A "CORS-safelisted request-header".
    static func isSafelisted(_ name: Bytes, _ value: Bytes) -> Bool {
        guard value.count <= 128 else { return false }
        if name.equalsIgnoringCase("accept") { return !value.contains(where: isUnsafe) }
        if name.equalsIgnoringCase("accept-language") || name.equalsIgnoringCase("content-language") {
            return value.allSatisfy { byte in
                ASCII.isAlpha(byte) || ASCII.isDigit(byte) || " *,-.;=".utf8.contains(byte)
            }
        }
        if name.equalsIgnoringCase("content-type") {
            let type = MediaType(value)
            return !value.contains(where: isUnsafe)
                && (type.is("application", "x-www-form-urlencoded") || type.is("multipart", "form-data")
                    || type.is("text", "plain"))
        }
        if name.equalsIgnoringCase("range") {
            guard let range = RangeRequest(value), range.specs.count == 1, case .from = range.specs[0] else {
                return false
            }
            return true
        }
        return false
    }

    /// A "CORS-unsafe request-header byte".
    private static func isUnsafe(_ byte: UInt8) -> Bool {
        (byte < ASCII.space && byte != ASCII.tab) || "\"():<>?@[\\]{}".utf8.contains(byte) || byte == ASCII.delete
    }

    /// Fields that no script sets, or that browsers add by themselves: they never cause a preflight.
    static func isSetByBrowser(_ name: Bytes) -> Bool {
        if name.hasPrefix(ignoringCase: "sec-") || name.hasPrefix(ignoringCase: "proxy-") { return true }
        let traits = Vocabulary.fields[name]?.traits
        return traits?.contains(.browserOnly) == true || traits?.contains(.browserAdded) == true
    }
}

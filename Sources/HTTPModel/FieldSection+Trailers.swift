import Bytes

/// Fields that mean nothing, or something else, behind the content: they have to be known before it is read.
extension FieldSection {
    /// Whether a line of a trailer section is forbidden there (RFC 9110 §6.5.1). A recipient that merges trailers into
    /// the head would read a different message than one that does not.
    public func isForbiddenTrailer(_ line: FieldLine) -> Bool {
        switch line.known {
        // Message framing, and what belongs to one connection.
        case .contentLength, .transferEncoding, .connection, .keepAlive, .proxyConnection, .te, .trailer, .upgrade:
            true
        // Routing.
        case .host, .maxForwards: true
        // Authentication, and cookies, which serve it (RFC 6265 §4).
        case .authorization, .proxyAuthorization, .wwwAuthenticate, .proxyAuthenticate, .cookie, .setCookie: true
        // Request modifiers: controls and conditions.
        case .expect, .range, .ifNoneMatch, .ifModifiedSince, .pragma: true
        // Response controls.
        case .cacheControl, .expires, .location, .retryAfter, .vary, .age, .date: true
        // The content's format.
        case .contentType, .contentEncoding, .contentRange: true
        case .other: Self.forbidden.contains { name(of: line).equalsIgnoringCase($0) }
        case .etag, .lastModified, .via, .userAgent, .referer, .accept, .acceptEncoding, .acceptLanguage,
            .acceptRanges, .origin, .server:
            false
        }
    }

    /// The conditions that Hark does not know by sight.
    private static let forbidden: [StaticString] = ["if-match", "if-unmodified-since", "if-range"]
}

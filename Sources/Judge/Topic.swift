/// What a check is about; a list of checks has one file for each.
package enum Topic: String, Sendable, Hashable, CaseIterable {
    case api, authentication, caching, calls, compression, connection, content, cookies, cors, csp, dates, events
    case expectation, fields, framing, http2, methods, negotiation, privacy, ranges, redirects, security, statuses
    case timing, tls, urls, validators, webSocket

    /// What people call it, in lower case.
    package var word: String { self == .webSocket ? "websocket" : rawValue }
}

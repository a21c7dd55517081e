/// What a check is about; a list of checks has one file for each.
package enum Topic: String, Sendable, Hashable, CaseIterable {
    case authentication, caching, calls, compression, connection, content, cookies, cors, dates, events, expectation,
        framing, http2, methods
    case negotiation, privacy, ranges, redirects, security, statuses, timing, urls, validators, webSocket

    /// What people call it, in lower case.
    package var word: String { self == .webSocket ? "websocket" : rawValue }
}

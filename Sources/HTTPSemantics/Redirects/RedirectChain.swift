public import Bytes
public import HTTPModel

/// A chain of redirects that a client followed: each request is for the Location of the previous response.
public struct RedirectChain: Sendable {
    /// One exchange of the session, as far as redirects are concerned.
    public struct Hop: Sendable {
        /// Its position in the session, numbered by the caller.
        public let index: Int
        /// The requested URL.
        public let url: Bytes
        /// The method of the request.
        public let method: Method
        /// The request.
        public let request: FieldSection
        /// Whether the request had content.
        public let hasContent: Bool
        /// nil without a response.
        public let status: Int?
        /// The redirect of its response; nil when there is none.
        public let redirect: Redirect?
        /// In seconds since 1970.
        public let time: Int64
        /// How a browser's cache treats the response; nil without one.
        public let use: Freshness.Use?
        /// The browser made the response itself (`Redirect.isMadeByBrowser`).
        public let isMadeByBrowser: Bool

        /// One exchange, as redirects see it.
        public init(
            index: Int, url: Bytes, method: Method, request: FieldSection, hasContent: Bool, status: Int?,
            response: FieldSection?, time: Int64, use: Freshness.Use? = nil
        ) {
            self.use = use
            self.index = index
            self.url = url
            self.method = method
            self.request = request
            self.hasContent = hasContent
            self.status = status
            self.time = time
            redirect = status.flatMap { status in
                response.flatMap {
                    Redirect.of(method: method, request: request, status: status, response: $0, url: url)
                }
            }
            isMadeByBrowser =
                status.flatMap { status in
                    response.map { Redirect.isMadeByBrowser(status: status, response: $0) }
                } ?? false
        }
    }

    /// How a request differs from the one that the previous response requires.
    public enum Deviation: Sendable, Hashable {
        /// It was sent with another method than the status requires (RFC 9110 §15.4).
        case method(due: Method, sent: Method)
        /// The content was dropped, although 307, 308 and all methods but POST keep it.
        case contentMissing
        /// The method became GET, but the content was sent anyway.
        case contentKept
        /// Authorization was sent to another origin (RFC 9110 §15.4, §17.16.1).
        case authorizationKept
        /// The https URL of a page was sent as Referer over http (RFC 9110 §10.1.3).
        case refererTold
    }

    /// What the client did between two hops.
    public struct Step: Sendable {
        /// How the client deviated from the rules.
        public let deviations: [Deviation]
        /// Fields of the previous request that this one does not have, in their order.
        public let dropped: [Bytes]
    }

    /// How the chain ends.
    public enum Ending: Sendable, Hashable {
        /// A response that is not a redirect.
        case answered(Int)
        /// The session has no request for the target.
        case notFollowed
        case noResponse
    }

    /// The hops, in order.
    public fileprivate(set) var hops: [Hop]
    /// One for each hop but the first.
    public fileprivate(set) var steps: [Step] = []
    /// It asks again, with the same method, for what it asked for already.
    public fileprivate(set) var comesBack = false

    /// It returns to an earlier URL and never ends. A site that redirects once to test cookies also returns, but then
    /// answers.
    public var isLoop: Bool {
        if case .answered = ending { return false }
        return comesBack
    }

    /// The number of its redirects.
    public var redirects: Int { hops.count { $0.redirect != nil } }

    /// Browsers follow twenty redirects and fail at the next (Fetch standard, "HTTP-redirect fetch").
    public var isTooLong: Bool { redirects > Self.usualLimit }

    /// How the chain ends.
    public var ending: Ending {
        guard let last = hops.last, let status = last.status else { return .noResponse }
        return last.redirect == nil ? .answered(status) : .notFollowed
    }

    /// Browsers follow this many redirects (curl: 50).
    public static let usualLimit = 20

    /// All chains of a session, in the order of their first hops. A request continues a chain if it is for the target
    /// of its last redirect, at most `window` seconds later; of several, the one that began last.
    public static func find(in session: [Hop], window: Int64 = 60) -> [RedirectChain] {
        var trails: [RedirectChain] = []
        var targets = RedirectTargets(window: window)
        var seen: [Int: Set<Request>] = [:]
        for hop in session {
            guard hop.redirect != nil || !targets.isEmpty else { continue }
            let request = Request(key: RedirectTargets.key(hop.url), method: hop.method)
            var place = targets.follow(request.key, at: hop.time)
            if let place, let last = trails[place].hops.last { trails[place].append(hop, after: last) }
            guard let redirect = hop.redirect else { continue }
            if place == nil {
                trails.append(RedirectChain(hops: [hop]))
                place = trails.count - 1
            }
            guard let place else { continue }
            if !seen[place, default: []].insert(request).inserted { trails[place].comesBack = true }
            let target = redirect.target.requestKey
            // A redirect to what was asked for already comes back even when nobody follows it.
            if seen[place]?.contains(Request(key: target, method: redirect.nextMethod)) == true {
                trails[place].comesBack = true
            }
            targets.remember(target, mark: place, at: hop.time)
        }
        return trails
    }

    private struct Request: Hashable {
        let key: Bytes
        let method: Method
    }

    private mutating func append(_ hop: Hop, after last: Hop) {
        hops.append(hop)
        guard let redirect = last.redirect else { return }
        steps.append(
            Step(deviations: Self.deviations(of: hop, after: last, redirect), dropped: Self.dropped(hop, last)))
    }

    private static func deviations(of hop: Hop, after last: Hop, _ redirect: Redirect) -> [Deviation] {
        var deviations: [Deviation] = []
        if hop.method != redirect.nextMethod { deviations.append(.method(due: redirect.nextMethod, sent: hop.method)) }
        if redirect.keepsContent, last.hasContent, !hop.hasContent { deviations.append(.contentMissing) }
        if !redirect.keepsContent, last.hasContent, hop.hasContent { deviations.append(.contentKept) }
        if redirect.changesOrigin, let credentials = last.request.first(.authorization),
            hop.request.first(.authorization) == credentials
        {
            deviations.append(.authorizationKept)
        }
        if redirect.isDowngrade, let referer = hop.request.first(.referer), referer.hasPrefix(ignoringCase: "https:") {
            deviations.append(.refererTold)
        }
        return deviations
    }

    /// Fields of the message and of its resource; not those that say where it goes, which each version and connection
    /// has in its own form.
    private static func dropped(_ hop: Hop, _ last: Hop) -> [Bytes] {
        // A recorder that lists no fields does not say that there were none.
        guard !hop.request.lines.isEmpty else { return [] }
        let kept = Set(hop.request.lines.map { hop.request.name(of: $0).lowercased })
        return last.request.lines.map { last.request.name(of: $0) }.filter { name in
            !kept.contains(name.lowercased) && name.first != ASCII.colon && !name.equalsIgnoringCase("host")
                && !name.equalsIgnoringCase("connection")
        }
    }
}

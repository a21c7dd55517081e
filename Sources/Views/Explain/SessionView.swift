package import Explain
package import Flow
import HTTPModel
import HTTPSemantics

/// The story of a whole session: what became of every cookie, what caches would have done, where redirects led, which
/// connections carried it. Owned by the command that prints one.
package struct SessionView {
    package var page: PageWriter
    private let session: [FlowRecord]
    private let past: [FlowRecord]
    private let since: UInt64?
    private let topics: Set<Reasoning.Topic>

    /// The chapters, in their order.
    package static let chapters: [Reasoning.Topic] = [.redirects, .cookies, .caching, .connection]

    /// - Parameters:
    ///   - session: the flows that are shown, in the order of recording.
    ///   - past: flows that are not shown, but decide about the cookies of those that are; each has an `index` below
    ///     0.
    ///   - since: not all flows before this number are known; nil where all are.
    package init(
        _ session: [FlowRecord], after past: [FlowRecord] = [], since: UInt64? = nil, style: Style, width: Int?,
        topics: Set<Reasoning.Topic> = [], hiding hidden: HiddenValues = .none
    ) {
        page = PageWriter(style: style, width: width, hiding: hidden)
        self.session = session
        self.past = past
        self.since = since
        self.topics = topics
    }

    package mutating func show() {
        let journeys = tells(.redirects) ? RedirectChain.find(in: session) : []
        let stories = tells(.cookies) ? cookieStories() : []
        if topics.isEmpty { short(session, stories, redirects: journeys.reduce(0) { $0 + $1.entries.count - 1 }) }
        if tells(.redirects) { redirects(journeys) }
        if tells(.cookies) { cookies(stories) }
        if tells(.caching) { caching() }
        if tells(.connection) { connections() }
    }

    private func tells(_ topic: Reasoning.Topic) -> Bool { topics.isEmpty || topics.contains(topic) }

    // MARK: Chapters

    private mutating func redirects(_ journeys: [RedirectChain]) {
        page.heading("Redirects")
        if journeys.isEmpty { page.prose("There were no redirects.", at: 2) }
        let numbers = Dictionary(session.map { ($0.index, $0.id) }, uniquingKeysWith: { first, _ in first })
        for journey in journeys {
            JourneyLines(journey, journey.entries.compactMap { numbers[$0] }).write(to: &page)
        }
        page.newline()
    }

    /// Those of the exchanges that are shown.
    private func cookieStories() -> [CookieStory.Entry] {
        let known = (past + session).sorted { $0.id.number < $1.id.number }
        return CookieStory(known, since: since).entries.filter { $0.index >= 0 }
    }

    private mutating func cookies(_ entries: [CookieStory.Entry]) {
        page.heading("Cookies")
        var isSilent = true
        var told = ToldCookies()
        for (exchange, entry) in zip(session, entries) where !entry.isSilent {
            isSilent = false
            title(exchange)
            CookieLines(entry).write(to: &page, after: &told)
        }
        if isSilent { page.prose("No cookie was set or sent.", at: 2) }
        page.newline()
    }

    private mutating func caching() {
        page.heading("Caching")
        page.prose(
            """
            For each request, what a browser's cache (private) and a proxy's cache (shared) would do if they had \
            stored the earlier exchanges: fetch from the server, revalidate, or answer from the cache.
            """,
            at: 2, ink: .quiet)
        let story = CacheStory(session)
        for (exchange, entry) in zip(session, story.entries) where exchange.responseHead != nil {
            title(exchange)
            CacheLines(entry).write(to: &page)
        }
        if story.privateSavings == story.sharedSavings {
            saved(story.privateSavings, "Either cache")
        } else {
            saved(story.privateSavings, "A private cache")
            saved(story.sharedSavings, "A shared cache")
        }
        page.newline()
    }

    private mutating func saved(_ savings: CacheStory.Savings, _ cache: String) {
        guard savings.requests > 0 || savings.validations > 0 else {
            let none =
                cache == "Either cache"
                ? "Neither cache would have saved anything." : cache + " would have saved nothing."
            return page.prose(Prose(stringLiteral: none), at: 2)
        }
        let isMore = savings.requests > 0
        let checks: Prose =
            isMore ? "\(savings.validations) more" : "\(Self.count(savings.validations, "request"))"
        var prose = Prose(stringLiteral: cache)
        if isMore { prose = prose + " would have saved \(Self.count(savings.requests, "request"))" }
        if savings.validations > 0 {
            prose = prose + (isMore ? ", and answered " : " would have answered ") + checks + " after a revalidation"
        }
        page.prose(prose + (savings.bytes > 0 ? ": \(size(savings.bytes)) less to transfer." : "."), at: 2)
    }

    private mutating func connections() {
        page.heading("Connections")
        let connections = SessionContext(session).byConnection
        if connections.isEmpty { page.prose("The recording does not say which connection was used.", at: 2) }
        for carried in connections {
            guard let id = carried.first?.connection?.upstream else { continue }
            let list =
                carried.prefix(24).map { "#\($0.id.number)" }.joined(separator: ", ")
                + (carried.count > 24 ? ", …" : "")
            page.prose("Connection \(id) was used for \(Self.count(carried.count, "exchange")): \(list)", at: 2)
        }
        page.newline()
    }

    // MARK: Pieces

    private mutating func title(_ exchange: FlowRecord) {
        EntryTitle(exchange).write(to: &page)
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func size(_ bytes: UInt64) -> String {
        Quantity.size(bytes)
    }
}

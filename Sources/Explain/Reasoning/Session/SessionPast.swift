package import Flow

/// What of a session bears on the verdicts about some of its flows: the earlier flows that set their cookies or filled
/// caches for their URLs, however long ago, and from when on the session is known without a gap.
package struct SessionPast: Sendable {
    package static let none = SessionPast(flows: [], since: nil)

    /// In the order of their numbers, without content.
    package let flows: [FlowRecord]
    /// Not all flows before this number are known: some were evicted, deleted, not kept, or lie too far back to be
    /// looked at. nil: the session is known from its first flow on.
    package let since: UInt64?

    package init(flows: [FlowRecord], since: UInt64?) {
        self.flows = flows
        self.since = since
    }
}

extension SessionContext {
    /// The same where more is known of what came before.
    package func knowing(_ past: SessionPast) -> SessionContext {
        var context = self
        context.past = past
        return context
    }

    /// The same with a flow that is not among them yet, as the last.
    package func adding(_ record: FlowRecord) -> SessionContext {
        var own = record
        own.index = (exchanges.last?.index ?? -1) + 1
        return SessionContext(exchanges + [own], connections: records).knowing(past)
    }

    /// All that stories are told from.
    package var all: [FlowRecord] { past.flows + exchanges }

    /// What stories are told from, up to this place: what bears on it from before, and the exchanges.
    private func told(upTo place: Int) -> [FlowRecord] {
        guard exchanges.indices.contains(place) else { return [] }
        let first = exchanges[0].id
        var before = past.flows.filter { $0.id < first }
        for index in before.indices { before[index].index = index - before.count + exchanges[0].index }
        return before + exchanges[...place]
    }

    /// What became of the cookies of the exchange at this place.
    package func cookies(at place: Int) -> CookieStory.Entry? {
        CookieStory(told(upTo: place), since: past.since).entries.last
    }

    /// What caches would have done with the exchange at this place.
    package func caching(at place: Int) -> CacheStory.Entry? {
        // Of some exchanges it says nothing.
        CacheStory(told(upTo: place), since: past.since).entries.last.flatMap {
            $0.index == exchanges[place].index ? $0 : nil
        }
    }
}

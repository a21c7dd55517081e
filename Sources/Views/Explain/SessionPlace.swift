package import Explain
package import Flow
import HTTPModel
import HTTPSemantics

/// What the exchanges before one make of it: the journey it is a part of, its cookies against the jar, and what a cache
/// filled by them would have done.
package struct SessionPlace {
    private let context: SessionContext
    private let index: Int
    private let topics: Set<Reasoning.Topic>

    /// - Parameter index: of the exchange that it is about.
    package init(_ context: SessionContext, index: Int, topics: Set<Reasoning.Topic>) {
        self.context = context
        self.index = index
        self.topics = topics
    }

    private var session: [FlowRecord] { context.exchanges }

    package func write(to page: inout PageWriter) {
        guard tells(.redirects) || tells(.cookies) || tells(.caching) else { return }
        guard let place = session.firstIndex(where: { $0.index == index }) else { return }
        let exchange = session[place]
        let cookies = context.cookies(at: place)
        let caching = context.caching(at: place)
        let journey = tells(.redirects) ? journey : nil
        let told = cookies.flatMap { tells(.cookies) && (!$0.isSilent || !$0.jar.isEmpty) ? $0 : nil }
        // That nothing was stored yet adds nothing to what the page says of caching.
        let isFirst =
            caching?.privateCache.unknownBefore == nil && caching?.privateCache.verdict.ground == .nothingStored
            && caching?.shared.verdict.ground == .nothingStored
        let isTold = tells(.caching) && exchange.responseHead != nil && !isFirst
        let cached = isTold ? caching : nil
        guard journey != nil || told != nil || cached != nil else { return }
        page.heading("In this session")
        if let journey {
            let numbers = journey.entries.compactMap { entry in session.first { $0.index == entry }?.id }
            JourneyLines(journey, numbers, prefix: "Redirects: ").write(to: &page)
        }
        if let told {
            page.prose("Cookies, from the earlier exchanges", at: 2, ink: .strong)
            CookieLines(told, showsAttributes: false).write(to: &page)
        }
        if let cached {
            page.prose("A cache filled by the earlier exchanges", at: 2, ink: .strong)
            CacheLines(cached).write(to: &page)
        }
        page.newline()
    }

    private func tells(_ topic: Reasoning.Topic) -> Bool { topics.isEmpty || topics.contains(topic) }

    /// The redirects that led to this entry, or lead on from it; nil when it stands alone.
    private var journey: RedirectChain? {
        RedirectChain.find(in: session).first { $0.entries.count > 1 && $0.entries.contains(index) }
    }
}

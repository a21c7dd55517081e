package import Explain
package import Flow
import HTTPModel
import HTTPSemantics

/// What the exchanges before one make of it: the journey it is a part of, its cookies against the jar, and what a cache
/// filled by them would have done.
package struct SessionPlace {
    private let session: [FlowRecord]
    private let index: Int
    private let topics: Set<Reasoning.Topic>

    package init(session: [FlowRecord], index: Int, topics: Set<Reasoning.Topic>) {
        self.session = session
        self.index = index
        self.topics = topics
    }

    package func write(to page: inout PageWriter) {
        guard tells(.redirects) || tells(.cookies) || tells(.caching) else { return }
        let before = session.prefix { $0.index <= index }
        guard let exchange = before.last, exchange.index == index else { return }
        let cookies = CookieStory(Array(before)).entries.last
        let caching = CacheStory(Array(before)).entries.last
        let journey = tells(.redirects) ? journey : nil
        let told = cookies.flatMap { tells(.cookies) && (!$0.isSilent || !$0.jar.isEmpty) ? $0 : nil }
        // That nothing was stored yet adds nothing to what the page says of caching.
        let isFirst =
            caching?.privateCache.verdict.ground == .nothingStored && caching?.shared.verdict.ground == .nothingStored
        let isTold = tells(.caching) && exchange.responseHead != nil && !isFirst
        let cached = isTold ? caching : nil
        guard journey != nil || told != nil || cached != nil else { return }
        page.heading("In this session")
        if let journey {
            let numbers = journey.entries.compactMap { entry in session.first { $0.index == entry }?.id }
            JourneyLines(journey, numbers, prefix: "Redirects: ").write(to: &page)
        }
        if let told {
            page.prose("Cookies, given the exchanges before", at: 2, ink: .strong)
            CookieLines(told, showsAttributes: false).write(to: &page)
        }
        if let cached {
            page.prose("A cache filled by the exchanges before", at: 2, ink: .strong)
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

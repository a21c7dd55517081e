package import Explain
import Flow
import HTTPModel

/// What the entries before one make of it: its cookies against the jar, and what a cache filled by them would have done.
package struct SessionPlace {
    private let session: [RecordedExchange]
    private let index: Int
    private let topics: Set<Reasoning.Topic>

    package init(session: [RecordedExchange], index: Int, topics: Set<Reasoning.Topic>) {
        self.session = session
        self.index = index
        self.topics = topics
    }

    package func write(to page: inout PageWriter) {
        guard topics.isEmpty || topics.contains(.cookies) || topics.contains(.caching) else { return }
        let before = session.prefix { $0.index <= index }
        guard let exchange = before.last, exchange.index == index else { return }
        let cookies = CookieStory(Array(before)).entries.last
        let caching = CacheStory(Array(before)).entries.last
        page.heading("In this session")
        if topics.isEmpty || topics.contains(.cookies) {
            page.prose("Cookies, given the entries before", at: 2, ink: .strong)
            if let cookies, !cookies.isSilent || !cookies.jar.isEmpty {
                CookieLines(cookies).write(to: &page)
            } else {
                page.prose("None is set, none is sent, and none is due.", at: 6)
            }
        }
        if topics.isEmpty || topics.contains(.caching), exchange.response != nil, let caching {
            page.prose("A cache filled by the entries before", at: 2, ink: .strong)
            CacheLines(caching).write(to: &page)
        }
        page.newline()
    }
}

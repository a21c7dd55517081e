import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// What two caches would have done with one entry.
struct CacheLines {
    private let entry: CacheStory.Entry

    init(_ entry: CacheStory.Entry) {
        self.entry = entry
    }

    func write(to page: inout PageWriter) {
        let (own, common) = (entry.privateCache.line, entry.shared.line)
        if own == common {
            side("both", entry.privateCache, own, &page)
        } else {
            side("private", entry.privateCache, own, &page)
            side("shared", entry.shared, common, &page)
        }
    }

    private func side(_ name: String, _ side: CacheStory.Side, _ words: Prose, _ page: inout PageWriter) {
        page.pad(to: 6)
        page.raw(.quiet) { $0.wire(name) }
        page.pad(to: 14)
        page.raw(side.served == .no ? .quiet : .good) { $0.text(side.isMade ? "not sent" : side.served.word) }
        page.prose(words, at: 25)
    }
}

extension CacheVerdict.Served {
    /// Where the answer comes from.
    var word: StaticString {
        switch self {
        case .no: "fetched"
        case .fresh: "from cache"
        case .stale: "stale"
        case .validated: "checked"
        }
    }
}

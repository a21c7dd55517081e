package import Explain
package import Flow
import HTTPModel
import HTTPSemantics

/// The line that names an entry of a session.
package struct EntryTitle {
    private let exchange: FlowRecord

    package init(_ exchange: FlowRecord) {
        self.exchange = exchange
    }

    package func write(to page: inout PageWriter) {
        let number = String(exchange.index)
        page.pad(to: max(1, 5 - number.count))
        page.flow(Prose(stringLiteral: number), at: 1, ink: .quiet)
        page.pad(to: 6)
        page.flow("\(exchange.method.name) \(exchange.url.abbreviated(200))", at: 7, ink: .strong, quotes: .strong)
        page.prose(
            exchange.status.map { "\($0)" } ?? "no answer", at: 7,
            ink: (exchange.status ?? 600) >= 400 ? .bad : .quiet)
    }
}

/// One journey of redirects: its entries, and its story.
struct JourneyLines {
    private let journey: RedirectChain
    /// What stands before the entries where no heading says what they are.
    private let prefix: String

    init(_ journey: RedirectChain, prefix: String = "") {
        self.journey = journey
        self.prefix = prefix
    }

    func write(to page: inout PageWriter) {
        let entries = journey.entries.map(String.init).joined(separator: " → ")
        let noun = journey.entries.count == 1 ? "Entry " : "Entries "
        page.prose(Prose(stringLiteral: prefix + noun + entries), at: 2, ink: .strong)
        for line in journey.story {
            page.pad(to: 4)
            page.raw(.quiet) { $0.text("·") }
            page.prose(line, at: 6)
        }
    }
}

/// What became of the cookies of one entry.
package struct CookieLines {
    private let entry: CookieStory.Entry
    private let showsAttributes: Bool

    /// Attributes are told unless they stand beneath the lines of the message already.
    package init(_ entry: CookieStory.Entry, showsAttributes: Bool = true) {
        self.entry = entry
        self.showsAttributes = showsAttributes
    }

    package func write(to page: inout PageWriter) {
        if !entry.jar.isEmpty {
            page.flow("due:", at: 6, ink: .quiet)
            page.prose(.quoted(entry.jar.map { $0.abbreviated(60) }, separator: "; "), at: 11)
        }
        for (sending, line) in zip(entry.sendings, entry.lines) {
            mark(sending.isRight.map { $0 ? .good : .bad } ?? .info, line, &page)
        }
        for (setting, line) in zip(entry.settings, entry.lines.dropFirst(entry.sendings.count)) {
            // To set a cookie whose time is over is how a server removes one.
            if setting.step == "5.7: expired" {
                mark(.info, "\(setting.name) is removed. " + setting.text, &page)
            } else {
                mark(setting.isStored ? .good : .bad, line, &page)
            }
            // Of a cookie that is removed nothing but its end matters.
            for attribute in setting.attributes where showsAttributes && setting.step != "5.7: expired" {
                page.pad(to: 10)
                page.raw(.quiet) { $0.wire(attribute.name, limit: 14) }
                page.prose(attribute.meaning, at: 22)
            }
        }
    }

    private func mark(_ level: Note.Level, _ line: Prose, _ page: inout PageWriter) {
        page.pad(to: 6)
        page.raw(level.ink) { $0.wire(level.sign) }
        page.prose(line, at: 8)
    }
}

/// What two caches would have done with one entry.
package struct CacheLines {
    private let entry: CacheStory.Entry

    package init(_ entry: CacheStory.Entry) {
        self.entry = entry
    }

    package func write(to page: inout PageWriter) {
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
        page.raw(side.served == .no ? .quiet : .good) { $0.text(side.served.word) }
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

extension Prose {
    static func quoted(_ items: [String], separator: String) -> Prose {
        var pieces: [Piece] = []
        for item in items {
            if !pieces.isEmpty { pieces.append(.text(separator)) }
            pieces.append(.code(item))
        }
        return Prose(pieces: pieces)
    }
}

package import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// The line that names an entry of a session.
package struct EntryTitle {
    private let exchange: RecordedExchange

    package init(_ exchange: RecordedExchange) {
        self.exchange = exchange
    }

    package func write(to page: inout PageWriter) {
        let number = String(exchange.index)
        page.pad(to: max(1, 5 - number.count))
        page.flow(Prose(stringLiteral: number), at: 1, ink: .quiet)
        page.pad(to: 6)
        page.flow("\(exchange.request.method.name) \(exchange.url.shown(200))", at: 7, ink: .strong, quotes: .strong)
        page.prose(
            exchange.response.map { "\($0.status)" } ?? "no answer", at: 7,
            ink: (exchange.response?.status ?? 600) >= 400 ? .bad : .quiet)
    }
}

/// What became of the cookies of one entry.
package struct CookieLines {
    private let entry: CookieStory.Entry

    package init(_ entry: CookieStory.Entry) {
        self.entry = entry
    }

    package func write(to page: inout PageWriter) {
        if !entry.jar.isEmpty {
            page.flow("due:", at: 6, ink: .quiet)
            page.prose(.quoted(entry.jar.map { $0.shown(60) }, separator: "; "), at: 11)
        }
        for (line, isRight) in zip(entry.lines, marks) {
            page.pad(to: 6)
            page.raw(isRight ? .good : .bad) { $0.wire(isRight ? "✓" : "✗") }
            page.prose(line, at: 8)
        }
        for setting in entry.settings {
            for attribute in setting.attributes {
                page.pad(to: 10)
                page.raw(.quiet) { $0.wire(attribute.name, limit: 14) }
                page.prose(attribute.meaning, at: 22)
            }
        }
    }

    /// For each of the entry's lines, whether all is as it should be.
    private var marks: [Bool] { entry.sendings.map(\.isRight) + entry.settings.map(\.isStored) }
}

/// What two caches would have done with one entry.
package struct CacheLines {
    private let entry: CacheStory.Entry

    package init(_ entry: CacheStory.Entry) {
        self.entry = entry
    }

    package func write(to page: inout PageWriter) {
        let (own, common) = (entry.personal.line, entry.shared.line)
        if own == common {
            side("any", entry.personal, &page)
        } else {
            side("private", entry.personal, &page)
            side("shared", entry.shared, &page)
        }
    }

    private func side(_ name: String, _ side: CacheStory.Side, _ page: inout PageWriter) {
        page.pad(to: 6)
        page.raw(.quiet) { $0.wire(name) }
        page.pad(to: 14)
        page.raw(side.served == .no ? .quiet : .good) { $0.wire(side.served.rawValue) }
        page.flow(side.line, at: 25)
        if let lifetime = side.lifetime, let age = side.age {
            page.flow("Age \(age) of \(lifetime) seconds.", at: 25, ink: .quiet)
        }
        page.newline()
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

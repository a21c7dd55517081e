import Bytes
package import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// What became of the cookies of one entry.
package struct CookieLines {
    private let entry: CookieStory.Entry
    private let showsAttributes: Bool
    /// Of more cookies in one response only the verdicts are told.
    private static let mostInFull = 20

    /// Attributes are told unless they stand beneath the lines of the message already.
    package init(_ entry: CookieStory.Entry, showsAttributes: Bool = true) {
        self.entry = entry
        self.showsAttributes = showsAttributes && entry.settings.count <= Self.mostInFull
    }

    package func write(to page: inout PageWriter) {
        if !entry.jar.isEmpty {
            page.flow("expected:", at: 6, ink: .quiet)
            page.prose(.quoted(entry.jar.map { $0.abbreviated(to: 60) }, separator: "; "), at: 16)
        }
        for (sending, line) in zip(entry.sendings, entry.lines) { mark(sending, line, &page) }
        settings(to: &page)
    }

    /// In a session: what is the same as in the exchanges before is counted, since a cookie is sent with each.
    package func write(to page: inout PageWriter, after told: inout ToldCookies) {
        var repeated: [(sending: CookieStory.Sending, count: Int)] = []
        for (sending, line) in zip(entry.sendings, entry.lines) {
            if told.isNew(line, of: sending.name) {
                mark(sending, line, &page)
            } else if let place = repeated.firstIndex(where: { $0.sending.isAlike(sending) }) {
                repeated[place].count += 1
            } else {
                repeated.append((sending, 1))
            }
        }
        for (sending, count) in repeated {
            let cookies: Prose = count == 1 ? "As before, 1 cookie" : "As before, \(count) cookies"
            mark(sending, cookies + sending.fate(of: count), &page)
        }
        settings(to: &page)
    }

    private func settings(to page: inout PageWriter) {
        for (setting, line) in zip(entry.settings, entry.lines.dropFirst(entry.sendings.count)) {
            // To set a cookie whose time is over is how a server removes one.
            if setting.isRemoval {
                mark(.info, "“\(setting.name)” is deleted. " + setting.text, &page)
            } else {
                mark(setting.doubt != nil ? .info : setting.isStored ? .good : .bad, line, &page)
            }
            // Of a cookie that is removed nothing but its end matters.
            for attribute in setting.attributes where showsAttributes && !setting.isRemoval {
                page.pad(to: 10)
                page.raw(.quiet) { $0.wire(attribute.name, limit: 14) }
                page.prose(attribute.meaning, at: 22)
            }
        }
    }

    private func mark(_ sending: CookieStory.Sending, _ line: Prose, _ page: inout PageWriter) {
        mark(sending.isRight.map { $0 ? .good : .bad } ?? .info, line, &page)
    }

    private func mark(_ level: Note.Level, _ line: Prose, _ page: inout PageWriter) {
        page.pad(to: 6)
        page.raw(level.ink) { $0.wire(level.sign) }
        page.prose(line, at: 8)
    }
}

/// What was said last of each cookie that a request had, or lacked.
package struct ToldCookies {
    private var lines: [Bytes: Prose] = [:]

    package init() {}

    /// Whether this is another sentence than the one before.
    mutating func isNew(_ line: Prose, of name: Bytes) -> Bool { lines.updateValue(line, forKey: name) != line }
}

extension CookieStory.Sending {
    fileprivate func isAlike(_ other: CookieStory.Sending) -> Bool {
        isSent == other.isSent && isRight == other.isRight
    }
}

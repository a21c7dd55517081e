package import Explain
import Flow
import HTTPModel
import HTTPSemantics

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
            page.flow("expected:", at: 6, ink: .quiet)
            page.prose(.quoted(entry.jar.map { $0.abbreviated(to: 60) }, separator: "; "), at: 16)
        }
        for (sending, line) in zip(entry.sendings, entry.lines) {
            mark(sending.isRight.map { $0 ? .good : .bad } ?? .info, line, &page)
        }
        for (setting, line) in zip(entry.settings, entry.lines.dropFirst(entry.sendings.count)) {
            // To set a cookie whose time is over is how a server removes one.
            if setting.step == "5.7: expired" {
                mark(.info, "\(setting.name) is deleted. " + setting.text, &page)
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

import Bytes
import Explain
import Flow
import HTTPModel

// The first lines of a session's story: how much there was, and what went wrong with responses and cookies.
extension SessionView {
    /// Of more of one kind, the rest is counted.
    private static let most = 5

    mutating func short(_ session: [FlowRecord], _ cookies: [CookieStory.Entry], redirects: Int) {
        page.heading("In short")
        let settings = cookies.flatMap(\.settings)
        let sent = cookies.reduce(0) { $0 + $1.sendings.count(where: \.isSent) }
        var amounts = ["\(Self.count(session.count, "exchange"))"]
        if redirects > 0 { amounts.append(Self.count(redirects, "redirect")) }
        if !settings.isEmpty { amounts.append("\(Self.count(settings.count, "cookie")) set") }
        if sent > 0 { amounts.append("\(Self.count(sent, "cookie")) sent") }
        page.prose(Prose(stringLiteral: amounts.joined(separator: ", ") + "."), at: 2)
        errors(session)
        faults(session, cookies)
        let kept = settings.count(where: { $0.isStored && $0.doubt == nil })
        if kept > 0, kept == settings.count {
            let text: Prose = kept == 1 ? "The cookie that was set is stored." : "All cookies that were set are stored."
            mark(.good, text)
        }
        page.newline()
    }

    private mutating func errors(_ session: [FlowRecord]) {
        let failed = session.filter { ($0.responseHead?.status ?? 0) >= 400 }
        guard !failed.isEmpty else { return }
        let named = failed.prefix(Self.most).map { "#\($0.id.number) (\($0.responseHead?.status ?? 0))" }
        let rest = failed.count > Self.most ? ", and \(failed.count - Self.most) more" : ""
        let what = failed.count == 1 ? "One response has an error status: " : "Responses with an error status: "
        mark(.warning, Prose(stringLiteral: what + named.joined(separator: ", ") + rest + "."))
    }

    /// Each cookie that was not stored, not deleted, or not sent as a browser would have.
    private mutating func faults(_ session: [FlowRecord], _ cookies: [CookieStory.Entry]) {
        var (told, count) = (ToldCookies(), 0)
        for (exchange, entry) in zip(session, cookies) {
            let isWrong =
                entry.sendings.map { $0.isRight == false }
                + entry.settings.map { !$0.isStored && $0.doubt == nil && !$0.isRemoval }
            let names = entry.sendings.map(\.name) + entry.settings.map(\.name)
            for ((name, line), isWrong) in zip(zip(names, entry.lines), isWrong) {
                guard isWrong, told.isNew(line, of: name) else { continue }
                count += 1
                if count <= Self.most { mark(.bad, "\(flow: Int(clamping: exchange.id.number)): " + line) }
            }
        }
        if count > Self.most {
            let rest = count - Self.most
            page.prose(rest == 1 ? "1 more is under Cookies." : "\(rest) more are under Cookies.", at: 4)
        }
    }

    private mutating func mark(_ level: Note.Level, _ line: Prose) {
        page.pad(to: 2)
        page.raw(level.ink) { $0.wire(level.sign) }
        page.prose(line, at: 4)
    }
}

import Bytes
import Explain
import Flow
import Views

/// Cookies by time: a line a cookie, a column an exchange that has to do with cookies. A value.
struct JarGrid {
    /// What became of a cookie in an exchange.
    enum Happening: CaseIterable {
        case set, replaced, removed, refused, sent, withheld, missing, wrong

        var sign: String {
            switch self {
            case .set: "◆"
            case .replaced: "◈"
            case .removed: "✂"
            case .refused: "⊘"
            case .sent: "●"
            case .withheld: "○"
            case .missing: "✗"
            case .wrong: "!"
            }
        }

        var words: String {
            switch self {
            case .set: "set"
            case .replaced: "replaced"
            case .removed: "removed"
            case .refused: "refused"
            case .sent: "sent"
            case .withheld: "correctly not sent"
            case .missing: "missing"
            case .wrong: "sent, but should not have been"
            }
        }

        var ink: Ink {
            switch self {
            case .set, .sent: .good
            case .replaced: .notice
            case .removed, .withheld: .quiet
            case .refused: .warning
            case .missing, .wrong: .bad
            }
        }
    }

    /// By number, in their order.
    let exchanges: [UInt64]
    /// In the order in which they were met; what happened by number of the exchange.
    private(set) var cookies: [(name: Bytes, cells: [UInt64: [Happening]])] = []

    private static let nameWidth = 24
    private static let mostCookies = 200

    /// - Parameters:
    ///   - flows: in their order; those that are shown have an `index` from 0 on.
    ///   - since: not all flows before this number are known.
    init(_ flows: [FlowRecord], since: UInt64? = nil) {
        var exchanges: [UInt64] = []
        var places: [Bytes: Int] = [:]
        var kept: Set<Bytes> = []
        var cookies = cookies
        func add(_ name: Bytes, _ what: Happening, _ number: UInt64) {
            let place = places[name] ?? cookies.count
            if place == cookies.count {
                guard cookies.count < Self.mostCookies else { return }
                places[name] = place
                cookies.append((name, [:]))
            }
            cookies[place].cells[number, default: []].append(what)
        }
        for (flow, entry) in zip(flows, CookieStory(flows, since: since).entries) {
            guard entry.index >= 0 else {
                for setting in entry.settings where setting.isStored { kept.insert(setting.name) }
                continue
            }
            guard !(entry.settings.isEmpty && entry.sendings.isEmpty) else { continue }
            let number = flow.id.number
            exchanges.append(number)
            for sending in entry.sendings { add(sending.name, Self.happening(sending), number) }
            for setting in entry.settings {
                let isRemoval = setting.isRemoval
                let isKnown = kept.contains(setting.name)
                if setting.isStored { kept.insert(setting.name) } else if isRemoval { kept.remove(setting.name) }
                add(
                    setting.name, setting.isStored ? (isKnown ? .replaced : .set) : isRemoval ? .removed : .refused,
                    number)
            }
        }
        self.exchanges = exchanges
        self.cookies = cookies
    }

    private static func happening(_ sending: CookieStory.Sending) -> Happening {
        if sending.isSent { return sending.isExpected == false ? .wrong : .sent }
        return sending.isExpected == true ? .missing : .withheld
    }

    /// The newest exchanges, as many as there is room for; nothing where no exchange has a cookie.
    func write(to page: inout PageWriter) {
        guard let highest = exchanges.max(), !cookies.isEmpty else { return }
        let width = max(String(highest).count + 2, 4)
        let room = max(1, (page.width - Self.nameWidth - 2) / width)
        let shown = exchanges.suffix(room)
        page.heading(
            shown.count < exchanges.count
                ? "By time: the last \(shown.count) of \(exchanges.count) exchanges with cookies" : "By time")
        page.pad(to: Self.nameWidth)
        for number in shown { page.raw(.quiet) { $0.wire("#\(number)".padded(to: width)) } }
        page.newline()
        var met: Set<Happening> = []
        for cookie in cookies where shown.contains(where: { cookie.cells[$0] != nil }) {
            page.pad(to: 2)
            page.raw { $0.wire(cookie.name, limit: Self.nameWidth - 4) }
            for (place, number) in shown.enumerated() {
                guard let cell = cookie.cells[number] else { continue }
                page.pad(to: Self.nameWidth + place * width)
                for what in cell.prefix(width - 1) { page.raw(what.ink) { $0.wire(what.sign) } }
                met.formUnion(cell)
            }
            page.newline()
        }
        let legend = Happening.allCases.filter(met.contains).map { "\($0.sign) \($0.words)" }
        page.prose(Prose(stringLiteral: legend.joined(separator: " · ")), at: 2, ink: .quiet)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

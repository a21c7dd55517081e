package import Filter
import Library
package import Page
import Workbench

/// The screen: keys go in, and what happened; it changes; a grid comes out. What it has to know comes by orders, which
/// whoever runs it has answered. A value, pure: the same keys and answers give the same grid.
package struct ScreenModel: Sendable {
    package private(set) var size: ScreenSize
    let look: ScreenLook
    let reader: FilterReader
    let showsSecrets: Bool
    /// A web page is served beside, or can be.
    let hasPage: Bool

    var session: PageSession
    var flowCount: Int
    var openCount = 0
    var rate = 0.0

    // The list.
    var view: PageView
    /// Goes up with each filter, so that late answers to an earlier one are known.
    var viewNumber = 0
    var filterText = ""
    var filterWords = ""
    var isFinding = false
    /// Enter was pressed while nothing was found yet.
    var opensWhenFound = false
    /// Flows were deleted since the last answer.
    var isShrunk = false
    var tickCount: UInt64 = 0
    /// Flows of the last ticks: a view that is being made has to know of them.
    var recent = RecentFlows()
    var rows: [UInt64: ScreenRow] = [:]
    /// The exchange that is sent again when the same key is pressed once more.
    var askedToResend: UInt64?
    /// The request that was edited, and is sent when a person says so.
    var edited: ReplayedRequest?
    var sorting = Sorting.recorded
    var choice = ListChoice.usual
    /// The waterfall begins at the session's first moment, not at the first visible row.
    var isSinceFirst = false
    /// The list was sorted: what is first is selected.
    var startsAtTop = false
    /// Asked for, and not answered yet.
    var asked: Set<UInt64> = []
    var gone: Set<UInt64> = []
    var top = 0
    var cursor = 0
    var isFollowing: Bool
    var marked: [UInt64] = []
    /// The newest flow.
    var last: UInt64 = 0
    var ghosts = ListGhosts()

    var exchange: OpenExchange?
    var front = Front.list
    /// Rules in force, and messages they hold; nil: no proxy runs, or nothing was told yet.
    var ruleNews: PageRuleNews?
    var notice: Notice?
    var finder = TextFinder()

    /// What stands before the list.
    enum Front: Sendable {
        case list
        case filter(FilterLine)
        case help(first: Int)
        case palette(Palette)
        case page(OpenPage)
        case copying(isFile: Bool, chosen: Int)
        case projector(Projector)
        case rules(OpenRules)
    }

    struct Notice: Sendable {
        let text: String
        let isBad: Bool
    }

    var orders: [ScreenOrder] = []
    /// Since the last drawing.
    package var isChanged = true
    package var hasEnded = false

    /// - Parameter clock: by which filters know what today is.
    package init(
        _ session: PageSession, size: ScreenSize, look: ScreenLook, reader: FilterReader = FilterReader(),
        showsSecrets: Bool = false, hasPage: Bool = false
    ) {
        self.session = session
        self.size = size
        self.look = look
        self.reader = reader
        self.showsSecrets = showsSecrets
        self.hasPage = hasPage
        flowCount = session.flowCount
        isFollowing = session.kind == .live
        view = Self.emptyView
        find("")
    }

    private static let emptyView = PageView(
        id: 0, filter: .everything, clock: FilterClock(now: 0), order: nil, numbers: [], bound: 0)

    // MARK: Keys

    package mutating func press(_ key: ScreenKey) {
        isChanged = true
        notice = nil
        defer { settle() }
        guard !size.isTooSmall else {
            if key == .character("q") { hasEnded = true }
            return
        }
        if let request = edited { return decide(request, key) }
        if let line = finder.line { return press(key, in: line) }
        switch front {
        case .filter(let line): press(key, in: line)
        case .palette(let palette): press(key, in: palette)
        case .help(let first): pressInHelp(key, first)
        case .page(let page): press(key, in: page)
        case .copying(let isFile, let chosen): pressInCopying(key, isFile: isFile, chosen)
        case .projector(let projector): press(key, in: projector)
        case .rules(let open): press(key, in: open)
        case .list: pressInList(key)
        }
    }

    private mutating func pressInList(_ key: ScreenKey) {
        var places: [KeyMap.Place] = [.list, .anywhere]
        if let exchange {
            places = exchange.isLensOn ? [.bytes, .exchange, .anywhere, .list] : [.exchange, .list, .anywhere]
        }
        guard let command = KeyCommand.find(key, in: places) else { return }
        perform(command.name, key)
    }

    /// Does what a command of the key map does.
    mutating func perform(_ command: String, _ key: ScreenKey) {
        if command != "resend" { askedToResend = nil }
        if performMove(command) || performInExchange(command, key) || performOnScreens(command) { return }
        switch command {
        case "filter": write(FilterLine(filterText))
        case "back": goBack()
        case "keys": front = .help(first: 0)
        case "commands": front = .palette(Palette())
        case "quit": hasEnded = true
        case "page": openPage()
        case "newSession": orders.append(.newSession)
        case "nextMatch": seek(by: 1)
        case "previousMatch": seek(by: -1)
        case "mark": mark()
        case "marked": showMarked()
        case "compare": compare()
        case "resend": resend()
        case "edit": edit()
        case "sort": sort()
        case "find": beginFinding()
        case "columns":
            choice = choice.next
            say(choice.words)
        case "hide": hide()
        case "tunnels": turnTunnels()
        case "scale":
            isSinceFirst.toggle()
            say(isSinceFirst ? "The waterfall begins with the session." : "The waterfall fits the visible rows.")
        case "copy", "save":
            if selected != nil { front = .copying(isFile: command == "save", chosen: 0) }
        default: break
        }
    }

    private mutating func goBack() {
        if exchange?.isLensOn == true {
            exchange?.isLensOn = false
        } else if exchange?.isZoomed == true, !size.isWide {
            exchange?.isZoomed = false
        } else if exchange != nil {
            exchange = nil
        } else if !filterText.isEmpty {
            find("")
        }
    }

    private mutating func openPage() {
        guard hasPage else {
            return say(
                """
                The web page is not enabled: use 'hark proxy --page', or 'hark page' for a recording.
                """, isBad: true)
        }
        orders.append(.openPage)
    }

    mutating func say(_ text: String, isBad: Bool = false) {
        notice = Notice(text: text, isBad: isBad)
        isChanged = true
    }

    // MARK: What happened

    /// The window has another size.
    package mutating func resize(to size: ScreenSize) {
        self.size = size
        isChanged = true
        settle()
    }

    /// Takes in what passed since the last time.
    package mutating func tick(_ tick: PageTick) {
        tickCount += 1
        let isNew = !tick.isEmpty
        flowCount += tick.began.count
        if openCount != tick.openCount { isChanged = true }
        openCount = tick.openCount
        if rate != tick.rate { isChanged = true }
        rate = tick.rate
        told(tick.change)
        ghosts.tick()
        take(tick)
        if isNew { isChanged = true }
        settle()
    }

    private mutating func told(_ change: LibraryChange) {
        switch change {
        case .none, .grown: break
        case .shrunk:
            isShrunk = true
            find(filterText)
        case .deleted:
            say("The session file was deleted. Data shown here is not stored.", isBad: true)
        case .replaced: say("The session file was replaced; open it again to see the new one.", isBad: true)
        case .damaged(let text): say(text, isBad: true)
        }
    }

    /// Takes in what came of an order.
    package mutating func take(_ answer: ScreenAnswer) {
        isChanged = true
        switch answer {
        case .found(let number, let numbers, let clock, let total): found(number, numbers, clock, total)
        case .matched(let number, let numbers):
            if number == viewNumber { grow { $0.append(numbers) } }
        case .rows(let numbers, let found): take(numbers, found)
        case .values(let field, let values):
            if case .filter(var line) = front {
                line.take(values, of: field)
                front = .filter(line)
            }
        case .tab, .lens: takeExchange(answer)
        case .page(let kind, let width, let text): take(kind, width, text)
        case .story(let number, let text): take(story: number, text)
        case .ghosts(let found): ghosts.take(found)
        case .sought(let number):
            if let number { select(number) } else { say("No further failure, status of 400 or more, or note.") }
        case .sent(let number): say(number.map { "Sent again, as #\($0)." } ?? "Sent again.")
        case .began(let session): begin(session)
        case .request(let request): orders.append(.editRequest(request))
        case .rules(let rules): take(rules)
        case .tried(let rule, let lines): take(tried: rule, lines)
        case .notice(let text, let isBad): say(text, isBad: isBad)
        }
        settle()
    }

    /// A sentence from elsewhere in the program.
    package mutating func tell(_ text: String) { say(text) }

    /// What is to be found out or done; each is told once.
    package mutating func takeOrders() -> [ScreenOrder] {
        defer { orders = [] }
        return orders
    }
}

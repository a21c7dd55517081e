import Bytes
import CNcurses
import Library
import Page
import Platform
import Rules
import Screen
import Workbench

/// What the thread does that owns the terminal: waits for keys and for whatever it is woken for, has the model changed,
/// paints. Made and used on that thread.
struct ScreenLoop {
    private var model: ScreenModel
    private let painter: ScreenPainter
    private let mail: ScreenMail
    private let work: ScreenWork
    private let live: LiveFlows?
    private let rules: (any PageRules)?
    private var rate = PageRate()
    private var change = LibraryChange.none
    // By the steady clock, in nanoseconds.
    private var lastFrame: UInt64 = 0
    private var lastTick: UInt64 = 0
    private var lastLook: UInt64 = 0
    private var tickInterval = Self.calm
    private var isForeground = true
    private var hasInput = false
    private var emptyReads = 0

    private static let frame: UInt64 = 50_000_000
    /// Between two looks at what passed; in a flood, that nobody could read, longer.
    private static let calm: UInt64 = 100_000_000
    private static let flood: UInt64 = 350_000_000
    private static let manyAtOnce = 40
    /// A screen of more cells than these is painted less often then, so that the terminal is not sent more.
    private static let cells = 3_600
    private static let second: UInt64 = 1_000_000_000
    /// A terminal that says there is something to read and has nothing is gone.
    private static let mostEmptyReads = 1_000

    init(
        _ model: ScreenModel, _ painter: ScreenPainter, _ mail: ScreenMail, _ work: ScreenWork, _ live: LiveFlows?,
        _ rules: (any PageRules)?
    ) {
        self.model = model
        self.painter = painter
        self.mail = mail
        self.work = work
        self.live = live
        self.rules = rules
    }

    /// Until a key, a letter or the loss of the terminal ends it.
    mutating func run() {
        live?.watch { [mail] in mail.tellNews() }
        defer { live?.watch(nil) }
        // The proxy listens already: what passed until now may not be in the file yet.
        if let live { model.takeMissed(live.recent) }
        lastLook = Clock.nanoseconds()
        while !model.hasEnded {
            for order in model.takeOrders() {
                switch order {
                case .editHeld(let flow): edit(flow)
                case .editRequest(let request): edit(request)
                default: work.perform(order)
                }
            }
            var now = Clock.nanoseconds()
            checkForeground()
            let isWritable = paint(now)
            guard wait(until: due(now, isWritable), wantsWriting: !isWritable) else { return }
            now = Clock.nanoseconds()
            readLetters()
            tick(now)
            look(now)
            if isForeground { readKeys() }
        }
    }

    // MARK: Waiting

    /// When there is something to do by itself; nil: never.
    private func due(_ now: UInt64, _ isWritable: Bool) -> UInt64? {
        var due: [UInt64] = []
        if model.isChanged, isForeground, isWritable { due.append(lastFrame + Self.frame) }
        if mail.hasNews || model.isWaiting || change != .none { due.append(lastTick + tickInterval) }
        if rate.value > 0 { due.append(lastTick + Self.second) }
        due.append(isForeground ? lastLook + Self.second : min(lastLook + Self.second, now + Self.second / 2))
        return due.min()
    }

    /// False when the terminal is gone.
    private mutating func wait(until due: UInt64?, wantsWriting: Bool) -> Bool {
        let now = Clock.nanoseconds()
        // Rounded up: a moment too early would be a turn for nothing.
        let timeout = due.map { $0 > now ? Int32(clamping: ($0 - now) / 1_000_000 + 1) : 0 } ?? -1
        var polls = [
            pollfd(fd: cncurses_waiting(), events: Int16(POLLIN), revents: 0),
            // Who is in the background must not read.
            pollfd(fd: isForeground ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wantsWriting && isForeground ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&polls, 3, timeout) >= 0 || errno == EINTR else { return false }
        hasInput = polls[1].revents & Int16(POLLIN) != 0
        return polls[1].revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
    }

    // MARK: The terminal

    /// Paints when it is time; false when the terminal takes nothing.
    private mutating func paint(_ now: UInt64) -> Bool {
        guard model.isChanged, isForeground, now >= lastFrame + Self.frame else { return true }
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 0) == 1, output.revents & Int16(POLLOUT) != 0 else { return false }
        painter.paint(model.draw())
        lastFrame = now
        return true
    }

    /// A terminal without jobs is always one's own.
    private static var ownsTerminal: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group < 0 || group == getpgrp()
    }

    /// In the background nothing is read or painted; brought back, all is painted anew.
    private mutating func checkForeground() {
        let isNow = Self.ownsTerminal
        guard isNow != isForeground else { return }
        isForeground = isNow
        if isNow { takeBack() }
    }

    private mutating func takeBack() {
        cncurses_resume()
        resize()
        painter.forget()
        model.isChanged = true
    }

    private mutating func resize() {
        var rows: Int32 = 0
        var columns: Int32 = 0
        cncurses_size(&rows, &columns)
        let size = ScreenSize(columns: Int(columns), rows: Int(rows))
        guard size != model.size else { return }
        cncurses_resize(Int32(size.rows), Int32(size.columns))
        painter.forget()
        model.resize(to: size)
    }

    private mutating func readKeys() {
        var isEmpty = true
        // So that a flood of keys does not keep the screen from being painted.
        for _ in 0..<256 {
            let number = cncurses_key()
            guard number >= 0 else { break }
            isEmpty = false
            if number == 0x1A {
                stopForNow()
            } else if number == 0x0C {
                painter.forget()
                model.isChanged = true
            } else if number == cncurses_mouse_key() {
                if let pointer = Self.pointer() { model.point(pointer) }
            } else if let key = Self.key(number) {
                model.press(key)
            }
            if model.hasEnded { return }
        }
        // A part of a key's sequence is no key either, but not for long.
        emptyReads = isEmpty && hasInput ? emptyReads + 1 : 0
        if emptyReads > Self.mostEmptyReads { model.hasEnded = true }
    }

    /// The keys that are no characters, in the order in which the shim knows them.
    private static let keys: [Int32: ScreenKey] = {
        let all: [ScreenKey] = [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .backTab, .backspace, .delete,
        ]
        return Dictionary(
            all.enumerated().map { (cncurses_key_number(Int32($0.offset)), $0.element) }, uniquingKeysWith: { $1 })
    }()

    private static func key(_ number: Int32) -> ScreenKey? {
        if number >= Int32(CNCURSES_KEY) { return keys[number] }
        return UInt32(exactly: number).flatMap { Unicode.Scalar($0) }.flatMap { ScreenKey($0) }
    }

    private static let wheelLines = 3

    private static func pointer() -> ScreenPointer? {
        var (row, column) = (Int32(0), Int32(0))
        switch cncurses_mouse(&row, &column) {
        case 1: return .press(row: Int(row), column: Int(column))
        case 4: return .wheel(by: -wheelLines, row: Int(row), column: Int(column))
        case 5: return .wheel(by: wheelLines, row: Int(row), column: Int(column))
        default: return nil
        }
    }

    /// As Ctrl-Z asks for.
    private mutating func stopForNow() {
        cncurses_stop()
        isForeground = Self.ownsTerminal
        if isForeground { takeBack() }
    }

    /// Gives the terminal to the editor of a person's choice: heads have many lines, and it is the one that `hark held`
    /// opens, too.
    private mutating func edit(_ flow: UInt64) {
        guard let rules, let message = whole(flow, rules) else { return }
        var body: Bytes?
        if case .read(let bytes) = message.body { body = bytes }
        let text = HeldText(head: message.head, body: body)
        cncurses_pause()
        defer { takeBack() }
        do {
            try MessageEditor.edit(text.bytes) { edited throws(ReplayProblem) in
                let (head, content) = text.parts(of: edited)
                do throws(PageError) {
                    try rules.decide(flow, .edit(head, content: content))
                } catch {
                    let place = error.line.map { "line \($0.number), column \($0.column): " } ?? ""
                    throw ReplayProblem("\(place)\(error.text) It is still held.")
                }
            }
        } catch let problem as ReplayProblem {
            model.tell(problem.text)
        } catch {
            // It was said already, why there is no editor.
        }
        model.told(rules.news())
    }

    /// Tenths of a second in which a body has to come that is edited, too: meanwhile nothing is drawn.
    private static let patience = 10

    /// A held message with its body; nil: it is not held, or its body is still on the way, which is said.
    private mutating func whole(_ flow: UInt64, _ rules: any PageRules) -> PageHeld? {
        func held() -> PageHeld? { rules.held().first { $0.flow == flow } }
        guard let message = held() else { return nil }
        guard case .unread = message.body, (try? rules.decide(flow, .readBody)) != nil else { return message }
        for _ in 0..<Self.patience {
            usleep(100_000)
            if let message = held() { return message }
        }
        model.tell("The body of #\(flow) is still on the way; the message is held again when it is complete.")
        return nil
    }

    /// Lets a person edit a request. It is sent when they say so: an editor can be left by mistake.
    private mutating func edit(_ request: ReplayedRequest) {
        cncurses_pause()
        defer { takeBack() }
        do {
            let edited = try MessageEditor.edit(request.bytes) { edited throws(ReplayProblem) in
                try request.edited(edited)
            }
            model.take(edited: edited)
        } catch let problem as ReplayProblem {
            model.tell(problem.text)
        } catch {
            // It was said already, why there is no editor.
        }
    }

    // MARK: Letters

    private mutating func readLetters() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { read(cncurses_waiting(), $0.baseAddress, $0.count) }
        for number in Set(bytes.prefix(max(0, count))) {
            switch Int32(number) {
            case SIGWINCH: if isForeground { resize() }
            case SIGTSTP: stopForNow()
            case SIGCONT: isForeground = false
            default: break
            }
        }
        for letter in mail.take() {
            switch letter {
            case .answer(let answer):
                model.take(answer)
                // What passed until now may not be in the file yet.
                if case .began = answer, let live { model.takeMissed(live.recent) }
            case .change(let found): change = found
            case .said(let text): model.tell(text)
            case .clipboard(let bytes):
                bytes.withUnsafeBytes { pointer in
                    pointer.withMemoryRebound(to: CChar.self) { cncurses_send($0.baseAddress, Int32($0.count)) }
                }
            case .stop: model.hasEnded = true
            }
        }
    }

    /// Takes in what passed.
    private mutating func tick(_ now: UInt64) {
        let isDue = mail.hasNews || model.isWaiting || change != .none
        let isResting = rate.value > 0 && now >= lastTick + Self.second
        guard isDue && now >= lastTick + tickInterval || isResting else { return }
        _ = mail.takeNews()
        var tick = live?.take() ?? PageTick()
        tick.change = change
        change = .none
        let before = rate.value
        tick.rate = rate.count(tick.began.count, now: now)
        tick.isRateNew = tick.rate != before
        tickInterval = tick.changed.count + tick.skipped > Self.manyAtOnce ? flood : Self.calm
        model.tick(tick)
        lastTick = now
    }

    private var flood: UInt64 {
        let cells = model.size.columns * model.size.rows
        return min(Self.flood * UInt64(max(cells, Self.cells)) / UInt64(Self.cells), Self.second)
    }

    private mutating func look(_ now: UInt64) {
        guard now >= lastLook + Self.second else { return }
        lastLook = now
        work.look()
        if let rules { model.told(rules.news()) }
    }
}

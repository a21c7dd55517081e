import Bytes
import Filter
import Formats
import HTTPModel
import Page
package import Workbench

// What stands before the list: the filter that is written, help, commands, pages.
extension ScreenModel {
    mutating func press(_ key: ScreenKey, in line: FilterLine) {
        var line = line
        switch key {
        case .escape: front = .list
        case .enter:
            guard line.error == nil else { return }
            front = .list
            find(line.editor.text)
        default:
            line.press(key)
            write(line)
        }
    }

    /// Lets a filter be written; what may come next may have to be looked up.
    mutating func write(_ line: FilterLine) {
        var line = line
        if let field = line.ask() { orders.append(.values(field, upTo: last)) }
        front = .filter(line)
    }

    mutating func press(_ key: ScreenKey, in palette: Palette) {
        var palette = palette
        switch key {
        case .escape: front = .list
        case .enter:
            front = .list
            if let command = palette.command { perform(command.name, key) }
        default:
            palette.press(key)
            front = .palette(palette)
        }
    }

    mutating func pressInHelp(_ key: ScreenKey, _ first: Int) {
        let rows = pageRows
        let count = HelpLines.count
        switch key {
        case .down, .character("j"): front = .help(first: min(first + 1, max(0, count - rows)))
        case .up, .character("k"): front = .help(first: max(0, first - 1))
        case .pageDown, .character(" "): front = .help(first: min(first + rows, max(0, count - rows)))
        case .pageUp: front = .help(first: max(0, first - rows))
        case .character("q"): hasEnded = true
        default: front = .list
        }
    }

    mutating func pressInCopying(_ key: ScreenKey, isFile: Bool, _ chosen: Int) {
        let count = isFile ? ScreenCopy.formats.count : ScreenCopy.all.count
        switch key {
        case .down, .character("j"), .tab: front = .copying(isFile: isFile, chosen: (chosen + 1) % count)
        case .up, .character("k"), .backTab: front = .copying(isFile: isFile, chosen: (chosen + count - 1) % count)
        case .enter:
            front = .list
            guard let selected else { return }
            orders.append(
                isFile ? .save(selected, ScreenCopy.formats[chosen]) : .copy(selected, ScreenCopy.all[chosen]))
        default: front = .list
        }
    }

    // MARK: Pages

    /// Of so many flows before and behind the selected one a page tells.
    private static let told = 200

    mutating func performOnScreens(_ command: String) -> Bool {
        switch command {
        case "lanes": show(.lanes)
        case "jar": show(.jar)
        case "endpoints": show(.endpoints)
        case "rules": front = .rules(OpenRules())
        case "projector": if let selected { front = .projector(Projector(selected)) }
        default: return false
        }
        return true
    }

    private mutating func show(_ kind: ScreenPage) {
        front = .page(OpenPage(kind, view.window(max(0, cursor - Self.told), 2 * Self.told)))
    }

    mutating func press(_ key: ScreenKey, in page: OpenPage) {
        var page = page
        let rows = pageRows
        var places: [String: Int] = ["next": 1, "previous": -1, "pageDown": rows - 1, "pageUp": 1 - rows]
        places["first"] = -Int(Int32.max)
        places["last"] = Int(Int32.max)
        let command = KeyCommand.find(key, in: [.list, .anywhere])?.name ?? ""
        if let step = places[command] {
            page.scroll(by: step, rows: rows)
            front = .page(page)
        } else if command == "quit" {
            hasEnded = true
        } else if command == "find" {
            beginFinding()
        } else if command == "nextMatch" || command == "previousMatch", find(by: command == "nextMatch" ? 1 : -1) {
            return
        } else if command == "back" || command == "open" {
            front = .list
        } else {
            front = .list
            perform(command, key)
        }
    }

    mutating func press(_ key: ScreenKey, in projector: Projector) {
        var projector = projector
        switch key {
        case .character("."), .character(" "), .enter, .right, .down, .pageDown: projector.step(by: 1, look)
        case .character(","), .backspace, .left, .up, .pageUp: projector.step(by: -1, look)
        case .character("q"):
            hasEnded = true
            return
        case .character("j"), .character("k"):
            _ = performMove(key == .character("j") ? "next" : "previous")
            if let selected, selected != projector.number { projector = Projector(selected) }
        case .escape, .character("p"):
            front = .list
            return
        default: return
        }
        front = .projector(projector)
    }

    mutating func settlePage() {
        switch front {
        case .page(var page):
            guard page.lacks(size.columns - 2) else { return }
            orders.append(.page(page.kind, page.numbers, view.filter, view.clock, width: size.columns - 2))
            front = .page(page)
        case .projector(var projector):
            guard projector.lacks() else { return }
            orders.append(.story(projector.number, width: Projector.width))
            front = .projector(projector)
        case .rules: settleRules()
        case .list, .filter, .help, .palette, .copying: break
        }
    }

    mutating func take(_ kind: ScreenPage, _ width: Int, _ text: TextPage) {
        guard case .page(var page) = front else { return }
        page.take(kind, width, text)
        front = .page(page)
    }

    mutating func take(story number: UInt64, _ text: TextPage) {
        guard case .projector(var projector) = front else { return }
        projector.take(number, text)
        front = .projector(projector)
    }

    // MARK: Marks

    /// Marks are the screen's own; the file knows nothing of them.
    mutating func mark() {
        guard let selected else { return }
        if let place = marked.firstIndex(of: selected) {
            marked.remove(at: place)
        } else {
            marked.append(selected)
        }
    }

    /// Lists what is marked; and everything, when that is what is listed.
    mutating func showMarked() {
        let text = marked.isEmpty ? "" : "id in (\(marked.sorted().map(String.init).joined(separator: ", ")))"
        if filterText == text || marked.isEmpty {
            if marked.isEmpty { say("No exchange is marked. Press m to mark one.") }
            find("")
        } else {
            isFollowing = false
            find(text)
        }
    }

    mutating func compare() {
        guard marked.count == 2 else {
            return say("Compare needs two marked exchanges (m); \(marked.count) marked.", isBad: true)
        }
        front = .page(OpenPage(.comparison, marked))
    }

    /// Lists what is listed, without what goes where the selected one goes.
    mutating func hide() {
        guard let selected, let row = rows[selected], let host = row.host else { return }
        let filter = filterText.isEmpty ? .everything : try? FlowFilter(line: filterText)
        guard let filter else { return }
        exchange = nil
        find(filter.hiding(host: host, path: row.path))
    }

    /// The CONNECT requests of tunnels that Hark opened: their exchanges are rows of their own.
    private static let withoutTunnels = "not (method = CONNECT and outcome = complete)"

    /// Leaves them out by the filter, or takes that back.
    mutating func turnTunnels() {
        let (fold, joint) = (Self.withoutTunnels, ") and \(Self.withoutTunnels)")
        if filterText == fold {
            find("")
        } else if filterText.hasPrefix("("), filterText.hasSuffix(joint) {
            find(String(filterText.dropFirst().dropLast(joint.count)))
        } else {
            find(filterText.isEmpty ? fold : "(\(filterText)\(joint)")
        }
    }

    /// Has the request opened in an editor; what comes of it is sent when a person says so.
    mutating func edit() {
        guard session.canResend else { return say("No proxy is running here, so nothing can be sent.", isBad: true) }
        if let selected { orders.append(.readRequest(selected)) }
    }

    /// What a person made of a request. Nothing is sent yet.
    package mutating func take(edited request: ReplayedRequest) {
        edited = request
        // The target is left out, as credentials may be in it.
        let method = request.bytes.slice(0..<(request.bytes.firstIndex(of: ASCII.space) ?? 0)).text.prefix(20)
        say("Send the edited \(method) request? Enter sends it, any other key does not.")
    }

    mutating func decide(_ request: ReplayedRequest, _ key: ScreenKey) {
        edited = nil
        guard key == .enter else { return say("Nothing was sent.") }
        say("Sending the edited request …")
        orders.append(.send(request))
    }

    mutating func resend() {
        guard session.canResend else { return say("No proxy is running here, so nothing can be sent.", isBad: true) }
        guard let selected else { return }
        let method = rows[selected].map { Method($0.method) } ?? .post
        // RFC 9110 §9.2.1: what is not safe may buy something twice.
        guard method.isSafe || askedToResend == selected else {
            askedToResend = selected
            return say("#\(selected) is a \(method.name.text.prefix(20)): press x again to send it again.")
        }
        askedToResend = nil
        say("Sending #\(selected) again …")
        orders.append(.resend(selected))
    }
}

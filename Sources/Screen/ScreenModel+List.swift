import Filter
import Flow
import Library
import Page

// The list: which flows, where one is in it, what is known of them.
extension ScreenModel {
    /// So many rows are kept beyond those that are seen.
    private static let mostRows = 2_000

    var selected: UInt64? {
        view.numbers.indices.contains(cursor) ? UInt64(view.numbers[cursor]) : nil
    }

    /// Another session is shown: nothing of the one before is left but what a person chose to see.
    private mutating func forget() {
        (rows, asked, gone, marked) = ([:], [], [], [])
        (recent, ghosts, last, flowCount) = (RecentFlows(), ListGhosts(), 0, 0)
        (top, cursor, exchange, edited, askedToResend) = (0, 0, nil, nil, nil)
        switch front {
        case .page, .projector, .copying: front = .list
        case .list, .filter, .help, .palette, .rules: break
        }
    }

    mutating func begin(_ session: PageSession) {
        forget()
        self.session = session
        view = PageView(
            id: 0, filter: .everything, clock: FilterClock(now: 0), order: nil, numbers: [], bound: 0)
        isFollowing = sorting == .recorded
        find(filterText)
        say("A new session began: \(session.name).")
    }

    // MARK: Finding

    /// Lists what a filter means; the filter can be read.
    mutating func find(_ text: String) {
        guard let filter = text.isEmpty ? .everything : try? FlowFilter(line: text) else { return }
        filterText = text
        filterWords = filter == .everything ? "" : FilterWords.sentence(filter)
        viewNumber += 1
        isFinding = true
        orders.append(.find(viewNumber, filter, sorting.order))
    }

    /// By the next of the orders that there are.
    mutating func sort() {
        sorting = sorting.next
        isFollowing = sorting == .recorded && session.kind == .live
        say(sorting.words)
        find(filterText)
        startsAtTop = true
    }

    mutating func found(_ number: Int, _ numbers: [UInt64], _ clock: FilterClock, _ total: Int) {
        guard number == viewNumber else { return }
        isFinding = false
        let before = selected
        let filter = filterText.isEmpty ? .everything : (try? FlowFilter(line: filterText)) ?? .everything
        view = PageView(
            id: number, filter: filter, clock: clock, order: sorting.order, numbers: numbers,
            bound: numbers.max() ?? 0)
        last = max(last, numbers.max() ?? 0)
        view.take(began: recent.began, ended: recent.ended, tick: tickCount)
        // What passed last the file may not have yet: a list of all has it, for others it was counted.
        flowCount =
            filter == .everything
            ? view.numbers.count : max(total, view.numbers.count, session.kind == .live && !isShrunk ? flowCount : 0)
        isShrunk = false
        if isFollowing {
            cursor = max(0, view.numbers.count - 1)
        } else if startsAtTop {
            cursor = 0
        } else {
            cursor = before.flatMap { view.position(of: $0) } ?? min(cursor, max(0, view.numbers.count - 1))
        }
        startsAtTop = false
        if opensWhenFound, exchange == nil { open() }
        opensWhenFound = false
    }

    /// Changes the view, and stays at the end when that is followed.
    mutating func grow(_ change: (inout PageView) -> Void) {
        change(&view)
        if isFollowing { cursor = max(0, view.numbers.count - 1) }
    }

    /// What passed just before anybody watched, of which the file may know nothing yet.
    package mutating func takeMissed(_ numbers: [UInt64]) {
        recent.add(began: numbers, ended: numbers)
        last = max(last, numbers.max() ?? 0)
        let number = tickCount
        grow { $0.take(began: numbers, ended: numbers, tick: number) }
        if filterText.isEmpty, !isFinding { flowCount = view.numbers.count }
    }

    mutating func take(_ tick: PageTick) {
        var began = tick.began
        var ended = tick.ended
        if case .grown(let numbers) = tick.change {
            began += numbers
            ended += numbers
            flowCount += numbers.count
        }
        recent.add(began: began, ended: ended)
        last = max(last, began.max() ?? 0)
        let number = tickCount
        grow { $0.take(began: began, ended: ended, tick: number) }
        let due = view.due(tick: tickCount)
        if !due.isEmpty, !isFinding { orders.append(.match(viewNumber, view.filter, view.clock, due)) }
        refresh(tick, Set(ended))
    }

    /// Reads anew what is seen and has changed.
    private mutating func refresh(_ tick: PageTick, _ ended: Set<UInt64>) {
        scroll()
        let seen = Set(window)
        // The file may have had it not yet.
        if session.kind == .live { gone.subtract(seen) }
        for record in tick.changed where seen.contains(record.id.number) {
            rows[record.id.number] = ScreenRow(FilterSubject(record, reader: reader), showsSecrets: showsSecrets)
        }
        let told = Set(tick.changed.map(\.id.number))
        for number in seen where !told.contains(number) {
            if ended.contains(number) || rows[number]?.isOpen == true { ask([number]) }
        }
        if let number = exchange?.number, told.contains(number) || ended.contains(number) { exchange?.isOld = true }
    }

    /// Flows wait to be asked whether they match, or to end, or to be looked at.
    package var isWaiting: Bool { view.isWaiting || ghosts.lacks }

    // MARK: Rows

    /// The flows that are seen.
    var window: [UInt64] { view.window(top, listRows) }

    private mutating func ask(_ numbers: [UInt64]) {
        let new = numbers.filter { !asked.contains($0) }
        guard !new.isEmpty else { return }
        asked.formUnion(new)
        orders.append(.rows(new))
    }

    mutating func take(_ numbers: [UInt64], _ found: [ScreenRow]) {
        for row in found { rows[row.number] = row }
        gone.formUnion(Set(numbers).subtracting(found.map(\.number)))
        asked.subtract(numbers)
    }

    /// Brings everything into agreement after a change: where the list begins, what is missing.
    mutating func settle() {
        guard !size.isTooSmall else { return }
        scroll()
        let window = window
        ask(window.filter { rows[$0] == nil && !gone.contains($0) })
        if rows.count > Self.mostRows {
            let seen = Set(window)
            rows = rows.filter { seen.contains($0.key) }
            gone.formIntersection(seen)
        }
        keepOpen()
        if let step = ghosts.step(window, last: last, openCount: openCount, rate: rate) {
            orders.append(.ghosts(window, last: last, atMost: step))
        }
        settleExchange()
        settlePage()
    }

    /// Moves the window no further than it takes for the cursor to be in it.
    private mutating func scroll() {
        let count = view.numbers.count
        cursor = min(max(cursor, 0), max(0, count - 1))
        let rows = max(1, listRows)
        if isFollowing { top = count - rows }
        if cursor < top { top = cursor }
        if cursor >= top + rows { top = cursor - rows + 1 }
        top = min(max(top, 0), max(0, count - rows))
    }

    // MARK: Moving

    mutating func performMove(_ command: String) -> Bool {
        let page = max(1, listRows - 1)
        switch command {
        case "next": move(to: cursor + 1)
        case "previous": move(to: cursor - 1)
        case "pageDown" where exchange == nil: move(to: cursor + page)
        case "pageUp" where exchange == nil: move(to: cursor - page)
        case "first": move(to: 0)
        case "last":
            move(to: view.numbers.count - 1)
            isFollowing = true
        case "follow":
            isFollowing.toggle()
            if isFollowing { cursor = max(0, view.numbers.count - 1) }
        default: return false
        }
        return true
    }

    mutating func move(to place: Int) {
        isFollowing = false
        cursor = min(max(place, 0), max(0, view.numbers.count - 1))
    }

    /// What is open is what is selected; while the newest are followed it stays as it is.
    mutating func keepOpen() {
        if !isFollowing, exchange != nil, let selected, exchange?.number != selected { exchange?.show(selected) }
    }

    mutating func select(_ number: UInt64) {
        guard let place = view.position(of: number) else { return }
        move(to: place)
    }

    /// To the next exchange of which something is to be noted; in the byte lens, to what breaks a rule.
    mutating func seek(by step: Int) {
        if exchange?.isLensOn == true {
            exchange?.lens?.seek(by: step)
            return
        }
        if find(by: step) { return }
        let most = 20_000
        let numbers =
            step > 0
            ? view.window(cursor + 1, most) : view.window(max(0, cursor - most), min(cursor, most)).reversed()
        orders.append(.seek(numbers))
    }
}

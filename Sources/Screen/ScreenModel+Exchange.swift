// The exchange that is open.
extension ScreenModel {
    mutating func settleExchange() {
        guard let width = exchangeArea?.columns else { return }
        orders += exchange?.orders(width: width) ?? []
    }

    /// Who looks at the newest message sees what comes; who looks at another one keeps it under the eyes.
    mutating func takeExchange(_ answer: ScreenAnswer) {
        guard var open = exchange else { return }
        let rows = textRows
        let follows = open.tab == .messages && open.count > 0 && open.first + rows >= open.count
        open.take(answer)
        if follows { open.scroll(by: open.count, rows: rows) }
        exchange = open
    }

    /// Whether the command was one of these.
    mutating func performInExchange(_ command: String, _ key: ScreenKey) -> Bool {
        let rows = textRows
        switch command {
        case "open": open()
        case "nextTab": show(exchange?.tab(movedBy: 1))
        case "previousTab": show(exchange?.tab(movedBy: -1))
        case "tab":
            if case .character(let digit) = key, let number = Int(String(digit)) {
                // Behind those that every exchange has the next one may be messages or frames.
                let tabs = exchange?.tabs ?? []
                let place = number == 0 ? 9 : number - 1
                show(tabs.indices.contains(place) ? tabs[place] : ExchangeTab(rawValue: place))
            }
        case "changes": show(.changes)
        case "body": show(.body)
        case "timing": show(.timing)
        case "bytes": lookAtBytes()
        case "byteBefore", "byteAfter", "wider", "narrower", "pin": exchange?.performInLens(command)
        case "pageDown": exchange?.scroll(by: max(1, rows - 1), rows: rows)
        case "pageUp": exchange?.scroll(by: -max(1, rows - 1), rows: rows)
        default: return false
        }
        return true
    }

    mutating func open() {
        guard let selected else {
            // Whoever types ahead means the one that will be selected.
            opensWhenFound = isFinding
            return
        }
        isFollowing = false
        if exchange == nil {
            exchange = OpenExchange(selected)
        } else {
            exchange?.isZoomed.toggle()
        }
    }

    /// Opens the selected exchange when none is open.
    private mutating func show(_ tab: ExchangeTab?) {
        guard let tab, let selected else { return }
        isFollowing = false
        if exchange == nil { exchange = OpenExchange(selected) }
        exchange?.isLensOn = false
        exchange?.tab = tab
        exchange?.first = 0
    }

    private mutating func lookAtBytes() {
        guard exchange?.isLensOn != true else {
            exchange?.isLensOn = false
            return
        }
        show(.bytes)
        exchange?.isLensOn = true
        exchange?.lens?.begin()
    }
}

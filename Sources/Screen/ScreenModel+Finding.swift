// A text that is looked for in what is open: an exchange, or a page about several.
extension ScreenModel {
    /// The page that is read, what of it is seen, and how many rows it has.
    private var read: (page: TextPage, first: Int, rows: Int)? {
        switch front {
        case .page(let page): return page.text.map { ($0, page.first, pageRows) }
        case .list: return exchange?.tab == .bytes ? nil : exchange?.page.map { ($0, exchange?.first ?? 0, textRows) }
        case .filter, .help, .palette, .copying, .projector, .rules: return nil
        }
    }

    mutating func beginFinding() {
        guard read != nil else {
            return say(
                exchange?.tab == .bytes
                    ? "Bytes are not searched; b shows the body as text." : "Open an exchange to find text in it.")
        }
        finder.begin()
    }

    mutating func press(_ key: ScreenKey, in line: FindLine) {
        switch key {
        case .escape: finder.line = nil
        case .enter:
            finder.finish()
            _ = find(by: 1)
        default:
            var line = line
            if line.editor.press(key) { finder.line = line }
        }
    }

    /// To the next line that has it; false when nothing is looked for here.
    mutating func find(by step: Int) -> Bool {
        guard !finder.text.isEmpty, let (page, first, rows) = read else { return false }
        guard let (line, words) = finder.next(step, in: page, look, seen: first..<(first + max(1, rows))) else {
            say("No match for “\(finder.text)”.")
            return true
        }
        // A line above it stays in sight.
        let place = (first..<(first + rows)).contains(line) ? first : min(max(0, line - 1), max(0, page.count - rows))
        if case .page(var open) = front {
            open.first = place
            front = .page(open)
        } else {
            exchange?.first = place
        }
        say(words)
        return true
    }
}

import Bytes

/// Server-sent events (HTML §9.2.6): a block an event, as its lines came; data that is JSON laid out beneath.
struct EventStreamLayout {
    private let text: Bytes
    private let options: LayoutOptions
    private(set) var count = 0

    init(_ text: Bytes, _ options: LayoutOptions) {
        self.text = text
        self.options = options
    }

    mutating func write(to out: inout LineBuilder) {
        var start = 0
        var isOpen = false
        while start < text.count, !out.isFull {
            // §9.2.5: lines end with CR, LF or both.
            var end = start
            while end < text.count, text[end] != ASCII.lineFeed, text[end] != ASCII.carriageReturn { end += 1 }
            let line = text.slice(start..<end)
            start = end + 1
            if start < text.count, text[end] == ASCII.carriageReturn, text[start] == ASCII.lineFeed { start += 1 }
            if line.isEmpty {
                isOpen = false
                continue
            }
            if line.first == ASCII.colon {
                out.begin(0)
                out.put(line, .comment)
                continue
            }
            if !isOpen { count += 1 }
            field(line, isFirst: !isOpen, &out)
            isOpen = true
        }
        out.end()
    }

    private func field(_ line: Bytes, isFirst: Bool, _ out: inout LineBuilder) {
        if isFirst { out.note("event \(count)") }
        let colon = line.firstIndex(of: ASCII.colon) ?? line.count
        let name = line.slice(0..<colon)
        var value = line.slice(min(colon + 1, line.count)..<line.count)
        if value.first == ASCII.space { value = value.slice(1..<value.count) }
        out.begin(1)
        out.put(name, .name)
        out.put(": ", .mark)
        guard name.isExactly("data"), value.first == ASCII.openBrace || value.first == ASCII.openBracket else {
            let isKnown = ["data", "event", "id", "retry"].contains(name.text)
            out.put(value, isKnown ? .string : .damage)
            return
        }
        var laid = LineBuilder(lineLimit: 1000)
        var layout = JSONLayout(value, options)
        guard layout.write(to: &laid), !laid.isFull else { return out.put(value, .string) }
        laid.end()
        for (place, line) in laid.lines.enumerated() {
            if place > 0 { out.begin(1 + line.depth) }
            for span in line.spans { out.put(span.text, span.role) }
        }
    }
}

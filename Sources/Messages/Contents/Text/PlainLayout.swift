import Bytes

/// A text, line by line as it is.
struct PlainLayout {
    private let text: Bytes
    private let role: BodyLine.Role

    init(_ text: Bytes, _ role: BodyLine.Role = .plain) {
        self.text = text
        self.role = role
    }

    func write(to out: inout LineBuilder, at depth: Int = 0) {
        var start = 0
        while start < text.count, !out.isFull {
            let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
            let lineEnd = end > start && text[end - 1] == ASCII.carriageReturn && end < text.count ? end - 1 : end
            out.begin(depth)
            out.put(text.slice(start..<lineEnd).withoutTabs, role)
            start = end + 1
        }
        out.end()
    }
}

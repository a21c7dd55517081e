import Platform

/// Lines for standard error, each with the program's name.
enum Diagnostics {
    private static let name = "hark: "

    /// Safe from any thread: one write a call. A line that nobody takes within a moment is left out: a terminal that
    /// was stopped must not hold up those who have something to say. On a terminal long lines are broken between words;
    /// elsewhere, where a script may read them, a line is a line.
    static let say: @Sendable (String) -> Void = { text in
        let lines = begun(text).terminalEscaped.split(separator: "\n").map { broken(String($0)) }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 300) != 0 else { return }
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Says what is wrong with a command line: a sentence, and beneath it perhaps lines that show the place.
    static func mistake(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
        say(lines.first ?? "")
        if lines.count > 1 { explain(lines[1]) }
    }

    /// Says how the command is used, as it was laid out.
    static func explain(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Sentences that stand by themselves on a page go on here, behind the program's name. What begins otherwise may be
    /// the name of a file, and stays as it is.
    private static func begun(_ text: String) -> String {
        guard ["There ", "The ", "A "].contains(where: { text.hasPrefix($0) }) else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func broken(_ line: String) -> String {
        guard isatty(STDERR_FILENO) == 1, let width = columns() else { return name + line }
        let room = max(40, min(width, 100)) - name.count
        let indent = String(repeating: " ", count: name.count)
        return WrappedText.lines(line, width: room).enumerated()
            .map { ($0.offset == 0 ? name : indent) + $0.element }.joined(separator: "\n")
    }

    private static func columns() -> Int? {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

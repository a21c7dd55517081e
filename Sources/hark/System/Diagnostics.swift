import Platform
import Synchronization
import Views

/// Lines for standard error, each with the program's name.
enum Diagnostics {
    private static let name = "hark: "

    /// Who hears the lines while the terminal is a screen.
    struct Listener {
        let hear: @Sendable (String) -> Void

        init(_ hear: @escaping @Sendable (String) -> Void) {
            self.hear = hear
        }
    }

    static let listener = Mutex<Listener?>(nil)

    /// Safe from any thread: one write a call. A line that nobody takes within a moment is left out: a terminal that
    /// was stopped must not hold up those who have something to say. On a terminal long lines are broken between words;
    /// elsewhere, where a script may read them, a line is a line.
    static let say: @Sendable (String) -> Void = { text in
        if let capture = OutputCapture.current { return capture.remark(text) }
        if let listener = listener.withLock({ $0 }) { return listener.hear(text) }
        let lines = begun(text).terminalEscaped.split(separator: "\n").map { broken(String($0)) }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 300) != 0 else { return }
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// A line of somebody else's, as it is but for what steers terminals: of a script, with its name.
    static func quote(_ text: String) {
        if let capture = OutputCapture.current { return capture.remark(text) }
        if let listener = listener.withLock({ $0 }) { return listener.hear(text) }
        let bytes = Array((text.terminalEscaped + "\n").utf8)
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
        if let capture = OutputCapture.current { return capture.remark(text) }
        let bytes = Array((text + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Words that no name, no acronym and no code consists of: articles, pronouns, prepositions, conjunctions.
    private static let plainWords: Set<String> = [
        "A", "After", "All", "An", "And", "Another", "Any", "As", "At", "Because", "Before", "Both", "But", "By",
        "Each",
        "Either", "Every", "For", "From", "Here", "How", "If", "In", "Into", "It", "Its", "Neither", "No", "Nobody",
        "None", "Not", "Nothing", "Of", "On", "Only", "Or", "Other", "Others", "Since", "So", "Some", "Than", "That",
        "The", "Their", "Then", "There", "These", "They", "This", "Those", "To", "Until", "What", "When", "Where",
        "Whether", "Which", "While", "Who", "Whoever", "Why", "With", "Without", "You", "Your",
    ]

    /// Sentences that stand by themselves on a page go on here, behind the program's name: a first word that only a
    /// sentence made great is small. Every other may be a name and stays, and so does what may be the name of a file.
    static func begun(_ text: String) -> String {
        let first = text.prefix { $0.isLetter }
        guard plainWords.contains(String(first)), text.dropFirst(first.count).first == " ", !beginsWithFile(text) else {
            return text
        }
        return first.lowercased() + text.dropFirst(first.count)
    }

    /// `The notes.har is …`, `The old notes.har: …`.
    private static func beginsWithFile(_ text: String) -> Bool {
        func isFile(_ word: Substring) -> Bool { word.dropLast().contains { $0 == "." || $0 == "/" } }
        let words = text.split(separator: " ")
        if words.count > 1, isFile(words[1]) { return true }
        let last = words.first { $0.hasSuffix(":") }
        return last.map { isFile($0.dropLast()) } ?? false
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

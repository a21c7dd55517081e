import Bytes
import Platform
import Views

/// Results on standard output: lines for a person, or one JSON object for a script. Used by commands that print and
/// end.
enum Report {
    /// Columns of the terminal that results go to; nil for a pipe or a file, where a line is a line.
    static var width: Int? { TerminalWriter(descriptor: STDOUT_FILENO).width }

    /// Text that is laid out already.
    static func text(_ text: String) { TerminalWriter(descriptor: STDOUT_FILENO).write(Array(text.utf8)) }

    /// The exit code, once it is known whether what was printed has arrived: a full disk makes a success a failure.
    static func exitCode(_ code: Int32) -> Int32 {
        let number = TerminalWriter.resultFailure
        guard number != 0, code == EXIT_SUCCESS || code == EXIT_FAILURE else { return code }
        Diagnostics.say("standard output could not be written: \(SystemText.of(number))")
        return EX_IOERR
    }

    /// Lines as the terminal, or the pipe, likes them.
    static func lines(hiding hidden: HiddenValues = .none, _ write: (inout LineBuffer) -> Void) {
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        let style = Style(
            isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"), term: Environment.value("TERM"))
        var buffer = LineBuffer(style: style, hiding: hidden)
        write(&buffer)
        terminal.write(buffer.bytes)
    }

    /// One JSON value and a line end. Only a terminal is kept from what is hidden: scripts want all.
    static func json(hiding hidden: HiddenValues = .none, _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        let bytes = writer.withBytes { Array($0) }
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        let shown = terminal.isTerminal ? hidden.hide(Bytes(bytes)).array : bytes
        terminal.write(shown + [ASCII.lineFeed])
    }
}

extension LineBuffer {
    /// A line of text, escaped, from a column on.
    mutating func line(_ text: String, indent: Int = 0) {
        pad(to: indent)
        wire(text)
        newline()
    }

    /// A line of text that goes on beneath, at `hanging`, where the terminal ends; without a width it is one line.
    mutating func wrapped(_ text: String, width: Int?, indent: Int = 0, hanging: Int = 0) {
        let start = max(indent, column)
        guard let width else { return line(text, indent: start) }
        // Where less room is left beside what stands there, the columns are given up.
        let room = max(24, width - hanging)
        let lines = WrappedText.lines(text.terminalEscaped, width: room, first: start == hanging ? nil : width - start)
        for (place, part) in lines.enumerated() {
            line(part, indent: place == 0 ? start : hanging)
        }
    }

    /// A name, then its value from column 15 on.
    mutating func row(_ name: String, _ value: String) {
        pad(to: 2)
        ink(.quiet) { $0.wire(name) }
        pad(to: 15)
        wire(value)
        newline()
    }
}

import Platform
import Views

/// A page on standard output, as the terminal, or the pipe, likes it.
enum ExplainPage {
    static func print(_ make: (Style, Int?) -> [UInt8]) {
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        let style = Style(
            isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"), term: Environment.value("TERM"))
        terminal.write(make(style, terminal.width))
    }
}

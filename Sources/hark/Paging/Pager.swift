import Bytes
import Doctor
import Platform
import Views

/// Standard output for what may be longer than the terminal: what fits is written as it is, what does not goes to the
/// person's pager. When output is no terminal there is never one.
///
/// Owned by one command, on its thread. `finish` waits until the person has left the pager.
final class Pager {
    let isTerminal: Bool
    let style: Style
    /// Columns of the terminal; nil when output is none.
    let width: Int?
    private var output: TerminalWriter
    /// What fits on the terminal so far, while it is not known whether all does.
    private var held: [UInt8] = []
    /// Pictures, and behind how many of the held bytes each stands.
    private var pictures: [(place: Int, sequence: [UInt8])] = []
    private var isHolding: Bool
    private var rows = 0
    private var column = 0
    private let height: Int
    private var child: ChildProcess?
    private var pipeEnd: Int32?

    private let image = TerminalImage { Environment.value($0) }

    /// The pager's words, as a shell reads them; nil when there is to be none.
    private let command: String?

    /// - Parameter isWanted: false for what goes on without an end: it is written as it comes.
    init(isWanted: Bool = true) {
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        isTerminal = terminal.isTerminal
        style = Style(
            isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"), term: Environment.value("TERM"))
        width = terminal.width
        let size = isWanted && terminal.isTerminal ? Self.rows() : nil
        height = size ?? 0
        let pager = size == nil ? nil : Self.command()
        command = pager
        isHolding = pager != nil
        output = terminal
    }

    /// Runs `body` and waits for the pager, also when `body` throws.
    static func page(_ body: (Pager) throws -> Void) rethrows {
        let pager = Pager()
        defer { pager.finish() }
        try body(pager)
    }

    /// Runs `body` with lines, and the columns of the terminal, and pages what it has written.
    static func lines(_ body: (inout LineBuffer, _ width: Int?) throws -> Void) rethrows {
        try page { pager in
            var buffer = LineBuffer(style: pager.style)
            try body(&buffer, pager.isTerminal ? pager.width ?? 80 : nil)
            pager.write(buffer.take())
        }
    }

    /// Nobody reads any more: the pager was left, or the pipe is closed.
    var hasFailed: Bool { output.hasFailed }

    func write(_ bytes: [UInt8]) {
        guard isHolding else { return output.write(bytes) }
        held += bytes
        count(bytes)
        // The prompt of the shell needs a row too.
        guard rows >= height else { return }
        isHolding = false
        start()
        output.write(held)
        held = []
    }

    /// Draws a picture on a terminal that can. A pager cannot, so that there is none where one runs.
    func draw(_ picture: Bytes) {
        guard isTerminal, child == nil, let sequence = image?.sequence(picture) else { return }
        if isHolding { pictures.append((held.count, sequence)) } else { output.write(sequence) }
    }

    func finish() {
        if isHolding {
            var start = 0
            for picture in pictures {
                output.write(Array(held[start..<picture.place]))
                output.write(picture.sequence)
                start = picture.place
            }
            output.write(Array(held[start...]))
        }
        isHolding = false
        held = []
        if let pipeEnd { close(pipeEnd) }
        pipeEnd = nil
        _ = child?.wait()
        child = nil
    }

    /// Rows that the terminal needs for these bytes; escape sequences count as columns, which only makes a pager start
    /// that leaves at once.
    private func count(_ bytes: [UInt8]) {
        let width = max(width ?? 80, 1)
        for byte in bytes {
            if byte == ASCII.lineFeed {
                rows += 1
                column = 0
            } else if byte & 0xC0 != 0x80 {
                if column == width {
                    rows += 1
                    column = 0
                }
                column += 1
            }
        }
    }

    private func start() {
        guard let command else { return }
        // The pager must not hold the end that it waits for.
        guard let ends = SystemCall.ownPipe() else { return }
        var environment = CommandEnvironment.current()
        // As git does: leave at once what fits (F), show colours (R), leave the text on the screen (X).
        if environment.value("LESS") == nil { environment.set("LESS", "FRX") }
        if environment.value("LV") == nil { environment.set("LV", "-c") }
        let words = ["/bin/sh", "-c", command].map { Array($0.utf8) }
        defer { close(ends.read) }
        guard case .success(let child)? = try? ChildProcess.start(words, environment: environment, input: ends.read)
        else {
            close(ends.write)
            return
        }
        self.child = child
        pipeEnd = ends.write
        output = TerminalWriter(descriptor: ends.write)
    }

    /// HARK_PAGER, else PAGER, else less; an empty one, and `cat`, mean none.
    private static func command() -> String? {
        let asked = Environment.value("HARK_PAGER") ?? Environment.value("PAGER")
        let command = asked ?? "less"
        let words = command.split(separator: " ")
        guard let program = words.first, command != "cat" else { return nil }
        // What a shell would have to find out is left to it.
        let isPlain = program.utf8.allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) || "._-/+".utf8.contains($0) }
        let isThere = program.contains("/") ? access(String(program), X_OK) == 0 : Programs.isInstalled(String(program))
        if isPlain, !isThere {
            if asked != nil {
                Diagnostics.say("the pager '\(command.terminalEscaped)' is not installed; printing without a pager")
            }
            return nil
        }
        return command
    }

    private static func rows() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1 else { return nil }
        return Int(size.ws_row)
    }
}

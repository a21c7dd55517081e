import Bytes
import Platform
import Synchronization
import Views

/// Writes an answer as it comes: its bytes into a pipe, its lines, escaped, to a terminal. Keeps it for who wants to
/// explain it. Safe to use from anywhere.
final class AnswerWriter: Sendable {
    /// Kept of an answer that is to be explained.
    private static let limit = 16 << 20

    private let isShown: Bool
    private let isTerminal: Bool
    private let state = Mutex((kept: [UInt8](), line: [UInt8]()))

    init(isShown: Bool) {
        self.isShown = isShown
        isTerminal = isatty(STDOUT_FILENO) == 1
    }

    func take(_ bytes: Bytes) {
        state.withLock { state in
            if !isShown {
                state.kept += bytes.prefix(Self.limit - min(state.kept.count, Self.limit))
            } else if isTerminal {
                state.line += bytes
                if let end = state.line.lastIndex(of: ASCII.lineFeed) {
                    Self.write(state.line[...end])
                    state.line.removeSubrange(...end)
                }
            } else {
                TerminalWriter(descriptor: STDOUT_FILENO).write(bytes.array)
            }
        }
    }

    /// What came, as far as it was kept.
    var all: Bytes { state.withLock { Bytes($0.kept) } }

    /// Ends a line that has no end.
    func finish() {
        state.withLock { state in
            guard !state.line.isEmpty else { return }
            Self.write(state.line[...])
            state.line = []
            TerminalWriter(descriptor: STDOUT_FILENO).write([ASCII.lineFeed])
        }
    }

    /// Lines are lines, whichever way they end; anything else that a terminal obeys is shown, not done.
    private static func write(_ text: ArraySlice<UInt8>) {
        var out: [UInt8] = []
        for (number, line) in text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { out.append(ASCII.lineFeed) }
            let shown = line.last == ASCII.carriageReturn ? line.dropLast() : line
            TerminalText.append(Bytes(Array(shown)), to: &out)
        }
        TerminalWriter(descriptor: STDOUT_FILENO).write(out)
    }
}

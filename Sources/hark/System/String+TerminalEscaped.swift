import Bytes
import Views

extension String {
    /// As it may go to a terminal, whoever wrote it: control characters as escapes, lines kept.
    var terminalEscaped: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var bytes: [UInt8] = []
            TerminalText.append(Bytes(String(line)), to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }.joined(separator: "\n")
    }
}

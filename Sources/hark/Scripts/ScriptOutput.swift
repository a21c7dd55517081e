import Bytes
import Platform

/// What scripts print: as it is, but on a terminal, which must not be steered by what came from the wire.
enum ScriptOutput {
    static func write(_ bytes: Bytes, isError: Bool) {
        let descriptor = isError ? STDERR_FILENO : STDOUT_FILENO
        var rest = (isatty(descriptor) == 1 ? escaped(bytes) : bytes.array)[...]
        while !rest.isEmpty {
            // A terminal that was stopped must not hold up the scripts.
            var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&output, 1, 300) != 0 else { return }
            let count = rest.withUnsafeBytes { SystemCall.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Lines stay lines; whatever else steers a terminal is shown.
    static func escaped(_ bytes: Bytes) -> [UInt8] {
        let lines = bytes.text.split(separator: "\n", omittingEmptySubsequences: false)
        return Array(lines.map { String($0).terminalEscaped }.joined(separator: "\n").utf8)
    }
}

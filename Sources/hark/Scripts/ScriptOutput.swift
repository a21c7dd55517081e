import Bytes
import Dispatch
import Platform
import Synchronization

/// What scripts print and say: as it is, but on a terminal, which must not be steered by what came from the wire.
///
/// It is written beside the scripts' loop, since whoever reads it may be slow, or stopped. What nobody takes is left
/// out from a limit on. Safe to use from anywhere.
final class ScriptOutput: Sendable {
    static let standard = ScriptOutput(STDOUT_FILENO)
    static let diagnostics = ScriptOutput(STDERR_FILENO)

    private let descriptor: Int32
    private let queue: DispatchQueue
    private let state = Mutex((waiting: 0, omitted: 0))

    /// Bytes that wait to be written.
    static let limit = 8 << 20

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        queue = DispatchQueue(label: "hark.script.output.\(descriptor)")
    }

    func write(_ bytes: Bytes) {
        add(bytes.count) { [self] in
            let shown = isatty(descriptor) == 1 ? Self.escaped(bytes) : bytes.array
            _ = Self.writeAll(shown, to: descriptor)
        }
    }

    /// A line of a script's, with its name.
    func say(_ line: String) {
        add(line.utf8.count) { Diagnostics.quote(line) }
    }

    private func add(_ size: Int, _ work: @escaping @Sendable () -> Void) {
        let hasRoom = state.withLock { state in
            guard state.waiting + size <= Self.limit else {
                state.omitted += size
                return false
            }
            state.waiting += size
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            work()
            let omitted = state.withLock { state in
                state.waiting -= size
                defer { state.omitted = 0 }
                return state.omitted
            }
            guard omitted > 0 else { return }
            Diagnostics.say("\(omitted) bytes that scripts printed were left out, because no program reads them")
        }
    }

    /// Waits until all is written, or for a second.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + .seconds(1))
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { SystemCall.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&output, 1, -1)
                continue
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Lines stay lines; whatever else steers a terminal is shown.
    static func escaped(_ bytes: Bytes) -> [UInt8] {
        let lines = bytes.text.split(separator: "\n", omittingEmptySubsequences: false)
        return Array(lines.map { String($0).terminalEscaped }.joined(separator: "\n").utf8)
    }
}

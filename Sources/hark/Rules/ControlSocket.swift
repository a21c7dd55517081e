import Dispatch
import Platform
import Synchronization

/// A socket beside a session, by which other commands of the same person speak with a running proxy: one line goes in,
/// an answer comes out. Safe to use from anywhere.
final class ControlSocket: Sendable {
    let path: String
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "hark.control")
    private let workers = DispatchQueue(label: "hark.control.answers", attributes: .concurrent)
    private let isClosed = Mutex(false)
    private let answer: @Sendable (String) -> String

    /// Bytes of a question, and of an answer.
    private static let limit = 1 << 20
    /// Microseconds between two looks when there is no descriptor for who asks.
    private static let pause: UInt32 = 100_000

    /// nil when there can be none: a path that is too long, a folder that cannot be written to.
    init?(_ path: String, answer: @escaping @Sendable (String) -> String) {
        self.path = path
        self.answer = answer
        descriptor = socket(AF_UNIX, SystemCall.streamSocket, 0)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        let isBound = Self.withAddress(path) { address, length in
            // Nobody else may speak with it, not even for a moment.
            let mask = umask(0o177)
            defer { umask(mask) }
            return bind(descriptor, address, length) == 0
        }
        guard isBound == true, chmod(path, 0o600) == 0, listen(descriptor, 16) == 0 else {
            close(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    func start() {
        queue.async { [self] in
            while !isClosed.withLock({ $0 }) {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    switch errno {
                    case EINTR, ECONNABORTED: continue
                    case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                        // There will be descriptors again, and nobody would say so.
                        usleep(Self.pause)
                        continue
                    default: return
                    }
                }
                // A script that starts now must not have it: whoever asked reads to its end.
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                // What a script is asked to do may take its time.
                workers.async { [answer] in Self.serve(connection, answer) }
            }
        }
    }

    func stop() {
        isClosed.withLock { $0 = true }
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        unlink(path)
    }

    private static func serve(_ connection: Int32, _ answer: (String) -> String) {
        defer { close(connection) }
        // Who says nothing keeps nobody else waiting for long.
        var time = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        guard let question = read(connection, through: true) else { return }
        write(connection, answer(question))
        // Also where another process inherited it anyway.
        shutdown(connection, Int32(SHUT_RDWR))
    }

    private static func read(_ connection: Int32, through line: Bool) -> String? {
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while text.count <= limit {
            let count = block.withUnsafeMutableBytes { SystemCall.read(connection, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return String(decoding: text, as: UTF8.self) }
            text += block[0..<count]
            if line, text.last == UInt8(ascii: "\n") { return String(decoding: text.dropLast(), as: UTF8.self) }
        }
        return nil
    }

    private static func write(_ connection: Int32, _ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { SystemCall.send(connection, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func withAddress<Result>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard bytes.count <= space.count else { return false }
            space.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Nobody listens at this path: whoever did was ended before it could remove it.
    static func isDead(_ path: String) -> Bool {
        let connection = socket(AF_UNIX, SystemCall.streamSocket, 0)
        guard connection >= 0 else { return false }
        defer { close(connection) }
        return withAddress(path) { connect(connection, $0, $1) < 0 && errno == ECONNREFUSED } == true
    }

    /// Asks the proxy that listens at this path; nil when nobody does.
    static func ask(_ path: String, _ question: String) -> String? {
        let connection = socket(AF_UNIX, SystemCall.streamSocket, 0)
        guard connection >= 0 else { return nil }
        defer { close(connection) }
        guard withAddress(path, { connect(connection, $0, $1) == 0 }) == true else { return nil }
        write(connection, question + "\n")
        return read(connection, through: false)
    }
}

import ArgumentParser
import Bytes
import DemoSite
import Flow
import Reactor
import Synchronization
import Views

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Lines for standard error, each with the program's name.
enum Diagnostics {
    /// Safe from any thread: one write a line.
    static let say: @Sendable (String) -> Void = { text in
        let line = Array("hark: \(text.shown)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension String {
    /// As it may go to a terminal, whoever wrote it: control characters as escapes, lines kept.
    var shown: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var bytes: [UInt8] = []
            TerminalText.append(Bytes(String(line)), to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }.joined(separator: "\n")
    }
}

/// `exit`, which commands have another meaning for.
func endProcess(_ code: Int32) -> Never {
    exit(code)
}

enum Environment {
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

enum Clock {
    /// Seconds of the steady clock.
    static func seconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec)
    }
}

enum Processors {
    static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

enum Limits {
    /// A proxy needs two descriptors an exchange; the soft limit of 1,024 is for programs that use select().
    static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(descriptors, &limit)
    }

    /// A core dump would hold the authority's key.
    static func forbidCoreDumps() {
        var limit = rlimit()
        guard getrlimit(coreSize, &limit) == 0 else { return }
        limit.rlim_cur = 0
        _ = setrlimit(coreSize, &limit)
    }

    #if canImport(Glibc)
    private static let coreSize = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
    private static let coreSize = RLIMIT_CORE
    #endif

    #if canImport(Glibc)
    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let descriptors = RLIMIT_NOFILE
    #endif
}

/// The listeners, known once the proxy has started. Safe to use from anywhere.
final class Listening: Sendable {
    private let listeners = Mutex<[HarkStatus.Listener]>([])

    var all: [HarkStatus.Listener] { listeners.withLock { $0 } }

    func set(_ addresses: [SocketAddress], policy: ForwardingPolicy) {
        var server: String?
        if case .reverse(let destination, _) = policy.mode {
            server = "\(destination.isSecure ? "https" : "http")://\(destination)"
        }
        let all = addresses.map { HarkStatus.Listener(address: $0.description, reverse: server) }
        listeners.withLock { $0 = all }
    }
}

/// `--ready-fd`: tells whoever started Hark that it listens, and where.
enum Ready {
    static func tell(_ addresses: [String], on descriptor: Int32) throws {
        let text = Array(addresses.map { "listening \($0)\n" }.joined().utf8)
        let written = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.count else {
            Diagnostics.say("--ready-fd \(descriptor) could not be written: \(String(cString: strerror(errno)))")
            throw ExitCode(EX_IOERR)
        }
        close(descriptor)
    }
}

/// The signals a proxy listens to. They are blocked in every thread and fetched by the main one with `sigwait`, so that no
/// code runs in a signal's context.
enum Signals {
    private enum State {
        /// Nothing is at stake: a signal ends the process.
        case idle
        /// Something runs that has to be ended with care, by whoever will wait.
        case held
        case awaited(CheckedContinuation<Void, Never>)
        case stopping
    }

    private static let state = Mutex(State.idle)
    private static let hangUp = Mutex<(@Sendable () -> Void)?>(nil)
    private static var watched: [Int32] { [SIGINT, SIGTERM, SIGHUP] }

    /// Blocks them for this thread and all it will start. SIGPIPE is ignored: a closed pipe is an error of the write.
    static func block() {
        signal(SIGPIPE, SIG_IGN)
        // A shell starts background jobs with SIGINT ignored, and what is ignored cannot be waited for.
        signal(SIGINT, SIG_DFL)
        var set = mask
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Fetches signals for ever; on the main thread.
    static func serve() -> Never {
        while true {
            var set = mask
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            if number == SIGHUP, let hangUp = hangUp.withLock({ $0 }) {
                hangUp()
            } else {
                stop(number)
            }
        }
    }

    private static func stop(_ number: Int32) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .stopping }
            switch state {
            case .idle, .stopping: _exit(128 + number)
            case .held: return nil
            case .awaited(let continuation): return continuation
            }
        }
        waiting?.resume()
    }

    /// From here on the first SIGINT or SIGTERM ends nothing by itself: it is kept for `wait`. A second one exits at once.
    ///
    /// - Parameter hangUp: called at each SIGHUP.
    static func hold(hangUp: @escaping @Sendable () -> Void) {
        state.withLock { $0 = .held }
        Self.hangUp.withLock { $0 = hangUp }
    }

    /// Returns at the first SIGINT or SIGTERM since `hold`.
    static func wait() async {
        await withCheckedContinuation { continuation in
            let hasCome = state.withLock { state in
                if case .stopping = state { return true }
                state = .awaited(continuation)
                return false
            }
            if hasCome { continuation.resume() }
        }
    }

    private static var mask: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in watched { sigaddset(&set, number) }
        return set
    }
}

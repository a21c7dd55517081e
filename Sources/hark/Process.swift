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
    /// The soft limit that Hark was started with, once it has been raised.
    private static let inherited = Mutex<rlimit?>(nil)

    /// A proxy needs two descriptors an exchange; the soft limit of 1,024 is for programs that use select().
    static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        let former = limit
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(descriptors, &limit) == 0 else { return }
        inherited.withLock { $0 = $0 ?? former }
    }

    /// Calls `body`, which starts a program, under the limit that the program would have had without Hark.
    static func withInheritedDescriptorLimit<Result>(_ body: () -> Result) -> Result {
        var current = rlimit()
        guard var former = inherited.withLock({ $0 }), getrlimit(descriptors, &current) == 0,
            setrlimit(descriptors, &former) == 0
        else { return body() }
        defer { _ = setrlimit(descriptors, &current) }
        return body()
    }

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
        if case .reverse(let destination, _) = policy.mode { server = "http://\(destination)" }
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

import ArgumentParser
import Bytes
import Flow
import Reactor
import Site
import Synchronization
import Views

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Lines for standard error, each with the program's name.
enum Diagnostics {
    /// Safe from any thread: one write a line. A line that nobody takes within a moment is left out: a terminal that was
    /// stopped must not hold up those who have something to say.
    static let say: @Sendable (String) -> Void = { text in
        let line = Array("hark: \(text.shown)\n".utf8)
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 300) != 0 else { return }
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
    /// The limits that were changed, as Hark was started with them, by the system's numbers for them.
    private static let inherited = Mutex<[UInt32: rlimit]>([:])

    /// A proxy needs two descriptors an exchange; the soft limit of 1,024 is for programs that use select().
    static func raiseDescriptorLimit() {
        change(descriptors) { $0.rlim_cur = $0.rlim_max }
    }

    /// A core dump would hold the authority's key.
    static func forbidCoreDumps() {
        change(coreSize) { $0.rlim_cur = 0 }
    }

    /// Calls `body`, which starts a program, under the limits that the program would have had without Hark.
    static func withInherited<Result>(_ body: () -> Result) -> Result {
        let inherited = inherited.withLock { $0 }
        let ours = inherited.keys.compactMap { number in limit(number).map { (number, $0) } }
        for (number, limit) in inherited { set(number, limit) }
        defer { for (number, limit) in ours { set(number, limit) } }
        return body()
    }

    private static func change(_ number: UInt32, _ body: (inout rlimit) -> Void) {
        guard let former = limit(number) else { return }
        var changed = former
        body(&changed)
        guard changed.rlim_cur != former.rlim_cur, set(number, changed) else { return }
        inherited.withLock { if $0[number] == nil { $0[number] = former } }
    }

    private static func limit(_ number: UInt32) -> rlimit? {
        var limit = rlimit()
        return getrlimit(resource(number), &limit) == 0 ? limit : nil
    }

    @discardableResult private static func set(_ number: UInt32, _ limit: rlimit) -> Bool {
        var limit = limit
        return setrlimit(resource(number), &limit) == 0
    }

    #if canImport(Glibc)
    private static let descriptors = UInt32(RLIMIT_NOFILE.rawValue)
    private static let coreSize = UInt32(RLIMIT_CORE.rawValue)
    private static func resource(_ number: UInt32) -> __rlimit_resource_t { __rlimit_resource_t(number) }
    #else
    private static let descriptors = UInt32(RLIMIT_NOFILE)
    private static let coreSize = UInt32(RLIMIT_CORE)
    private static func resource(_ number: UInt32) -> Int32 { Int32(number) }
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

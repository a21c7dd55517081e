import Foundation
import Platform
import Synchronization
import TestKit

/// A program that a test started. Its output goes to files; it is killed, at the latest, when nobody refers to it any
/// more.
final class Child: Sendable {
    enum Ending: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    let pid: pid_t
    let name: String
    private let ending = Mutex<Ending?>(nil)

    /// `third` becomes descriptor 3 there; but for it and the usual three, the child has none of the tests'
    /// descriptors, so that a connection of one test is not kept open by a child of another.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        output: String, diagnostics: String, third: Int32? = nil
    ) throws {
        name = (program as NSString).lastPathComponent
        var actions = SpawnRecords.fileActions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, create, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, diagnostics, create, 0o600)
        if let third { posix_spawn_file_actions_adddup2(&actions, third, 3) }
        var attributes = SpawnRecords.attributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // As a shell starts a program; the threads of the tests have signals blocked.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        sigemptyset(&usual)
        for signal in [SIGINT, SIGQUIT, SIGHUP, SIGPIPE] { sigaddset(&usual, signal) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        #if os(Linux)
        // Closing what is not open is no error; the tests stay far below this number.
        for descriptor in (third == nil ? 3 : 4)..<1024 {
            posix_spawn_file_actions_addclose(&actions, Int32(descriptor))
        }
        #else
        flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        posix_spawnattr_setflags(&attributes, flags)

        var settings = ["PATH": Tool.searchPath, "LC_ALL": "C", "HOME": (output as NSString).deletingLastPathComponent]
        settings.merge(environment) { $1 }
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        var envp = settings.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in argv + envp { free(string) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, &attributes, &argv, &envp)
        guard code == 0 else { throw Failure("\(program) did not start: \(String(cString: strerror(code)))") }
        self.pid = pid
    }

    func send(_ signal: Int32) {
        // The lock keeps the number from being another process's: it is given up only where `ending` is set.
        ending.withLock { ending in
            if ending == nil { kill(pid, signal) }
        }
    }

    var hasEnded: Bool {
        collect() != nil
    }

    private func collect() -> Ending? {
        ending.withLock { ending in
            if ending == nil {
                var status: Int32 = 0
                if waitpid(pid, &status, WNOHANG) == pid {
                    let signal = status & 0x7F
                    ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
                }
            }
            return ending
        }
    }

    /// Waits for the end; a child that does not come to one is an error, not a test that hangs.
    @discardableResult
    func wait(seconds: Double = 30) throws -> Ending {
        var found: Ending?
        try eventually("\(name) ends", within: seconds) {
            found = collect()
            return found != nil
        }
        guard let found else { throw Failure("\(name) did not end") }
        return found
    }

    /// What the system says of its memory, in bytes: `VmRSS` now, `VmHWM` at its peak. Nil where there is no /proc.
    func memory(_ field: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return nil }
        for line in status.split(separator: "\n") where line.hasPrefix(field + ":") {
            return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
        }
        return nil
    }

    deinit {
        if collect() == nil {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
    }
}

import Bytes
import Dispatch
import Platform
import Synchronization

/// A command that an agent has run: in a process group of its own, with nothing to read. Its output is read to the end,
/// and the end of it kept.
final class AgentProcess: Sendable {
    struct End: Sendable {
        /// For a signal, 128 and its number, as shells count.
        let code: Int32
        /// What it printed last on both outputs.
        let output: String
        /// Bytes of output before that.
        let omitted: Int
        let isTimedOut: Bool
    }

    struct StartFailure: Error {
        let code: Int32
    }

    /// So much of the end of its output is kept.
    private static let outputLimit = 64 << 10
    /// Between the request to end and the end by force, in nanoseconds.
    private static let patience: UInt64 = 3_000_000_000
    /// What its children print after its end is waited for so long.
    private static let rest: UInt64 = 300_000_000

    private let child: pid_t
    private let input: Int32
    private let isCancelled = Atomic(false)

    /// - Parameter words: the program, looked up in PATH, and its arguments.
    init(_ words: [String]) throws(StartFailure) {
        // Other threads may start processes, too, and their children must not keep this pipe open.
        guard let ends = SystemCall.ownPipe() else { throw StartFailure(code: errno) }
        do throws(StartFailure) {
            child = try Self.spawn(words, output: ends.write)
        } catch {
            close(ends.read)
            close(ends.write)
            throw error
        }
        close(ends.write)
        input = ends.read
    }

    /// Waits for its end; ends it when its time is up, or the call is cancelled.
    func end(within seconds: Int) async -> End {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // It blocks, and so it has a queue of its own.
                DispatchQueue(label: "hark.mcp.command").async { continuation.resume(returning: self.follow(seconds)) }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    private func follow(_ seconds: Int) -> End {
        let deadline = Clock.nanoseconds() + UInt64(seconds) * 1_000_000_000
        var (kept, omitted): ([UInt8], Int) = ([], 0)
        var (askedAt, endedAt): (UInt64?, UInt64?)
        var (isOpen, isTimedOut) = (true, false)
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            var watched = pollfd(fd: isOpen ? input : -1, events: Int16(POLLIN), revents: 0)
            _ = poll(&watched, 1, 50)
            if isOpen, watched.revents != 0 {
                let count = block.withUnsafeMutableBytes { SystemCall.read(input, $0.baseAddress, $0.count) }
                if count > 0 { kept += block[0..<count] } else if count == 0 || errno != EINTR { isOpen = false }
                if kept.count > 2 * Self.outputLimit {
                    omitted += kept.count - Self.outputLimit
                    kept.removeFirst(kept.count - Self.outputLimit)
                }
            }
            let now = Clock.nanoseconds()
            if endedAt == nil, hasEnded { endedAt = now }
            if let endedAt, !isOpen || now > endedAt + Self.rest { break }
            if endedAt == nil, askedAt == nil, now >= deadline || isCancelled.load(ordering: .relaxed) {
                isTimedOut = now >= deadline
                askedAt = now
                kill(-child, SIGTERM)
            } else if endedAt == nil, let asked = askedAt, now > asked + Self.patience {
                kill(-child, SIGKILL)
            }
        }
        // What it left behind ends with it.
        kill(-child, SIGTERM)
        close(input)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        if kept.count > Self.outputLimit {
            omitted += kept.count - Self.outputLimit
            kept.removeFirst(kept.count - Self.outputLimit)
        }
        let signal = status & 0x7F
        return End(
            code: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: String(decoding: kept, as: UTF8.self),
            omitted: omitted, isTimedOut: isTimedOut)
    }

    /// Its number stays its own until it is collected.
    private var hasEnded: Bool {
        var facts = siginfo_t()
        return waitid(P_PID, id_t(child), &facts, WEXITED | WNOWAIT | WNOHANG) == 0 && facts.si_signo == SIGCHLD
    }

    /// Starts a command in a process group of its own, with nothing to read.
    ///
    /// - Parameter errors: for its second output; nil: where the first goes.
    static func spawn(_ words: [String], output: Int32, errors: Int32? = nil) throws(StartFailure) -> pid_t {
        var attributes = SpawnRecords.attributes
        guard posix_spawnattr_init(&attributes) == 0 else { throw StartFailure(code: ENOMEM) }
        defer { posix_spawnattr_destroy(&attributes) }
        var actions = SpawnRecords.fileActions
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw StartFailure(code: ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors ?? output, STDERR_FILENO)
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&all, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var number: pid_t = 0
        let code = posix_spawnp(&number, words[0], &actions, &attributes, arguments, environ)
        guard code == 0 else { throw StartFailure(code: code) }
        return number
    }
}

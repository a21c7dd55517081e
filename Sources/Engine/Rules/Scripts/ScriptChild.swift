internal import Dispatch
internal import Platform

/// The process of a script: in a process group of its own, without a shell between, with three descriptors and no other
/// of Hark's. Belongs to its loop.
final class ScriptChild {
    struct StartFailure: Error {
        let code: Int32
    }

    let number: pid_t
    /// Ends of Hark's: of the child's input and output, and of what it writes as diagnostics. Whoever takes them closes
    /// them.
    let channel: Int32
    let diagnostics: Int32
    private(set) var hasEnded = false
    /// Ends what is left of it should Hark be killed; nil where none could be started.
    private var watcher: ScriptRemains.Guard?

    init(_ program: ScriptProgram) throws(StartFailure) {
        let conversation = try Self.pair()
        let errors: (mine: Int32, other: Int32)
        do throws(StartFailure) {
            errors = try Self.pair()
        } catch {
            close(conversation.mine)
            close(conversation.other)
            throw error
        }
        defer {
            close(conversation.other)
            close(errors.other)
        }
        do throws(StartFailure) {
            number = try Self.spawn(program, conversation.other, errors.other)
        } catch {
            close(conversation.mine)
            close(errors.mine)
            throw error
        }
        (channel, diagnostics) = (conversation.mine, errors.mine)
        startGuard()
    }

    /// A script that hangs does not notice that nobody is there any more: no process of one outlives Hark by more than
    /// some seconds, killed or not.
    private func startGuard() {
        guard let ends = try? Self.pair() else { return }
        defer { close(ends.other) }
        let text = "read -r line; sleep 5; kill -s TERM -- \"-$1\"; sleep 2; kill -s KILL -- \"-$1\""
        let program = ScriptProgram(
            name: "", path: "", words: ["/bin/sh", "-c", text, "hark-script-guard", "\(number)"],
            environment: ["PATH=/usr/bin:/bin"])
        guard let started = try? Self.spawn(program, ends.other, ends.other) else {
            close(ends.mine)
            return
        }
        // The guard reads the other end, which closes with Hark, however that ends.
        watcher = ScriptRemains.Guard(number: started, channel: ends.mine)
    }

    private static func pair() throws(StartFailure) -> (mine: Int32, other: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, SystemCall.ownStreamSocket, 0, &ends) == 0 else { throw StartFailure(code: errno) }
        // Where the call itself could not say so.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
        #if os(macOS)
        var on: Int32 = 1
        setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ program: ScriptProgram, _ channel: Int32, _ errors: Int32
    ) throws(StartFailure) -> pid_t {
        var actions = SpawnRecords.fileActions
        var attributes = SpawnRecords.attributes
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw StartFailure(code: ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { throw StartFailure(code: ENOMEM) }
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // Signals are blocked here and fetched by one thread; those of the terminal are not for it.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&all, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = program.words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var variables: [UnsafeMutablePointer<CChar>?] = program.environment.map { strdup($0) }
        defer { for variable in variables { free(variable) } }
        variables.append(nil)
        var number: pid_t = 0
        let code = posix_spawnp(&number, program.words[0], &actions, &attributes, arguments, &variables)
        guard code == 0 else { throw StartFailure(code: code) }
        return number
    }

    /// Calls once, from another thread, when it has ended; its number is its own until it is collected.
    func whenEnded(_ tell: @escaping @Sendable () -> Void) {
        let number = number
        DispatchQueue(label: "hark.script.end").async {
            var facts = siginfo_t()
            while waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            tell()
        }
    }

    /// How it ended, in words; called once, when `whenEnded` has called. What it started goes with it: what does not
    /// end at once is left.
    func collect() -> (text: String, remains: ScriptRemains?) {
        hasEnded = true
        kill(-number, SIGTERM)
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        let text = signal == 0 ? "it exited with code \(status >> 8 & 0xFF)" : "it was ended by signal \(signal)"
        return (text, ScriptRemains(group: number, watcher))
    }

    /// To its whole group.
    func send(_ signal: Int32) {
        if !hasEnded { kill(-number, signal) }
    }
}

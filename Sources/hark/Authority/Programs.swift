import Platform

/// Programs of this computer, found and run for a person who sees what they say.
enum Programs {
    /// Where administrators' tools are, whether or not the user's path says so.
    private static let more = ["/usr/local/sbin", "/usr/sbin", "/sbin"]

    static func isInstalled(_ name: String) -> Bool { path(of: [name]) != nil }

    /// The first of these that is there, with its folder.
    static func path(of names: [String]) -> String? {
        // What stands relative to the folder one happens to be in is nobody's program.
        let path = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        let places = names.flatMap { name in (path + more).map { "\($0)/\(name)" } }
        return places.first { access($0, X_OK) == 0 }
    }

    /// Why nothing can be said of NSS databases, and what helps.
    #if os(macOS)
    static let certutilIsMissing = "certutil is not installed (brew install nss)"
    #else
    static let certutilIsMissing =
        "certutil is not installed (sudo apt install libnss3-tools, on Fedora: sudo dnf install nss-tools)"
    #endif

    /// Runs a command on this terminal and waits: it may ask for a password. The exit code, 127 when it did not start.
    static func run(_ command: [String]) -> Int32 { start(command, isAside: false).map(wait) ?? 127 }

    /// Starts a command that may go on for longer than Hark: it has no terminal, and no signal of it. nil when it did
    /// not start.
    static func startAside(_ command: [String]) -> pid_t? { start(command, isAside: true) }

    /// Waits until a command has ended. Its exit code.
    static func wait(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    private static func start(_ command: [String], isAside: Bool) -> pid_t? {
        guard let program = command.first else { return nil }
        var attributes = SpawnRecords.attributes
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        var actions = SpawnRecords.fileActions
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Signals are blocked here and fetched by one thread; the command is to meet them as any other does.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&all, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if isAside {
            for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
            }
            // A group of its own: Ctrl-C ends Hark, not the browser.
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= POSIX_SPAWN_SETPGROUP
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        return posix_spawnp(&child, program, &actions, &attributes, words, environ) == 0 ? child : nil
    }
}

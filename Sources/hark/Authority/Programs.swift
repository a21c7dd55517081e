import Platform

/// Programs of this computer, found and run for a person who sees what they say.
enum Programs {
    /// Where administrators' tools are, whether or not the user's path says so.
    private static let more = ["/usr/local/sbin", "/usr/sbin", "/sbin"]

    static func isInstalled(_ name: String) -> Bool {
        let folders = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init) + more
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Why nothing can be said of NSS databases, and what helps.
    #if os(macOS)
    static let certutilIsMissing = "certutil is not installed (brew install nss)"
    #else
    static let certutilIsMissing =
        "certutil is not installed (sudo apt install libnss3-tools, on Fedora: sudo dnf install nss-tools)"
    #endif

    /// Runs a command on this terminal and waits: it may ask for a password. The exit code, 127 when it did not start.
    static func run(_ command: [String]) -> Int32 {
        guard let program = command.first else { return 127 }
        var attributes = SpawnRecords.attributes
        guard posix_spawnattr_init(&attributes) == 0 else { return 127 }
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals are blocked here and fetched by one thread; the command is to meet them as any other does.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&all, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        guard posix_spawnp(&child, program, nil, &attributes, words, environ) == 0 else { return 127 }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

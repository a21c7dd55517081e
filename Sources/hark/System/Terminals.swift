import Platform

/// Which of the standard descriptors are terminals, so that it can be told when their window is closed. A value.
struct Terminals: Sendable {
    private let descriptors: [Int32]

    /// Those of now.
    static func open() -> Terminals {
        Terminals(descriptors: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 })
    }

    /// Whether no terminal has anything to do with the process, as for a service: none is open, and none controls it.
    var isService: Bool {
        guard descriptors.isEmpty else { return false }
        let terminal = LockedFiles.openFile("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return true }
        LockedFiles.closeFile(terminal)
        return false
    }

    /// Whether one of them is no terminal any more: of a terminal that hung up, the system says so before it tells the
    /// processes.
    var haveGone: Bool { descriptors.contains { isatty($0) == 0 } }
}

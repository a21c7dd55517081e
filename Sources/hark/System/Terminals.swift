import Platform

/// Which of the standard descriptors are terminals, so that it can be told when their window is closed. A value.
struct Terminals: Sendable {
    private let descriptors: [Int32]

    /// Those of now.
    static func open() -> Terminals {
        Terminals(descriptors: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 })
    }

    /// Whether none is one, as for a service.
    var isEmpty: Bool { descriptors.isEmpty }

    /// Whether one of them is no terminal any more: of a terminal that hung up, the system says so before it tells the
    /// processes.
    var haveGone: Bool { descriptors.contains { isatty($0) == 0 } }
}

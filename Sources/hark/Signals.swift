import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The signals that Hark listens to. They are blocked in every thread and fetched by the main one, so that no code runs in a
/// signal's context.
enum Signals {
    private enum State {
        /// Nothing is at stake: a signal ends the process.
        case idle
        /// Something runs that has to be ended with care, by whoever will wait.
        case held
        case awaited(CheckedContinuation<Void, Never>)
        /// A command runs for which the signals are meant. It has not been collected, so its number is not another's.
        case relayed(pid_t)
        /// The end has begun, by a signal or (nil) by itself.
        case stopping(Int32?)
    }

    /// What whoever started Hark had set up, for the commands that Hark starts.
    struct Inherited {
        var mask = sigset_t()
        var ignoresInterrupt = false
        var ignoresBrokenPipe = false
    }

    private static let state = Mutex(State.idle)
    private static let hangUp = Mutex<(@Sendable () -> Void)?>(nil)
    private static let inherited = Mutex(Inherited())

    /// What stops Hark, and what only a command is told.
    private static var stopping: [Int32] { [SIGINT, SIGTERM, SIGHUP] }
    private static var relayedOnly: [Int32] { [SIGQUIT, SIGUSR1, SIGUSR2] }

    /// Blocks them for this thread and all it will start. SIGPIPE is ignored: a closed pipe is an error of the write.
    static func block() {
        var found = Inherited()
        found.ignoresBrokenPipe = isIgnored(signal(SIGPIPE, SIG_IGN))
        // A shell starts background jobs with SIGINT ignored, and what is ignored cannot be waited for everywhere.
        found.ignoresInterrupt = isIgnored(signal(SIGINT, SIG_DFL))
        var set = mask(stopping + relayedOnly)
        pthread_sigmask(SIG_BLOCK, &set, &found.mask)
        let inheritance = found
        inherited.withLock { $0 = inheritance }
    }

    /// Calls `body` with what a command has to be given, while SIGINT is ignored if it was when Hark started: to ignore is
    /// the one thing that a child can only inherit.
    static func passingOn<Result, Failure>(
        _ body: (Inherited) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let inherited = inherited.withLock { $0 }
        if inherited.ignoresInterrupt { signal(SIGINT, SIG_IGN) }
        defer { if inherited.ignoresInterrupt { signal(SIGINT, SIG_DFL) } }
        return try body(inherited)
    }

    /// Fetches signals for ever; on the main thread.
    static func serve() -> Never {
        while true {
            guard let (number, isForAll) = next() else { continue }
            if relay(number, isForAll: isForAll) { continue }
            if relayedOnly.contains(number) {
                endAsUsual(number)
            } else if number == SIGHUP, let hangUp = hangUp.withLock({ $0 }) {
                hangUp()
            } else {
                stop(number)
            }
        }
    }

    /// The next signal, and whether the terminal has sent it to every process that runs in its foreground.
    private static func next() -> (Int32, isForAll: Bool)? {
        var set = mask(stopping + relayedOnly)
        #if canImport(Glibc)
        var facts = siginfo_t()
        let number = sigwaitinfo(&set, &facts)
        // Signals that a process sends have codes of 0 and below (sigaction(2)); the terminal's come from the kernel.
        return number > 0 ? (number, facts.si_code > 0) : nil
        #else
        var number: Int32 = 0
        guard sigwait(&set, &number) == 0 else { return nil }
        let isKey = number == SIGINT || number == SIGQUIT
        return (number, isKey && tcgetpgrp(STDERR_FILENO) == getpgrp())
        #endif
    }

    /// Passes a signal to the command, if one runs. One that the terminal sent has reached it already.
    private static func relay(_ number: Int32, isForAll: Bool) -> Bool {
        state.withLock { state in
            guard case .relayed(let command) = state else { return false }
            if !isForAll { kill(command, number) }
            return true
        }
    }

    private static func stop(_ number: Int32) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .stopping(number) }
            switch state {
            case .idle, .stopping, .relayed: _exit(128 + number)
            case .held: return nil
            case .awaited(let continuation): return continuation
            }
        }
        waiting?.resume()
    }

    /// What the signal would have done if it were not blocked.
    private static func endAsUsual(_ number: Int32) {
        var set = mask([number])
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        // It was ignored by whoever started Hark, and stays so.
        pthread_sigmask(SIG_BLOCK, &set, nil)
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

    /// Starts a command to which all signals go from then on, none in between being lost or Hark's.
    ///
    /// Returns the number of a signal that came since `hold`, and then nothing is started.
    static func startRelay<Failure>(_ start: () throws(Failure) -> pid_t) throws(Failure) -> Int32? {
        try state.withLock { state throws(Failure) -> Int32? in
            if case .stopping(let number) = state { return number }
            state = .relayed(try start())
            return nil
        }
    }

    /// Ends it: `collect` gives the command's number back to the system. The next SIGINT or SIGTERM exits at once.
    static func endRelay<Result>(_ collect: () -> Result) -> Result {
        state.withLock { state in
            defer { state = .stopping(nil) }
            return collect()
        }
    }

    private static func mask(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    #if canImport(Glibc)
    private typealias Handler = __sighandler_t
    #else
    private typealias Handler = @convention(c) (Int32) -> Void
    #endif

    /// Handlers cannot be compared, but "ignore" is the number 1 in place of one on every system (signal.h).
    private static func isIgnored(_ handler: Handler?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

import CNcurses
import Platform
import Synchronization

/// The signals that Hark listens to. They are blocked in every thread and fetched by the main one, so that no code runs
/// in a signal's context.
enum Signals {
    private enum State {
        /// Nothing is at stake: a signal ends the process.
        case idle
        /// Something runs that has to be ended with care, by whoever will wait.
        case held
        case awaited(CheckedContinuation<Int32, Never>)
        /// A command runs for which the signals are meant. It has not been collected, so its number is not another's.
        case relayed(pid_t)
        /// The end has begun, by a signal or (nil) by itself, at this time of the steady clock in nanoseconds.
        case stopping(Int32?, since: UInt64)
    }

    /// What a hang-up (SIGHUP) is to be taken for.
    enum HangUp {
        /// The log is to be opened again, as whoever rotates logs asks.
        case reopens(@Sendable () -> Void)
        /// Whoever started Hark has gone, and nobody will see or stop it any more.
        case stops
    }

    /// Some supervisors, npm and timeout(1) among them, signal a process and its group: what comes so soon after the
    /// first signal is the same one again.
    private static let repetition: UInt64 = 500_000_000

    /// What whoever started Hark had set up, for the commands that Hark starts.
    struct Inherited {
        var mask = sigset_t()
        var ignoresInterrupt = false
        var ignoresBrokenPipe = false
        var ignoresFileLimit = false
        /// As under nohup(1).
        var ignoresHangUp = false
    }

    private static let state = Mutex(State.idle)
    private static let hangUp = Mutex<(@Sendable () -> HangUp)?>(nil)
    private static let inherited = Mutex(Inherited())

    /// What stops Hark, and what only a command is told.
    private static var stopping: [Int32] { [SIGINT, SIGTERM, SIGHUP] }
    private static var relayedOnly: [Int32] { [SIGQUIT, SIGUSR1, SIGUSR2] }

    /// Blocks them for this thread and all it will start. SIGPIPE is ignored: a closed pipe is an error of the write;
    /// so is a file that may not grow any more (SIGXFSZ).
    static func block() {
        var found = Inherited()
        found.ignoresBrokenPipe = SignalAction.isIgnoring(signal(SIGPIPE, SIG_IGN))
        found.ignoresFileLimit = SignalAction.isIgnoring(signal(SIGXFSZ, SIG_IGN))
        // A shell starts background jobs with SIGINT ignored, and what is ignored cannot be waited for everywhere.
        found.ignoresInterrupt = SignalAction.isIgnoring(signal(SIGINT, SIG_DFL))
        found.ignoresHangUp = SignalAction.isIgnoring(signal(SIGHUP, SIG_DFL))
        var set = mask(stopping + relayedOnly)
        pthread_sigmask(SIG_BLOCK, &set, &found.mask)
        let inheritance = found
        inherited.withLock { $0 = inheritance }
    }

    /// Calls `body` with what a command has to be given, while those signals are ignored that were when Hark started:
    /// to ignore is the one thing that a child can only inherit.
    static func passingOn<Result, Failure>(
        _ body: (Inherited) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let inherited = inherited.withLock { $0 }
        let ignored = [(SIGINT, inherited.ignoresInterrupt), (SIGHUP, inherited.ignoresHangUp)].filter(\.1)
        for (number, _) in ignored { signal(number, SIG_IGN) }
        defer { for (number, _) in ignored { signal(number, SIG_DFL) } }
        return try body(inherited)
    }

    /// Fetches signals for ever; on the main thread.
    static func serve() -> Never {
        while true {
            guard let signal = FetchedSignal.next(of: mask(stopping + relayedOnly)) else { continue }
            let number = signal.number
            if relay(number, isForAll: signal.isForAll) { continue }
            if relayedOnly.contains(number) {
                endAsUsual(number)
            } else if number == SIGHUP {
                hangUp(number)
            } else {
                stop(number)
            }
        }
    }

    /// Passes a signal to the command, if one runs. One that the terminal sent has reached it already.
    private static func relay(_ number: Int32, isForAll: Bool) -> Bool {
        state.withLock { state in
            guard case .relayed(let command) = state else { return false }
            if !isForAll { kill(command, number) }
            return true
        }
    }

    private static func hangUp(_ number: Int32) {
        switch hangUp.withLock({ $0 })?() {
        case .reopens(let reopen)?: reopen()
        case .stops?, nil:
            // Blocked signals are fetched although they are ignored.
            if !inherited.withLock({ $0.ignoresHangUp }) { stop(number) }
        }
    }

    private static func stop(_ number: Int32) {
        let now = Clock.nanoseconds()
        let waiting = state.withLock { state -> CheckedContinuation<Int32, Never>? in
            switch state {
            case .idle, .relayed: leave(128 + number)
            case .stopping(_, let since):
                if now - since >= repetition { leave(128 + number) }
                return nil
            case .held:
                state = .stopping(number, since: now)
                return nil
            case .awaited(let continuation):
                state = .stopping(number, since: now)
                return continuation
            }
        }
        waiting?.resume(returning: number)
    }

    /// At once, but never with a terminal that is still a screen.
    private static func leave(_ code: Int32) -> Never {
        cncurses_restore()
        _exit(code)
    }

    /// A person is done with the screen, or its terminal is gone: whatever runs ends with care.
    static func quit() {
        let waiting = state.withLock { state -> CheckedContinuation<Int32, Never>? in
            switch state {
            case .idle, .stopping: return nil
            case .relayed(let command):
                kill(command, SIGTERM)
                return nil
            case .held:
                state = .stopping(0, since: Clock.nanoseconds())
                return nil
            case .awaited(let continuation):
                state = .stopping(0, since: Clock.nanoseconds())
                return continuation
            }
        }
        waiting?.resume(returning: 0)
    }

    /// What the signal would have done if it were not blocked.
    private static func endAsUsual(_ number: Int32) {
        cncurses_restore()
        // Swift's report of a crash would be printed instead, and the process go on.
        var action = sigaction()
        if sigaction(number, nil, &action) == 0, !SignalAction.isIgnoring(action) { signal(number, SIG_DFL) }
        var set = mask([number])
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        // It was ignored by whoever started Hark, and stays so.
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// From here on the first SIGINT or SIGTERM ends nothing by itself: it is kept for `wait`. Another one, half a
    /// second later or more, exits at once.
    ///
    /// - Parameter hangUp: asked at each SIGHUP.
    static func hold(hangUp: @escaping @Sendable () -> HangUp) {
        state.withLock { $0 = .held }
        Self.hangUp.withLock { $0 = hangUp }
    }

    /// Returns the number of the first signal since `hold` that asks to stop, once it has come; 0 for a person who
    /// quit.
    @discardableResult static func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            let hasCome = state.withLock { state -> Int32? in
                if case .stopping(let number, _) = state { return number ?? SIGTERM }
                state = .awaited(continuation)
                return nil
            }
            if let hasCome { continuation.resume(returning: hasCome) }
        }
    }

    /// Starts a command to which all signals go from then on, none in between being lost or Hark's.
    ///
    /// Returns the number of a signal that came since `hold`, and then nothing is started.
    static func startRelay<Failure>(_ start: () throws(Failure) -> pid_t) throws(Failure) -> Int32? {
        try state.withLock { state throws(Failure) -> Int32? in
            if case .stopping(let number, _) = state { return number }
            state = .relayed(try start())
            return nil
        }
    }

    /// Ends it: `collect` gives the command's number back to the system. The next SIGINT or SIGTERM exits at once.
    static func endRelay<Result>(_ collect: () -> Result) -> Result {
        state.withLock { state in
            defer { state = .stopping(nil, since: Clock.nanoseconds()) }
            return collect()
        }
    }

    private static func mask(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}

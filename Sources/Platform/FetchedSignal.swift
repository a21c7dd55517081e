/// A signal that was fetched rather than handled, with what the system says of who sent it.
package struct FetchedSignal: Sendable {
    package let number: Int32
    /// It is for every process that runs in the terminal's foreground: the terminal has sent it.
    package let isForAll: Bool

    /// The next signal of `set`, which has to be blocked; nil for one that means nothing to Hark, and when none came.
    package static func next(of set: sigset_t) -> FetchedSignal? {
        var set = set
        #if canImport(Glibc)
        var facts = siginfo_t()
        let number = sigwaitinfo(&set, &facts)
        // Swift's report of a crash stops every other thread with a signal to that thread alone (SI_TKILL, -6); taken
        // for one from outside, it would end the process as if somebody had asked for it.
        if facts.si_code == -6, facts._sifields._kill.si_pid == getpid() { return nil }
        // Signals that a process sends have codes of 0 and below (sigaction(2)); the terminal's come from the kernel.
        return number > 0 ? FetchedSignal(number: number, isForAll: facts.si_code > 0) : nil
        #else
        var number: Int32 = 0
        guard sigwait(&set, &number) == 0 else { return nil }
        let isKey = number == SIGINT || number == SIGQUIT
        return FetchedSignal(number: number, isForAll: isKey && tcgetpgrp(STDERR_FILENO) == getpgrp())
        #endif
    }
}

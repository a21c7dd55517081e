/// What a process does on a signal.
package enum SignalAction {
    /// What `signal` takes and gives.
    #if canImport(Glibc)
    package typealias Handler = __sighandler_t
    #else
    package typealias Handler = @convention(c) (Int32) -> Void
    #endif

    /// Whether that is to ignore the signal.
    package static func isIgnoring(_ action: sigaction) -> Bool {
        #if canImport(Glibc)
        isIgnoring(action.__sigaction_handler.sa_handler)
        #else
        isIgnoring(action.__sigaction_u.__sa_handler)
        #endif
    }

    /// Handlers cannot be compared, but "ignore" is the number 1 in place of one on every system (signal.h).
    package static func isIgnoring(_ handler: Handler?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

import CNcurses
import Platform

/// The end of this process, in one place.
enum ProcessEnd {
    /// Ends the process once what was printed has been written out.
    ///
    /// Not by the system's `exit`, which also takes down what libraries keep for the whole process, OpenSSL's tables
    /// among it, while other threads may still give back what they hold of it: a crash at the very end, now and then.
    static func now(_ code: Int32) -> Never {
        cncurses_restore()
        fflush(nil)
        _exit(code)
    }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `exit`, which commands have another meaning for.
func endProcess(_ code: Int32) -> Never {
    exit(code)
}

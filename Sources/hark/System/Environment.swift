#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The variables of this process.
enum Environment {
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

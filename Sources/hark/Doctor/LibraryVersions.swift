import Doctor
import Store
import TLS

/// What this Hark was built with, and what it runs with: for a report of a fault.
enum LibraryVersions {
    static var diagnosis: Diagnosis {
        Diagnosis(
            "versions", .info,
            "Hark \(Hark.version), OpenSSL \(OpenSSLVersion.text), SQLite \(SessionReader.databaseVersion), "
                + "Swift \(swift).")
    }

    /// Of the compiler.
    private static var swift: String {
        #if compiler(>=6.4)
        "6.4 or later"
        #elseif compiler(>=6.3)
        "6.3"
        #elseif compiler(>=6.2)
        "6.2"
        #else
        "6.1 or earlier"
        #endif
    }
}

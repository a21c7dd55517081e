/// The system's words for what went wrong.
package enum SystemText {
    /// For an error number.
    package static func of(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }

    /// For the call that failed last on this thread.
    package static var latest: String { of(errno) }
}

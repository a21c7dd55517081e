internal import CPosix

/// Why a name has no address.
package struct ResolveError: Error, Sendable, Hashable {
    package enum Reason: Sendable {
        /// There is no such name, or it has no address.
        case notFound
        /// The answer may be another one later: no server answered, or too much was asked.
        case temporary
        /// No answer came in the time given. It may still come: the system goes on asking.
        case timedOut
        case other
    }

    package let reason: Reason
    /// The system's words.
    package let text: String

    package init(_ reason: Reason, text: String) {
        self.reason = reason
        self.text = text
    }

    /// From what `getaddrinfo` returned; `systemCode` is `errno`, which counts when that says so.
    init(status: Int32, systemCode: Int32) {
        if cposix_is_name_missing(status) != 0 {
            reason = .notFound
        } else {
            reason = status == EAI_AGAIN ? .temporary : .other
        }
        if status == EAI_SYSTEM {
            text = SocketError.text(of: systemCode)
        } else {
            text = unsafe systemText { unsafe cposix_resolve_error_text(status, $0, $1) }
        }
    }
}

extension ResolveError: CustomStringConvertible {
    package var description: String { text }
}

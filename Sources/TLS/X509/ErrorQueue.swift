internal import CLibSSL
package import HTTPModel

/// The calling thread's queue of what went wrong inside libssl.
///
/// It is emptied before each call whose result may be an error, so that what is found there afterwards belongs to that
/// call.
enum ErrorQueue {
    private static let limit = 16

    package static func clear() {
        // Looking is cheaper than clearing, and the queue is nearly always empty.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Everything in the queue, the oldest first; it is empty afterwards.
    package static func drain() -> [LibraryError] {
        var found: [LibraryError] = []
        while found.count < limit {
            let code = ERR_get_error()
            guard code != 0 else { return found }
            let words = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? ""
            found.append(LibraryError(library: ERR_GET_LIB(code), reason: ERR_GET_REASON(code), words: words))
        }
        ERR_clear_error()
        return found
    }
}

extension TLSError {
    /// With whatever libssl just said.
    package static func drained(_ code: Code, _ subject: String = "") -> TLSError {
        TLSError(code, subject, causes: ErrorQueue.drain())
    }
}

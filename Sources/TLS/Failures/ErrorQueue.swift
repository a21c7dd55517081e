internal import CLibSSL

/// One entry of libssl's error queue. Decisions are made on the numbers; the words are for people.
package struct LibraryError: Sendable, Hashable {
    /// Which part of OpenSSL, `ERR_LIB_…`.
    package let library: Int32
    /// What happened there, `SSL_R_…` and its like.
    package let reason: Int32
    package let words: String

    package init(library: Int32, reason: Int32, words: String = "") {
        self.library = library
        self.reason = reason
        self.words = words
    }
}

/// The calling thread's queue of what went wrong inside libssl.
///
/// It is emptied before each call whose result may be an error, so that what is found there afterwards belongs to that
/// call.
enum ErrorQueue {
    private static let limit = 16

    static func clear() {
        // Looking is cheaper than clearing, and the queue is nearly always empty.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Everything in the queue, the oldest first; it is empty afterwards.
    static func drain() -> [LibraryError] {
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

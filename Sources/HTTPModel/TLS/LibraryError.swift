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

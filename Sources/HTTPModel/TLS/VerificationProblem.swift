/// What the verification of a certificate chain objected to first.
package struct VerificationProblem: Sendable, Hashable {
    /// `X509_V_ERR_…`.
    package let number: Int32
    /// Which certificate: 0 is the server's own, 1 its issuer's, and so on.
    package let depth: Int
    /// OpenSSL's words for it.
    package let words: String
    /// A list of revoked certificates is there, and is not valid at this time.
    package let isOutdatedList: Bool

    package init(number: Int32, depth: Int, words: String, isOutdatedList: Bool = false) {
        self.number = number
        self.depth = depth
        self.words = words
        self.isOutdatedList = isOutdatedList
    }
}

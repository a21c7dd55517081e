internal import CLibSSL

/// What the verification of a certificate chain objected to first.
package struct VerificationProblem: Sendable, Hashable {
    /// `X509_V_ERR_…`.
    package let number: Int32
    /// Which certificate: 0 is the server's own, 1 its issuer's, and so on.
    package let depth: Int

    package init(number: Int32, depth: Int) {
        self.number = number
        self.depth = depth
    }

    /// OpenSSL's words for it.
    package var words: String {
        unsafe X509_verify_cert_error_string(Int(number)).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}

internal import CLibSSL
internal import HTTPModel

extension VerificationProblem {
    /// From libssl's number, with libssl's words.
    init(_ number: Int32, depth: Int) {
        self.init(
            number: number, depth: depth,
            words: unsafe X509_verify_cert_error_string(Int(number)).map { unsafe String(cString: $0) }
                ?? "error \(number)",
            isOutdatedList: [X509_V_ERR_CRL_NOT_YET_VALID, X509_V_ERR_CRL_HAS_EXPIRED].contains(number))
    }
}

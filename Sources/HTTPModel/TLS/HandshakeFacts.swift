/// What a handshake agreed on and showed. A value; made when the handshake is complete.
package struct HandshakeFacts: Sendable, Hashable {
    package let agreement: TLSFacts.Agreement
    /// What the peer showed, its own certificate first.
    package let certificates: [CertificateFacts]
    /// What is wrong with them; nil when they were verified, or when there was nothing to verify.
    package let verification: VerificationProblem?
    /// What they lack and was passed over, because they lead to an authority that a person named.
    package let tolerated: VerificationProblem?
    /// The server wanted a certificate of its client, and there was none to show.
    package let lackedClientCertificate: Bool

    package init(
        agreement: TLSFacts.Agreement, certificates: [CertificateFacts], verification: VerificationProblem?,
        tolerated: VerificationProblem?, lackedClientCertificate: Bool
    ) {
        self.agreement = agreement
        self.certificates = certificates
        self.verification = verification
        self.tolerated = tolerated
        self.lackedClientCertificate = lackedClientCertificate
    }
}

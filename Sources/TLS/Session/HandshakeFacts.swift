/// What a handshake agreed on and showed. A value; made when the handshake is complete.
package struct HandshakeFacts: Sendable, Hashable {
    package let version: TLSVersion
    /// The standard's name: `TLS_AES_128_GCM_SHA256`.
    package let cipher: String
    /// The group of the key exchange, `x25519`; nil where there was none.
    package let group: String?
    /// By ALPN.
    package let applicationProtocol: String?
    /// By SNI.
    package let serverName: String?
    package let isResumed: Bool
    /// What the peer showed, its own certificate first.
    package let certificates: [CertificateFacts]
    /// What is wrong with them; nil when they were verified, or when there was nothing to verify.
    package let verification: VerificationProblem?
    /// What they lack and was passed over, because they lead to an authority that a person named.
    package let tolerated: VerificationProblem?
    /// The server wanted a certificate of its client, and there was none to show.
    package let lackedClientCertificate: Bool
}

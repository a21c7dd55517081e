/// Why a TLS connection did not come about or was cut off, told apart so that each can be explained.
///
/// Made by `TLSSession` (or by who watches the clock and the socket); a value for the record.
package struct TLSFailure: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        // The server's certificate.
        case certificateExpired, certificateNotYetValid, wrongHost
        case selfSigned, unknownIssuer, missingIntermediate
        case revoked, weakKey, weakSignature
        /// Revocation lists are required, and there is no current one for an issuer in the chain.
        case revocationUnknown
        /// The certificate is not for servers, or an issuer's certificate not for issuing.
        case wrongPurpose
        /// Its signature is wrong: damaged, or forged.
        case forgedCertificate
        /// It breaks a rule of RFC 5280.
        case badCertificate

        // What the two sides could not agree on.
        case protocolTooOld, noCommonCipher, alpnMismatch, unrecognizedName
        /// The server does not support secure renegotiation (RFC 5746).
        case legacyRenegotiation
        /// The server requested renegotiation on an open TLS 1.2 connection, which Hark refuses.
        case renegotiationRefused
        case plainHTTP, notTLS

        // What the peer thought of a certificate.
        /// The client does not trust Hark's CA.
        case clientDoesNotTrust
        /// The client rejects Hark's certificate for another reason.
        case clientRejectsCertificate
        case clientCertificateRequired, clientCertificateRejected

        // The end of the connection.
        case handshakeTimedOut, closedInHandshake, connectionReset
        /// It ended without close_notify, so that something may be missing.
        case truncated
        /// A client opened a connection, sent no request and closed it.
        case closedUnused

        /// Another alert.
        case peerAlert
        /// Records or messages that TLS does not allow here.
        case protocolViolation
        /// A record's authentication failed: it was modified in transit, or one side has a defect.
        case damagedRecord
        case internalError
    }

    package enum Party: String, Sendable {
        case client, upstream, proxy
    }

    package let code: Code
    package let leg: TLSLeg
    /// The server that was asked for; empty towards clients.
    package let host: String
    /// The fatal alert that the peer sent.
    package let alert: TLSAlert?
    /// What verification objected to, and the chain that it was shown, the server's own certificate first.
    package let problem: VerificationProblem?
    package let certificates: [CertificateFacts]
    package let causes: [LibraryError]
    /// What else there is to know: a system's words, a name.
    package let detail: String
    /// The versions that Hark speaks on this leg; nil where they are not known.
    package let versions: ClosedRange<TLSVersion>?

    package init(
        _ code: Code, leg: TLSLeg, host: String = "", alert: TLSAlert? = nil, problem: VerificationProblem? = nil,
        certificates: [CertificateFacts] = [], causes: [LibraryError] = [], detail: String = "",
        versions: ClosedRange<TLSVersion>? = nil
    ) {
        self.versions = versions
        self.code = code
        self.leg = leg
        self.host = host
        self.alert = alert
        self.problem = problem
        self.certificates = certificates
        self.causes = causes
        self.detail = detail
    }

    /// Whose doing it was.
    package var party: Party {
        switch code {
        case .internalError: .proxy
        // Someone has to change how the client trusts; the client itself did right.
        case .clientDoesNotTrust, .clientRejectsCertificate, .closedUnused: .client
        // The server asked for what the proxy was not given, or did not like what it was given.
        case .clientCertificateRequired, .clientCertificateRejected, .renegotiationRefused: .proxy
        case .certificateExpired, .certificateNotYetValid, .wrongHost, .selfSigned, .unknownIssuer,
            .missingIntermediate,
            .revoked, .revocationUnknown, .weakKey, .weakSignature, .wrongPurpose, .forgedCertificate, .badCertificate,
            .protocolTooOld, .noCommonCipher, .alpnMismatch, .unrecognizedName, .legacyRenegotiation, .plainHTTP,
            .notTLS, .handshakeTimedOut, .closedInHandshake, .connectionReset, .truncated, .peerAlert,
            .protocolViolation, .damagedRecord:
            leg == .client ? .client : .upstream
        }
    }

    /// The certificate that verification objected to.
    var rejectedCertificate: CertificateFacts? {
        guard let problem, certificates.indices.contains(problem.depth) else { return certificates.first }
        return certificates[problem.depth]
    }
}

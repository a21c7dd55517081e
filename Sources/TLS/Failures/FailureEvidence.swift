internal import CLibSSL
internal import HTTPModel

/// What was known when libssl gave up; a failure's code is derived from it.
struct FailureEvidence {
    var leg: TLSLeg
    var host = ""
    var isHandshake = true
    var causes: [LibraryError] = []
    var problem: VerificationProblem?
    var certificates: [CertificateFacts] = []
    var firstBytes: [UInt8] = []
    var lackedCertificate = false
    var refusedRenegotiation = false
    var wasAskedInHTTP2 = false
    var hasReceivedData = false
    /// Those that we speak.
    var versions: ClosedRange<TLSVersion>?
}

extension TLSFailure {
    /// Decides by numbers alone; libssl's sentences differ between its versions.
    init(_ evidence: FailureEvidence) {
        var evidence = evidence
        // In insecure mode a problem is noted without having ended anything.
        let isVerification = evidence.causes.contains { $0.isOfSSL(SSL_R_CERTIFICATE_VERIFY_FAILED) }
        if !isVerification {
            evidence.problem = nil
            evidence.certificates = []
        }
        self.init(
            Self.code(for: evidence), leg: evidence.leg, host: evidence.host, alert: evidence.alert,
            problem: evidence.problem, certificates: evidence.certificates, causes: evidence.causes,
            detail: evidence.wasAskedInHTTP2 ? Self.askedInHTTP2 : "", versions: evidence.versions)
    }

    private static let askedInHTTP2 =
        "asked for a client certificate after the handshake, which HTTP/2 forbids (RFC 9113 §9.2.3)"

    private static func code(for evidence: FailureEvidence) -> Code {
        if evidence.wasAskedInHTTP2 { return .protocolViolation }
        // Whatever the server said to it: it was refused what it asked for.
        if evidence.refusedRenegotiation, evidence.leg == .upstream, !evidence.isHandshake {
            return .renegotiationRefused
        }
        if let problem = evidence.problem { return code(of: problem, in: evidence.certificates) }
        if let alert = evidence.alert { return code(of: alert, evidence) }
        for cause in evidence.causes where cause.library == ERR_LIB_SSL {
            if let code = code(ofReason: cause.reason, evidence) { return code }
        }
        let isOutOfMemory = evidence.causes.contains { Int($0.reason) & ERR_RFLAG_FATAL != 0 }
        return isOutOfMemory || evidence.causes.isEmpty ? .internalError : .protocolViolation
    }

    // MARK: - Verification

    private static func code(of problem: VerificationProblem, in chain: [CertificateFacts]) -> Code {
        switch problem.number {
        case X509_V_ERR_CERT_HAS_EXPIRED: .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: .certificateNotYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHost
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: .unknownIssuer
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED:
            // The server's own certificate and nothing else: what leads from it to a root is not there.
            chain.count == 1 && chain.first?.isSelfIssued == false ? .missingIntermediate : .unknownIssuer
        case X509_V_ERR_CERT_REVOKED: .revoked
        case X509_V_ERR_UNABLE_TO_GET_CRL, X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER, X509_V_ERR_CRL_NOT_YET_VALID,
            X509_V_ERR_CRL_HAS_EXPIRED:
            .revocationUnknown
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL: .weakKey
        case X509_V_ERR_CA_MD_TOO_WEAK: .weakSignature
        case X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_INVALID_CA, X509_V_ERR_CERT_REJECTED,
            X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_INVALID_NON_CA:
            .wrongPurpose
        case X509_V_ERR_CERT_SIGNATURE_FAILURE: .forgedCertificate
        default: .badCertificate
        }
    }

    // MARK: - Alerts

    private static func code(of alert: TLSAlert, _ evidence: FailureEvidence) -> Code {
        switch alert {
        case .unknownCA, .badCertificate, .certificateUnknown:
            evidence.leg == .client ? .clientDoesNotTrust : certificateCode(evidence)
        case .unsupportedCertificate, .certificateRevoked, .certificateExpired:
            evidence.leg == .client ? .clientRejectsCertificate : certificateCode(evidence)
        case .accessDenied:
            evidence.leg == .client ? .clientRejectsCertificate : .clientCertificateRejected
        case .certificateRequired: .clientCertificateRequired
        case .protocolVersion: .protocolTooOld
        case .handshakeFailure where evidence.lackedCertificate: .clientCertificateRequired
        case .handshakeFailure, .insufficientSecurity: evidence.isHandshake ? .noCommonCipher : .peerAlert
        case .noApplicationProtocol: .alpnMismatch
        case .unrecognizedName: .unrecognizedName
        default: .peerAlert
        }
    }

    /// A server complains of a certificate: of the one it was shown, or of getting none.
    private static func certificateCode(_ evidence: FailureEvidence) -> Code {
        evidence.lackedCertificate ? .clientCertificateRequired : .clientCertificateRejected
    }

    // MARK: - libssl's reasons

    private static func code(ofReason reason: Int32, _ evidence: FailureEvidence) -> Code? {
        switch reason {
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST: .plainHTTP
        case SSL_R_WRONG_VERSION_NUMBER where !evidence.startsAsTLS: evidence.startsAsHTTP ? .plainHTTP : .notTLS
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_WRONG_SSL_VERSION, SSL_R_UNKNOWN_PROTOCOL,
            SSL_R_INAPPROPRIATE_FALLBACK:
            .protocolTooOld
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SHARED_GROUPS, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS,
            SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SUITABLE_GROUPS,
            SSL_R_NO_SUITABLE_DIGEST_ALGORITHM, SSL_R_LEGACY_SIGALG_DISALLOWED_OR_UNSUPPORTED,
            SSL_R_WRONG_SIGNATURE_TYPE:
            .noCommonCipher
        case SSL_R_DH_KEY_TOO_SMALL, SSL_R_EE_KEY_TOO_SMALL, SSL_R_CA_KEY_TOO_SMALL: .weakKey
        case SSL_R_CA_MD_TOO_WEAK: .weakSignature
        case SSL_R_NO_APPLICATION_PROTOCOL: .alpnMismatch
        case SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED: .legacyRenegotiation
        case SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC, SSL_R_DECRYPTION_FAILED: .damagedRecord
        default: nil
        }
    }
}

extension FailureEvidence {
    /// RFC 8446 §5.1: records are of types 20 to 24, and their version begins with 3.
    fileprivate var startsAsTLS: Bool {
        firstBytes.count > 1 && (20...24).contains(firstBytes[0]) && firstBytes[1] == 3
    }

    /// The fatal alert that came from the peer; libssl puts its number above a base (RFC 8446 §6.2).
    var alert: TLSAlert? {
        for cause in causes where cause.library == ERR_LIB_SSL {
            if let number = UInt8(exactly: Int64(cause.reason) - Int64(SSL_AD_REASON_OFFSET)) {
                return TLSAlert(number)
            }
        }
        return nil
    }

    fileprivate var startsAsHTTP: Bool {
        FirstBytes(firstBytes.span) == .http
    }
}

extension LibraryError {
    fileprivate func isOfSSL(_ reason: Int32) -> Bool {
        library == ERR_LIB_SSL && self.reason == reason
    }
}

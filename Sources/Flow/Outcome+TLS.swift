package import HTTPModel

// A failure of TLS as the end of a flow.

extension Outcome {
    /// How a flow ended that needed this connection.
    package init(_ failure: TLSFailure, advice: String? = nil) {
        let party: Party =
            switch failure.party {
            case .client: .client
            case .upstream: .upstream
            case .proxy: .proxy
            }
        let text = advice.map { "\(failure.summary) \($0)" } ?? failure.text
        self.init(.failed, by: party, Code(failure.code), detail: text)
    }
}

extension Outcome.Code {
    /// Every failure of TLS is an outcome of its own.
    init(_ code: TLSFailure.Code) {
        self =
            switch code {
            case .certificateExpired: .certificateExpired
            case .certificateNotYetValid: .certificateNotYetValid
            case .wrongHost: .wrongHost
            case .selfSigned: .selfSigned
            case .unknownIssuer: .unknownIssuer
            case .missingIntermediate: .missingIntermediate
            case .revoked: .revoked
            case .revocationUnknown: .revocationUnknown
            case .weakKey: .weakKey
            case .weakSignature: .weakSignature
            case .wrongPurpose: .wrongPurpose
            case .forgedCertificate: .forgedCertificate
            case .badCertificate: .badCertificate
            case .protocolTooOld: .protocolTooOld
            case .noCommonCipher: .noCommonCipher
            case .alpnMismatch: .alpnMismatch
            case .unrecognizedName: .unrecognizedName
            case .legacyRenegotiation: .legacyRenegotiation
            case .renegotiationRefused: .renegotiationRefused
            case .plainHTTP: .plainHTTP
            case .notTLS: .notTLS
            case .clientDoesNotTrust: .clientDoesNotTrust
            case .clientRejectsCertificate: .clientRejectsCertificate
            case .clientCertificateRequired: .clientCertificateRequired
            case .clientCertificateRejected: .clientCertificateRejected
            case .handshakeTimedOut: .handshakeTimedOut
            case .closedInHandshake: .closedInHandshake
            case .connectionReset: .connectionReset
            case .truncated: .truncated
            case .closedUnused: .closedUnused
            case .peerAlert: .peerAlert
            case .protocolViolation: .protocolViolation
            case .damagedRecord: .damagedRecord
            case .internalError: .internalError
            }
    }
}

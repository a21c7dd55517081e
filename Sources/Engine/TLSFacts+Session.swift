internal import Bytes
internal import Flow
internal import TLS

// What a session knows, as values that the record keeps: `Flow` is pure and knows no libssl.

extension TLSFacts {
    convenience init(
        _ facts: HandshakeFacts, of leg: Leg, offer: Offer? = nil, shown: [CertificateFacts] = [],
        isVerified: Bool? = nil, duration: UInt64
    ) {
        let certificates = leg == .client ? shown : facts.certificates
        self.init(
            leg, offer: offer,
            agreement: Agreement(
                version: facts.version.name, cipher: facts.cipher, group: facts.group,
                applicationProtocol: facts.applicationProtocol, serverName: facts.serverName,
                isResumed: facts.isResumed),
            certificates: certificates.map { Certificate($0) },
            isVerified: isVerified, toleratedProblem: (facts.verification ?? facts.tolerated)?.words, duration: duration
        )
    }

    convenience init(_ failure: TLSFailure, of leg: Leg, offer: Offer? = nil, duration: UInt64) {
        self.init(
            leg, offer: offer, certificates: failure.certificates.map { Certificate($0) }, failure: Failure(failure),
            duration: duration)
    }

    /// A connection that was good, and what ended it.
    convenience init(_ facts: TLSFacts, endedBy failure: TLSFailure) {
        self.init(
            facts.leg, offer: facts.offer, agreement: facts.agreement, certificates: facts.certificates,
            toleratedProblem: facts.toleratedProblem, failure: Failure(failure), duration: facts.duration)
    }
}

extension TLSFacts.Failure {
    init(_ failure: TLSFailure) {
        self.init(code: failure.code.rawValue, text: failure.text, alert: failure.alert?.name)
    }
}

extension TLSFacts.Certificate {
    init(_ facts: CertificateFacts) {
        self.init(
            subject: facts.subject, issuer: facts.issuer, names: facts.alternativeNames.map(\.text),
            notBefore: facts.notBefore, notAfter: facts.notAfter, key: facts.key, signature: facts.signatureAlgorithm,
            fingerprint: facts.sha256, serial: facts.serial)
    }
}

extension TLSFacts.Offer {
    init(_ hello: ClientHello) {
        let versions = hello.supportedVersions ?? [hello.legacyVersion]
        self.init(
            serverName: hello.serverName?.bytes, serverNameProblem: hello.serverName?.problem?.rawValue,
            protocols: hello.applicationProtocols,
            versions: versions.filter { !ClientHello.isGREASE($0.rawValue) }.map(\.name),
            cipherSuites: hello.cipherSuites, extensions: hello.extensions.map(\.type), fingerprint: hello.fingerprint,
            message: hello.message)
    }
}

extension Outcome {
    /// How a flow ended that needed this connection.
    init(_ failure: TLSFailure, advice: String? = nil) {
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

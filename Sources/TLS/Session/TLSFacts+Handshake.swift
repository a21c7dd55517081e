package import HTTPModel

// What a session knows, as values that the record keeps.

extension TLSFacts {
    /// A handshake that was completed. `shown` is what the client was shown; a server shows its own.
    package convenience init(
        _ facts: HandshakeFacts, of leg: TLSLeg, offer: Offer? = nil, shown: [CertificateFacts] = [],
        isVerified: Bool? = nil, duration: UInt64
    ) {
        self.init(
            leg, offer: offer, agreement: facts.agreement, certificates: leg == .client ? shown : facts.certificates,
            isVerified: isVerified, toleratedProblem: (facts.verification ?? facts.tolerated)?.words, duration: duration
        )
    }

    /// A handshake that failed.
    package convenience init(_ failure: TLSFailure, of leg: TLSLeg, offer: Offer? = nil, duration: UInt64) {
        self.init(
            leg, offer: offer, certificates: failure.certificates, failure: Failure(failure), duration: duration)
    }

    /// A connection that was good, and what ended it.
    package convenience init(_ facts: TLSFacts, endedBy failure: TLSFailure) {
        self.init(
            facts.leg, offer: facts.offer, agreement: facts.agreement, certificates: facts.certificates,
            toleratedProblem: facts.toleratedProblem, failure: Failure(failure), duration: facts.duration)
    }
}

extension TLSFacts.Failure {
    package init(_ failure: TLSFailure) {
        self.init(code: failure.code.rawValue, text: failure.text, alert: failure.alert?.name)
    }
}

extension TLSFacts.Offer {
    /// What a ClientHello offers, without the values that are there to keep servers tolerant (RFC 8701).
    package init(_ hello: ClientHello) {
        let versions = hello.supportedVersions ?? [hello.legacyVersion]
        self.init(
            serverName: hello.serverName?.bytes, serverNameProblem: hello.serverName?.problem?.rawValue,
            protocols: hello.applicationProtocols,
            versions: versions.filter { !ClientHello.isGREASE($0.rawValue) }.map(\.name),
            cipherSuites: hello.cipherSuites, extensions: hello.extensions.map(\.type), fingerprint: hello.fingerprint,
            message: hello.message)
    }
}

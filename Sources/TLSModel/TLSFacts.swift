public import Bytes

/// What is known of TLS on one leg of a flow: the client's offer, what was agreed on, the server's identity, and what
/// failed. Made once a connection; its flows share it.
public final class TLSFacts: Sendable {
    /// Which side of the proxy it is about.
    public let leg: TLSLeg
    /// What the ClientHello said; nil on the server's leg, where it is Hark's own.
    public let offer: Offer?
    /// nil when the handshake failed, or when the connection is relayed unread.
    public let agreement: Agreement?
    /// What the peer showed, its own certificate first; also of a handshake that failed for it.
    public let certificates: [CertificateFacts]
    /// Whether the server's certificate was checked and found good; nil on the client's leg, and after a failure.
    public let isVerified: Bool?
    /// What is wrong with the certificate of a server that is used nevertheless: because none is checked
    /// (`--insecure-upstream`), or because it leads to an authority that a person named and lacks something harmless.
    public let toleratedProblem: String?
    /// Why it failed or broke; nil when it did not.
    public let failure: Failure?
    /// From the first byte of the handshake to its end, in nanoseconds.
    public let duration: UInt64

    /// Every fact by its name.
    public init(
        _ leg: TLSLeg, offer: Offer? = nil, agreement: Agreement? = nil, certificates: [CertificateFacts] = [],
        isVerified: Bool? = nil, toleratedProblem: String? = nil, failure: Failure? = nil, duration: UInt64 = 0
    ) {
        self.leg = leg
        self.offer = offer
        self.agreement = agreement
        self.certificates = certificates
        self.isVerified = isVerified
        self.toleratedProblem = toleratedProblem
        self.failure = failure
        self.duration = duration
    }

    /// A client's ClientHello (RFC 8446 §4.1.2).
    public struct Offer: Sendable, Hashable {
        /// By SNI, as it was asked for.
        public let serverName: Bytes?
        /// Why that is no legal server name (RFC 6066 §3); nil when it is.
        public let serverNameProblem: String?
        /// By ALPN, in order; nil without the extension.
        public let protocols: [Bytes]?
        /// As names, `TLS 1.3`, best first.
        public let versions: [String]
        /// By their numbers, in the client's order.
        public let cipherSuites: [UInt16]
        /// The same.
        public let extensions: [UInt16]
        /// JA4, which tells kinds of clients apart.
        public let fingerprint: String
        /// The whole message, byte for byte.
        public let message: Bytes

        /// Every fact by its name.
        public init(
            serverName: Bytes?, serverNameProblem: String?, protocols: [Bytes]?, versions: [String],
            cipherSuites: [UInt16], extensions: [UInt16], fingerprint: String, message: Bytes
        ) {
            self.serverName = serverName
            self.serverNameProblem = serverNameProblem
            self.protocols = protocols
            self.versions = versions
            self.cipherSuites = cipherSuites
            self.extensions = extensions
            self.fingerprint = fingerprint
            self.message = message
        }
    }

    /// What both sides settled on.
    public struct Agreement: Sendable, Hashable {
        /// `TLS 1.3`.
        public let version: String
        /// `TLS_AES_128_GCM_SHA256`.
        public let cipher: String
        /// `x25519`; nil where keys were exchanged otherwise.
        public let group: String?
        /// By ALPN.
        public let applicationProtocol: String?
        /// By SNI.
        public let serverName: String?
        /// The keys come from an earlier connection, and no certificate was shown.
        public let isResumed: Bool

        /// Every fact by its name.
        public init(
            version: String, cipher: String, group: String?, applicationProtocol: String?, serverName: String?,
            isResumed: Bool
        ) {
            self.version = version
            self.cipher = cipher
            self.group = group
            self.applicationProtocol = applicationProtocol
            self.serverName = serverName
            self.isResumed = isResumed
        }
    }

    /// Why the handshake failed, or how the connection broke.
    public struct Failure: Sendable, Hashable {
        /// A failure's code, by its name.
        public let code: String
        /// What happened, which side ended it, and what to do.
        public let text: String
        /// The alert that came or went, by its name in RFC 8446 §6.
        public let alert: String?

        /// Every fact by its name.
        public init(code: String, text: String, alert: String?) {
            self.code = code
            self.text = text
            self.alert = alert
        }
    }
}

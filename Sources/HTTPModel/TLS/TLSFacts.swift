public import Bytes

/// The facts about TLS on one leg of a flow: the client's offer, the negotiated parameters, the server's identity, and
/// failures. There is one per connection, shared by its flows.
public final class TLSFacts: Sendable {
    /// Which side of the proxy it is about.
    public let leg: TLSLeg
    /// The ClientHello; nil on the server's leg, where it is Hark's own.
    public let offer: Offer?
    /// nil when the handshake failed, or when the connection is forwarded undecrypted.
    public let agreement: Agreement?
    /// The peer's certificates, its own first; also if they caused the failure.
    public let certificates: [CertificateFacts]
    /// Whether the server's certificate was verified; nil on the client's leg, and after a failure.
    public let isVerified: Bool?
    /// The problem of a server certificate that was accepted anyway: because Hark verifies none
    /// (`--insecure-upstream`), or because it lacks something harmless and its CA was named by the user.
    public let toleratedProblem: String?
    /// Why it failed or broke; nil when it did not.
    public let failure: Failure?
    /// From the first byte of the handshake to its end, in nanoseconds.
    public let duration: UInt64

    /// All facts by name.
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
        /// The requested name (SNI).
        public let serverName: Bytes?
        /// Why it is not a valid server name (RFC 6066 §3); nil when it is valid.
        public let serverNameProblem: String?
        /// By ALPN, in order; nil without the extension.
        public let protocols: [Bytes]?
        /// As names, `TLS 1.3`, best first.
        public let versions: [String]
        /// By their numbers, in the client's order.
        public let cipherSuites: [UInt16]
        /// The same.
        public let extensions: [UInt16]
        /// JA4, which distinguishes kinds of clients.
        public let fingerprint: String
        /// The whole message, byte for byte.
        public let message: Bytes

        /// All facts by name.
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

    /// The negotiated parameters.
    public struct Agreement: Sendable, Hashable {
        /// `TLS 1.3`.
        public let version: String
        /// `TLS_AES_128_GCM_SHA256`.
        public let cipher: String
        /// `x25519`; nil with another key exchange.
        public let group: String?
        /// By ALPN.
        public let applicationProtocol: String?
        /// By SNI.
        public let serverName: String?
        /// The keys are from an earlier connection, and no certificate was sent.
        public let isResumed: Bool

        /// All facts by name.
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
        /// The received or sent alert, by its name in RFC 8446 §6.
        public let alert: String?

        /// All facts by name.
        public init(code: String, text: String, alert: String?) {
            self.code = code
            self.text = text
            self.alert = alert
        }
    }
}

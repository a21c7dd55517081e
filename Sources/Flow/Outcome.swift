public import HTTPModel

/// How a flow ended, and which side ended it.
public struct Outcome: Sendable, Hashable {
    /// How a flow can end.
    public enum Kind: String, Sendable {
        /// Both messages went through whole (or the connection changed protocol and ended).
        case complete
        /// It had begun and was cut off.
        case aborted
        /// Hark would not forward it.
        case refused
        /// The server could not be reached, or did not answer with HTTP.
        case failed
        /// A CONNECT whose bytes were relayed unread.
        case tunnel
    }

    /// The side that ended a flow.
    public enum Party: String, Sendable {
        case client, upstream, proxy
    }

    /// How it ended.
    public let kind: Kind
    /// Which side ended it.
    public let by: Party
    /// What happened, for scripts.
    public let code: Code
    /// What only flows that went wrong have; nil when there is neither.
    private let particulars: Particulars?

    private final class Particulars: Sendable {
        let error: WireError?
        let detail: String

        init(_ error: WireError?, _ detail: String) {
            self.error = error
            self.detail = detail
        }
    }

    /// How a flow ended.
    public init(_ kind: Kind, by: Party, _ code: Code, error: WireError? = nil, detail: String = "") {
        self.kind = kind
        self.by = by
        self.code = code
        particulars = error == nil && detail.isEmpty ? nil : Particulars(error, detail)
    }

    /// Where in the offending message, when the code speaks of its bytes.
    public var error: WireError? { particulars?.error }
    /// What a person should know beyond the code's own sentence: a host name, a system error.
    public var detail: String { particulars?.detail ?? "" }

    /// Whether both say the same, byte for byte.
    public static func == (left: Outcome, right: Outcome) -> Bool {
        left.kind == right.kind && left.by == right.by && left.code == right.code && left.error == right.error
            && left.detail == right.detail
    }

    /// Feeds what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(by)
        hasher.combine(code)
        hasher.combine(detail)
    }

    /// Request and response went through whole.
    public static let complete = Outcome(.complete, by: .upstream, .ok)

    /// What can happen, for scripts.
    public enum Code: String, Sendable, CaseIterable {
        case ok
        /// The server's answer was whole before the request was; the rest of the request was not sent.
        case answeredEarly
        /// The request's bytes are not HTTP as `error` says.
        case malformedRequest
        /// The response's bytes are not HTTP as `error` says.
        case malformedResponse
        /// The response is HTTP, but none that may be passed on to this client.
        case unwantedResponse
        /// Sent to the proxy port as if it were a server.
        case notAProxyRequest
        /// The client's first bytes are of a protocol that is not spoken there; `detail` has the sentences.
        case wrongProtocol
        /// A scheme other than http and https.
        case unsupportedScheme
        /// CONNECT to a port that is a reverse proxy for one server.
        case unsupportedMethod
        /// Max-Forwards has run out at this proxy.
        case maxForwardsReached
        /// The proxy itself is the destination.
        case loop
        /// Too many equal requests wait for one server: it must be asking itself through this proxy.
        case ring
        /// A rule or a person answered in the server's place.
        case answeredLocally
        /// A rule or a person refused it.
        case refusedByRule
        /// The client did not show the credentials that this proxy wants.
        case proxyCredentialsMissing
        /// The client knows the password, and its nonce was too old or used before (RFC 7616 §3.3, `stale`).
        case proxyNonceStale
        /// A proxy on the way to the server could not be reached, or does not speak as it should.
        case upstreamProxyFailed
        /// A proxy on the way to the server would not, or could not, connect to it.
        case upstreamProxyRefused
        /// A proxy on the way to the server wants credentials, or others than it was shown.
        case upstreamProxyCredentials
        /// A proxy on the way to the server did not answer in time.
        case upstreamProxyTimedOut
        /// The client's address may not use this proxy, or not to reach this server.
        case clientNotAllowed
        case nameNotFound, nameLookupFailed
        case connectionRefused, unreachable, connectTimedOut, connectFailed
        case headTimedOut, idleTimedOut, responseTimedOut
        /// The receiver of a body accepted none of it for too long.
        case receiverStalled
        /// The client ended its side in the middle of its request.
        case requestCutOff
        /// A connection closed or was reset before the message was whole.
        case clientClosed, upstreamClosed
        /// A stream of HTTP/2 was ended at once; `detail` has the code.
        case resetByClient, resetByUpstream
        /// The server ended a connection of HTTP/2 (GOAWAY) before it had answered; `detail` has the code and what it
        /// said.
        case serverGoingAway
        /// The same with ENHANCE_YOUR_CALM: it was asked for too much.
        case serverOverloaded
        /// A request of HTTP/2 for another server than its connection was made to.
        case misdirectedRequest
        /// A WebSocket broke a rule, and was ended for it (`--strict`); `detail` has the rule and the close code.
        case webSocketRuleBroken
        /// The server closed before the first byte of a response.
        case emptyResponse
        case shuttingDown
        /// Out of file descriptors or memory.
        case resourcesExhausted
        /// The local authority is not valid by this computer's clock.
        case authorityNotValid
        case internalError
        /// Another recorder reports a failure; `detail` has its words, which do not tell which side failed.
        case recordedFailure
        /// A CONNECT whose inside is read: the requests in it are flows of their own.
        case opened

        // TLS. `detail` has the sentences, as only they can name the certificate or the alert.
        case certificateExpired, certificateNotYetValid, wrongHost, selfSigned, unknownIssuer, missingIntermediate
        case revoked, revocationUnknown, weakKey, weakSignature, wrongPurpose, forgedCertificate, badCertificate
        case protocolTooOld, noCommonCipher, alpnMismatch, unrecognizedName, legacyRenegotiation
        case renegotiationRefused, plainHTTP, notTLS
        case clientDoesNotTrust, clientRejectsCertificate, clientCertificateRequired, clientCertificateRejected
        case handshakeTimedOut, closedInHandshake, connectionReset, truncated, closedUnused, peerAlert
        case protocolViolation, damagedRecord
        /// The client's first TLS message cannot be understood.
        case malformedClientHello
        /// The name a client asked for is none that a certificate can be for.
        case illegalServerName
    }
}

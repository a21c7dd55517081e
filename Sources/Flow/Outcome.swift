public import HTTPModel

/// How a flow ended, and which side ended it.
public struct Outcome: Sendable, Hashable {
    /// How a flow can end.
    public enum Kind: String, Sendable {
        /// Both messages are complete (or the connection changed its protocol and ended).
        case complete
        /// It had begun and was cut off.
        case aborted
        /// Hark refused to forward it.
        case refused
        /// The server could not be reached, or did not answer with HTTP.
        case failed
        /// A CONNECT whose bytes were forwarded without reading them.
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

    /// The place in the offending message, if the code is about its bytes.
    public var error: WireError? { particulars?.error }
    /// What a person should know beyond the code's own sentence: a host name, a system error.
    public var detail: String { particulars?.detail ?? "" }

    /// Whether both are equal, byte for byte.
    public static func == (left: Outcome, right: Outcome) -> Bool {
        left.kind == right.kind && left.by == right.by && left.code == right.code && left.error == right.error
            && left.detail == right.detail
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(by)
        hasher.combine(code)
        hasher.combine(detail)
    }

    /// Request and response are complete.
    public static let complete = Outcome(.complete, by: .upstream, .ok)

    /// What can happen, for scripts.
    public enum Code: String, Sendable, CaseIterable {
        case ok
        /// The response was complete before the request; the rest of the request was not sent.
        case answeredEarly
        /// The request's bytes are not valid HTTP; `error` says why.
        case malformedRequest
        /// The response's bytes are not valid HTTP; `error` says why.
        case malformedResponse
        /// The response is valid HTTP, but must not be forwarded to this client.
        case unwantedResponse
        /// Sent to the proxy port as if it were a server.
        case notAProxyRequest
        /// The client's first bytes are of a protocol that the listener does not support; `detail` has the sentences.
        case wrongProtocol
        /// A scheme other than http and https.
        case unsupportedScheme
        /// CONNECT to a port that is a reverse proxy for one server.
        case unsupportedMethod
        /// Max-Forwards has run out at this proxy.
        case maxForwardsReached
        /// The proxy itself is the destination.
        case loop
        /// Too many equal requests wait for one server: it seems to send them to itself through this proxy.
        case ring
        /// A rule or a person answered in the server's place.
        case answeredLocally
        /// A rule or a person refused it.
        case refusedByRule
        /// A script failed, and the user wants that to refuse what it was asked about.
        case scriptFailed
        /// The client did not send the credentials that this proxy requires.
        case proxyCredentialsMissing
        /// The client knows the password, and its nonce was too old or used before (RFC 7616 §3.3, `stale`).
        case proxyNonceStale
        /// An upstream proxy could not be reached, or does not speak its protocol.
        case upstreamProxyFailed
        /// An upstream proxy refused to connect to the server, or could not.
        case upstreamProxyRefused
        /// An upstream proxy requires credentials, or rejected the given ones.
        case upstreamProxyCredentials
        /// An upstream proxy did not answer in time.
        case upstreamProxyTimedOut
        /// The client's address is not allowed to use this proxy, or to reach this server.
        case clientNotAllowed
        case nameNotFound, nameLookupFailed
        case connectionRefused, unreachable, connectTimedOut, connectFailed
        case headTimedOut, idleTimedOut, responseTimedOut
        /// The receiver of a body did not read it for too long.
        case receiverStalled
        /// The client ended its side in the middle of its request.
        case requestCutOff
        /// A connection was closed or reset before the message was complete.
        case clientClosed, upstreamClosed
        /// A stream of HTTP/2 was ended at once; `detail` has the code.
        case resetByClient, resetByUpstream
        /// The server ended a connection of HTTP/2 (GOAWAY) before it had answered; `detail` has the code and what it
        /// said.
        case serverGoingAway
        /// The same with ENHANCE_YOUR_CALM: the server is overloaded.
        case serverOverloaded
        /// An HTTP/2 request for another server than that of its connection.
        case misdirectedRequest
        /// A WebSocket broke a rule and was therefore closed (`--strict`); `detail` has the rule and the close code.
        case webSocketRuleBroken
        /// The server closed before the first byte of a response.
        case emptyResponse
        case shuttingDown
        /// Out of file descriptors or memory.
        case resourcesExhausted
        /// The local authority is not valid by this computer's clock.
        case authorityNotValid
        case internalError
        /// Another recorder reports a failure; `detail` has its words, which do not say which side failed.
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
        /// A client requested a name for which no certificate is possible.
        case illegalServerName
    }
}

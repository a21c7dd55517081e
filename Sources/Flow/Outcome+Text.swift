package import HTTPModel

// What an outcome means to a person, and to the client that is answered. One place, so that the terminal, the record
// and the answer's body say the same.

extension Outcome {
    /// What happened, whose doing it was, and what to do about it: one or two plain sentences.
    public var text: String {
        switch code {
        case .ok: okText
        case .malformedRequest:
            "The request is not valid HTTP, so it was not forwarded: \(errorText) The client that sent it has to "
                + "change."
        case .malformedResponse:
            malformedResponseText
        case .unwantedResponse:
            with("The server's response cannot be passed on to this client. The server has to change.")
        case .notAProxyRequest:
            "The request was sent to this port as if it were a web server, but this is a proxy. "
                + "Set it as the client's HTTP proxy instead of opening it."
        case .wrongProtocol:
            detail.isEmpty ? "The client does not speak what is spoken on this port." : detail
        case .unsupportedScheme:
            with("The request asks for a scheme other than http and https, which cannot be forwarded.")
        case .unsupportedMethod:
            with("This method cannot be carried out here, so the request was refused.")
        case .maxForwardsReached:
            "Max-Forwards was 0, so Hark answered in the server's place (RFC 9110 §7.6.2)."
        case .answeredEarly:
            "The server answered before it had the whole request; the rest of the request was not sent."
        case .loop:
            with("The request leads back to this proxy itself, so it was refused. Ask for another host or port.")
        case .ring:
            with(
                "Many requests with this same head wait for an answer of this server. This looks like a loop: "
                    + "see whether the server sends its requests back through this proxy.")
        case .answeredLocally:
            "A rule answered in the server's place; no answer of the server was passed on."
        case .refusedByRule:
            with("A rule did not let this go on.")
        case .proxyCredentialsMissing:
            "This proxy wants a user name and password (--proxy-auth), and the client did not send the right ones."
        case .proxyNonceStale:
            "The client knows the password, but what it signed is too old or was used before. It was given anew what "
                + "to sign, and tries again by itself (RFC 7616)."
        case .upstreamProxyFailed:
            with("The upstream proxy could not be used, so the server was not asked. Check its URL, and that it runs.")
        case .upstreamProxyRefused:
            with("The upstream proxy did not connect to the server.")
        case .upstreamProxyCredentials:
            with(
                "The upstream proxy did not let Hark through: it wants a user name and password, or others. Give them "
                    + "with --upstream-proxy-auth.")
        case .upstreamProxyTimedOut:
            with("The upstream proxy did not answer in time, so the server was not reached.")
        case .clientNotAllowed:
            with("This client may not do so through this proxy (--allow).")
        case .nameNotFound:
            with("The server's name does not exist. Check its spelling, or name its address with --resolve.")
        case .nameLookupFailed:
            with("The server's name could not be looked up. Check this machine's network and name server.")
        case .connectionRefused:
            with(
                "The server refused the connection: nothing listens on that port. Start the server, or check the port.")
        case .unreachable:
            with("The server's address cannot be reached from this machine. Check the network and the address.")
        case .connectTimedOut:
            with(
                "The server did not answer the attempt to connect in time. It may be down, or a firewall drops packets."
            )
        case .connectFailed:
            with("A connection to the server could not be made.")
        case .headTimedOut:
            with("The client began a request and did not finish its head in time, so the connection was closed.")
        case .idleTimedOut:
            by == .proxy
                ? with("Nothing came from either side for too long, so the connection was closed.")
                : with("Nothing came from the \(by.noun) for too long, so the connection was closed.")
        case .receiverStalled:
            with("The \(by.noun) stopped reading what was sent to it for too long, so the connection was closed.")
        case .responseTimedOut:
            with("The server took the request and did not begin a response in time.")
        case .requestCutOff:
            with("The client ended its side of the connection in the middle of its request.")
        case .clientClosed:
            with("The client closed the connection before the exchange was complete.")
        case .upstreamClosed:
            with("The server closed the connection before its response was complete. What arrived is kept.")
        case .resetByClient:
            with("The client ended the stream (RST_STREAM) before the exchange was complete.")
        case .resetByUpstream:
            with("The server ended the stream (RST_STREAM) before its response was complete. What arrived is kept.")
        case .serverGoingAway:
            with("The server ended the connection (GOAWAY) before it answered this request.")
        case .serverOverloaded:
            with(
                "The server ended the connection (GOAWAY) because it is asked for too much. Wait a while, or send "
                    + "fewer "
                    + "requests at once.")
        case .misdirectedRequest:
            with(
                "The request is for another server than this connection was made to. "
                    + "The client has to open a connection of its own for it.")
        case .webSocketRuleBroken:
            with("The \(by.noun) broke a rule of WebSockets, so that Hark ended this one (--strict).")
        case .emptyResponse:
            with("The server closed the connection without sending any byte of a response.")
        case .shuttingDown:
            with("The proxy was shut down while this was under way.")
        case .resourcesExhausted:
            with(
                "The proxy ran out of file descriptors or memory. Raise the limit with `ulimit -n`, or use fewer at "
                    + "once."
            )
        case .authorityNotValid:
            with("Hark's authority is not valid by this computer's clock, so it can certify nobody.")
        case .internalError:
            with("The proxy made a mistake. This is a defect in Hark; please report it.")
        case .recordedFailure:
            detail.isEmpty
                ? "The exchange failed, as its recorder says." : "The exchange failed. Its recorder says: \(detail)"
        case .opened:
            "The tunnel was opened, and its inside is read: the requests in it are flows of their own."
        case .certificateExpired, .certificateNotYetValid, .wrongHost, .selfSigned, .unknownIssuer,
            .missingIntermediate, .revoked, .revocationUnknown, .weakKey, .weakSignature, .wrongPurpose,
            .forgedCertificate,
            .badCertificate, .protocolTooOld, .noCommonCipher, .alpnMismatch, .unrecognizedName, .legacyRenegotiation,
            .renegotiationRefused,
            .plainHTTP, .notTLS, .clientDoesNotTrust, .clientRejectsCertificate, .clientCertificateRequired,
            .clientCertificateRejected, .handshakeTimedOut, .closedInHandshake, .connectionReset, .truncated,
            .closedUnused, .peerAlert, .protocolViolation, .damagedRecord, .malformedClientHello, .illegalServerName:
            detail.isEmpty ? "The TLS connection with the \(by.noun) failed: \(code.rawValue)." : detail
        }
    }

    /// The status a client is answered with when this outcome comes before a response; nil when no answer is owed.
    public var status: Int? {
        switch code {
        case .ok, .answeredEarly, .answeredLocally, .clientClosed, .resetByClient, .opened, .webSocketRuleBroken: nil
        case .maxForwardsReached: 200
        case .malformedRequest: error?.status ?? 400
        case .notAProxyRequest, .wrongProtocol, .requestCutOff: 400
        case .headTimedOut: 408
        case .loop, .refusedByRule, .clientNotAllowed: 403
        case .proxyCredentialsMissing, .proxyNonceStale: 407
        case .ring: 508
        case .internalError: 500
        case .recordedFailure: nil
        case .unsupportedScheme, .unsupportedMethod: 501
        case .malformedResponse, .unwantedResponse, .nameNotFound, .nameLookupFailed, .connectionRefused, .unreachable,
            .connectFailed,
            .upstreamClosed, .resetByUpstream, .serverGoingAway, .emptyResponse, .upstreamProxyFailed,
            .upstreamProxyRefused,
            .upstreamProxyCredentials:
            502
        case .misdirectedRequest: 421
        case .shuttingDown, .resourcesExhausted, .authorityNotValid, .serverOverloaded: 503
        case .connectTimedOut, .responseTimedOut, .handshakeTimedOut, .upstreamProxyTimedOut: 504
        case .idleTimedOut, .receiverStalled: by == .client ? 408 : 504
        case .plainHTTP: by == .client ? 400 : 502
        // There is no way to the server, and that is a gateway's failure.
        case .certificateExpired, .certificateNotYetValid, .wrongHost, .selfSigned, .unknownIssuer,
            .missingIntermediate, .revoked, .revocationUnknown, .weakKey, .weakSignature, .wrongPurpose,
            .forgedCertificate,
            .badCertificate, .protocolTooOld, .noCommonCipher, .alpnMismatch, .unrecognizedName, .legacyRenegotiation,
            .renegotiationRefused,
            .notTLS, .clientDoesNotTrust, .clientRejectsCertificate, .clientCertificateRequired,
            .clientCertificateRejected, .closedInHandshake, .connectionReset, .truncated, .closedUnused, .peerAlert,
            .protocolViolation, .damagedRecord, .malformedClientHello, .illegalServerName:
            502
        }
    }

    private var okText: String {
        switch kind {
        case .complete: "Request and response went through whole."
        case .tunnel: with("The bytes of the tunnel were relayed unread until it ended.")
        case .aborted: "The exchange was cut off before it was complete."
        case .refused: "The exchange was refused by the proxy."
        case .failed: "The exchange failed before a response came."
        }
    }

    /// The sentence about the offending bytes.
    private var errorText: String {
        guard let error else { return detail.isEmpty ? "its bytes break the grammar." : detail }
        return with("\(error.text) (Byte \(error.offset), \(error.spec).)")
    }

    private var malformedResponseText: String {
        guard detail.hasPrefix(Self.passedOnStart), let end = detail.firstRange(of: Self.passedOnEnd) else {
            return "The server's response is not valid HTTP, so it was not passed on: \(errorText) "
                + "The server has to change."
        }
        let rest = Outcome(
            kind, by: by, code, error: error, detail: String(detail[end.upperBound...].drop { $0 == " " }))
        return "The server's response is not valid HTTP. \(detail[..<end.upperBound]) \(rest.errorText) "
            + "The server has to change."
    }

    /// The response broke the rules when some of it had gone to the client.
    package var isPassedOnInPart: Bool { code == .malformedResponse && detail.hasPrefix(Self.passedOnStart) }

    /// The detail of the sentence that `text` makes of such a response; nil for any other sentence.
    package static func passedOnDetail(of text: String, error: WireError?) -> String? {
        let (start, end) = ("The server's response is not valid HTTP. ", " The server has to change.")
        guard text.hasPrefix(start + passedOnStart), text.hasSuffix(end),
            let passed = text.firstRange(of: passedOnEnd)
        else { return nil }
        let detail = text[..<passed.upperBound].dropFirst(start.count)
        // What the error says is made of it again.
        let rest = error == nil ? text[passed.upperBound...].dropLast(end.count) : ""
        return String(detail + rest)
    }

    private static let passedOnStart = "The head and "
    private static let passedOnEnd = " passed on, then the response was cut off."

    /// The detail of a response that broke the rules when some of it had gone to the client.
    ///
    /// - Parameter content: bytes of content that had come before.
    package static func passedOn(content: UInt64) -> String {
        let size = content == 1 ? "1 byte" : "\(content) bytes"
        return "\(passedOnStart)\(size) of content were\(passedOnEnd)"
    }

    /// A sentence with the detail after it, when there is one.
    private func with(_ sentence: String) -> String {
        detail.isEmpty ? sentence : "\(sentence) (\(detail))"
    }
}

extension Outcome.Party {
    /// The party as sentences name it.
    public var noun: String {
        switch self {
        case .client: "client"
        case .upstream: "server"
        case .proxy: "proxy"
        }
    }
}

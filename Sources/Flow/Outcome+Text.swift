package import HTTPModel

// What an outcome means to a person, and to the client that is answered. One place, so that the terminal, the record
// and the answer's body say the same.

extension Outcome {
    /// What happened, which side ended it, and what to do about it: one or two plain sentences.
    public var text: String {
        switch code {
        case .ok: okText
        case .malformedRequest:
            "The request is not valid HTTP, so it was not forwarded: \(errorText) The client that sent it has to "
                + "change."
        case .malformedResponse:
            malformedResponseText
        case .unwantedResponse:
            with("The server's response cannot be forwarded to this client. The server must be corrected.")
        case .notAProxyRequest:
            "The request was sent to this port as if it were a web server, but this is a proxy. "
                + "Set it as the client's HTTP proxy instead of opening it."
        case .wrongProtocol:
            detail.isEmpty ? "The client uses another protocol than this port expects." : detail
        case .unsupportedScheme:
            with("The request asks for a scheme other than http and https, which cannot be forwarded.")
        case .unsupportedMethod:
            with("Hark does not support this method, so it rejected the request.")
        case .maxForwardsReached:
            "Max-Forwards was 0, so Hark answered instead of the server (RFC 9110 §7.6.2)."
        case .answeredEarly:
            "The server answered before it had the whole request; the rest of the request was not sent."
        case .loop:
            with("The request leads back to this proxy, so it was rejected. Use another host or port.")
        case .ring:
            with(
                """
                Many requests with the same head are waiting for a response from this server. This looks like a loop: \
                check whether the server sends its requests through this proxy.
                """)
        case .answeredLocally:
            "A rule answered; no response of the server was forwarded."
        case .refusedByRule:
            with("A rule stopped this exchange.")
        case .scriptFailed:
            with("A script failed, so Hark did not forward this (--script-failure refuse).")
        case .proxyCredentialsMissing:
            "This proxy requires a user name and password (--proxy-auth), but the client sent none or wrong ones."
        case .proxyNonceStale:
            """
            The client knows the password, but its nonce has expired or was used before. Hark sent a new one, and the \
            client retries automatically (RFC 7616).
            """
        case .upstreamProxyFailed:
            with(
                """
                The upstream proxy could not be used, so the server was not contacted. Check its URL, and that it is \
                running.
                """)
        case .upstreamProxyRefused:
            with("The upstream proxy did not connect to the server.")
        case .upstreamProxyCredentials:
            with(
                """
                The upstream proxy requires a user name and password, or rejected the given ones. Set them with \
                --upstream-proxy-auth.
                """)
        case .upstreamProxyTimedOut:
            with("The upstream proxy did not answer in time, so the server was not reached.")
        case .clientNotAllowed:
            with("This client is not allowed to use this proxy (--allow).")
        case .nameNotFound:
            with("The server's name does not exist. Check its spelling, or set its address with --resolve.")
        case .nameLookupFailed:
            with("The DNS lookup of the server's name failed. Check this computer's network and DNS server.")
        case .connectionRefused:
            with(
                """
                The server refused the connection: no program listens on that port. Start the server, or check the \
                port.
                """)
        case .unreachable:
            with("The server's address cannot be reached from this computer. Check the network and the address.")
        case .connectTimedOut:
            with(
                "The connection to the server timed out. The server may be down, or a firewall drops packets."
            )
        case .connectFailed:
            with("The connection to the server failed.")
        case .headTimedOut:
            with("The client began a request and did not finish its head in time, so the connection was closed.")
        case .idleTimedOut:
            by == .proxy
                ? with("Neither side sent anything for too long, so the connection was closed.")
                : with("The \(by.noun) sent nothing for too long, so the connection was closed.")
        case .receiverStalled:
            with("The \(by.noun) did not read what was sent to it for too long, so the connection was closed.")
        case .responseTimedOut:
            with("The server received the request but did not begin a response in time.")
        case .requestCutOff:
            with("The client half-closed the connection in the middle of its request.")
        case .clientClosed:
            with("The client closed the connection before the exchange was complete.")
        case .upstreamClosed:
            with("The server closed the connection before its response was complete. What arrived was kept.")
        case .resetByClient:
            with("The client ended the stream (RST_STREAM) before the exchange was complete.")
        case .resetByUpstream:
            with(
                """
                The server ended the stream (RST_STREAM) before its response was complete. What arrived was kept.
                """)
        case .serverGoingAway:
            with("The server ended the connection (GOAWAY) before it answered this request.")
        case .serverOverloaded:
            with(
                "The server ended the connection (GOAWAY) because of too many requests. Wait a while, or send "
                    + "fewer "
                    + "requests at once.")
        case .misdirectedRequest:
            with(
                """
                The request is for another server than this connection. The client must open a separate connection for \
                it.
                """)
        case .webSocketRuleBroken:
            with("The \(by.noun) violated the WebSocket protocol, so Hark closed the connection (--strict).")
        case .emptyResponse:
            with("The server closed the connection without sending any byte of a response.")
        case .shuttingDown:
            with("The proxy was shut down during this exchange.")
        case .resourcesExhausted:
            with(
                "The proxy ran out of file descriptors or memory. Raise the limit with `ulimit -n`, or use fewer at "
                    + "once."
            )
        case .authorityNotValid:
            with("Hark's CA is not valid according to this computer's clock, so it cannot issue certificates.")
        case .internalError:
            with("This is a bug in Hark; please report it.")
        case .recordedFailure:
            detail.isEmpty
                ? "The exchange failed, according to the program that recorded it."
                : """
                The exchange failed. The program that recorded it reports: \(detail)
                """
        case .opened:
            "The tunnel was opened and decrypted; the requests inside are separate flows."
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

    /// The status of Hark's response if this outcome comes before a response; nil if none is needed.
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
            .connectFailed, .scriptFailed,
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
        case .complete: "Request and response were forwarded completely."
        case .tunnel: with("Hark forwarded the bytes of the tunnel without reading them until it ended.")
        case .aborted: "The exchange was aborted before it was complete."
        case .refused: "The proxy refused the exchange."
        case .failed: "The exchange failed before a response came."
        }
    }

    /// The sentence about the offending bytes.
    private var errorText: String {
        guard let error else { return detail.isEmpty ? "its bytes are not valid HTTP." : detail }
        return with("\(error.text) (Byte \(error.offset), \(error.spec).)")
    }

    private var malformedResponseText: String {
        guard detail.hasPrefix(Self.passedOnStart), let end = detail.firstRange(of: Self.passedOnEnd) else {
            return "The server's response is not valid HTTP, so it was not forwarded: \(errorText) "
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
    private static let passedOnEnd = " forwarded, then the response was cut off."

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
    /// The name of the party in sentences.
    public var noun: String {
        switch self {
        case .client: "client"
        case .upstream: "server"
        case .proxy: "proxy"
        }
    }
}

import Bytes
import Flow

/// Why a transfer of curl's failed, from its last words: `curl: (18) transfer closed …`, or a line of `curl -v`.
enum CurlFailure {
    /// - Parameters:
    ///   - reason: `(18) transfer closed with 90 bytes remaining to read`, or such words without a number.
    ///   - hasRequest: the request was sent.
    ///   - hasResponse: a response began.
    static func outcome(_ reason: Bytes, hasRequest: Bool, hasResponse: Bool) -> Outcome? {
        guard let code = code(reason, hasRequest: hasRequest, hasResponse: hasResponse) else { return nil }
        // What the proxy answered is no response of the server's, and it is whole.
        let isCutOff = hasResponse && code != .upstreamProxyRefused
        let said = String(reason.text.prefix(300))
        return Outcome(
            isCutOff ? .aborted : .failed, by: code == .clientClosed ? .client : .upstream, code,
            detail: "curl reported: \(said)\(said.hasSuffix(".") ? "" : ".")")
    }

    /// Whether words without a number tell of a failure.
    static func isReason(_ words: Bytes) -> Bool {
        byWords.contains { words.contains($0.words) }
    }

    /// Whether words say no more than that there is no connection.
    static func isVague(_ words: Bytes) -> Bool {
        byWords.first { words.contains($0.words) }.map { $0.code == .connectFailed } ?? true
    }

    /// curl's exit codes (curl's man page, EXIT CODES).
    private static func code(_ reason: Bytes, hasRequest: Bool, hasResponse: Bool) -> Outcome.Code? {
        // What is said more exactly than the number says it.
        if let known = byWords.first(where: { reason.contains($0.words) })?.code {
            return known == .connectTimedOut ? timeout(hasRequest, hasResponse) : known
        }
        switch number(reason) {
        case 5, 97: return .upstreamProxyFailed
        case 6: return .nameNotFound
        case 7: return .connectFailed
        case 8, 61: return .malformedResponse
        case 16, 92, 95: return .resetByUpstream
        case 18: return .upstreamClosed
        case 23, 42: return .clientClosed
        case 28: return timeout(hasRequest, hasResponse)
        case 35: return .closedInHandshake
        case 51: return .wrongHost
        case 52: return .emptyResponse
        case 55, 56: return hasResponse ? .upstreamClosed : .connectionReset
        case 60: return .unknownIssuer
        // What was asked for cannot be asked, or was answered and not liked: no connection failed.
        case 1, 2, 3, 4, 22, 26, 27, 33, 43, 47, 63: return nil
        default: return hasResponse ? nil : .connectFailed
        }
    }

    private static func timeout(_ hasRequest: Bool, _ hasResponse: Bool) -> Outcome.Code {
        hasResponse ? .idleTimedOut : hasRequest ? .responseTimedOut : .connectTimedOut
    }

    private static func number(_ reason: Bytes) -> Int? {
        guard reason.first == ASCII.openParenthesis, let end = reason.firstIndex(of: ASCII.closeParenthesis) else {
            return nil
        }
        return Int(reason.slice(1..<end).text)
    }

    private static let byWords: [(words: String, code: Outcome.Code)] = [
        ("Could not resolve proxy", .upstreamProxyFailed), ("Could not resolve host", .nameNotFound),
        ("certificate has expired", .certificateExpired), ("self-signed certificate", .selfSigned),
        ("self signed certificate", .selfSigned), ("unable to get local issuer", .unknownIssuer),
        ("no alternative certificate subject name", .wrongHost), ("does not match target host", .wrongHost),
        ("SSL certificate problem", .unknownIssuer), ("wrong version number", .notTLS),
        ("Connection refused", .connectionRefused), ("No route to host", .unreachable),
        ("Network is unreachable", .unreachable), ("Empty reply from server", .emptyResponse),
        ("transfer closed with", .upstreamClosed), ("Connection timed out", .connectTimedOut),
        ("Operation timed out", .connectTimedOut), ("Resolving timed out", .nameLookupFailed),
        ("Connection was reset", .connectionReset), ("Connection reset by peer", .connectionReset),
        ("was not closed cleanly", .resetByUpstream), ("CONNECT tunnel failed", .upstreamProxyRefused),
        ("from proxy after CONNECT", .upstreamProxyRefused), ("Failed to connect to", .connectFailed),
        ("Couldn't connect to server", .connectFailed), ("Could not connect to server", .connectFailed),
    ]
}

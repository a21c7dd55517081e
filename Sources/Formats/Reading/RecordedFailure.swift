import Bytes
import Flow

/// What another recorder's word for a failure says: `net::ERR_CONNECTION_REFUSED`, `[Errno 111] Connect call failed`.
/// Whose doing it was is told only where the words tell it; the words themselves stay, as the outcome's detail.
enum RecordedFailure {
    /// Longer words are cut.
    private static let limit = 500

    /// - Parameter hasResponse: a response had begun.
    static func outcome(_ words: Bytes, hasResponse: Bool) -> Outcome {
        let text = Bytes(Array(words.prefix(limit))).text
        let plain = Bytes(Array(words.prefix(limit))).lowercased.text
        let rule = rules.first { $0.words.contains { plain.contains($0) } }
        let party = rule?.by ?? .client
        let code = rule?.code ?? .recordedFailure
        let kind: Outcome.Kind = hasResponse || rule?.isCutOff == true ? .aborted : .failed
        return Outcome(kind, by: party, code, detail: text)
    }

    private struct Rule {
        let code: Outcome.Code
        var by: Outcome.Party = .upstream
        /// It had begun, also when no response came.
        var isCutOff = false
        let words: [String]
    }

    /// Chrome's names of errors (net_error_list.h), Firefox's, and the words of mitmproxy, Python and OpenSSL, in small
    /// letters. The first that fits counts.
    private static let rules = [
        Rule(
            code: .clientDoesNotTrust, by: .client,
            words: ["client tls handshake failed", "client does not trust", "client handshake failed"]),
        Rule(code: .resetByClient, by: .client, isCutOff: true, words: ["reset by client", "cancelled by client"]),
        Rule(
            code: .clientClosed, by: .client, isCutOff: true,
            words: ["client disconnected", "client closed", "disconnected by client"]),
        Rule(code: .resetByUpstream, isCutOff: true, words: ["reset by server", "reset by upstream"]),
        Rule(
            code: .nameNotFound,
            words: [
                "name_not_resolved", "unknown_host", "name or service not known", "nodename nor servname",
                "no address associated", "enotfound",
            ]),
        Rule(code: .nameLookupFailed, words: ["temporary failure in name resolution", "getaddrinfo", "err_dns_"]),
        Rule(
            code: .connectionRefused,
            words: ["connection_refused", "connection refused", "econnrefused", "errno 111]", "errno 61]", "10061"]),
        Rule(
            code: .unreachable,
            words: ["address_unreachable", "no route to host", "network is unreachable", "ehostunreach"]),
        Rule(
            code: .connectTimedOut,
            words: ["connection_timed_out", "connect timed out", "errno 110]", "connecttimeout"]
        ),
        Rule(code: .emptyResponse, words: ["empty_response", "empty reply"]),
        Rule(code: .certificateExpired, words: ["certificate has expired", "cert_expired", "expired_certificate"]),
        Rule(code: .certificateNotYetValid, words: ["certificate is not yet valid"]),
        Rule(
            code: .wrongHost, words: ["cert_common_name_invalid", "hostname mismatch", "bad_cert_domain"]),
        Rule(code: .selfSigned, words: ["self-signed certificate", "self signed certificate"]),
        Rule(
            code: .unknownIssuer,
            words: ["cert_authority_invalid", "unable to get local issuer", "unknown_issuer", "unknown ca"]),
        Rule(code: .revoked, words: ["cert_revoked", "certificate revoked"]),
        Rule(code: .badCertificate, words: ["err_cert_", "certificate verify failed", "insecure_response"]),
        Rule(
            code: .protocolViolation, words: ["err_ssl_", "server tls handshake failed", "ssl handshake", "ssl_error_"]
        ),
        Rule(
            code: .upstreamClosed, isCutOff: true,
            words: [
                "connection_closed", "connection_reset", "connection reset by peer", "server disconnected",
                "server closed", "peer closed connection", "socket hang up", "econnreset", "incomplete_chunked",
                "content_length_mismatch", "net_reset",
            ]),
    ]
}

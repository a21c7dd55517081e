package import Bytes
import Explain
package import HTTPModel

/// One connection as checks of connections look at it: what its handshake agreed on and showed.
package struct ConnectionFacts: Sendable {
    /// The host of the request.
    package let host: Bytes
    /// Of one side of Hark.
    package let tls: TLSFacts
    /// When it was used, in seconds since 1970; nil when no clock was read.
    package let time: Int64?

    package init(host: Bytes, tls: TLSFacts, time: Int64?) {
        self.host = host
        self.tls = tls
        self.time = time
    }

    /// The other side of it.
    var peer: Prose { tls.leg == .client ? "client" : "server" }
    /// The server's own certificate.
    var certificate: CertificateFacts? { tls.leg == .upstream ? tls.certificates.first : nil }

    /// As an example of a check shows it.
    package var lines: [String] {
        var lines = ["TLS with the \(peer.text), for \(host.text)"]
        if time == nil { lines.append("time: not recorded") }
        if let agreement = tls.agreement { lines.append("\(agreement.version), \(agreement.cipher)") }
        if let offer = tls.offer {
            lines.append("SNI: \(offer.serverName?.text ?? "none")")
            lines.append("ALPN: \(offer.protocols.map { $0.map(\.text).joined(separator: ", ") } ?? "none")")
        }
        for certificate in tls.certificates {
            let names = certificate.names.isEmpty ? "" : " for \(certificate.names.joined(separator: ", "))"
            lines.append("certificate \(certificate.subject)\(names), issued by \(certificate.issuer)")
            lines.append("  \(certificate.key), \(certificate.signature)")
            lines.append("  \(Quantity.date(certificate.notBefore)) to \(Quantity.date(certificate.notAfter))")
        }
        if let problem = tls.toleratedProblem { lines.append("verification: \(problem)") }
        return lines
    }

    /// What makes two connections the same for every check.
    struct Key: Hashable {
        let leg: TLSLeg
        let host: Bytes
        let agreement: TLSFacts.Agreement?
        let certificate: String?
        let failure: String?
        let hasServerName: Bool
        let hasProtocols: Bool

        init(_ facts: ConnectionFacts) {
            leg = facts.tls.leg
            host = facts.host
            agreement = facts.tls.agreement
            certificate = facts.tls.certificates.first?.fingerprint
            failure = facts.tls.failure?.code
            hasServerName = facts.tls.offer?.serverName != nil
            hasProtocols = facts.tls.offer?.protocols != nil
        }
    }
}

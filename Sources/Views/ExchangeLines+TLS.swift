import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import TLSModel

/// TLS on both legs: in full with the CONNECT that it came in, briefly with each exchange inside.
extension ExchangeLines {
    mutating func tlsLines(_ record: FlowRecord) {
        if let facts = record.upstreamTLS, facts.isVerified == false {
            writer.detail("insecure", ink: .bad) { out in
                out.text("the server's certificate is not checked (--insecure-upstream)")
                guard let problem = facts.toleratedProblem else { return }
                out.text(", and it is wrong: ")
                out.wire(problem, limit: 120)
            }
        }
        let isConnect = record.requestHead?.method == .connect
        guard isConnect || options.isVerbose else { return }
        if let facts = record.clientTLS { leg("tls client", facts, record.outcome) }
        if let facts = record.upstreamTLS { leg("tls server", facts, record.outcome) }
    }

    private mutating func leg(_ label: StaticString, _ facts: TLSFacts, _ outcome: Outcome?) {
        // The flow's outcome has said it already, if the flow ended so.
        if let failure = facts.failure, failure.code != outcome?.code.rawValue {
            writer.detail(label, ink: .bad) { $0.wire(failure.text, limit: 400) }
        }
        if let agreement = facts.agreement {
            writer.detail(label) { out in
                out.wire(agreement.version, limit: 20)
                out.text(", ")
                out.wire(agreement.cipher, limit: 60)
                if let group = agreement.group {
                    out.text(", ")
                    out.wire(group, limit: 40)
                }
                if let name = agreement.applicationProtocol {
                    out.text(", ")
                    out.wire(name, limit: 40)
                }
                if agreement.isResumed { out.text(", resumed") }
                out.text(", ")
                out.duration(nanoseconds: facts.duration)
            }
        } else if let offer = facts.offer, facts.failure == nil {
            self.offer(label, offer)
        }
        if facts.leg == .upstream, let certificate = facts.certificates.first {
            writer.detail("certificate") { out in
                out.wire(certificate.subject.isEmpty ? certificate.names.first ?? "" : certificate.subject, limit: 100)
                out.text(" by ")
                out.wire(certificate.issuer, limit: 100)
                out.text(", ")
                out.wire(certificate.key, limit: 40)
                out.text(", until ")
                out.wire(HTTPDate.format(certificate.notAfter).text, limit: 40)
            }
        }
    }

    /// Of a connection that is relayed unread: what could be seen.
    private mutating func offer(_ label: StaticString, _ offer: TLSFacts.Offer) {
        writer.detail(label) { out in
            out.text("asks for ")
            if let name = offer.serverName { out.wire(name, limit: 100) } else { out.text("no name") }
            if let protocols = offer.protocols {
                out.text(", offers ")
                for (place, name) in protocols.prefix(8).enumerated() {
                    if place > 0 { out.text(", ") }
                    out.wire(name, limit: 40)
                }
            }
            out.text("; not decrypted")
        }
    }
}

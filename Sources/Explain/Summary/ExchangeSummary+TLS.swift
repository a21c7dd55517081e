import Flow
import HTTPModel
import HTTPSemantics

/// TLS on both legs: in full with the CONNECT that it came in, briefly with each exchange inside.
extension ExchangeSummary {
    mutating func tls(_ record: FlowRecord, _ extent: Extent) {
        if let facts = record.upstreamTLS, facts.isVerified == false {
            add(.insecure, .bad) { out in
                out.text("the server's certificate is not checked (--insecure-upstream)")
                guard let problem = facts.toleratedProblem else { return }
                out.text(", and it is invalid: ")
                out.string(problem, limit: 120)
            }
        }
        guard record.requestHead?.asksForTunnel == true || extent == .full else { return }
        if let facts = record.clientTLS { leg(.tlsClient, facts, record.outcome) }
        if let facts = record.upstreamTLS { leg(.tlsServer, facts, record.outcome) }
    }

    private mutating func leg(_ label: Label, _ facts: TLSFacts, _ outcome: Outcome?) {
        // The flow's outcome has said it already, if the flow ended so.
        if let failure = facts.failure, failure.code != outcome?.code.rawValue {
            add(label, .bad) { $0.string(failure.text, limit: 400) }
        }
        if let agreement = facts.agreement {
            add(label) { out in
                out.string(agreement.version, limit: 20)
                out.text(", ")
                out.string(agreement.cipher, limit: 60)
                for name in [agreement.group, agreement.applicationProtocol].compactMap({ $0 }) {
                    out.text(", ")
                    out.string(name, limit: 40)
                }
                if agreement.isResumed { out.text(", resumed") }
                out.text(", ")
                out.duration(nanoseconds: facts.duration)
            }
        } else if let offer = facts.offer, facts.failure == nil {
            self.offer(label, offer)
        }
        guard facts.leg == .upstream, let certificate = facts.certificates.first else { return }
        add(.certificate) { out in
            out.string(certificate.subject.isEmpty ? certificate.names.first ?? "" : certificate.subject, limit: 100)
            out.text(" by ")
            out.string(certificate.issuer, limit: 100)
            out.text(", ")
            out.string(certificate.key, limit: 40)
            out.text(", until ")
            out.wire(HTTPDate.format(certificate.notAfter), limit: 40)
        }
    }

    /// For a connection that is relayed unread: what could be seen.
    private mutating func offer(_ label: Label, _ offer: TLSFacts.Offer) {
        add(label) { out in
            out.text("asks for ")
            if let name = offer.serverName { out.wire(name, limit: 100) } else { out.text("no name") }
            if let protocols = offer.protocols {
                out.text(", offers ")
                out.list(protocols, limit: 8) { $0.wire($1, limit: 40) }
            }
            out.text("; not decrypted")
        }
    }
}

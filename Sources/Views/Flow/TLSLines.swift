import Bytes
import Explain
package import Flow
import HTTPModel

/// TLS on both sides of the proxy: what was agreed on, offered and shown.
package struct TLSLines {
    private let record: FlowRecord
    private static let column = 18

    package init(_ record: FlowRecord) {
        self.record = record
    }

    package func write(to page: inout PageWriter) {
        guard record.clientTLS != nil || record.upstreamTLS != nil else {
            return page.prose("Neither the client nor the server connection used TLS.", at: 2)
        }
        if let facts = record.clientTLS {
            page.prose("With the client, as the requested server", at: 2, ink: .strong)
            leg(facts, &page)
        }
        if let facts = record.upstreamTLS {
            page.prose("With the server", at: 2, ink: .strong)
            leg(facts, &page)
        }
    }

    private func leg(_ facts: TLSFacts, _ page: inout PageWriter) {
        if let failure = facts.failure {
            row("failed", failure.text, &page, ink: .bad)
            row("alert", failure.alert, &page)
        }
        if let agreement = facts.agreement {
            row("version", agreement.version, &page)
            row("cipher", agreement.cipher, &page)
            row("key exchange", agreement.group, &page)
            row("protocol", agreement.applicationProtocol, &page)
            row("name", agreement.serverName, &page)
            row("resumed", agreement.isResumed ? "yes, with the keys of an earlier connection" : "no", &page)
        }
        row("took", Quantity.duration(Int64(clamping: facts.duration / 1000)), &page)
        if let offer = facts.offer { self.offer(offer, &page) }
        if let isVerified = facts.isVerified {
            row("checked", isVerified ? "yes, the certificate is valid" : "no (--insecure-upstream)", &page)
        }
        row("wrong", facts.toleratedProblem, &page, ink: .bad)
        for (number, certificate) in facts.certificates.enumerated() {
            self.certificate(certificate, number, &page)
        }
        page.newline()
    }

    private func offer(_ offer: TLSFacts.Offer, _ page: inout PageWriter) {
        row("asked for", offer.serverName?.text, &page)
        row("offered", offer.protocols.map { $0.map(\.text).joined(separator: ", ") }, &page)
        row("versions", offer.versions.isEmpty ? nil : offer.versions.joined(separator: ", "), &page)
        row("ciphers", "\(offer.cipherSuites.count), of \(offer.extensions.count) extensions", &page)
        row("JA4", offer.fingerprint.isEmpty ? nil : offer.fingerprint, &page)
    }

    private func certificate(_ certificate: CertificateFacts, _ number: Int, _ page: inout PageWriter) {
        row(number == 0 ? "certificate" : "issued by", certificate.subject, &page)
        if number == 0, !certificate.names.isEmpty {
            let names = certificate.names.prefix(12).joined(separator: ", ")
            let more = certificate.names.count > 12 ? ", and \(certificate.names.count - 12) more" : ""
            row("for", names + more, &page)
        }
        row("issuer", certificate.issuer, &page)
        row("valid", "\(Quantity.date(certificate.notBefore)) to \(Quantity.date(certificate.notAfter))", &page)
        row("key", "\(certificate.key), signed with \(certificate.signature)", &page)
        if number == 0 { row("SHA-256", certificate.fingerprint, &page) }
    }

    private func row(_ name: String, _ value: String?, _ page: inout PageWriter, ink: Ink = .normal) {
        guard let value, !value.isEmpty else { return }
        page.pad(to: 4)
        page.raw(.quiet) { $0.wire(name) }
        page.wire([(Bytes(value), ink)], at: Self.column)
    }
}

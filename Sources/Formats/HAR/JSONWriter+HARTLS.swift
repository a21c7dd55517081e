import Bytes
import Flow
import HTTPModel
import JSON
import TLSModel

/// `_tls`: what is known of TLS on each leg; not there when neither had any.
extension JSONWriter {
    /// - Parameter written: what was written of handshakes before.
    mutating func tls(_ record: FlowRecord, _ written: WrittenHandshakes? = nil) {
        guard record.clientTLS != nil || record.upstreamTLS != nil else { return }
        key("_tls")
        beginObject()
        if let facts = record.clientTLS {
            key("client")
            // The whole ClientHello stands once, with the CONNECT that it came in.
            if record.requestHead?.asksForTunnel == true {
                leg(facts, withMessage: true)
            } else {
                leg(facts, written)
            }
        }
        if let facts = record.upstreamTLS {
            key("upstream")
            leg(facts, written)
        }
        endObject()
    }

    private mutating func leg(_ facts: TLSFacts, _ written: WrittenHandshakes?) {
        if let text = written?[facts] { return text.withUnsafeBytes { append($0) } }
        let (start, spooled) = (count, totalCount - count)
        leg(facts, withMessage: false)
        guard let written, totalCount - count == spooled else { return }
        written[facts] = withBytes { Bytes(Array($0[start...])) }
    }

    private mutating func leg(_ facts: TLSFacts, withMessage: Bool) {
        beginObject()
        if let agreement = facts.agreement { self.agreement(agreement) }
        if let name = facts.agreement?.serverName {
            key("sni")
            string(name)
        } else if let name = facts.offer?.serverName {
            key("sni")
            string(name)
        }
        if facts.duration > 0 {
            key("handshakeTime")
            milliseconds(micro: Int64(clamping: facts.duration / 1000))
        }
        if !facts.certificates.isEmpty {
            key("certificates")
            beginArray()
            for certificate in facts.certificates { self.certificate(certificate) }
            endArray()
        }
        if let isVerified = facts.isVerified {
            key("verified")
            boolean(isVerified)
        }
        if let problem = facts.toleratedProblem {
            key("toleratedProblem")
            string(problem)
        }
        if let failure = facts.failure {
            key("failure")
            beginObject()
            key("code")
            string(failure.code)
            key("text")
            string(failure.text)
            if let alert = failure.alert {
                key("alert")
                string(alert)
            }
            endObject()
        }
        if let offer = facts.offer { self.offer(offer, withMessage: withMessage) }
        endObject()
    }

    private mutating func agreement(_ agreement: TLSFacts.Agreement) {
        key("version")
        string(agreement.version)
        key("cipher")
        string(agreement.cipher)
        key("group")
        if let group = agreement.group { string(group) } else { null() }
        key("alpn")
        if let name = agreement.applicationProtocol { string(name) } else { null() }
        key("resumed")
        boolean(agreement.isResumed)
    }

    private mutating func certificate(_ certificate: CertificateFacts) {
        beginObject()
        key("subject")
        string(certificate.subject)
        key("issuer")
        string(certificate.issuer)
        key("names")
        beginArray()
        for name in certificate.names { string(name) }
        endArray()
        key("notBefore")
        date(micro: certificate.notBefore &* 1_000_000)
        key("notAfter")
        date(micro: certificate.notAfter &* 1_000_000)
        key("key")
        string(certificate.key)
        key("signature")
        string(certificate.signature)
        key("serial")
        string(certificate.serial)
        key("sha256")
        string(certificate.fingerprint)
        endObject()
    }

    /// What the client offered (RFC 8446 §4.1.2); numbers are those of the registries.
    private mutating func offer(_ offer: TLSFacts.Offer, withMessage: Bool) {
        key("offered")
        beginObject()
        key("sni")
        if let name = offer.serverName { string(name) } else { null() }
        if let problem = offer.serverNameProblem {
            key("sniProblem")
            string(problem)
        }
        key("alpn")
        if let protocols = offer.protocols {
            beginArray()
            for name in protocols { string(name) }
            endArray()
        } else {
            null()
        }
        key("versions")
        beginArray()
        for version in offer.versions { string(version) }
        endArray()
        numbers("ciphers", offer.cipherSuites)
        numbers("extensions", offer.extensions)
        key("ja4")
        string(offer.fingerprint)
        if withMessage {
            key("_raw")
            base64(offer.message)
        }
        endObject()
    }

    private mutating func numbers(_ name: StaticString, _ values: [UInt16]) {
        key(name)
        beginArray()
        for value in values { integer(UInt64(value)) }
        endArray()
    }
}

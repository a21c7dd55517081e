import Bytes
import Flow
import HTTPModel

/// `_tls`: what is known of TLS on each leg; not there when neither had any.
extension JSONWriter {
    /// - Parameter written: what was written of handshakes before.
    mutating func tls(_ record: FlowRecord, _ written: WrittenHandshakes? = nil) {
        guard record.clientTLS != nil || record.upstreamTLS != nil else { return }
        beginObject("_tls")
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
            member("sni", name)
        } else if let name = facts.offer?.serverName {
            member("sni", name)
        }
        if facts.duration > 0 {
            key("handshakeTime")
            milliseconds(micro: Int64(clamping: facts.duration / 1000))
        }
        if !facts.certificates.isEmpty {
            beginArray("certificates")
            for certificate in facts.certificates { self.certificate(certificate) }
            endArray()
        }
        if let isVerified = facts.isVerified { member("verified", isVerified) }
        if let problem = facts.toleratedProblem { member("toleratedProblem", problem) }
        if let failure = facts.failure {
            beginObject("failure")
            member("code", failure.code)
            member("text", failure.text)
            if let alert = failure.alert { member("alert", alert) }
            endObject()
        }
        if let offer = facts.offer { self.offer(offer, withMessage: withMessage) }
        endObject()
    }

    private mutating func agreement(_ agreement: TLSFacts.Agreement) {
        member("version", agreement.version)
        member("cipher", agreement.cipher)
        key("group")
        if let group = agreement.group { string(group) } else { null() }
        key("alpn")
        if let name = agreement.applicationProtocol { string(name) } else { null() }
        member("resumed", agreement.isResumed)
    }

    private mutating func certificate(_ certificate: CertificateFacts) {
        beginObject()
        member("subject", certificate.subject)
        member("issuer", certificate.issuer)
        beginArray("names")
        for name in certificate.names { string(name) }
        endArray()
        key("notBefore")
        date(micro: certificate.notBefore &* 1_000_000)
        key("notAfter")
        date(micro: certificate.notAfter &* 1_000_000)
        member("key", certificate.key)
        member("signature", certificate.signature)
        member("serial", certificate.serial)
        member("sha256", certificate.fingerprint)
        endObject()
    }

    /// What the client offered (RFC 8446 §4.1.2); numbers are those of the registries.
    private mutating func offer(_ offer: TLSFacts.Offer, withMessage: Bool) {
        beginObject("offered")
        key("sni")
        if let name = offer.serverName { string(name) } else { null() }
        if let problem = offer.serverNameProblem { member("sniProblem", problem) }
        key("alpn")
        if let protocols = offer.protocols {
            beginArray()
            for name in protocols { string(name) }
            endArray()
        } else {
            null()
        }
        beginArray("versions")
        for version in offer.versions { string(version) }
        endArray()
        numbers("ciphers", offer.cipherSuites)
        numbers("extensions", offer.extensions)
        member("ja4", offer.fingerprint)
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

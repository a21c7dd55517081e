package import Bytes
package import HTTPModel

/// Something that scripts hear of and do not answer. A value; it becomes a line when it is written.
package struct ScriptNotice: Sendable {
    /// One end of a connection.
    package struct Peer: Sendable, Hashable {
        let address: String
        /// The number of the connection.
        package let connection: UInt64?

        package init(address: String, connection: UInt64?) {
            (self.address, self.connection) = (address, connection)
        }
    }

    package let on: ScriptEventKind
    /// Microseconds since 1970.
    let time: Int64
    /// The subscriptions that want it, by their places.
    package var matched: [Int] = []
    /// The number of the flow, as people see it; nil: it is about a connection.
    package var flow: UInt64?
    package var client: Peer?
    package var server: Peer?
    /// Of the server, `HOST:PORT` as it was asked for.
    package var host: String?
    package var tls: TLSFacts?
    /// Of a WebSocket, with which it was opened.
    package var request: ScriptRequest?
    package var response: ScriptResponse?
    /// Why it went wrong, for people, and the name of the reason.
    package var failure: (text: String, code: String)?
    /// The log entry of the flow: JSON.
    package var record: Bytes?

    package init(_ on: ScriptEventKind, time: Int64) {
        (self.on, self.time) = (on, time)
    }

    var line: Bytes {
        JSONWriter.line("notice") { out in
            out.member("on", on.rawValue)
            out.beginArray("matched")
            for place in matched { out.integer(place) }
            out.endArray()
            if let flow { out.member("flow", flow) }
            out.key("time")
            out.seconds(time)
            if let client { out.peer("client", client) }
            if let server { out.peer("server", server, host: host) }
            if let tls { out.object("tls") { $0.members(of: tls) } }
            if let request { out.request(request) }
            if let response { out.response(response) }
            if let failure {
                out.object("error") { out in
                    out.member("code", failure.code)
                    out.member("text", failure.text)
                }
            }
            if let record {
                out.key("record")
                out.number(record)
            }
        }
    }
}

extension JSONWriter {
    mutating func peer(
        _ name: StaticString, _ peer: ScriptNotice.Peer, host: String? = nil, tls: TLSFacts? = nil
    ) {
        object(name) { out in
            out.member("address", peer.address)
            if let number = peer.connection { out.member("connection", number) }
            if let host { out.member("host", host) }
            if let tls, tls.agreement != nil { out.object("tls") { $0.members(of: tls) } }
        }
    }

    mutating func members(of tls: TLSFacts) {
        member("failed", tls.failure != nil)
        if let agreement = tls.agreement {
            member("version", agreement.version)
            member("cipher", agreement.cipher)
            if let name = agreement.applicationProtocol { member("protocol", name) }
            if let name = agreement.serverName { member("server_name", name) }
        } else if let offer = tls.offer {
            members(of: offer)
        }
        if !tls.certificates.isEmpty {
            beginArray("certificates")
            for certificate in tls.certificates { members(of: certificate) }
            endArray()
        }
        if let failure = tls.failure {
            member("code", failure.code)
            member("text", failure.text)
        }
    }

    /// What is known of a certificate.
    private mutating func members(of certificate: CertificateFacts) {
        beginObject()
        for (name, text) in [
            ("subject" as StaticString, certificate.subject), ("issuer", certificate.issuer), ("key", certificate.key),
            ("signature", certificate.signature), ("fingerprint", certificate.fingerprint),
            ("serial", certificate.serial),
        ] {
            key(name)
            string(text)
        }
        texts("names", certificate.names)
        member("not_before", certificate.notBefore)
        member("not_after", certificate.notAfter)
        member("authority", certificate.isAuthority)
        let bytes = certificate.encoding.bytes
        if !bytes.isEmpty { member("pem", Self.pem(bytes)) }
        endObject()
    }

    /// One block of PEM (RFC 7468 §5).
    private static func pem(_ certificate: Bytes) -> Bytes {
        var text = Array("-----BEGIN CERTIFICATE-----\n".utf8)
        var digits: [UInt8] = []
        Base64.append(certificate, to: &digits)
        var rest = digits[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + [ASCII.lineFeed]
            rest = rest.dropFirst(64)
        }
        return Bytes(text + Array("-----END CERTIFICATE-----\n".utf8))
    }

    /// What a ClientHello asks for.
    mutating func members(of offer: TLSFacts.Offer) {
        if let name = offer.serverName {
            key("server_name")
            text(name)
        }
        beginArray("protocols")
        for name in offer.protocols ?? [] { text(name) }
        endArray()
        texts("versions", offer.versions)
        beginArray("ciphers")
        for number in offer.cipherSuites { integer(number) }
        endArray()
        beginArray("extensions")
        for number in offer.extensions { integer(number) }
        endArray()
        member("fingerprint", offer.fingerprint)
    }
}

import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// What TLS handshakes agreed on and showed. Only Hark's own recordings have it.
extension Checks {
    private static let day: Int64 = 86_400
    private static let soon: Int64 = 14

    package static let ofConnections: [Check] = Array {
        Check(
            connection: "tls-version-old", .bad, "RFC 8996 §4", "An old version of TLS",
            "The connection of the \(.part) (\(.host)) uses \(.value), which has known attacks and is forbidden.",
            advice: "Switch on TLS 1.2 and 1.3.",
            bad: [handshake(version: "TLS 1.0"), handshake(.client, version: "TLS 1.1")],
            good: [handshake(version: "TLS 1.2"), handshake(.client, version: "TLS 1.3")]
        ) { connection in
            guard let version = connection.tls.agreement?.version,
                ["SSL 3.0", "SSLv3", "TLS 1.0", "TLS 1", "TLS 1.1"].contains(version)
            else { return nil }
            return [
                .part: .words(connection.peer), .host: .bytes(connection.host), .value: .text(version),
            ]
        }
        Check(
            connection: "tls-cipher-weak", .warning, "RFC 9325 §4.1", "A weak cipher",
            "The connection to \(.host) uses \(.value): \(.rule)",
            advice: "Offer ciphers with ECDHE and AES-GCM or ChaCha20.",
            bad: [
                handshake(version: "TLS 1.2", cipher: "AES128-SHA"),
                handshake(version: "TLS 1.2", cipher: "ECDHE-RSA-RC4-SHA"),
            ],
            good: [
                handshake(version: "TLS 1.2", cipher: "ECDHE-RSA-AES128-GCM-SHA256"),
                handshake(version: "TLS 1.3", cipher: "TLS_AES_128_GCM_SHA256"),
            ]
        ) { connection in
            guard let agreement = connection.tls.agreement, let rule = weakness(agreement) else { return nil }
            return [
                .host: .bytes(connection.host), .value: .text(agreement.cipher),
                .rule: .words(Prose(stringLiteral: rule)),
            ]
        }
        Check(
            connection: "tls-certificate-expired", .bad, "RFC 5280 §4.1.2.5",
            "The certificate is not valid at this time",
            "The certificate of \(.host) \(.rule) \(.date). Clients refuse it.",
            advice: "Renew the certificate.",
            bad: [
                handshake(from: -400, to: -1), handshake(from: 2, to: 90),
            ],
            good: [handshake(from: -30, to: 60), handshake(from: -400, to: -1, isTimed: false)]
        ) { connection in
            guard let certificate = connection.certificate, let time = connection.time else { return nil }
            if time > certificate.notAfter {
                return [
                    .host: .bytes(connection.host), .rule: .words("expired on"), .date: .date(certificate.notAfter),
                ]
            }
            guard time < certificate.notBefore else { return nil }
            return [
                .host: .bytes(connection.host), .rule: .words("is valid only from"),
                .date: .date(certificate.notBefore),
            ]
        }
        Check(
            connection: "tls-certificate-soon", .warning, "RFC 5280 §4.1.2.5", "The certificate expires soon",
            "The certificate of \(.host) expires on \(.date), in less than \(.limit) days.",
            advice: "Renew the certificate, best automatically.",
            bad: [handshake(from: -80, to: 3), handshake(from: -350, to: 13)],
            good: [handshake(from: -80, to: 15), handshake(from: -2, to: 4)]
        ) { connection in
            guard let certificate = connection.certificate, let time = connection.time,
                time <= certificate.notAfter, certificate.notAfter - time < soon * day,
                // Some certificates live only for days.
                certificate.notAfter - certificate.notBefore > 2 * soon * day
            else { return nil }
            return [.host: .bytes(connection.host), .date: .date(certificate.notAfter), .limit: .number(soon)]
        }
        Check(
            connection: "tls-name-differs", .bad, "RFC 9525 §6.3", "The certificate is for another host",
            "The certificate of \(.host) names only \(.others). Clients refuse it.",
            advice: "Add \(.host) to the certificate's subjectAltName.",
            bad: [handshake(names: ["b.example"]), handshake(names: ["*.a.example", "www.b.example"])],
            good: [handshake(names: ["b.example", "a.example"]), handshake(names: ["*.example", "A.EXAMPLE"])]
        ) { connection in
            guard let certificate = connection.certificate,
                !certificate.names.contains(where: { name in matches(connection.host, Bytes(name)) })
            else { return nil }
            let names = certificate.names.isEmpty ? "no host" : Prose.list(certificate.names, limit: 4)
            return [.host: .bytes(connection.host), .others: .words(names)]
        }
        Check(
            connection: "tls-chain-incomplete", .bad, "RFC 8446 §4.4.2", "An intermediate certificate is missing",
            """
            \(.host) sends only its own certificate, and its issuer \(.name) was not found. Browsers may know it from \
            other sites; other clients refuse the connection.
            """,
            advice: "Send the intermediate certificates too.",
            bad: [
                handshake(problem: "unable to get local issuer certificate"),
                handshake(problem: "unable to verify the first certificate"),
            ],
            good: [handshake(), handshake(problem: "certificate has expired")]
        ) { connection in
            guard let certificate = connection.certificate, connection.tls.certificates.count == 1,
                certificate.issuer != certificate.subject,
                [connection.tls.toleratedProblem, connection.tls.failure?.text].contains(where: { words in
                    words?.contains("local issuer") == true || words?.contains("verify the first") == true
                })
            else { return nil }
            return [.host: .bytes(connection.host), .name: .text(certificate.issuer)]
        }
        Check(
            connection: "tls-chain-order", .info, "RFC 8446 §4.4.2", "Certificates out of order",
            "The certificates of \(.host) are sent \(.rule). Old clients stop there.",
            advice: "Send the server's certificate first, then each issuer, without the root.",
            bad: [handshake(issuers: ["CN=Root", "CN=I1"]), handshake(issuers: ["CN=I0", "CN=I0"])],
            good: [handshake(issuers: ["CN=Root"]), handshake()]
        ) { connection in
            let chain = connection.certificate == nil ? [] : connection.tls.certificates
            guard chain.count > 1 else { return nil }
            let isOrdered = zip(chain, chain.dropFirst()).allSatisfy { $0.issuer == $1.subject }
            let hasRoot = chain.dropFirst().contains { $0.issuer == $0.subject }
            guard !isOrdered || hasRoot else { return nil }
            return [
                .host: .bytes(connection.host), .rule: .words(isOrdered ? "with the root" : "in the wrong order"),
            ]
        }
        Check(
            connection: "tls-key-small", .bad, "RFC 9325 §4.5", "A weak certificate",
            "The certificate of \(.host) has \(.value), which can be broken. Clients refuse it.",
            advice: "Use RSA with 2,048 bits or more, or EC P-256, and SHA-256.",
            bad: [handshake(key: "RSA 1024"), handshake(signature: "sha1WithRSAEncryption")],
            good: [handshake(key: "RSA 2048"), handshake(key: "EC P-256", signature: "ecdsa-with-SHA256")]
        ) { connection in
            guard let certificate = connection.certificate else { return nil }
            let bits = certificate.key.hasPrefix("RSA ") ? Int(certificate.key.dropFirst(4)) : nil
            let isOld = certificate.signature.lowercased().hasPrefix("sha1") || certificate.signature.contains("SHA1")
            if let bits, bits < 2_048 { return [.host: .bytes(connection.host), .value: .text(certificate.key)] }
            // No client checks the signature of a root.
            guard isOld, certificate.issuer != certificate.subject else { return nil }
            return [.host: .bytes(connection.host), .value: .text(certificate.signature)]
        }
        Check(
            connection: "tls-sni-missing", .info, "RFC 9325 §3.7", "No server name in the handshake",
            "The client did not say that it wants \(.host), so servers with several hosts choose any certificate.",
            advice: "Use a client that sends SNI.",
            bad: [offer(name: nil, protocols: ["h2"]), offer(name: nil, protocols: ["http/1.1"])],
            good: [offer(name: "a.example", protocols: ["h2"]), offer(name: nil, protocols: ["h2"], host: "192.0.2.1")]
        ) { connection in
            guard let offer = connection.tls.offer, offer.serverName == nil, !HostName.isAddress(connection.host) else {
                return nil
            }
            return [.host: .bytes(connection.host)]
        }
        Check(
            connection: "tls-alpn-missing", .info, "RFC 9325 §3.8", "No protocol in the handshake",
            "The client offers no protocol by ALPN, so it uses HTTP/1.1 with \(.host) even where HTTP/2 is there.",
            advice: "Use a client that supports HTTP/2.",
            bad: [
                offer(name: "a.example", protocols: nil), offer(name: "b.example", protocols: nil, host: "b.example"),
            ],
            good: [offer(name: "a.example", protocols: ["http/1.1"]), offer(name: "a.example", protocols: ["h2"])]
        ) { connection in
            guard let offer = connection.tls.offer, offer.protocols == nil else { return nil }
            return [.host: .bytes(connection.host)]
        }
    }

    /// Why a cipher is weak; nil when it is not.
    private static func weakness(_ agreement: TLSFacts.Agreement) -> String? {
        let cipher = agreement.cipher.uppercased()
        for broken in ["RC4", "3DES", "DES-CBC3", "NULL", "EXP-", "EXPORT"] where cipher.contains(broken) {
            return "\(broken) can be broken."
        }
        guard agreement.version == "TLS 1.2", !cipher.contains("DHE") else { return nil }
        return "an attacker who gets the server's key later can read what was recorded."
    }

    /// A name of a certificate, which may begin with one label `*` (RFC 9525 §6.3).
    private static func matches(_ host: Bytes, _ name: Bytes) -> Bool {
        let (host, name) = (HostName.compared(host), HostName.compared(name))
        if host == name { return true }
        guard name.hasOpening("*."), let dot = host.firstIndex(of: ASCII.period) else { return false }
        return host.slice(dot..<host.count) == name.slice(1..<name.count)
    }

    // MARK: - Examples

    private static let moment = Example.moment

    /// A connection with a server whose certificate is good, but for what is given. Days count from its use.
    private static func handshake(
        _ leg: TLSLeg = .upstream, version: String = "TLS 1.3", cipher: String = "TLS_AES_128_GCM_SHA256",
        names: [String] = ["a.example"], from: Int64 = -30, to: Int64 = 60, key: String = "EC P-256",
        signature: String = "ecdsa-with-SHA256", issuers: [String] = [], problem: String? = nil, isTimed: Bool = true
    ) -> ConnectionFacts {
        func certificate(_ subject: String, _ issuer: String, names: [String]) -> CertificateFacts {
            CertificateFacts(
                subject: subject, issuer: issuer, names: names, notBefore: moment + from * day,
                notAfter: moment + to * day, key: key, signature: signature, fingerprint: subject, serial: "1")
        }
        let chain =
            [certificate("CN=a.example", "CN=I0", names: names)]
            + issuers.enumerated().map { certificate("CN=I\($0.offset)", $0.element, names: []) }
        let cipher = version == "TLS 1.3" || cipher != "TLS_AES_128_GCM_SHA256" ? cipher : "ECDHE-RSA-AES128-GCM-SHA256"
        return ConnectionFacts(
            host: "a.example",
            tls: TLSFacts(
                leg,
                agreement: TLSFacts.Agreement(
                    version: version, cipher: cipher, group: nil, applicationProtocol: nil, serverName: nil,
                    isResumed: false), certificates: leg == .upstream ? chain : [], toleratedProblem: problem),
            time: isTimed ? moment : nil)
    }

    /// What a client offers.
    private static func offer(name: Bytes?, protocols: [Bytes]?, host: Bytes = "a.example") -> ConnectionFacts {
        ConnectionFacts(
            host: host,
            tls: TLSFacts(
                .client,
                offer: TLSFacts.Offer(
                    serverName: name, serverNameProblem: nil, protocols: protocols, versions: ["TLS 1.3"],
                    cipherSuites: [], extensions: [], fingerprint: "", message: Bytes())), time: moment)
    }
}

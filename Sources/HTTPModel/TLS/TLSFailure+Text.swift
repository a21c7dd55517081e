// What a failure means to a person. Two sentences or so: what was seen, and what to do.

extension TLSFailure {
    /// What happened, whose doing it was, and what to do about it.
    package var text: String {
        remedy.isEmpty ? summary : "\(summary) \(remedy)"
    }

    /// What happened.
    package var summary: String {
        switch code {
        case .certificateExpired:
            "\(subject) expired on \(moment(\.notAfter)), so the client cannot verify the server."
        case .certificateNotYetValid:
            "\(subject) is not valid before \(moment(\.notBefore)), so the client cannot verify the server."
        case .wrongHost:
            "The server's certificate is not for \(hostName). \(namesSentence)"
        case .selfSigned:
            "The server's certificate is self-signed, not signed by a CA, so anyone could have made it."
        case .unknownIssuer:
            "The server's certificate leads to a CA that is not trusted here\(lastIssuer)."
        case .missingIntermediate:
            "The server sent only its own certificate. Its issuer, \(issuer), is not a trusted root, and the "
                + "intermediate certificate is missing."
        case .revoked:
            "\(subject) was revoked by its issuer: do not trust it."
        case .revocationUnknown: revocationSentence
        case .weakKey:
            "\(keySubject) is too short to be secure."
        case .weakSignature:
            "\(subject) is signed with \(rejectedCertificate?.signature ?? "an old algorithm"), which can be "
                + "forged."
        case .wrongPurpose:
            "\(subject) is not valid for this use: \(problem?.words ?? "wrong purpose")."
        case .forgedCertificate:
            "The signature of \(subject.lowercasedFirst) is invalid: the certificate is damaged or forged."
        case .badCertificate:
            "\(subject) breaks the rules for certificates (RFC 5280): \(problem?.words ?? "malformed")."
        case .protocolTooOld:
            "The \(peer) supports no version of TLS that Hark accepts: Hark accepts \(spokenVersions)."
        case .noCommonCipher:
            "The \(peer) and Hark have no cipher, key exchange or signature algorithm in common\(alertInBrackets)."
        case .alpnMismatch: alpnSentence
        case .unrecognizedName:
            "The server does not know \(hostName)\(alertInBrackets)."
        case .legacyRenegotiation:
            "The server does not support secure renegotiation (RFC 5746), so an attacker could insert data into the "
                + "connection."
        case .renegotiationRefused:
            "The server asked to negotiate TLS again on the open connection, as servers do that want a client "
                + "certificate late. Hark refuses that (renegotiation, in TLS 1.2), and the server ended the "
                + "connection\(alertInBrackets)."
        case .plainHTTP:
            leg == .client
                ? "The client sent plain HTTP where TLS was expected."
                : "The server answered with plain HTTP: this port does not speak TLS."
        case .notTLS:
            "The \(peer) sent data that is not TLS."
        case .clientDoesNotTrust: distrustSentence
        case .clientRejectsCertificate:
            "The client rejected Hark's certificate\(alertInBrackets)."
        case .clientCertificateRequired:
            "The server requires a client certificate, but none is configured for it\(alertInBrackets)."
        case .clientCertificateRejected:
            "The server rejected the client certificate\(alertInBrackets)."
        case .handshakeTimedOut:
            "The TLS handshake with the \(peer) did not finish in time."
        case .closedInHandshake:
            "The \(peer) closed the connection in the middle of the TLS handshake, without giving a reason."
        case .connectionReset:
            "The connection to the \(peer) broke\(detail.isEmpty ? "" : " (\(detail))")."
        case .truncated:
            "The \(peer) closed the connection without close_notify, so the data may "
                + "be truncated."
        case .closedUnused:
            "The client opened the connection and closed it without a request."
        case .peerAlert:
            "The \(peer) ended the TLS connection with the alert \(alert?.name ?? "unknown")."
        case .protocolViolation:
            detail.isEmpty ? "The \(peer) violated the TLS protocol\(cause)." : "The \(peer) \(detail)."
        case .damagedRecord:
            "A record from the \(peer) failed its integrity check: it was changed in transit, or is faulty."
        case .internalError:
            "The TLS library failed\(cause.isEmpty && !detail.isEmpty ? " (\(detail))" : cause)."
        }
    }

    /// What to do about it; empty when nothing needs doing.
    package var remedy: String {
        switch code {
        case .certificateExpired:
            "The server's operator must renew it. Also check this computer's clock."
        case .certificateNotYetValid:
            "Check this computer's clock first. If it is right, the server's operator must use another certificate."
        case .wrongHost:
            "Check the host name; if it is right, the server's operator must get a certificate for it."
        case .selfSigned:
            "If it is yours, trust it with --upstream-ca FILE, or sign it with your own CA."
        case .unknownIssuer:
            "If you know the CA, trust it with --upstream-ca FILE. If not, someone may be between you and the "
                + "server."
        case .missingIntermediate:
            "The server's operator must send the whole chain. If the issuer is your own CA, trust it "
                + "with --upstream-ca FILE."
        case .revoked: "Do not use this server until its operator has replaced the certificate."
        case .revocationUnknown:
            "Also give that CA's current list with --upstream-crl FILE: the option requires one for every issuer."
        case .weakKey: "The server's operator must use RSA with 2048 bits or more, or an elliptic curve."
        case .weakSignature: "The server's operator must get a certificate signed with SHA-256 or better."
        case .wrongPurpose, .badCertificate: "The server's operator must get another certificate."
        case .forgedCertificate:
            "Do not trust this connection. Try another network; if the error persists, tell the operator."
        case .protocolTooOld:
            versionRemedy
        case .noCommonCipher:
            leg == .client
                ? "Update the client, or let it use ECDHE with AES-GCM or ChaCha20."
                : "The server's operator must allow modern ciphers, such as ECDHE with AES-GCM."
        case .alpnMismatch:
            leg == .client
                ? "Let the client use HTTP/1.1, or forward this host undecrypted with --tunnel-host."
                : "Relay this host undecrypted with --tunnel-host."
        case .unrecognizedName: "Check the host name, and that the server is set up for it."
        case .legacyRenegotiation:
            "The server's operator must update the TLS library. To connect anyway, start Hark with "
                + "--tls-min 1.0."
        case .renegotiationRefused:
            "Relay this host undecrypted with --tunnel-host \(host.isEmpty ? "HOST" : host), or let the "
                + "server ask in the first handshake, or use TLS 1.3; then --client-cert works."
        case .plainHTTP:
            leg == .client
                ? "Use an https:// URL for this port, or plain HTTP to another." : "Use http:// or another port."
        case .notTLS: "Check the port: it uses another protocol."
        case .clientDoesNotTrust:
            "Start the client with `hark run -- COMMAND`, or make it trust Hark's CA with `hark ca trust`. A "
                + "program that accepts only certificates it knows (pinning) cannot be decrypted: use --tunnel-host "
                + "for it."
        case .clientRejectsCertificate:
            "Check the client's clock and its requirements for certificates. Or forward it undecrypted: --tunnel-host."
        case .clientCertificateRequired: "Give one with --client-cert \(host.isEmpty ? "HOST" : host)=FILE."
        case .clientCertificateRejected: "Check the file given with --client-cert: its dates, and who signed it."
        case .handshakeTimedOut:
            leg == .client
                ? "It may use another protocol than TLS, or its bytes may be lost in transit."
                : "It may be overloaded, or not use TLS on this port."
        case .closedInHandshake:
            leg == .client
                ? "The client's own log may say why." : "Check that this port uses TLS and serves this name."
        case .connectionReset: "Try again. If the error persists, check the network between Hark and the \(peer)."
        case .truncated: "Compare with the declared length, if there is one."
        // Whoever may have judged late is told more by the engine, which knows who the client says it is.
        case .closedUnused: "Browsers open connections in advance."
        case .peerAlert: "The \(peer)'s own log may say why."
        case .protocolViolation where !detail.isEmpty: "Use HTTP/1.1 with this server: start Hark with --http1."
        case .protocolViolation, .damagedRecord:
            "Check the network between Hark and the \(peer), and update the \(peer)."
        case .internalError: "This is a bug in Hark, or memory ran out; please report it."
        }
    }

    /// The way to a peer of another version.
    private var versionRemedy: String {
        let lowest = versions?.lowerBound ?? .tls12
        let forward = "forward this host undecrypted with --tunnel-host \(host.isEmpty ? "HOST" : host)"
        if lowest < .tls11 { return "Update the \(peer), or \(forward)." }
        let lower = lowest > .tls12 ? "a lower --tls-min" : "--tls-min 1.0"
        return "Enable \(lowest.name) in the \(peer). If it cannot be updated, start Hark with \(lower), or \(forward)."
    }

    /// `TLS 1.2 and 1.3`
    private var spokenVersions: String {
        let lowest = versions?.lowerBound ?? .tls12
        return switch lowest {
        case .tls13: "only TLS 1.3 (--tls-min 1.3)"
        case .tls12: "TLS 1.2 and 1.3"
        default: "\(lowest.name) and later (--tls-min)"
        }
    }

    // MARK: - Parts of sentences

    /// The other side.
    private var peer: String {
        leg == .client ? "client" : "server"
    }

    private var hostName: String {
        host.isEmpty ? "this host" : "“\(ForeignText.text(host.utf8))”"
    }

    /// The certificate at fault, as a sentence begins.
    private var subject: String {
        guard let depth = problem?.depth, depth > 0 else { return "The server's certificate" }
        guard let name = rejectedCertificate?.subject, certificates.indices.contains(depth) else {
            return "A certificate above the server's"
        }
        return "The certificate above the server's (\(name))"
    }

    private var keySubject: String {
        guard let key = rejectedCertificate?.key else { return "The server's key (or its key exchange)" }
        return "\(subject) has a key, \(key), that"
    }

    private var issuer: String {
        certificates.first.map { "“\($0.issuer)”" } ?? "a CA"
    }

    private var lastIssuer: String {
        certificates.last.map { " (“\($0.issuer)”)" } ?? ""
    }

    private func moment(_ path: KeyPath<CertificateFacts, Int64>) -> String {
        rejectedCertificate.map { ForeignText.moment($0[keyPath: path]) } ?? "an unknown date"
    }

    private var namesSentence: String {
        guard let names = certificates.first?.names, !names.isEmpty else {
            return "It names no host."
        }
        let shown = names.prefix(5).joined(separator: ", ")
        return "It is for \(shown)\(names.count > 5 ? " and \(names.count - 5) more" : "")."
    }

    private var revocationSentence: String {
        let issuer = rejectedCertificate.map { "its issuer, “\($0.issuer)”" } ?? "its issuer"
        if let problem, problem.isOutdatedList {
            return "Whether \(subject.lowercasedFirst) was revoked is not known: the list of \(issuer) is out of date "
                + "(\(problem.words))."
        }
        return "Whether \(subject.lowercasedFirst) was revoked is not known: there is no list of \(issuer)."
    }

    private var alpnSentence: String {
        switch leg {
        case .client:
            "The client offers only protocols other than HTTP/1.1, the only one that Hark supports inside TLS."
        case .upstream where detail.isEmpty: "The server does not support HTTP/1.1 inside TLS\(alertInBrackets)."
        case .upstream: "The server chose a protocol that was not offered, “\(detail)”."
        }
    }

    private var distrustSentence: String {
        if let alert {
            return
                "This client does not trust Hark's CA: it rejected the certificate with the alert \(alert.name)."
        }
        return "This client probably does not trust Hark's CA: it closed the connection when it saw the "
            + "certificate."
    }

    private var alertInBrackets: String {
        alert.map { " (alert \($0.name))" } ?? ""
    }

    private var cause: String {
        guard let words = causes.first(where: { !$0.words.isEmpty })?.words else { return "" }
        return " (\(words))"
    }
}

extension String {
    fileprivate var lowercasedFirst: String {
        prefix(1).lowercased() + dropFirst()
    }
}

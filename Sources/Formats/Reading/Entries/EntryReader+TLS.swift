import Bytes
import Flow
import HTTPModel

extension EntryReader {
    /// `_tls`: what a record of Hark's says of TLS on each leg.
    mutating func tls(_ node: JSONNode, _ clock: EntryClock, _ events: inout ReadEvents) {
        guard let tls = object(node, "_tls") else { return }
        if let leg = object(tls, "client") { events.at(0, .handshakeEnded(facts(leg, isClient: true))) }
        if let leg = object(tls, "upstream") {
            events.at(clock.connected, .handshakeEnded(facts(leg, isClient: false)))
        }
    }

    private mutating func facts(_ node: JSONNode, isClient: Bool) -> TLSFacts {
        TLSFacts(
            isClient ? .client : .upstream, offer: offer(node), agreement: agreement(node),
            certificates: certificates(node), isVerified: node.member("verified", in: file)?.boolean,
            toleratedProblem: text(node, "toleratedProblem"), failure: failure(node),
            duration: nanoseconds(node, "handshakeTime"))
    }

    /// `sni` is there twice: as it was agreed on, and as it was offered.
    private mutating func agreement(_ node: JSONNode) -> TLSFacts.Agreement? {
        guard let version = text(node, "version"), let cipher = text(node, "cipher") else { return nil }
        return TLSFacts.Agreement(
            version: version, cipher: cipher, group: text(node, "group"), applicationProtocol: text(node, "alpn"),
            serverName: text(node, "sni"), isResumed: isTrue(node, "resumed"))
    }

    private mutating func offer(_ node: JSONNode) -> TLSFacts.Offer? {
        guard let offered = object(node, "offered") else { return nil }
        return TLSFacts.Offer(
            serverName: string(offered, "sni"), serverNameProblem: text(offered, "sniProblem"),
            protocols: array(offered, "alpn").map { names in names.compactMap { $0.string(in: file) } },
            versions: texts(offered, "versions"), cipherSuites: numbers(offered, "ciphers"),
            extensions: numbers(offered, "extensions"), fingerprint: text(offered, "ja4") ?? "",
            message: base64(offered, "_raw") ?? Bytes())
    }

    private mutating func failure(_ node: JSONNode) -> TLSFacts.Failure? {
        guard let failure = object(node, "failure"), let code = text(failure, "code") else { return nil }
        return TLSFacts.Failure(code: code, text: text(failure, "text") ?? "", alert: text(failure, "alert"))
    }

    private mutating func certificates(_ node: JSONNode) -> [CertificateFacts] {
        var certificates: [CertificateFacts] = []
        for node in array(node, "certificates") ?? [] {
            certificates.append(
                CertificateFacts(
                    subject: text(node, "subject") ?? "", issuer: text(node, "issuer") ?? "",
                    names: texts(node, "names"), notBefore: seconds(node, "notBefore"),
                    notAfter: seconds(node, "notAfter"), key: text(node, "key") ?? "",
                    signature: text(node, "signature") ?? "", fingerprint: text(node, "sha256") ?? "",
                    serial: text(node, "serial") ?? ""))
        }
        return certificates
    }

    // MARK: Values

    private mutating func text(_ node: JSONNode, _ name: StaticString) -> String? { string(node, name)?.text }

    private mutating func texts(_ node: JSONNode, _ name: StaticString) -> [String] {
        (array(node, name) ?? []).compactMap { $0.string(in: file)?.text }
    }

    private mutating func numbers(_ node: JSONNode, _ name: StaticString) -> [UInt16] {
        (array(node, name) ?? []).compactMap { $0.integer(in: file).flatMap { UInt16(exactly: $0) } }
    }

    /// A moment, in seconds since 1970.
    private mutating func seconds(_ node: JSONNode, _ name: StaticString) -> Int64 {
        let micro = string(node, name).flatMap { RecordedTime.parse($0) } ?? 0
        return micro / 1_000_000
    }

    /// Of milliseconds.
    private func nanoseconds(_ node: JSONNode, _ name: StaticString) -> UInt64 {
        guard let value = node.member(name, in: file)?.double(in: file), value > 0, value < 1e12 else { return 0 }
        return UInt64((value * 1000).rounded()) * 1000
    }
}

internal import CLibSSL
package import HTTPModel

extension TLSSession {
    /// Goes on with the handshake as far as `ciphertext` reaches, and says whether it is complete.
    ///
    /// A client's first call has no ciphertext. `consumed` is how much of it was used. When the handshake with a server
    /// is complete its certificate has been verified; before, nothing can be written.
    package func handshake(_ ciphertext: UnsafeRawBufferPointer, consumed: inout Int) throws(TLSFailure) -> Bool {
        consumed = 0
        switch phase {
        case .open, .closedByPeer: return true
        case .failed(let failure): throw failure
        case .handshaking: break
        }
        if firstBytes.count < 16 { unsafe firstBytes.append(contentsOf: ciphertext.prefix(16 - firstBytes.count)) }
        keepBuffers()
        ErrorQueue.clear()
        unsafe channel.lend(ciphertext)
        let result = unsafe SSL_do_handshake(ssl.pointer)
        consumed = channel.takeBack()
        if result == 1 {
            try checkProtocol()
            phase = .open
            channel.open()
            return true
        }
        if unsafe SSL_get_error(ssl.pointer, result) == SSL_ERROR_WANT_READ { return false }
        throw fail()
    }

    /// libssl takes any protocol for an answer; RFC 7301 §3.2 allows those that were offered.
    private func checkProtocol() throws(TLSFailure) {
        guard let chosen = chosenProtocol, leg == .upstream, !context.protocols.contains(chosen) else { return }
        throw end(TLSFailure(.alpnMismatch, leg: leg, host: host, detail: ForeignText.text(chosen.utf8)))
    }

    package var isHandshaking: Bool {
        if case .handshaking = phase { true } else { false }
    }

    /// The application protocol that was agreed on.
    package var chosenProtocol: String? {
        var start: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl.pointer, &start, &count)
        guard let start = unsafe start, count > 0 else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    /// What was agreed on and shown; nil while the handshake runs.
    package var facts: HandshakeFacts? {
        guard unsafe SSL_is_init_finished(ssl.pointer) == 1 else { return nil }
        defer { ErrorQueue.clear() }
        let cipher = unsafe SSL_CIPHER_standard_name(SSL_get_current_cipher(ssl.pointer))
        let name = unsafe SSL_get_servername(ssl.pointer, TLSEXT_NAMETYPE_host_name)
        let group = unsafe clibssl_group_name(ssl.pointer)
        let agreement = unsafe TLSFacts.Agreement(
            version: TLSVersion(rawValue: UInt16(truncatingIfNeeded: SSL_version(ssl.pointer))).name,
            cipher: cipher.map { unsafe String(cString: $0) } ?? "",
            group: group.map { unsafe String(cString: $0) },
            applicationProtocol: chosenProtocol,
            serverName: name.map { unsafe ForeignText.text(String(cString: $0).utf8) },
            isResumed: SSL_session_reused(ssl.pointer) == 1)
        return HandshakeFacts(
            agreement: agreement, certificates: leg == .upstream ? shownCertificates : [],
            verification: verification, tolerated: tolerated,
            lackedClientCertificate: channel.lackedCertificate)
    }

    private var verification: VerificationProblem? {
        let number = Int32(truncatingIfNeeded: unsafe SSL_get_verify_result(ssl.pointer))
        guard leg == .upstream, number != X509_V_OK else { return nil }
        return VerificationProblem(number, depth: channel.problem?.depth ?? 0)
    }
}

internal import CLibSSL
package import HTTPModel

extension TLSSession {
    /// The peer's stream ended. Nil when it had said so before (close_notify), else what that means.
    package func inputEnded() -> TLSFailure? {
        switch phase {
        case .closedByPeer: nil
        case .failed(let failure): failure
        case .open: end(unused ?? unmetRequest ?? TLSFailure(.truncated, leg: leg, host: host))
        case .handshaking: end(lost(.closedInHandshake, detail: ""))
        }
    }

    /// The connection broke (a reset, say); `detail` are the system's words.
    package func connectionFailed(detail: String) -> TLSFailure {
        switch phase {
        case .failed(let failure): failure
        case .open, .closedByPeer:
            end(unused ?? unmetRequest ?? TLSFailure(.connectionReset, leg: leg, host: host, detail: detail))
        case .handshaking: end(lost(.connectionReset, detail: detail))
        }
    }

    /// The caller has waited long enough for the handshake.
    package func handshakeTimedOut() -> TLSFailure {
        if case .failed(let failure) = phase { return failure }
        return end(TLSFailure(.handshakeTimedOut, leg: leg, host: host))
    }

    /// The last alert that came from the peer.
    package var alertReceived: TLSAlert? { channel.alertReceived }
    /// The last alert that was sent: what the peer was told is held by tests.
    package var alertSent: TLSAlert? { channel.alertSent }

    /// Takes a failure for the end.
    func end(_ failure: TLSFailure) -> TLSFailure {
        // A ticket that led here should not lead here again.
        if leg == .upstream, isHandshaking { forgetTickets() }
        phase = .failed(failure)
        return failure
    }

    /// Something inside libssl failed: gathers all that is known about it.
    func fail() -> TLSFailure {
        let evidence = FailureEvidence(
            leg: leg, host: host, isHandshake: isHandshaking, causes: ErrorQueue.drain(), problem: channel.problem,
            certificates: channel.rejectedCertificates, firstBytes: firstBytes,
            lackedCertificate: channel.lackedCertificate, refusedRenegotiation: channel.refusedRenegotiation,
            wasAskedInHTTP2: channel.wasAskedInHTTP2, hasReceivedData: hasReceivedData, versions: context.versions)
        return end(TLSFailure(evidence))
    }

    /// What a server wanted that it did not get, if anything: where it closes instead of answering, most likely for
    /// this.
    package var unmetRequest: TLSFailure? {
        guard leg == .upstream, !hasReceivedData else { return nil }
        if channel.refusedRenegotiation { return TLSFailure(.renegotiationRefused, leg: leg, host: host) }
        return channel.lackedCertificate ? TLSFailure(.clientCertificateRequired, leg: leg, host: host) : nil
    }

    /// The connection is gone in the middle of the handshake. A client that has our certificate and leaves without a
    /// word most likely did not like it.
    private func lost(_ code: TLSFailure.Code, detail: String) -> TLSFailure {
        let isRefusal = leg == .client && hasAnswered
        return TLSFailure(isRefusal ? .clientDoesNotTrust : code, leg: leg, host: host, detail: detail)
    }

    /// A client that completes the handshake, sends no byte and leaves without close_notify. Some clients of TLS 1.3
    /// judge the certificate only then, but a browser that opened a connection ahead of need looks the same.
    private var unused: TLSFailure? {
        guard leg == .client, !hasReceivedData else { return nil }
        return TLSFailure(.closedUnused, leg: leg, host: host)
    }
}

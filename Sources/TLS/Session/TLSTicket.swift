internal import CLibSSL
internal import HTTPModel

/// Owns one SSL_SESSION: what lets a later connection to the same server skip most of the handshake.
///
/// `@unchecked Sendable`: libssl treats a session that is offered to several connections as read-only, and counts the
/// references to it atomically.
@safe final class TLSTicket: @unchecked Sendable {
    let pointer: OpaquePointer
    /// What the server showed when it was asked; resuming, it shows nothing. Worked out once for all that follow.
    let certificates: [CertificateFacts]
    /// What they lacked and was passed over.
    let tolerated: VerificationProblem?

    init(owning pointer: OpaquePointer, from certificates: [CertificateFacts], tolerated: VerificationProblem?) {
        unsafe self.pointer = unsafe pointer
        self.certificates = certificates
        self.tolerated = tolerated
    }

    deinit {
        unsafe SSL_SESSION_free(pointer)
    }

    /// RFC 8446 appendix C.4: a ticket of TLS 1.3 is offered once, or an onlooker could link the connections.
    var isForOneUse: Bool {
        unsafe SSL_SESSION_get_protocol_version(pointer) >= TLS1_3_VERSION
    }

    var isResumable: Bool {
        unsafe SSL_SESSION_is_resumable(pointer) == 1
    }
}

internal import CLibSSL

/// Owns one SSL.
@safe final class SessionPointer {
    let pointer: OpaquePointer

    init(of context: TLSContext) throws(TLSError) {
        ErrorQueue.clear()
        guard let pointer = unsafe SSL_new(context.pointer) else { throw .drained(.setupFailed) }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        // A session that libssl takes for cut short would make its ticket useless; here that is for others to judge.
        unsafe SSL_set_shutdown(pointer, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        unsafe SSL_free(pointer)
    }
}

/// Owns the channel under one SSL: the ciphertext lent to it, the ciphertext it made, and what its callbacks noted.
@safe final class SessionChannel {
    /// More ciphertext than this is never made before it is taken.
    private static let outputLimit = 1024 * 1024

    let pointer: UnsafeMutablePointer<clibssl_channel>

    init() throws(TLSError) {
        guard let pointer = unsafe clibssl_channel_new(Self.outputLimit) else { throw TLSError(.setupFailed) }
        unsafe self.pointer = unsafe pointer
    }

    /// What verification passed over, first of all.
    var tolerated: VerificationProblem? {
        let number = unsafe pointer.pointee.tolerated_error
        guard number != X509_V_OK else { return nil }
        return VerificationProblem(number: number, depth: Int(unsafe pointer.pointee.tolerated_depth))
    }

    deinit {
        unsafe clibssl_channel_free(pointer)
    }
}

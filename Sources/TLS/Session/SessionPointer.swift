internal import CLibSSL
internal import HTTPModel

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

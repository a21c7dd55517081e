import Bytes
internal import CLibSSL

/// A `BIO` over memory, which libcrypto writes PEM and DER to. Used within one call, by one thread.
@safe final class MemoryBIO {
    let pointer: OpaquePointer

    /// An empty one.
    init() throws(CryptoFailure) {
        guard let pointer = unsafe BIO_new(BIO_s_mem()) else { throw CryptoFailure("allocate memory") }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe BIO_free(pointer)
    }

    /// What was written and not read yet.
    var content: Bytes {
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe BIO_ctrl(pointer, BIO_CTRL_INFO, 0, &start)
        guard let start = unsafe start, count > 0 else { return Bytes() }
        return Bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    }
}

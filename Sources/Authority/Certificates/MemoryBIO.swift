internal import Bytes
internal import CLibSSL

/// A `BIO` over memory: how libcrypto reads and writes PEM and DER. Used within one call, by one thread.
final class MemoryBIO {
    let pointer: OpaquePointer

    /// An empty one, to be written to.
    init() throws(CryptoFailure) {
        guard let pointer = BIO_new(BIO_s_mem()) else { throw CryptoFailure("set memory aside") }
        self.pointer = pointer
    }

    /// One that holds a copy of `bytes`.
    convenience init(_ bytes: Bytes) throws(CryptoFailure) {
        try self.init()
        let written = bytes.withUnsafeBytes { BIO_write(pointer, $0.baseAddress, Int32(clamping: $0.count)) }
        guard written == bytes.count else { throw CryptoFailure("set memory aside") }
    }

    deinit {
        BIO_free(pointer)
    }

    /// What was written and not read yet.
    var content: Bytes {
        var start: UnsafeMutablePointer<CChar>?
        let count = BIO_ctrl(pointer, BIO_CTRL_INFO, 0, &start)
        guard let start, count > 0 else { return Bytes() }
        return Bytes([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    }
}

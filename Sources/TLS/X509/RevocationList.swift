internal import CLibSSL

/// Owns one X509_CRL.
@safe package final class RevocationList {
    package let pointer: OpaquePointer

    package init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe X509_CRL_free(pointer)
    }
}

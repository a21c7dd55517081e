package import Bytes
internal import CLibSSL

/// Certificates for a PKCS #12 file, without keys: owns the bags of libcrypto. Used within one call.
///
/// Java takes such a file as its list of trusted roots, too.
@safe package final class CertificateBag {
    private var bags: OpaquePointer?

    package init(_ certificates: [Certificate]) throws(CryptoFailure) {
        for (index, certificate) in certificates.enumerated() {
            // Java tells entries apart by their names alone, so each gets one of its own.
            guard unsafe clibssl_p12_bags_add(&bags, certificate.pointer, "hark-\(index)") == 1 else {
                throw CryptoFailure("write PKCS #12")
            }
        }
    }

    deinit {
        unsafe clibssl_p12_bags_free(bags)
    }

    /// The file; its check sum is made with the password, and nothing in it is encrypted.
    package func pkcs12(password: String) throws(CryptoFailure) -> Bytes {
        guard let file = unsafe clibssl_p12_from_bags(bags, password) else { throw CryptoFailure("write PKCS #12") }
        defer { unsafe PKCS12_free(file) }
        guard let bytes = unsafe DER.of(file, { unsafe i2d_PKCS12($0, $1) }) else {
            throw CryptoFailure("write PKCS #12")
        }
        return bytes
    }
}

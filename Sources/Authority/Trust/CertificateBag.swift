internal import Bytes
internal import CLibSSL
internal import X509

/// Certificates for a PKCS #12 file, without keys: owns the bags of libcrypto. Used within one call.
///
/// Java takes such a file as its list of trusted roots, too.
package final class CertificateBag {
    private var bags: OpaquePointer?

    init(_ certificates: [Certificate]) throws(CryptoFailure) {
        for (index, certificate) in certificates.enumerated() {
            // Java tells entries apart by their names alone, so each gets one of its own.
            guard clibssl_p12_bags_add(&bags, certificate.pointer, "hark-\(index)") == 1 else {
                throw CryptoFailure("write PKCS #12")
            }
        }
    }

    deinit {
        clibssl_p12_bags_free(bags)
    }

    func pkcs12(password: String) throws(CryptoFailure) -> Bytes {
        guard let file = clibssl_p12_from_bags(bags, password) else { throw CryptoFailure("write PKCS #12") }
        defer { PKCS12_free(file) }
        guard let bytes = unsafe DER.of(file, { unsafe i2d_PKCS12($0, $1) }) else {
            throw CryptoFailure("write PKCS #12")
        }
        return bytes
    }
}

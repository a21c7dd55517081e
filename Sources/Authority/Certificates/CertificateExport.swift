package import Bytes
internal import CLibSSL
internal import X509

/// The forms in which the authority's certificate, and never its key, is given to those who are to trust it.
package enum CertificateFormat: String, Sendable, CaseIterable {
    case pem
    case der
    /// PKCS #12 with the certificate alone, for systems that import nothing else, and for Java.
    case p12
    /// A configuration profile for Apple's systems.
    case mobileconfig

    package var fileName: String {
        switch self {
        case .pem: "hark-ca.pem"
        case .der: "hark-ca.cer"
        case .p12: "hark-ca.p12"
        case .mobileconfig: "hark-ca.mobileconfig"
        }
    }
}

extension Certificate {
    /// The password of what is exported as PKCS #12: the format wants one, and there is nothing secret inside.
    package static let exportPassword = "hark"

    package func exported(as format: CertificateFormat) throws(AuthorityError) -> Bytes {
        do {
            switch format {
            case .pem: return try pem()
            case .der: return der
            case .p12: return try CertificateBag([self]).pkcs12(password: Self.exportPassword)
            case .mobileconfig: return AppleProfile(self).xml
            }
        } catch {
            throw AuthorityError(.cannotWrite, format.fileName, detail: error.text)
        }
    }
}

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

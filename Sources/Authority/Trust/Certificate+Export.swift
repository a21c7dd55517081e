package import Bytes
package import TLS

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

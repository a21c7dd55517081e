import Authority
import Site
import TLS

extension HarkCertificates {
    /// What `http://hark.test/` hands out of this authority.
    init(_ authority: LocalAuthority) throws(AuthorityError) {
        let certificate = authority.certificate
        let facts = AuthorityFacts(certificate)
        self.init(
            pem: try certificate.exported(as: .pem), der: try certificate.exported(as: .der),
            p12: try certificate.exported(as: .p12), mobileconfig: try certificate.exported(as: .mobileconfig),
            p12Password: Certificate.exportPassword, subject: facts.commonName,
            fingerprint: facts.fingerprintText, notAfter: facts.validity.upperBound)
    }
}

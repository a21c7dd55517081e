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

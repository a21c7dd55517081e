/// The contents of a certificate (RFC 5280), as values for a record.
public struct CertificateFacts: Sendable, Hashable {
    /// The name of the holder, `CN=example.com, O=Example`.
    public let subject: String
    /// The name of the issuer.
    public let issuer: String
    /// Its host names, addresses, URIs and mail addresses, in their order.
    public let names: [String]
    /// The first second of its validity, since 1970.
    public let notBefore: Int64
    /// The last second of its validity, since 1970.
    public let notAfter: Int64
    /// `EC P-256`, `RSA 2048`.
    public let key: String
    /// How it was signed: `ecdsa-with-SHA256` …
    public let signature: String
    /// SHA-256 of the certificate, in hexadecimal.
    public let fingerprint: String
    /// The serial number, in hexadecimal.
    public let serial: String
    /// It may issue certificates.
    public let isAuthority: Bool
    /// The issuer is the holder, by name and key identifiers.
    public let isSelfIssued: Bool
    /// Its bytes, as long as they are at hand.
    public let encoding: CertificateEncoding

    /// All facts by name; a reader of a record does not know the last three.
    public init(
        subject: String, issuer: String, names: [String], notBefore: Int64, notAfter: Int64, key: String,
        signature: String, fingerprint: String, serial: String, isAuthority: Bool = false, isSelfIssued: Bool = false,
        encoding: CertificateEncoding = CertificateEncoding()
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.key = key
        self.signature = signature
        self.fingerprint = fingerprint
        self.serial = serial
        self.isAuthority = isAuthority
        self.isSelfIssued = isSelfIssued
        self.encoding = encoding
    }
}

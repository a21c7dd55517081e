/// What a certificate says (RFC 5280), as values that outlive it and that a record keeps.
public struct CertificateFacts: Sendable, Hashable {
    /// The name of the holder, `CN=example.com, O=Example`.
    public let subject: String
    /// The name of who signed.
    public let issuer: String
    /// The host names, addresses, URIs and mail addresses it is for, in its own order.
    public let names: [String]
    /// The first second of its life, since 1970.
    public let notBefore: Int64
    /// The last one.
    public let notAfter: Int64
    /// `EC P-256`, `RSA 2048`.
    public let key: String
    /// How it was signed: `ecdsa-with-SHA256` …
    public let signature: String
    /// SHA-256 of the whole, in hexadecimal.
    public let fingerprint: String
    /// Hexadecimal.
    public let serial: String
    /// It may issue certificates.
    public let isAuthority: Bool
    /// The issuer is the holder, by name and key identifiers.
    public let isSelfIssued: Bool

    /// Every fact by its name; who reads a record knows nothing of the last two.
    public init(
        subject: String, issuer: String, names: [String], notBefore: Int64, notAfter: Int64, key: String,
        signature: String, fingerprint: String, serial: String, isAuthority: Bool = false, isSelfIssued: Bool = false
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
    }
}

public import Bytes

/// The bytes of a certificate (DER) while they are at hand. No record has them, and so they are no part of what makes
/// two facts equal.
public struct CertificateEncoding: Sendable, Hashable {
    /// Empty where they are not at hand.
    public let bytes: Bytes

    /// What is at hand of it.
    public init(_ bytes: Bytes = Bytes()) {
        self.bytes = bytes
    }

    /// Always: what is at hand says nothing of the certificate.
    public static func == (one: CertificateEncoding, other: CertificateEncoding) -> Bool { true }

    /// Nothing of it counts.
    public func hash(into hasher: inout Hasher) {}
}

public import Bytes

/// The bytes of a certificate (DER) while they are at hand. No record has them, and so they are no part of what makes
/// two facts equal.
public struct CertificateEncoding: Sendable, Hashable {
    /// Empty where they are not at hand.
    public let bytes: Bytes

    public init(_ bytes: Bytes = Bytes()) {
        self.bytes = bytes
    }

    public static func == (one: CertificateEncoding, other: CertificateEncoding) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}

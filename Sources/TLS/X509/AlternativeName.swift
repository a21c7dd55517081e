package import Bytes

/// A name that a certificate is for (RFC 5280 §4.2.1.6).
package enum AlternativeName: Sendable, Hashable {
    /// A host's, as certificates write it.
    case host(String)
    /// An address: 4 bytes or 16.
    case address(Bytes)
}

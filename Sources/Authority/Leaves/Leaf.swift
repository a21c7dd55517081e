package import Bytes

/// A certificate for one name, with the key that goes with it, ready to be served: bytes alone, so any target can load
/// it. Never changed; shared by everyone who serves the name.
package struct Leaf: Sendable {
    package let name: LeafName
    /// DER.
    package let certificate: Bytes
    /// The private key, PKCS #8 in DER. Leaves of one process share it: a key read once serves for all.
    package let key: Bytes
    /// The root that signed it, DER. A server need not send it; some clients show it when they complain.
    package let issuer: Bytes
    /// Seconds since 1970, the first and the last of its life.
    package let validity: ClosedRange<Int64>
    /// From this second on, a new one is to be minted.
    package let renewal: Int64

    func isFresh(at now: Int64) -> Bool {
        validity.contains(now) && now < renewal
    }
}

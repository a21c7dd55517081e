package import Bytes
package import TLS

/// A certificate for one name, with the key that goes with it, ready to be served. Never changed; shared by everyone
/// who serves the name.
package struct Leaf: Sendable {
    package let name: LeafName
    /// DER.
    package let certificate: Bytes
    /// All leaves of a mint have this one.
    package let key: PrivateKey
    /// The root that signed it, DER. A server need not send it; some clients show it when they complain.
    package let issuer: Bytes
    /// Seconds since 1970, the first and the last of its life.
    package let validity: ClosedRange<Int64>
    /// From this second on, a new one is to be minted.
    package let renewal: Int64
    /// It is meant to be over.
    var isOver = false

    func isFresh(at now: Int64) -> Bool {
        (isOver || validity.contains(now)) && now < renewal
    }
}

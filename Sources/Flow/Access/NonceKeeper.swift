public import Bytes

/// Creates and remembers the nonces of Digest. It has the clock, the random numbers and the lock, which this layer does
/// not have.
public protocol NonceKeeper: AnyObject, Sendable {
    /// A nonce for the next challenge.
    func issue() -> Bytes
    /// Uses up one count of a nonce for a client that has proved that it knows the password.
    func spend(_ nonce: Bytes, count: UInt32) -> DigestNonces.Standing
}

public import Bytes

/// Who makes and remembers the nonces of Digest: it has the clock, the random numbers and the lock that this floor does
/// without.
public protocol NonceKeeper: AnyObject, Sendable {
    /// A nonce for the next challenge.
    func issue() -> Bytes
    /// Uses up one count of a nonce, of which the client has proved that it knows the password.
    func spend(_ nonce: Bytes, count: UInt32) -> DigestNonces.Standing
}

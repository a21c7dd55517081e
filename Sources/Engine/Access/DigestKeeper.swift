internal import Bytes
internal import Flow
internal import Synchronization

/// The nonces of one run for all its loops: a client may show on one connection what it was given on another.
final class DigestKeeper: NonceKeeper {
    private let nonces: Mutex<DigestNonces>
    private let start = ContinuousClock.now

    init() {
        var random = SystemRandomNumberGenerator()
        nonces = Mutex(
            DigestNonces(secret: Bytes((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })))
    }

    func issue() -> Bytes {
        let salt = UInt64.random(in: .min ... .max)
        return nonces.withLock { $0.issue(now: now, salt: salt) }
    }

    func spend(_ nonce: Bytes, count: UInt32) -> DigestNonces.Standing {
        nonces.withLock { $0.spend(nonce, count: count, now: now) }
    }

    private var now: Int64 { (ContinuousClock.now - start).components.seconds }
}

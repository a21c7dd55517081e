public import Bytes
import HTTPSemantics

/// The nonces of Digest access authentication (RFC 7616 §3.3, §5.4). Each contains its time and a signature, so that
/// unused ones need no memory. The counts of used ones are stored, so that no credentials are valid twice.
///
/// Times are seconds of a clock that never goes backwards.
public struct DigestNonces: Sendable {
    /// The state of a nonce.
    public enum Standing: Sendable, Hashable {
        /// Valid, with a count that was not used before.
        case fresh
        /// Unknown, too old, or used before: the client may retry with another one, without asking the user.
        case stale
    }

    /// The counts of a nonce that were used: those within 64 of the highest, a bit each, for clients that send several
    /// requests at once may have them arrive in another order.
    private struct Use: Sendable {
        let made: Int64
        var highest: UInt32 = 0
        var window: UInt64 = 0

        mutating func spend(_ count: UInt32) -> Standing {
            if count > highest {
                let step = count - highest
                window = step < 64 ? window << UInt64(step) | 1 : 1
                highest = count
                return .fresh
            }
            let bit = UInt64(highest - count)
            guard bit < 64, window & (1 << bit) == 0 else { return .stale }
            window |= 1 << bit
            return .fresh
        }
    }

    /// Seconds for which a nonce is valid.
    public static let lifetime: Int64 = 300
    /// How many used nonces are remembered.
    public static let mostInUse = 4_096

    private static let timeLength = 16
    private static let saltLength = 16
    private static let sealLength = 32

    private let secret: Bytes
    private var used: [Bytes: Use] = [:]
    /// What was made before this moment counts as too old: of some of it the counts were forgotten.
    private var floor: Int64 = 0

    /// - Parameter secret: 32 random bytes that are known to no other party.
    public init(secret: Bytes) {
        self.secret = secret
    }

    /// How many nonces are remembered.
    public var inUse: Int { used.count }

    /// A nonce made at `now`. `salt` distinguishes those of the same second.
    public func issue(now: Int64, salt: UInt64) -> Bytes {
        let text =
            Hex.number(Int(clamping: max(now, 0)), width: Self.timeLength)
            + Hex.text((0..<8).map { UInt8(truncatingIfNeeded: salt >> (UInt64($0) * 8)) })
        return Bytes(text + seal(Bytes(text)))
    }

    /// Uses up one count of a nonce for a client that has proved that it knows the password.
    public mutating func spend(_ nonce: Bytes, count: UInt32, now: Int64) -> Standing {
        guard count > 0, let made = time(of: nonce), made <= now, now - made <= Self.lifetime, made >= floor else {
            return .stale
        }
        if let index = used.index(forKey: nonce) { return used.values[index].spend(count) }
        makeRoom(now: now)
        guard made >= floor else { return .stale }
        var use = Use(made: made)
        let standing = use.spend(count)
        used[nonce] = use
        return standing
    }

    /// Drops what is too old anyhow; while that is not enough, the older half, and all that was made before it with it.
    private mutating func makeRoom(now: Int64) {
        guard used.count >= Self.mostInUse else { return }
        used = used.filter { now - $0.value.made <= Self.lifetime }
        guard used.count >= Self.mostInUse else { return }
        let times = used.values.map(\.made).sorted()
        let middle = times[times.count / 2] + 1
        floor = middle
        used = used.filter { $0.value.made >= middle }
    }

    /// When it was made here; nil when it was not.
    private func time(of nonce: Bytes) -> Int64? {
        let length = Self.timeLength + Self.saltLength
        guard nonce.count == length + Self.sealLength,
            nonce.slice(length..<nonce.count).equalsInConstantTime(Bytes(seal(nonce.slice(0..<length))))
        else { return nil }
        var seconds: UInt64 = 0
        for digit in nonce.slice(0..<Self.timeLength) {
            guard let value = ASCII.hexValue(digit) else { return nil }
            seconds = seconds << 4 | UInt64(value)
        }
        return Int64(exactly: seconds)
    }

    private func seal(_ text: Bytes) -> String {
        Hex.text(HashAlgorithm.sha256.digest(secret.array + text.array + secret.array).prefix(Self.sealLength / 2))
    }
}

import Bytes
import HTTPSemantics

/// What the site asks for with Digest access authentication (RFC 7616), quality of protection `auth`, and whether it
/// got it. The grammar and the computation are HTTPSemantics'; here are the nonces, and what of all that is possible
/// counts.
enum DigestAccess {
    enum Verdict: Sendable, Hashable {
        /// No credentials, or wrong ones.
        case refused
        /// Right but for a nonce that is too old: the client may try again without asking anyone.
        case stale
        case accepted
    }

    /// The order of the challenges: the one the server would rather have comes first (§3.7).
    static let algorithms = [DigestComputation.Algorithm.sha256, .md5]

    /// Seconds for which a nonce is good.
    static let lifetime: Int64 = 300

    /// The value of one WWW-Authenticate field.
    static func challenge(_ algorithm: DigestComputation.Algorithm, realm: String, now: Int64, stale: Bool) -> String {
        "Digest realm=\"\(realm)\", qop=\"auth\", algorithm=\(algorithm.name), nonce=\"\(nonce(now: now))\""
            + (stale ? ", stale=true" : "")
    }

    /// The time and a seal on it: the site knows its own nonces without keeping them. (One that has to resist a replay
    /// within the lifetime has to remember the counts it saw, which this one does not.)
    static func nonce(now: Int64) -> String {
        let time = Hex.number(Int(clamping: max(now, 0)), width: 8)
        return time + seal(time)
    }

    /// What the site makes of an Authorization value.
    static func verify(
        _ value: AuthorizationValue, method: Bytes, target: Bytes, realm: String, username: String,
        password: String, now: Int64
    ) -> Verdict {
        guard value.scheme.equalsIgnoringCase("digest"),
            let digest = try? DigestComputation(value, method: method, password: Bytes(password), content: nil),
            // Nothing else was offered: another algorithm, a session or `auth-int` is somebody else's challenge.
            algorithms.contains(digest.algorithm), !digest.isSession, digest.qop?.equalsIgnoringCase("auth") == true,
            DigestComputation.name(in: value) == Bytes(username), value.parameter("realm") == Bytes(realm),
            // §3.4: the digest has to be for this very resource.
            value.parameter("uri") == target,
            value.parameter("nc")?.count == 8, value.parameter("cnonce")?.isEmpty == false,
            digest.matches, let made = value.parameter("nonce").flatMap({ time(of: $0) }), made <= now
        else { return .refused }
        return now - made > lifetime ? .stale : .accepted
    }

    /// When the site made this nonce, or nil when it did not.
    private static func time(of nonce: Bytes) -> Int64? {
        guard nonce.count > sealLength, nonce.count <= 16 + sealLength else { return nil }
        let time = nonce.slice(0..<nonce.count - sealLength)
        guard time.text + seal(time.text) == nonce.text else { return nil }
        var seconds: Int64 = 0
        for digit in time {
            guard let value = ASCII.hexValue(digit), seconds < 1 << 55 else { return nil }
            seconds = seconds << 4 | Int64(value)
        }
        return seconds
    }

    private static let sealLength = 24

    private static func seal(_ time: String) -> String {
        Hex.text(HashAlgorithm.sha256.digest(Array("hark demo nonce \(time)".utf8)).prefix(sealLength / 2))
    }
}

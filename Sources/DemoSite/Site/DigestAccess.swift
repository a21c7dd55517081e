import Bytes
import HTTPSemantics

/// Digest access authentication (RFC 7616), quality of protection `auth`: challenge and check. Pure functions.
enum DigestAccess {
    enum Algorithm: String, Sendable, CaseIterable {
        // The order of the challenges: the one the server would rather have comes first (§3.7).
        case sha256 = "SHA-256"
        case md5 = "MD5"

        func hash(_ text: String) -> String {
            switch self {
            case .sha256: HashAlgorithm.sha256.text(text.utf8)
            case .md5: HashAlgorithm.md5.text(text.utf8)
            }
        }
    }

    enum Verdict: Sendable, Hashable {
        /// No credentials, or wrong ones.
        case refused
        /// Right but for a nonce that is too old: the client may try again without asking anyone.
        case stale
        case accepted
    }

    /// Seconds for which a nonce is good.
    static let lifetime: Int64 = 300

    /// What a request's digest is made of, as the client wrote it.
    struct Credentials: Sendable, Hashable {
        var algorithm = Algorithm.md5
        var username = ""
        var realm = ""
        var nonce = ""
        var uri = ""
        var nonceCount = ""
        var clientNonce = ""
        var qop = ""
        var response = ""

        /// From an Authorization value; nil when it is another scheme, or another algorithm.
        init?(_ field: Bytes) {
            guard field.count > 7, field.slice(0..<7).equalsIgnoringCase("digest ") else { return nil }
            for (name, bytes) in Parameters.all(in: field.slice(7..<field.count)) {
                let value = String(decoding: bytes, as: UTF8.self)
                switch name {
                case "username": username = value
                case "realm": realm = value
                case "nonce": nonce = value
                case "uri": uri = value
                case "nc": nonceCount = value
                case "cnonce": clientNonce = value
                case "qop": qop = value
                case "response": response = value
                case "algorithm":
                    guard let known = Algorithm.allCases.first(where: { $0.rawValue == value.uppercased() }) else {
                        return nil
                    }
                    algorithm = known
                default: break
                }
            }
        }
    }

    /// The value of one WWW-Authenticate field.
    static func challenge(_ algorithm: Algorithm, realm: String, now: Int64, stale: Bool) -> String {
        "Digest realm=\"\(realm)\", qop=\"auth\", algorithm=\(algorithm.rawValue), nonce=\"\(nonce(now: now))\""
            + (stale ? ", stale=true" : "")
    }

    /// The time and a seal on it: the site knows its own nonces without keeping them. (One that has to resist a replay
    /// within the lifetime has to remember the counts it saw, which this one does not.)
    static func nonce(now: Int64) -> String {
        let time = Hex.number(Int(clamping: max(now, 0)), width: 8)
        return time + seal(time)
    }

    /// §3.4.1: response = H(H(A1) : nonce : nc : cnonce : qop : H(A2)).
    static func response(_ credentials: Credentials, method: String, password: String) -> String {
        let hash = credentials.algorithm.hash
        let first = hash("\(credentials.username):\(credentials.realm):\(password)")
        let second = hash("\(method):\(credentials.uri)")
        let middle = [credentials.nonce, credentials.nonceCount, credentials.clientNonce, credentials.qop]
        return hash(([first] + middle + [second]).joined(separator: ":"))
    }

    static func verify(
        _ credentials: Credentials, method: String, target: String, realm: String, username: String,
        password: String, now: Int64
    ) -> Verdict {
        guard credentials.username == username, credentials.realm == realm, credentials.qop == "auth",
            // §3.4: the digest has to be for this very resource.
            credentials.uri == target,
            credentials.nonceCount.utf8.count == 8, !credentials.clientNonce.isEmpty,
            credentials.response.lowercased() == response(credentials, method: method, password: password),
            let made = time(of: credentials.nonce), made <= now
        else { return .refused }
        return now - made > lifetime ? .stale : .accepted
    }

    /// When the site made this nonce, or nil when it did not.
    private static func time(of nonce: String) -> Int64? {
        let digits = Array(nonce.utf8)
        guard digits.count > sealLength, digits.count <= 16 + sealLength else { return nil }
        let time = String(decoding: digits.dropLast(sealLength), as: UTF8.self)
        guard time + seal(time) == nonce else { return nil }
        var seconds: Int64 = 0
        for digit in time.utf8 {
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

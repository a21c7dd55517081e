import Bytes
public import HTTPModel
import HTTPSemantics

/// The name and password that a forward proxy requires from clients (RFC 9110 §11.7), by Basic (RFC 7617) or Digest
/// (RFC 7616).
public final class ProxyCredentials: Sendable, Hashable {
    /// The result for a request.
    public enum Standing: Sendable, Hashable {
        case accepted
        /// No credentials, or wrong ones.
        case refused
        /// Correct except for the nonce: the client retries by itself.
        case stale
    }

    private let user: Bytes
    private let password: Bytes
    private let basic: Bytes
    private let nonces: (any NonceKeeper)?

    private static let realm: Bytes = "hark"
    /// The better one first: a client takes the first that it knows (RFC 7616 §3.7).
    private static let algorithms = [DigestComputation.Algorithm.sha256, .md5]

    /// - Parameters:
    ///   - text: `user:password`; the user is the part before the first colon.
    ///   - nonces: without any, Hark only asks for Basic.
    public init(_ text: String, nonces: (any NonceKeeper)?) {
        let bytes = Bytes(text)
        let colon = bytes.firstIndex(of: ASCII.colon) ?? bytes.count
        user = bytes.slice(0..<colon)
        password = bytes.slice(min(colon + 1, bytes.count)..<bytes.count)
        var encoded: [UInt8] = []
        Base64.append(bytes, to: &encoded)
        basic = Bytes(encoded)
        self.nonces = nonces
    }

    /// Whether both require the same credentials.
    public static func == (left: ProxyCredentials, right: ProxyCredentials) -> Bool {
        left === right || (left.basic == right.basic && left.nonces === right.nonces)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(basic) }

    /// The result for a request. The time this takes does not reveal how much was correct. Call it once per request:
    /// with Digest, each call uses up a count.
    public func standing(of head: RequestHead) -> Standing {
        guard let given = head.fields.first(.proxyAuthorization), let value = AuthorizationValue(given) else {
            return .refused
        }
        if value.scheme.equalsIgnoringCase("basic") {
            return value.rest.equalsInConstantTime(basic) ? .accepted : .refused
        }
        guard value.scheme.equalsIgnoringCase("digest"), let nonces else { return .refused }
        return standing(of: head, value, nonces)
    }

    private func standing(
        of head: RequestHead, _ value: AuthorizationValue, _ nonces: any NonceKeeper
    ) -> Standing {
        guard let digest = try? DigestComputation(value, method: head.method.name, password: password, content: nil),
            // What was not offered is somebody else's challenge: another algorithm, a session, `auth-int`, no `qop`.
            Self.algorithms.contains(digest.algorithm), !digest.isSession,
            digest.qop?.equalsIgnoringCase("auth") == true,
            !DigestComputation.isNameHashed(value), value.parameter("realm") == Self.realm,
            let name = DigestComputation.name(in: value), let uri = value.parameter("uri"), isTarget(uri, of: head),
            value.parameter("cnonce")?.isEmpty == false, let nonce = value.parameter("nonce"),
            let count = value.parameter("nc").flatMap(Self.count)
        else { return .refused }
        let isRight = digest.sent.lowercased.equalsInConstantTime(Bytes(digest.response))
        guard name.equalsInConstantTime(user), isRight else { return .refused }
        switch nonces.spend(nonce, count: count) {
        case .fresh: return .accepted
        case .stale: return .stale
        }
    }

    /// RFC 7616 §3.4.6: the digest is for this very target. Some clients hash the path alone where the request line has
    /// a whole URL (curl); both name the same.
    private func isTarget(_ uri: Bytes, of head: RequestHead) -> Bool {
        uri == head.raw.slice(head.target.range) || uri == head.raw.slice(head.target.pathAndQuery)
            || (head.target.pathAndQuery.isEmpty && uri == "/")
    }

    /// `nc`: eight hexadecimal digits (RFC 7616 §3.4).
    private static func count(_ digits: Bytes) -> UInt32? {
        guard digits.count == 8 else { return nil }
        var count: UInt32 = 0
        for digit in digits {
            guard let value = ASCII.hexValue(digit) else { return nil }
            count = count << 4 | UInt32(value)
        }
        return count
    }

    /// The values of Proxy-Authenticate in a 407 (RFC 9110 §11.7.1), one field each, the strongest first.
    public func challenges(isStale: Bool) -> [String] {
        var values: [String] = []
        if let nonces {
            let nonce = nonces.issue().text
            for algorithm in Self.algorithms {
                values.append(
                    "Digest realm=\"\(Self.realm.text)\", qop=\"auth\", algorithm=\(algorithm.name), "
                        + "nonce=\"\(nonce)\", charset=UTF-8" + (isStale ? ", stale=true" : ""))
            }
        }
        return values + ["Basic realm=\"\(Self.realm.text)\", charset=\"UTF-8\""]
    }
}

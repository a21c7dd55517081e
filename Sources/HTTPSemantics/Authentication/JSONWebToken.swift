public import Bytes

/// A signed token that carries readable claims (RFC 7519 in the compact form of RFC 7515 §3.1).
///
/// It is decoded, never verified: only the holder of the key can check the signature.
public struct JSONWebToken: Sendable, Hashable {
    /// The header, which describes the signature (RFC 7515 §4).
    public let header: JSONObject
    /// The claims (RFC 7519 §4).
    public let claims: JSONObject
    /// Bytes of the signature; 0 for `alg: none`.
    public let signatureLength: Int

    /// nil when the text is not three Base64url parts of which the first two are JSON objects.
    public init?(_ token: Bytes) {
        let parts = token.split(separator: ASCII.period, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64.decode(urlSafe: parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        signatureLength = signature.count
    }

    /// The declared algorithm of the signature (`alg`).
    public var algorithm: String? {
        if case .text(let name) = header["alg"] { return name }
        return nil
    }

    /// Seconds since 1970 (RFC 7519 §4.1.4 to §4.1.6).
    public var expires: Int64? { claims.seconds("exp") }
    /// The time from which it is valid (`nbf`), in seconds since 1970.
    public var notBefore: Int64? { claims.seconds("nbf") }
    /// When it was made (`iat`), in seconds since 1970.
    public var issued: Int64? { claims.seconds("iat") }

    private static func object(_ part: Slice<Bytes>) -> JSONObject? {
        Base64.decode(urlSafe: part).flatMap { JSONObject(Bytes($0)) }
    }
}

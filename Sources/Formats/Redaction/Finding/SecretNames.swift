package import Bytes

/// Names of parameters, members and fields that carry proofs, letter case and separators ignored: `API_KEY`, `apiKey`
/// and `api-key` are one. After RFC 6749, RFC 6750 §2.3, OpenID Connect, the signed URLs of storage services, and what
/// many interfaces call their keys.
package enum SecretNames {
    /// How surely a value of this name is a secret.
    package enum Strength: Sendable {
        /// Whatever the value is.
        case certain
        /// When the value looks as if a machine had made it.
        case likely
        /// When letters and digits are mixed in it as chance mixes them.
        case possible
    }

    /// Longer names are none that anybody gave.
    private static let longest = 128

    package static func strength(of name: Bytes) -> Strength? {
        guard name.count <= longest else { return nil }
        let plain = normalized(name)
        guard plain.count > 1 else { return nil }
        if certain.contains(plain) { return .certain }
        if certainEndings.contains(where: { plain.hasEnding($0) }) { return .certain }
        if likely.contains(plain) || likelyEndings.contains(where: { plain.hasEnding($0) }) { return .likely }
        if possible.contains(plain) { return .possible }
        return nil
    }

    /// Whether a value of this name proves who one is.
    @Sendable package static func isSecret(_ name: Bytes, _ value: Bytes) -> Bool {
        strength(of: name).map { isSecret(value, $0) } ?? false
    }

    /// Whether a value of a name of this strength is to be kept back.
    static func isSecret(_ value: Bytes, _ strength: Strength) -> Bool {
        switch strength {
        case .certain: !value.isEmpty
        case .likely: value.looksMade
        case .possible: value.looksRandom
        }
    }

    /// Letters and digits, in lower case.
    private static func normalized(_ name: Bytes) -> Bytes {
        Bytes(name.compactMap { ASCII.isAlpha($0) || ASCII.isDigit($0) ? ASCII.lowercase($0) : nil })
    }

    private static let certain: Set<Bytes> = [
        "token", "auth", "jwt", "sig", "pwd", "pass", "passcode", "pin", "otp", "totp", "mfacode", "cvv", "cvc",
        "session", "sessionid", "sessid", "sid", "phpsessid", "jsessionid", "connectsid", "saml", "samlresponse",
        "samlrequest", "relaystate", "assertion", "bearer", "authorization", "proxyauthorization", "cookie",
        "setcookie", "xamzsignature", "xgoogsignature", "xamzcredential", "xgoogcredential", "awsaccesskeyid",
        "accesskeyid", "csrf", "xsrf", "csrfmiddlewaretoken", "requestverificationtoken", "authenticitytoken",
        "codeverifier", "devicecode", "usercode", "mnemonic", "seedphrase", "recoverycode", "verificationcode",
        "signature",
    ]

    private static let certainEndings: [StaticString] = [
        "password", "passwd", "passphrase", "secret", "apikey", "apitoken", "accesstoken", "refreshtoken", "idtoken",
        "authtoken", "sessiontoken", "securitytoken", "privatekey", "secretkey", "accesskey", "clientassertion",
        "csrftoken", "xsrftoken", "bearertoken", "passwordconfirmation", "sharedkey",
        // Azure's and others' names have a prefix: Ocp-Apim-Subscription-Key, X-Functions-Key, x-ms-master-key.
        "subscriptionkey", "functionskey", "functionkey", "accountkey", "masterkey", "hostkey", "encryptionkey",
        "signingkey", "licensekey", "authkey", "appkey", "clientkey", "serverkey", "servicekey", "webhookkey",
        "signaturekey", "storagekey", "accesskeyid", "authcode", "passcode", "passwordhash", "connectionstring",
    ]

    /// Often something else: a country's code, the key of a list, the token of a next page.
    private static let likely: Set<Bytes> = ["code", "key", "credential", "credentials", "nonce", "ticket", "hash"]

    /// `state` of OAuth ties an answer to its browser (RFC 6749 §10.12); elsewhere it is that of a country, or of a
    /// thing.
    private static let possible: Set<Bytes> = ["state", "oauthstate", "authstate"]

    private static let likelyEndings: [StaticString] = [
        "token", "signature", "credential", "credentials", "authorization", "sessionid", "cookie", "auth", "otp",
    ]
}

extension Bytes {
    /// As if a machine had made it, for a place where proofs are expected: long, or with digits, and no words.
    var looksMade: Bool {
        guard count >= 8, !contains(where: { $0 <= ASCII.space }) else { return false }
        return count >= 12 || contains(where: ASCII.isDigit)
    }

    /// Letters and digits mixed as chance mixes them, for a place where anything may stand.
    var looksRandom: Bool {
        guard count >= 8 else { return false }
        var (digits, letters) = (0, 0)
        for byte in self {
            if ASCII.isDigit(byte) {
                digits += 1
            } else if ASCII.isAlpha(byte) {
                letters += 1
            } else if !Self.joints.contains(byte) {
                return false
            }
        }
        return digits > 0 && letters > 0 && (count >= 16 || digits > 1)
    }

    /// What stands between the letters of base64, of base64url and of dotted tokens.
    private static let joints: [UInt8] = [
        ASCII.plus, ASCII.slash, ASCII.equals, ASCII.hyphen, ASCII.underscore, ASCII.period, ASCII.tilde,
    ]
}

public import Bytes

/// The kind of a Negotiate or NTLM token, by its first bytes (RFC 4559, MS-NLMP §2.2.1). Nothing is decrypted.
public enum NegotiationLeg: Sendable, Hashable {
    /// NTLM: the client lists what it supports.
    case ntlmNegotiate
    /// NTLM: the server's random challenge.
    case ntlmChallenge
    /// NTLM: the client's answer to it.
    case ntlmAuthenticate
    /// The first token of GSS-API: SPNEGO, usually with a Kerberos ticket (RFC 2743 §3.1).
    case gssInitial
    /// A later token of SPNEGO (RFC 4178 §4.2.2).
    case spnegoResponse
    case unknown

    /// nil when the token is not Base64.
    public init?(token: Bytes) {
        guard let bytes = Base64.decode(token).map({ Bytes($0) }) else { return nil }
        if bytes.count >= 12, bytes.slice(0..<8) == "NTLMSSP\0" {
            switch (bytes[8], bytes[9], bytes[10], bytes[11]) {
            case (1, 0, 0, 0): self = .ntlmNegotiate
            case (2, 0, 0, 0): self = .ntlmChallenge
            case (3, 0, 0, 0): self = .ntlmAuthenticate
            default: self = .unknown
            }
        } else if bytes.first == ASCII.backtick {
            self = .gssInitial
        } else {
            self = bytes.first == 0xA1 ? .spnegoResponse : .unknown
        }
    }
}

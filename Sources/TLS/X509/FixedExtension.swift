internal import CLibSSL

/// The extensions whose values are the same in every certificate of their kind.
package enum FixedExtension: Sendable {
    /// The root signs leaves and nothing below them (RFC 5280 §4.2.1.9).
    case authority
    /// A root that signs one level of authorities below it.
    case topAuthority
    case notAnAuthority
    /// Certificates and revocation lists (RFC 5280 §4.2.1.3).
    case signsCertificates
    /// All that TLS 1.3, and TLS 1.2 with ephemeral keys, ask of a server's key.
    case signsHandshakes
    /// RFC 5280 §4.2.1.12.
    case servesTLS

    var identifier: Int32 {
        switch self {
        case .authority, .topAuthority, .notAnAuthority: NID_basic_constraints
        case .signsCertificates, .signsHandshakes: NID_key_usage
        case .servesTLS: NID_ext_key_usage
        }
    }

    var value: String {
        switch self {
        case .authority: "critical,CA:TRUE,pathlen:0"
        case .topAuthority: "critical,CA:TRUE,pathlen:1"
        case .notAnAuthority: "critical,CA:FALSE"
        case .signsCertificates: "critical,keyCertSign,cRLSign"
        case .signsHandshakes: "critical,digitalSignature"
        case .servesTLS: "serverAuth"
        }
    }
}

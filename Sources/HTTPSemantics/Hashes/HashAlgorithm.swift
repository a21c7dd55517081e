import Bytes
internal import COpenSSL

/// The hashes that HTTP's fields and schemes name, computed by libcrypto. Pure functions.
package enum HashAlgorithm: String, Sendable, CaseIterable {
    /// Broken: only for Digest authentication with old clients (RFC 1321).
    case md5 = "MD5"
    case sha256 = "SHA-256"
    case sha512 = "SHA-512"
    /// SHA-512 with its own initial values, truncated to 256 bits (FIPS 180-4 §5.3.6.2).
    case sha512Cut256 = "SHA-512-256"

    /// The hash of the bytes.
    package func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] { Self.digest(bytes, method) }

    /// Broken, and no algorithm to choose: WebSocket's handshake is defined by it (RFC 6455 §1.3).
    static func sha1(_ bytes: some Sequence<UInt8>) -> [UInt8] { digest(bytes, EVP_sha1()) }

    private static func digest(_ bytes: some Sequence<UInt8>, _ method: OpaquePointer?) -> [UInt8] {
        let bytes = Array(bytes)
        var size: UInt32 = 0
        var hash = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        guard EVP_Digest(bytes, bytes.count, &hash, &size, method, nil) == 1 else { return [] }
        return Array(hash.prefix(Int(size)))
    }

    /// The hash as lower case hexadecimal.
    package func text(_ bytes: some Sequence<UInt8>) -> String { Hex.text(digest(bytes)) }

    private var method: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        case .sha512Cut256: EVP_sha512_256()
        }
    }
}

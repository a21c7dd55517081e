package import Bytes
internal import CLibSSL

/// The digest of fingerprints.
package enum SHA256 {
    /// 32 bytes; none if libcrypto cannot work at all.
    package static func digest(of bytes: Bytes) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        let isDone = unsafe bytes.withUnsafeBytes { input in
            unsafe EVP_Digest(input.baseAddress, input.count, &digest, &count, EVP_sha256(), nil) == 1
        }
        return isDone ? Array(digest.prefix(Int(count))) : []
    }
}

internal import Bytes
internal import CLibSSL

extension Certificate {
    /// The SHA-256 digest of the subject public key info, in base64: the form in which HTTP's former key pins (RFC 7469
    /// §2.4), and Chromium's list of accepted keys, name a key. Empty if libcrypto cannot work at all.
    package var publicKeyPin: String {
        guard let key = X509_get_X509_PUBKEY(pointer), let encoded = DER.of(key, i2d_X509_PUBKEY) else { return "" }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        let isDone = encoded.withUnsafeBytes { input in
            EVP_Digest(input.baseAddress, input.count, &digest, &count, EVP_sha256(), nil) == 1
        }
        guard isDone else { return "" }
        var text: [UInt8] = []
        Base64.append(Bytes(Array(digest.prefix(Int(count)))), to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}

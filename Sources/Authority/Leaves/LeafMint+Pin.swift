internal import Bytes
internal import TLS

extension LeafMint {
    /// The SHA-256 digest of the leaves' public key info, in base64: the form in which HTTP's former key pins (RFC 7469
    /// §2.4) name a key, and Chromium a key that it is to accept. Empty if libcrypto cannot work at all.
    package var publicKeyPin: String {
        guard let publicPoint else { return "" }
        // SubjectPublicKeyInfo (RFC 5480 §2) around an uncompressed point: the algorithm id-ecPublicKey, its parameter
        // prime256v1, and a bit string of 66 bytes, the first of which counts unused bits.
        let opening: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        let encoded = opening + publicPoint.array
        var text: [UInt8] = []
        Base64.append(Bytes(SHA256.digest(of: Bytes(encoded))), to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}

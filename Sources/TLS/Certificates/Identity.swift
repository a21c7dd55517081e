package import Bytes
internal import CLibSSL
package import HTTPModel

/// A certificate chain with the leaf's private key: what one side shows to say who it is.
///
/// Owned by whoever presents it (a cache of leaves, the configuration); sessions take references of their own.
///
/// `@unchecked Sendable`: nothing is changed after `init`; libcrypto counts references to certificates and keys
/// atomically, and guards with locks what it works out lazily about them, as its threading documentation promises.
@safe package final class Identity: @unchecked Sendable {
    let leaf: Certificate
    let intermediates: [Certificate]
    let key: PrivateKey
    /// The leaf's SHA-256: sessions shown one leaf are not resumed under another.
    let digest: [UInt8]
    /// The chain as values, the leaf first.
    package let facts: [CertificateFacts]

    /// From DER: the leaf, the certificates that lead to the root, and the key (PKCS #8, or its kind's own form).
    package convenience init(chain: [Bytes], key: Bytes) throws(TLSError) {
        try self.init(chain: chain, key: PrivateKey(der: key))
    }

    /// The same with a key that was read before. Leaves that share one need it read once: to libcrypto that is more
    /// work than all else about a leaf together.
    package convenience init(chain: [Bytes], key: PrivateKey) throws(TLSError) {
        var certificates: [Certificate] = []
        for bytes in chain { certificates.append(try Certificate(der: bytes)) }
        try self.init(certificates: certificates, key: key, place: "")
    }

    /// From PEM: certificates, the leaf first, and a key, in any order. `place` names the source in errors.
    package convenience init(pem: Bytes, place: String = "") throws(TLSError) {
        try self.init(
            certificates: PEMReader(pem, place: place).certificates(), key: PEMReader(pem, place: place).key(),
            place: place)
    }

    /// The same from a file.
    package convenience init(path: String) throws(TLSError) {
        try self.init(certificates: PEMReader(path: path).certificates(), key: PEMReader(path: path).key(), place: path)
    }

    private init(certificates: [Certificate], key: PrivateKey, place: String) throws(TLSError) {
        guard let first = certificates.first else { throw TLSError(.noCertificate, place) }
        leaf = first
        intermediates = Array(certificates.dropFirst())
        self.key = key
        digest = Self.digest(of: leaf)
        facts = [leaf.facts] + intermediates.map(\.facts)
        try checkKey(place: place)
    }

    private static func digest(of leaf: Certificate) -> [UInt8] {
        SHA256.digest(of: leaf.der)
    }

    private func checkKey(place: String) throws(TLSError) {
        guard key.matches(leaf) else { throw TLSError(.keyMismatch, place) }
    }

    /// Makes `session` present this.
    func present(on session: OpaquePointer) -> Bool {
        let chain = unsafe clibssl_chain_new()
        defer { unsafe clibssl_chain_free(chain) }
        for certificate in intermediates {
            unsafe X509_up_ref(certificate.pointer)
            if unsafe clibssl_chain_push(chain, certificate.pointer) == 0 {
                unsafe X509_free(certificate.pointer)
                return false
            }
        }
        return unsafe SSL_use_cert_and_key(session, leaf.pointer, key.pointer, chain, 1) == 1
    }
}

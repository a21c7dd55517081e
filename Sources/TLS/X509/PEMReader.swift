package import Bytes
internal import CLibSSL
package import HTTPModel

/// Reads what PEM files hold: certificates, keys, lists of revoked certificates. Nothing here asks for a pass phrase.
@safe package final class PEMReader {
    private let bio: OpaquePointer
    private let place: String
    /// What `bio` reads, kept as long as it.
    private let memory: UnsafeMutableRawBufferPointer

    package init(_ bytes: Bytes, place: String = "") throws(TLSError) {
        ErrorQueue.clear()
        self.place = place
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
        unsafe bytes.withUnsafeBytes { unsafe copy.copyMemory(from: $0) }
        guard let bio = unsafe clibssl_memory_bio(copy.baseAddress, bytes.count) else {
            unsafe copy.deallocate()
            throw .drained(.setupFailed, place)
        }
        unsafe self.bio = unsafe bio
        unsafe memory = unsafe copy
    }

    package init(path: String) throws(TLSError) {
        ErrorQueue.clear()
        place = path
        // "e": a command that is started meanwhile does not inherit it (fopen(3)).
        guard let bio = unsafe BIO_new_file(path, "re") else { throw .drained(.unreadableFile, path) }
        unsafe self.bio = unsafe bio
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    deinit {
        unsafe BIO_free(bio)
        // It may have held a key.
        unsafe OPENSSL_cleanse(memory.baseAddress, memory.count)
        unsafe memory.deallocate()
    }

    /// The next certificate; nil at the end, and when it is damaged.
    package func next() -> Certificate? {
        guard let certificate = unsafe clibssl_read_certificate(bio) else { return nil }
        return unsafe Certificate(owning: certificate)
    }

    /// All certificates from here on, at least one.
    package func certificates() throws(TLSError) -> [Certificate] {
        var found: [Certificate] = []
        while let certificate = next() { found.append(certificate) }
        guard clibssl_is_end_of_pem() != 0 else { throw .drained(.malformedCertificate, place) }
        guard !found.isEmpty else { throw TLSError(.noCertificate, place) }
        return found
    }

    /// The next private key; nil when there is none that can be read without a pass phrase.
    func nextKey() -> PrivateKey? {
        guard let key = unsafe clibssl_read_key(bio) else { return nil }
        return unsafe PrivateKey(owning: key)
    }

    /// The next private key, which there has to be.
    package func key() throws(TLSError) -> PrivateKey {
        guard let key = nextKey() else { throw .drained(.malformedKey, place) }
        return key
    }

    /// All lists from here on, at least one.
    package func revocationLists() throws(TLSError) -> [RevocationList] {
        var found: [RevocationList] = []
        while let list = unsafe clibssl_read_crl(bio) {
            unsafe found.append(RevocationList(owning: list))
        }
        guard clibssl_is_end_of_pem() != 0, !found.isEmpty else { throw .drained(.malformedRevocationList, place) }
        return found
    }
}

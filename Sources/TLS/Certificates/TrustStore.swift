package import Bytes
internal import CLibSSL
package import HTTPModel
internal import Synchronization

/// The roots that servers' certificates have to lead to, and the lists of certificates that count no longer.
///
/// Made once from the configuration, shared by the contexts that verify. What the system trusts is read when it is
/// first needed: that takes longer than everything else that a start does.
///
/// `@unchecked Sendable`: after `init` only `prepare` adds to the store, under a lock and before anything is verified,
/// and libcrypto locks a store for its own lookups.
@safe package final class TrustStore: @unchecked Sendable {
    package enum Source: Sendable {
        /// What this system trusts.
        case system
        /// One certificate in DER.
        case der(Bytes)
        /// Certificates in PEM; the string names their source in errors.
        case pem(Bytes, place: String)
        /// What a person named: chains that end in one of its certificates may lack what such certificates often lack
        /// (key usage, key identifiers), and the lack is noted.
        case file(String)
    }

    /// Where systems keep all their roots in one file: Debian, Fedora, OpenSUSE, Alpine and macOS, older Fedora.
    package static let systemBundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem", "/etc/pki/tls/certs/ca-bundle.crt",
    ]

    let store: OpaquePointer
    let hasRevocationLists: Bool
    private struct Roots {
        /// The system's are still to be read.
        var lacksSystem = false
        var count = 0
    }

    private let roots = Mutex(Roots())
    /// Nothing is left to be read.
    private let isPrepared = Atomic(false)

    /// How many roots there are (from a bundle or a file; a system's folder is searched when needed).
    package var count: Int {
        prepare()
        return roots.withLock { $0.count }
    }

    /// `revocationLists` are PEM, or files of it. With any, every issuer in a chain has to have one; nothing is
    /// fetched.
    package init(
        _ sources: [Source], revocationLists: [Bytes] = [], revocationListPaths: [String] = []
    ) throws(TLSError) {
        ErrorQueue.clear()
        guard let store = unsafe X509_STORE_new() else { throw .drained(.setupFailed) }
        unsafe self.store = unsafe store
        hasRevocationLists = !revocationLists.isEmpty || !revocationListPaths.isEmpty
        for source in sources {
            switch source {
            case .system: roots.withLock { $0.lacksSystem = true }
            case .der(let bytes): try add([Certificate(der: bytes)])
            case .pem(let bytes, let place): try add(PEMReader(bytes, place: place).certificates())
            case .file(let path): try add(PEMReader(path: path).certificates(), areNamed: true)
            }
        }
        let files =
            try revocationLists.map { bytes throws(TLSError) in try PEMReader(bytes) }
            + revocationListPaths.map { path throws(TLSError) in try PEMReader(path: path) }
        for file in files {
            for list in try file.revocationLists() {
                guard unsafe X509_STORE_add_crl(store, list.pointer) == 1 else {
                    throw .drained(.malformedRevocationList)
                }
            }
        }
    }

    deinit {
        unsafe X509_STORE_free(store)
    }

    /// Reads what has not been read yet. Before anything is verified; by whoever comes first, and the others wait.
    package func prepare() {
        guard !isPrepared.load(ordering: .acquiring) else { return }
        roots.withLock { roots in
            if roots.lacksSystem { roots.count += readSystem() }
            roots.lacksSystem = false
        }
        isPrepared.store(true, ordering: .releasing)
    }

    private func add(_ certificates: [Certificate], areNamed: Bool = false) throws(TLSError) {
        for certificate in certificates {
            guard unsafe X509_STORE_add_cert(store, certificate.pointer) == 1,
                unsafe !areNamed || clibssl_store_add_named(store, certificate.pointer) == 1
            else { throw .drained(.setupFailed) }
        }
        roots.withLock { $0.count += certificates.count }
    }

    /// A bundle is read whole, now: looking into the folder of single files would read the disk in mid-handshake.
    private func readSystem() -> Int {
        for path in Self.systemBundles {
            guard let certificates = try? PEMReader(path: path).certificates() else { continue }
            let added = certificates.count(where: { unsafe X509_STORE_add_cert(store, $0.pointer) == 1 })
            ErrorQueue.clear()
            return added
        }
        unsafe X509_STORE_set_default_paths(store)
        ErrorQueue.clear()
        return 0
    }
}

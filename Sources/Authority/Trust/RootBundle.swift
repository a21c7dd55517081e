internal import Bytes
package import TLS

/// The system's trusted roots, and bundles made of them with ours: how one process is made to trust the authority while
/// the system does not.
package enum RootBundle {
    /// Where distributions keep all trusted roots in one PEM file.
    package static let usualPaths = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Alpine, Arch
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, RHEL
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora from 42
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/etc/ssl/cert.pem",  // macOS, Alpine
        "/var/lib/ca-certificates/ca-bundle.pem",  // openSUSE, where it is generated
    ]

    /// A bundle has some 200 KB; one that is a hundred times as large is none.
    private static let largest = 32 << 20

    /// The first of the usual paths that exists.
    package static func pathOfSystem(among paths: [String] = usualPaths) throws(AuthorityError) -> String {
        guard let path = paths.first(where: FileStatus.exists) else { throw AuthorityError(.noSystemRoots, "") }
        return path
    }

    /// The certificates in a PEM file.
    package static func certificates(in path: String) throws(AuthorityError) -> [Certificate] {
        let pem = try read(path)
        do {
            return try Certificate.readAll(pem: pem)
        } catch {
            throw AuthorityError(.cannotRead, path, detail: error.text)
        }
    }

    /// Writes one PEM file with the roots in `roots` and ours after them, readable by all and replaced in one step.
    package static func write(
        _ authority: Certificate, withRootsOf roots: [String], to path: String
    ) throws(AuthorityError) {
        var content: [UInt8] = []
        for root in roots {
            content += try read(root)
            // A file need not end with a line end, but every block begins on a line of its own.
            content += [ASCII.lineFeed]
        }
        content += try authority.exported(as: .pem)
        try write(Bytes(content), to: path)
    }

    /// Writes a list of trusted roots for Java: PKCS #12 under `Certificate.exportPassword`, ours first.
    package static func writeForJava(
        _ authority: Certificate, withRootsOf roots: [String], to path: String
    ) throws(AuthorityError) {
        var all = [authority]
        for root in roots { all += try certificates(in: root) }
        let file: Bytes
        do {
            file = try CertificateBag(all).pkcs12(password: Certificate.exportPassword)
        } catch {
            throw AuthorityError(.cannotWrite, path, detail: error.text)
        }
        try write(file, to: path)
    }

    private static func read(_ path: String) throws(AuthorityError) -> Bytes {
        do {
            return try FileContent.read(path: path, limit: largest)
        } catch {
            throw AuthorityError(.cannotRead, path, detail: error.text)
        }
    }

    private static func write(_ bytes: Bytes, to path: String) throws(AuthorityError) {
        do {
            try FileContent.replace(path: path, with: bytes, mode: 0o644)
        } catch {
            throw AuthorityError(.cannotWrite, path, detail: error.text)
        }
    }
}

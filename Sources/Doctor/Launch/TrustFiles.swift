package import Authority
package import TLS

/// The files by which one command trusts the authority while the system does not: the roots that it would trust without
/// Hark, and ours. They hold nothing secret, and end with the command.
package struct TrustFiles {
    /// PEM.
    package let bundle: String
    /// PKCS #12, under `javaPassword`.
    let javaStore: String

    static let javaPassword = Certificate.exportPassword

    /// Writes them into a folder. Blocking.
    ///
    /// - Parameters:
    ///   - former: further bundles that the command would have trusted; one that cannot be read is told of, and left
    ///     out.
    ///   - say: tells the user of it.
    package init(
        _ authority: Certificate, former: [String], folder: RunFolder, say: (String) -> Void
    ) throws(AuthorityError) {
        var roots: [String] = []
        do {
            roots.append(try RootBundle.pathOfSystem())
        } catch {
            say("\(error.text) The command will trust only Hark's CA.")
        }
        for path in former where !roots.contains(path) {
            do throws(AuthorityError) {
                _ = try RootBundle.certificates(in: path)
                roots.append(path)
            } catch {
                say("\(error.text) The command will not trust its certificates.")
            }
        }
        bundle = folder.file("roots.pem")
        javaStore = folder.file("roots.p12")
        try RootBundle.write(authority, withRootsOf: roots, to: bundle)
        try RootBundle.writeForJava(authority, withRootsOf: roots, to: javaStore)
    }
}

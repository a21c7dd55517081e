internal import Bytes
internal import HTTPModel

/// How the client at hand is made to trust the local authority, told by the User-Agent of its CONNECT.
enum TrustAdvice {
    /// nil when the client does not say what it is.
    ///
    /// - Parameter wasStartedByHark: it comes from a command that was told how to trust the authority, and did not heed
    ///   it.
    static func text(for request: RequestHead, wasStartedByHark: Bool) -> String? {
        guard let found = remedy(for: request) else {
            return wasStartedByHark
                ? "It does not read the variables with which `hark run` names Hark's CA: pass it the file in "
                    + "SSL_CERT_FILE with its own option."
                : nil
        }
        if wasStartedByHark { return found.remedy }
        return "\(found.remedy) Or start it with `hark run`, which does so only for that process."
    }

    /// Whether this client may have completed a handshake without having judged the certificate: Node's clients look at
    /// it afterwards. All others have trusted whom they finish a handshake with.
    static func judgesLate(_ request: RequestHead) -> Bool {
        guard let found = remedy(for: request) else { return !request.fields.contains(.userAgent) }
        return ["node", "undici", "axios"].contains(found.mark)
    }

    private static func remedy(for request: RequestHead) -> (mark: String, remedy: String)? {
        guard let name = request.fields.first(.userAgent)?.text.lowercased() else { return nil }
        return remedies.first { name.contains($0.mark) }
    }

    /// In this order: browsers name one another, and libraries name what they run on.
    private static let remedies: [(mark: String, remedy: String)] = [
        ("curl/", "For curl, give `--cacert FILE` with the file of `hark ca export`."),
        ("python", "For Python, set REQUESTS_CA_BUNDLE and SSL_CERT_FILE to the file of `hark ca export`."),
        ("node", "For Node.js, set NODE_EXTRA_CA_CERTS to the file of `hark ca export`."),
        ("undici", "For Node.js, set NODE_EXTRA_CA_CERTS to the file of `hark ca export`."),
        ("axios", "For Node.js, set NODE_EXTRA_CA_CERTS to the file of `hark ca export`."),
        ("java", "For Java, import the file of `hark ca export` into a trust store with keytool."),
        (
            "okhttp",
            "On Android, install the certificate from http://hark.test/, and let the app trust user certificates."
        ),
        ("git/", "For git, set http.sslCAInfo to the file of `hark ca export`."),
        ("go-http-client", "For Go, set SSL_CERT_FILE to the file of `hark ca export`."),
        ("wget", "For wget, give `--ca-certificate=FILE` with the file of `hark ca export`."),
        (
            "firefox",
            "For Firefox, import the certificate from http://hark.test/ under Settings, Certificates, Authorities."
        ),
        ("edg", "For Edge, run `hark ca trust`, then start it again."),
        ("chrom", "For Chrome and Chromium, run `hark ca trust`, then start it again."),
        ("safari", "For Safari, run `hark ca trust`, then start it again."),
    ]
}

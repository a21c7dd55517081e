internal import Bytes
internal import HTTPModel

/// How the client at hand is made to trust the local authority, told by the User-Agent of its CONNECT.
enum TrustAdvice {
    /// nil when the client does not say what it is.
    static func text(for request: RequestHead) -> String? {
        guard let name = request.fields.first(.userAgent)?.text.lowercased() else { return nil }
        guard let found = remedies.first(where: { name.contains($0.mark) }) else { return nil }
        return "\(found.remedy) Or start it with `hark run`, which does so for that process alone."
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

import ArgumentParser
import Bytes
import Engine
import HTTPModel

/// The options about TLS with servers: who is trusted, what is shown to them.
struct ServerTLSOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Trust these CAs (PEM) for servers, besides the system's. Repeatable.", valueName: "file"),
        completion: .file())
    var upstreamCa: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Trust only these CAs (PEM) for servers. Repeatable.", valueName: "file"),
        completion: .file())
    var upstreamCaOnly: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Refuse server certificates revoked by this list (PEM). Every CA in a chain then needs a current list; "
                + "Hark downloads none. Repeatable.", valueName: "file"),
        completion: .file())
    var upstreamCrl: [String] = []

    @Flag(
        name: [.customShort("k"), .long], help: "Do not verify server certificates. Anyone could impersonate a server.")
    var insecureUpstream = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Use this client certificate (PEM with key) for this server. Repeatable.",
            valueName: "host=file"))
    var clientCert: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Accept this TLS version or later from servers and clients. 1.0 and 1.1 are insecure.",
            valueName: "version"))
    var tlsMin = TLSMinimum.tls12

    func validate() throws {
        if !upstreamCa.isEmpty, !upstreamCaOnly.isEmpty {
            throw ValidationError(
                "--upstream-ca and --upstream-ca-only cannot be combined: one adds to the system's CAs, the other "
                    + "replaces them")
        }
        _ = try clientCertificates()
    }

    /// `HOST=FILE`, the host being a pattern as in `--tunnel-host`.
    func clientCertificates() throws -> [(host: HostPattern, path: String)] {
        try clientCert.map { text in
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw ValidationError(
                    "--client-cert '\(text.terminalEscaped)' is not valid (expected HOST=FILE, such as "
                        + "api.example.com=client.pem)"
                )
            }
            let path = String(text[text.index(after: equals)...])
            guard !path.isEmpty else {
                throw ValidationError("--client-cert '\(text.terminalEscaped)' names no file (expected HOST=FILE)")
            }
            return (try HostPattern.read(String(text[..<equals]), of: "--client-cert"), path)
        }
    }
}

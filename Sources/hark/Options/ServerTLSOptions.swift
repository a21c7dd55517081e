import ArgumentParser
import Bytes
import Engine
import TLSModel

/// The options about TLS with servers: who is trusted, what is shown to them.
struct ServerTLSOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Trust these roots (PEM) too for servers. Repeatable.", valueName: "file"),
        completion: .file())
    var upstreamCa: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Trust these roots (PEM) and no others for servers. Repeatable.", valueName: "file"),
        completion: .file())
    var upstreamCaOnly: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Refuse servers' certificates that this list (PEM) revokes. Every issuer in a chain then needs a current "
                + "list, or its servers are refused; none is fetched. Repeatable.", valueName: "file"),
        completion: .file())
    var upstreamCrl: [String] = []

    @Flag(name: .long, help: "Do not check servers' certificates. Anyone could stand in for them.")
    var insecureUpstream = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Show this certificate (PEM, with its key) to this server if it asks. Repeatable.",
            valueName: "host=file"))
    var clientCert: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Accept TLS from this version on, of servers and of clients. 1.0 and 1.1 are insecure: use them only for "
                + "devices that speak nothing newer.", valueName: "version"))
    var tlsMin = TLSMinimum.tls12

    func validate() throws {
        if !upstreamCa.isEmpty, !upstreamCaOnly.isEmpty {
            throw ValidationError(
                "--upstream-ca and --upstream-ca-only contradict each other: the one adds to the system's roots, the "
                    + "other takes their place.")
        }
        _ = try clientCertificates()
    }

    /// `HOST=FILE`, the host being a pattern as in `--tunnel-host`.
    func clientCertificates() throws -> [(host: HostPattern, path: String)] {
        try clientCert.map { text in
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw ValidationError(
                    "--client-cert '\(text.terminalEscaped)' is not HOST=FILE, such as api.example.com=client.pem.")
            }
            let path = String(text[text.index(after: equals)...])
            guard !path.isEmpty else { throw ValidationError("--client-cert '\(text.terminalEscaped)' names no file.") }
            return (try HostPattern.read(String(text[..<equals]), of: "--client-cert"), path)
        }
    }
}

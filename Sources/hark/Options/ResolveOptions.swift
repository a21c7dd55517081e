import ArgumentParser
import Engine
import Reactor

/// The option that says where a name is, whatever the resolver knows.
struct ResolveOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Connect to this address for this host, like curl --resolve. Repeatable.",
            valueName: "host[:port]:address[:port]"))
    var resolve: [String] = []

    func validate() throws {
        _ = try overrides()
    }

    func overrides() throws -> [ResolveOverride] {
        try resolve.map { text in
            guard let override = ResolveOverride(text) else {
                throw ValidationError(
                    "--resolve '\(text.terminalEscaped)' is not valid (expected HOST[:PORT]:ADDRESS[:PORT], such as "
                        + "example.com:127.0.0.1:8080, IPv6 in brackets)")
            }
            guard Resolver.literal(override.address, port: 0) != nil else {
                throw ValidationError(
                    "--resolve '\(text.terminalEscaped)': '\(override.address.terminalEscaped)' is not an IP address")
            }
            return override
        }
    }
}

import ArgumentParser

/// The options about TLS: what is decrypted, by whom, and how servers are spoken to.
struct TLSOptions: ParsableArguments {
    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case intercept, tunnel
    }

    @Option(name: .long, help: "Decrypt TLS inside CONNECT, or relay it unread.")
    var tls: Mode = .intercept

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Never decrypt these hosts (*.bank.example). Repeatable.", valueName: "glob"))
    var tunnelHost: [String] = []

    @OptionGroup var servers: ServerTLSOptions

    @OptionGroup var authority: AuthorityOptions
}

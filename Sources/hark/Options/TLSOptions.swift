import ArgumentParser
import Engine
import HTTPSemantics

/// The options about TLS: what is decrypted, by whom, and how servers are spoken to.
struct TLSOptions: ParsableArguments {
    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case intercept, tunnel
    }

    @Option(name: .long, help: "Decrypt TLS inside CONNECT, or forward it undecrypted.")
    var tls: Mode = .intercept

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Never decrypt these hosts (such as *.bank.example). Repeatable.", valueName: "glob"))
    var tunnelHost: [String] = []

    @OptionGroup var servers: ServerTLSOptions

    @OptionGroup var authority: AuthorityOptions

    func validate() throws {
        _ = try tunnelHosts()
    }

    func tunnelHosts() throws -> [HostPattern] {
        try tunnelHost.map { try HostPattern.read($0, of: "--tunnel-host") }
    }
}

extension HostPattern {
    /// A pattern of hosts that was given with this option.
    static func read(_ text: String, of option: String) throws -> HostPattern {
        do throws(HostName.PatternProblem) {
            return try HostPattern(text)
        } catch {
            throw ValidationError(
                "\(option) '\(text.terminalEscaped)' matches no host: \(error.text.terminalEscaped)")
        }
    }
}

import ArgumentParser
import Engine
import Reactor

/// The lock on listeners that other machines can reach. Without one such a listener does not start: whoever found it
/// could use this computer to go anywhere.
struct AccessOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Require clients to log in with USER:PASSWORD, the first line of this file.",
            valueName: "file"), completion: .file())
    var proxyAuth: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Allow clients from this range, such as 192.168.0.0/16; this computer is always allowed. Repeatable.",
            valueName: "cidr"),
        transform: { text in
            guard let range = AddressRange(text) else {
                throw ValidationError("expected an IP address or a range, such as 192.168.0.0/16 or fe80::/10")
            }
            return range
        })
    var allow: [AddressRange] = []

    /// Reads the file. Fails with a sentence and an exit code.
    func policy() throws -> AccessPolicy {
        AccessPolicy(
            credentials: try proxyAuth.map { try CredentialsFile.read($0, flag: "--proxy-auth") }, allowed: allow)
    }

    /// - Parameter isReverse: whether the plain listeners' clients are those of a server, which can be asked for no
    ///   proxy's password.
    func validate(_ places: [ListenPlace], isReverse: Bool) throws {
        if proxyAuth == "" { throw ValidationError("--proxy-auth needs a file name") }
        /// Its clients can be asked for no password.
        func isUnseen(_ place: ListenPlace) -> Bool {
            place.server != nil || place.manner == .transparent || (isReverse && place.manner != .socks5)
        }
        if proxyAuth != nil, places.allSatisfy(isUnseen) {
            throw ValidationError(
                "--proxy-auth does not work with --reverse and transparent://, whose clients know no proxy; use "
                    + "--allow CIDR"
            )
        }
        let open = places.first { place in
            !Self.isLocal(place.address) && allow.isEmpty && (proxyAuth == nil || isUnseen(place))
        }
        guard let open else { return }
        let words = isUnseen(open) ? "--allow CIDR" : "--allow CIDR or --proxy-auth FILE"
        throw ValidationError(
            "--listen \(open.address): other computers could use this proxy; limit access with \(words)")
    }

    /// A name other than localhost may be anybody's.
    static func isLocal(_ listener: HostPort) -> Bool {
        guard let address = Resolver.literal(listener.host, port: listener.port) else {
            return listener.host.lowercased() == "localhost"
        }
        return address.isLoopback
    }
}

import ArgumentParser
import Bytes
import Engine
import Flow
import Views

/// A value of `--listen`: where, what clients speak there, and whom Hark stands in for.
struct ListenPlace {
    /// As it was given.
    let text: String
    let address: HostPort
    let manner: ListenerSpec.Manner
    /// The server that it stands in for, when the value itself says so.
    var server: Destination?

    init(_ text: String) throws {
        self.text = text
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? parts[0].lowercased() : nil
        var place = parts.count == 2 ? String(parts[1]) : text
        switch scheme {
        case nil, "http": manner = .http
        case "https": manner = .https
        case "socks5": manner = .socks5
        case "transparent":
            #if os(Linux)
            manner = .transparent
            #else
            throw ValidationError(
                "--listen '\(text.terminalEscaped)': transparent:// works only on Linux")
            #endif
        case "reverse+http", "reverse+https":
            manner = scheme == "reverse+https" ? .https : .http
            guard let equals = place.firstIndex(of: "=") else {
                throw ValidationError(
                    "--listen '\(text.terminalEscaped)' names no server (expected reverse+http://HOST:PORT=URL)")
            }
            server = try ReverseURL.destination(String(place[place.index(after: equals)...]), option: "--listen")
            place = String(place[..<equals])
        case .some:
            throw ValidationError(
                "--listen '\(text.terminalEscaped)': unknown listener scheme (expected http, https, socks5, "
                    + "transparent, reverse+http or reverse+https)")
        }
        // A port by itself is one of this machine: nobody else is let in who was not named.
        let port = place.hasPrefix(":") ? place.dropFirst() : place[...]
        let isPort = !port.isEmpty && port.utf8.allSatisfy { ASCII.isDigit($0) }
        guard let address = HostPort(isPort ? "127.0.0.1:\(port)" : place) else {
            throw ValidationError(
                "--listen '\(text.terminalEscaped)' is not an address (expected PORT or HOST:PORT, such as 8888, "
                    + "127.0.0.1:8888 or [::1]:8888, with a port from 0 to 65535)")
        }
        self.address = address
    }
}

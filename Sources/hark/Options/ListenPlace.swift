import ArgumentParser
import Engine
import Views

/// A value of `--listen`: where, and whether clients speak TLS there.
struct ListenPlace {
    let address: HostPort
    let isSecure: Bool

    init(_ text: String) throws {
        let scheme = "https://"
        isSecure = text.lowercased().hasPrefix(scheme)
        guard let address = HostPort(isSecure ? String(text.dropFirst(scheme.count)) : text) else {
            throw ValidationError(
                "--listen '\(text.terminalEscaped)' is not HOST:PORT, such as 127.0.0.1:8888 or [::1]:8888 "
                    + "(port 0 to 65535), nor the same behind https://.")
        }
        self.address = address
    }
}

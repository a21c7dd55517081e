import ArgumentParser
import Engine

extension [HostPort] {
    /// The values of `--listen`.
    init(listening texts: [String]) throws {
        self = try texts.map { text in
            guard let listener = HostPort(text) else {
                throw ValidationError(
                    "--listen '\(text.terminalEscaped)' is not HOST:PORT, such as 127.0.0.1:8888 or [::1]:8888 "
                        + "(port 0 to 65535)."
                )
            }
            return listener
        }
    }
}

import Bytes

/// A script that says which proxies a server is asked through (proxy auto-configuration, PAC). Safe to use from
/// anywhere; never waits.
package protocol ProxyScript: AnyObject, Sendable {
    /// What it said of this before, and says still.
    func known(_ question: ProxyQuestion) -> [ProxyChoice]?
    /// Has it asked; `deliver` is called once, from anywhere.
    func ask(
        _ question: ProxyQuestion, deliver: @escaping @Sendable (Result<[ProxyChoice], ProxyScriptFailure>) -> Void)
}

/// Why a proxy script names no way.
package struct ProxyScriptFailure: Error, Sendable, Hashable {
    /// A clause; it may have the script's own words.
    package let text: String

    package init(text: String) {
        self.text = text
    }
}

/// What a proxy script is asked: about a server, and not about anything that it is asked for.
package struct ProxyQuestion: Sendable, Hashable {
    package let server: Destination

    /// - Parameter isUnknown: nobody knows what will be spoken, which is TLS as a rule.
    package init(_ server: Destination, isUnknown: Bool) {
        self.server = isUnknown && !server.isSecure ? server.secured(for: server.host) : server
    }

    /// The URL as the script sees it, without a path.
    package var url: String { "\(server.isSecure ? "https" : "http")://\(server.hostField.text)/" }
    /// The name or address, without brackets.
    package var host: String { server.host.text }
}

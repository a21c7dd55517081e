package import Reactor

/// The lines for nft that lead connections to a `transparent://` listener: those of this computer's programs, and,
/// where the listener can be reached from elsewhere, those that it forwards for others. A value.
package struct RedirectRules: Sendable, Hashable {
    /// Where Hark listens.
    let listener: SocketAddress
    /// The user whose connections pass by: Hark's own would come back to it.
    let user: UInt32
    /// The ports that are redirected.
    let ports: [UInt16]

    package init(to listener: SocketAddress, user: UInt32, ports: [UInt16] = [80, 443]) {
        self.listener = listener.unmapped
        self.user = user
        self.ports = ports
    }

    /// The table's name, by which all of it is removed again.
    var table: String { "\(listener.isIPv6 ? "ip6" : "ip") hark" }

    /// For `nft -f`.
    package var text: String {
        var lines = ["table \(table) {"]
        let (own, loopback) = listener.isIPv6 ? ("ip6", "::1") : ("ip", "127.0.0.0/8")
        lines += chain("output", ["meta skuid \(user) return", "\(own) daddr \(loopback) return"])
        if !listener.isLoopback { lines += chain("prerouting", []) }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// For a shell: what puts the lines in force.
    package var command: String { "sudo nft -f - <<'END'\n\(text)\nEND" }
    /// For a shell: what takes them back.
    package var undo: String { "sudo nft delete table \(table)" }

    private func chain(_ hook: String, _ first: [String]) -> [String] {
        let list = ports.map { "\($0)" }.joined(separator: ", ")
        let lines = ["type nat hook \(hook) priority -100"] + first + ["tcp dport { \(list) } \(verdict)"]
        return ["    chain \(hook) {"] + lines.map { "        \($0)" } + ["    }"]
    }

    /// To this computer, whatever the address; to the one address where Hark listens on no other.
    private var verdict: String {
        switch listener.host {
        case .v4(0), .v4(0x7F00_0001), .v6(high: 0, low: 0...1), .local: "redirect to :\(listener.port)"
        case .v4, .v6: "dnat to \(listener)"
        }
    }
}

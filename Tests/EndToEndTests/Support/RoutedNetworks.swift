/// Two networks of the tests' own: a router with addresses that servers may have, and a client whose way leads through
/// it.
struct RoutedNetworks {
    static let four = "10.77.1.1"
    static let six = "fd77:1::1"
    let router: NetworkNamespace
    let client: NetworkNamespace

    init() throws {
        router = try NetworkNamespace()
        client = try NetworkNamespace(beside: router)
        try router.run(
            "ip", "link", "add", "inside", "type", "veth", "peer", "name", "wan", "netns", "\(client.pid)")
        for (address, link) in [
            ("10.77.0.1/24", "inside"), ("fd77::1/64", "inside"), ("\(Self.four)/32", "lo"), ("\(Self.six)/128", "lo"),
        ] {
            try router.run("ip", "addr", "add", address, "dev", link, "nodad")
        }
        try router.run("ip", "link", "set", "inside", "up")
        for address in ["10.77.0.2/24", "fd77::2/64"] {
            try client.run("ip", "addr", "add", address, "dev", "wan", "nodad")
        }
        try client.run("ip", "link", "set", "wan", "up")
        try client.run("ip", "route", "add", "default", "via", "10.77.0.1")
        try client.run("ip", "-6", "route", "add", "default", "via", "fd77::1")
    }

    /// Leads what the client sends to a listener on the router.
    static let redirect = """
        table ip hark { chain c { type nat hook prerouting priority -100
          tcp dport { 80, 443, 22, 81 } redirect to :8081
        }
        }
        table ip6 hark { chain c { type nat hook prerouting priority -100
          tcp dport { 80, 443, 22, 81 } redirect to :8081
        }
        }
        """

    /// Leads what the router's own programs send there, whoever they are.
    static let redirectOfOwn = """
        table ip hark { chain own { type nat hook output priority -100
          tcp dport 80 redirect to :8081
        }
        }
        """
}

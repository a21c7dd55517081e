import Foundation
import TestKit
import Testing

/// `--listen transparent://…`, with a packet filter that redirects to it, in networks of the tests' own.
@Suite(.enabled(if: NetworkNamespace.isPermitted, "network namespaces with a packet filter are not permitted here"))
struct TransparentTests {
    /// A router with Hark, and a server behind it; a client whose way leads through the router.
    private struct Network {
        static let (four, six) = (RoutedNetworks.four, RoutedNetworks.six)
        let router: NetworkNamespace
        let client: NetworkNamespace
        let scratch: Scratch
        let nginx: Nginx
        let certificate: String

        init() throws {
            let networks = try RoutedNetworks()
            (router, client) = (networks.router, networks.client)
            let origin = try SecureOrigin()
            certificate = origin.certificate
            scratch = origin.scratch
            nginx = try Nginx(
                in: try Scratch(),
                http: """
                    access_log off;
                    default_type text/plain;
                    server {
                        listen \(Self.four):80; listen [\(Self.six)]:80;
                        location / { return 200 "plain $server_addr $host"; }
                    }
                    server {
                        listen \(Self.four):443 ssl; listen [\(Self.six)]:443 ssl;
                        ssl_certificate \(scratch.file("origin.pem"));
                        ssl_certificate_key \(scratch.file("origin.key"));
                        location / { return 200 "secure $server_addr $host"; }
                    }
                    """, prefix: router.prefix)
        }

        func hark(_ words: [String], listen: [String]) throws -> RunningProxy {
            try RunningProxy(
                arguments: ["--upstream-ca", certificate] + words, listen: listen, prefix: router.prefix)
        }

        /// What a program there gets that knows of no proxy.
        func ask(_ proxy: RunningProxy, _ url: String, at address: String, _ words: [String] = []) throws -> Tool.Result
        {
            let places = [80, 81, 443].flatMap { ["--resolve", "origin.example:\($0):\(address)"] }
            return try client.ask(
                "curl",
                ["-q", "-sS", "--max-time", "20", "--cacert", proxy.authority, "-w", " %{http_code}"] + places + words
                    + [url])
        }
    }

    @Test func whatIsRedirectedIsReadAndNamesWhereItWasMeantToGo() throws {
        let network = try Network()
        let log = network.scratch.file("a.log")
        let proxy = try network.hark(
            ["--log", log, "--allow", "10.77.0.0/24", "--allow", "fd77::/64"],
            listen: ["transparent://0.0.0.0:8081", "transparent://[::]:8081"])
        try network.router.redirect(RoutedNetworks.redirect)
        let places = [(Network.four, Network.four), (Network.six, "[\(Network.six)]")]
        for (address, written) in places {
            for scheme in ["http", "https"] {
                let result = try network.ask(proxy, "\(scheme)://origin.example/", at: written)
                let word = scheme == "http" ? "plain" : "secure"
                #expect(result.text == "\(word) \(address) origin.example 200", result.summary)
            }
        }
        try proxy.stop()
        let flows = try Recorded.log(log)
        let asked = places.flatMap { _, written in
            [
                "http://\(written):80", "http://origin.example/", "http://\(written):443", "https://origin.example/",
            ]
        }
        #expect(flows.map(\.request.url) == asked, "\(flows.map(\.request.url))")
        for (index, flow) in flows.enumerated() {
            #expect(flow.serverIPAddress == places[index / 4].0)
            #expect(flow.quirks?.isEmpty != false, "a name behind an address is no contradiction")
        }
    }

    @Test func aServerThatSpeaksFirstIsRelayed() throws {
        let network = try Network()
        let log = network.scratch.file("a.log")
        let proxy = try network.hark(
            ["--log", log, "--allow", "10.77.0.0/24"], listen: ["transparent://0.0.0.0:8081"])
        try network.router.redirect(RoutedNetworks.redirect)
        let greeter = try Child(
            network.router.prefix[0],
            network.router.prefix.dropFirst() + [
                Tool.python(), "-c",
                """
                import socket
                s = socket.create_server(("\(Network.four)", 22))
                print("ready", flush=True)
                c, _ = s.accept(); c.sendall(b"SSH-2.0-test\\r\\n"); c.recv(99); c.close()
                """,
            ], output: network.scratch.file("greeter"), diagnostics: network.scratch.file("greeter-errors"))
        try eventually("it listens") {
            (try? String(contentsOfFile: network.scratch.file("greeter"), encoding: .utf8)) == "ready\n"
        }
        let said = try network.client.ask(
            "python3",
            [
                "-c",
                """
                import socket
                s = socket.create_connection(("\(Network.four)", 22), 20)
                print(s.recv(99).decode(), end=""); s.sendall(b"x"); s.recv(99)
                """,
            ])
        #expect(said.text == "SSH-2.0-test\r\n", said.summary)
        try greeter.wait()
        try proxy.stop()
        #expect(try Recorded.log(log).map(\.outcome.kind) == ["tunnel"])
    }

    @Test func whoCannotBeReachedIsAConnectionThatBreaks() throws {
        let network = try Network()
        let log = network.scratch.file("a.log")
        let proxy = try network.hark(
            ["--log", log, "--allow", "10.77.0.0/24"], listen: ["transparent://0.0.0.0:8081"])
        try network.router.redirect(RoutedNetworks.redirect)
        // Nobody listens at port 81.
        let result = try network.ask(proxy, "http://origin.example:81/", at: Network.four)
        // It may be reset before or after curl has noticed that it is there.
        #expect([7, 52, 56].contains(result.code), result.summary)
        try proxy.stop()
        #expect(try Recorded.log(log).map(\.outcome.code) == ["connectionRefused"])
    }

    @Test func whoComesToTheListenerItselfIsToldSo() throws {
        let network = try Network()
        let log = network.scratch.file("a.log")
        let proxy = try network.hark(["--log", log], listen: ["transparent://127.0.0.1:8081"])
        let result = try network.router.ask(
            "curl", ["-q", "-sS", "--max-time", "20", "-w", " %{http_code}", "http://127.0.0.1:8081/"])
        #expect(result.text.hasSuffix(" 403") && result.text.contains("hark doctor --transparent"), result.summary)
        try proxy.stop()
        #expect(try Recorded.log(log).map(\.outcome.code) == ["loop"])
    }

    /// A filter that does not let Hark's own connections pass leads them back to it.
    @Test func aLoopEndsAtItsFirstTurn() throws {
        let network = try Network()
        let log = network.scratch.file("a.log")
        let proxy = try network.hark(["--log", log], listen: ["transparent://127.0.0.1:8081"])
        try network.router.redirect(RoutedNetworks.redirectOfOwn)
        let result = try network.router.ask(
            "curl", ["-q", "-sS", "--max-time", "20", "-w", " %{http_code}", "http://\(Network.four)/"])
        #expect(result.text.hasSuffix(" 403") && result.text.contains("Hark's own"), result.summary)
        try proxy.stop()
        let flows = try Recorded.log(log)
        #expect(flows.filter { $0.outcome.code == "loop" }.count == 1, "\(flows.map(\.outcome))")
        // curl's request, and the same on Hark's own connection, which goes nowhere: one more would be a second turn.
        #expect(flows.filter { $0.request.method == "GET" }.count == 2, "\(flows.map(\.request.url))")
        // Behind curl's connection Hark's own has a flow where it was found out only when its server was there.
        #expect(flows.count { $0.request.method == "CONNECT" } <= 2, "\(flows.map(\.request.url))")
        #expect(flows.count <= 4)
    }

    /// The doctor's lines, put in force as they are printed.
    @Test(.enabled(if: NetworkNamespace.isRoot, "one user alone can be had here"))
    func theDoctorsLinesLeadToTheListenerAndPastIt() throws {
        let network = try Network()
        let log = network.scratch.file("a.log")
        let proxy = try network.hark(
            ["--log", log], listen: ["transparent://127.0.0.1:8081", "transparent://[::1]:8081"])
        for (place, address, written) in [
            ("127.0.0.1:8081", Network.four, Network.four), ("[::1]:8081", Network.six, "[\(Network.six)]"),
        ] {
            let report = try network.router.ask(
                Tool.hark(), ["doctor", "--transparent", place, "--ca-dir", proxy.scratch.file("ca")])
            let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false)
            let start = try #require(lines.firstIndex(of: "sudo nft -f - <<'END'"), report.summary)
            let end = try #require(lines.firstIndex(of: "END"))
            #expect(report.text.contains("Hark waits at \(place)"), report.summary)
            try network.router.redirect(lines[(start + 1)..<end].joined(separator: "\n"))
            // Of the user that Hark runs as, nothing is redirected.
            for (user, isSeen) in [("65534", true), ("0", false)] {
                let before = (try? Recorded.log(log).count) ?? 0
                let result = try network.router.ask(
                    "setpriv",
                    [
                        "--reuid", user, "--clear-groups", Tool.find("curl"), "-q", "-sS", "--max-time", "20",
                        "http://\(written)/",
                    ])
                #expect(result.text.hasPrefix("plain \(address)"), result.summary)
                if isSeen {
                    try eventually("it is recorded") { try Recorded.log(log).count == before + 2 }
                } else {
                    #expect(try Recorded.log(log).count == before)
                }
            }
            let undo = try #require(lines.last { $0.hasPrefix("Remove the rules with: sudo ") })
            let words = undo.dropFirst("Remove the rules with: sudo ".count).split(separator: " ").map(String.init)
            #expect(try network.router.ask(words[0], Array(words.dropFirst())).code == 0)
        }
    }
}

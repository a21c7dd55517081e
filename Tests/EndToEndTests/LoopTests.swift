import Foundation
import TestKit
import Testing

/// The proxy must not be led to itself, however its address is spelled.
@Suite struct LoopTests {
    /// All of them mean this machine to the system's resolver, or would be routed to it.
    static let spellings = [
        "127.0.0.1", "localhost", "LOCALHOST", "LocalHost", "localhost.", "127.1", "127.0.1", "2130706433",
        "0x7f000001",
        "0x7f.0.0.1", "0x7F.0x0.0x0.0x1", "0177.0.0.1", "017700000001", "127.0.0.2", "127.255.255.254", "0.0.0.0", "0",
        "[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000::0001]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
        "[::FFFF:127.0.0.1]", "[::ffff:0.0.0.0]", "alias.test",
    ]

    private func proxy(_ arguments: String...) throws -> RunningProxy {
        // `alias.test` stands for any name that leads here.
        try RunningProxy(arguments: ["--resolve", "alias.test:127.0.0.1"] + arguments)
    }

    @Test(arguments: spellings)
    func anAbsoluteFormRequestToItselfIsRefused(host: String) throws {
        let proxy = try proxy()
        let client = try proxy.connect()
        try client.send(
            "GET http://\(host):\(proxy.port)/ HTTP/1.1\r\nHost: \(host):\(proxy.port)\r\nConnection: close\r\n\r\n")
        let (answer, _) = try client.receiveToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer.prefix(300))")
    }

    @Test(arguments: spellings)
    func aTunnelToItselfIsRefused(host: String) throws {
        let proxy = try proxy()
        let client = try proxy.connect()
        try client.send("CONNECT \(host):\(proxy.port) HTTP/1.1\r\nHost: \(host):\(proxy.port)\r\n\r\n")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 403 "))
    }

    @Test func anotherListenerOfTheSameProxyIsItselfToo() throws {
        let proxy = try RunningProxy(listen: ["127.0.0.1:0", "127.0.0.1:0"])
        let other = proxy.listeners[1]
        let client = try proxy.connect()
        try client.send("GET http://\(other)/ HTTP/1.1\r\nHost: \(other)\r\nConnection: close\r\n\r\n")
        #expect(try client.receiveToEnd().text.hasPrefix("HTTP/1.1 403 "))
    }

    @Test(.enabled(if: (try? LoopTests.ownAddresses().isEmpty) == false, "this machine has no address but loopback"))
    func theAddressOfThisHostInItsNetworkIsItselfToo() throws {
        let proxy = try proxy()
        for address in try Self.ownAddresses() {
            let client = try proxy.connect()
            try client.send(
                "GET http://\(address):\(proxy.port)/ HTTP/1.1\r\nHost: \(address):\(proxy.port)\r\nConnection: "
                    + "close\r\n\r\n"
            )
            #expect(try client.receiveToEnd().text.hasPrefix("HTTP/1.1 403 "), "\(address)")
        }
    }

    @Test func refusedLoopsAreRecordedAsSuch() throws {
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try proxy("--log", log)
        let client = try proxy.connect()
        try client.send("GET \(proxy.url)/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        _ = try client.receiveToEnd()
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.count == 1, "a loop that was followed would show as more")
        #expect(entries.first?.outcome.kind == "refused" && entries.first?.outcome.code == "loop")
    }

    @Test func otherPortsOfThisMachineAreServed() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let proxy = try proxy()
        let result = try Tool.curl("-x", proxy.url, "-w", "%{http_code}", "http://localhost:\(origin.port)/")
        #expect(result.text == "200", result.summary)
    }

    /// The IPv4 addresses of this host's interfaces, the loopback ones left out.
    private static func ownAddresses() throws -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { throw Failure("getifaddrs failed") }
        defer { freeifaddrs(first) }
        var found: [String] = []
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard let address = interface.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
            if !name.hasPrefix("127.") { found.append(name) }
        }
        return found
    }
}

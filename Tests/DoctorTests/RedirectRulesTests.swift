import Foundation
import Reactor
import Testing

@testable import Doctor

/// The lines for the packet filter, and whose program listens.
@Suite struct RedirectRulesTests {
    private func rules(_ host: String, user: UInt32 = 998) throws -> String {
        RedirectRules(to: try #require(Resolver.literal(host, port: 8080)), user: user).text
    }

    @Test func aListenerOnLoopbackGetsThisComputersProgramsAlone() throws {
        #expect(
            try rules("127.0.0.1") == """
                table ip hark {
                    chain output {
                        type nat hook output priority -100
                        meta skuid 998 return
                        ip daddr 127.0.0.0/8 return
                        tcp dport { 80, 443 } redirect to :8080
                    }
                }
                """)
        #expect(try !rules("127.0.0.1").contains("prerouting"))
    }

    @Test(arguments: [
        ("0.0.0.0", "redirect to :8080"), ("192.168.1.1", "dnat to 192.168.1.1:8080"), ("::", "redirect to :8080"),
        ("fd00::1", "dnat to [fd00::1]:8080"),
    ])
    func aListenerForOthersGetsTheirsToo(host: String, verdict: String) throws {
        let text = try rules(host)
        #expect(text.contains("type nat hook prerouting priority -100"))
        #expect(text.components(separatedBy: "tcp dport { 80, 443 } \(verdict)\n").count == 3, "\(text)")
        #expect(text.hasPrefix(host.contains(":") ? "table ip6 hark {" : "table ip hark {"))
        #expect(text.contains(host.contains(":") ? "ip6 daddr ::1 return" : "ip daddr 127.0.0.0/8 return"))
    }

    /// Lines of `/proc/net/tcp`: a listener, a connection to the same port, another listener.
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     7        0 1 1
           1: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 2 1
           2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000    33        0 3 1
        """

    @Test func theUserIsWhoListensThere() throws {
        func user(_ host: String, _ port: UInt16) throws -> UInt32? {
            ListeningUser.find(try #require(Resolver.literal(host, port: port)), in: Self.table)
        }
        #expect(try user("127.0.0.1", 8080) == 998)
        #expect(try user("10.0.0.1", 80) == 33, "it listens on every address")
        #expect(try user("10.0.0.1", 8080) == nil)
        #expect(try user("127.0.0.1", 8081) == nil)
        #expect(try user("::1", 8080) == nil)
    }

    @Test func anIPv6ListenerIsFoundAsTheKernelWritesIt() throws {
        let table = """
            header
               0: 000077FD000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 0:0 0:0 0 5 0 1
            """
        let address = try #require(Resolver.literal("fd77::1", port: 8080))
        #expect(ListeningUser.find(address, in: table) == 5)
    }
}

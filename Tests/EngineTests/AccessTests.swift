import Flow
import Reactor
import TestKit
import Testing

@testable import Engine

/// Who may use the proxy, and for what.
@Suite struct AccessTests {
    private static let locked = ProxyConfiguration.with { $0.listeners[0].access.credentials = "Aladdin:open sesame" }
    private static let key = "Proxy-Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="

    @Test func whoShowsTheCredentialsIsServedAndTheServerDoesNotSeeThem() async throws {
        let heads = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            heads.put(try connection.receiveHead())
            try connection.send(reply("in"))
        }
        try await withEngine(Self.locked) { host in
            let client = try host.connect()
            try client.get(origin.url, Self.key)
            #expect(try client.receiveResponse().body == "in")
            #expect(try !heads.take("the server is asked").lowercased().contains("authorization"))
        }
    }

    @Test(arguments: [
        "X: none", "Proxy-Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZA==", "Proxy-Authorization: Basic",
        "Proxy-Authorization: Bearer QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Proxy-Authorization: Basic QWxhZGRpbg==",
        "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
    ])
    func whoDoesNotIsAskedForThem(field: String) async throws {
        try await withEngine(Self.locked) { host in
            for request in ["GET http://127.0.0.1:9/ HTTP/1.1", "CONNECT 127.0.0.1:9 HTTP/1.1"] {
                let client = try host.connect()
                try client.send("\(request)\r\nHost: x\r\n\(field)\r\n\r\n")
                let head = try client.receiveHead()
                #expect(head.hasPrefix("HTTP/1.1 407 Proxy Authentication Required\r\n"))
                #expect(head.contains("\r\nProxy-Authenticate: Basic realm="))
                #expect(head.contains("\r\nProxy-Authenticate: Digest realm=") && !head.contains("stale=true"))
            }
            let flows = try host.finished(2)
            #expect(flows.allSatisfy { $0.outcome?.code == .proxyCredentialsMissing })
        }
    }

    /// A request from there is answered and recorded, and goes nowhere.
    @Test(arguments: [
        ("192.168.7.8", true), ("10.0.0.1", false), ("127.0.0.1", true), ("::1", true), ("::ffff:192.168.0.1", true),
        ("2001:db8::1", false),
    ])
    func whoComesFromElsewhereIsRefused(address: String, isServed: Bool) throws {
        let access = AccessPolicy(allowed: [try #require(AddressRange("192.168.0.0/16"))])
        let entrance = Entrance(
            ListenerSpec(HostPort(host: "0.0.0.0", port: 0), access: access), at: .loopback4(port: 1))
        let policy = entrance.policy(for: try #require(Resolver.literal(address, port: 9)))
        guard case .closed(let outcome) = policy.mode else {
            #expect(isServed)
            return
        }
        #expect(!isServed && outcome.code == .clientNotAllowed && outcome.status == 403)
    }

    /// However it is spelled, and also as one address of several.
    @Test(
        arguments: [
            (["127.0.0.1"], "127.0.0.1"), (["127.9.9.9"], "127.9.9.9"), (["0.0.0.0"], "0.0.0.0"), (["::1"], "::1"),
            (["::"], "::"), (["::ffff:127.0.0.1"], "::ffff:127.0.0.1"), (["10.0.0.1", "127.1"], "127.0.0.1"),
            (["10.0.0.1", "2001:db8::1", "128.0.0.1"], nil), (["::2"], nil),
        ] as [([String], String?)])
    func aClientFromElsewhereIsNotLedToThisMachinesOwnServices(addresses: [String], forbidden: String?) throws {
        let addresses = try addresses.map { try #require(Resolver.literal($0, port: 1)) }
        let expected = try forbidden.map { try #require(Resolver.literal($0, port: 1)) }
        #expect(AccessPolicy.forbidden(of: addresses) == expected)
    }

    @Test(arguments: [
        ("192.168.0.0/16", "192.168.7.8", true), ("192.168.0.0/16", "192.169.0.1", false),
        ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "8.8.8.8", true),
        ("10.0.0.0/8", "::ffff:10.9.9.9", true), ("fe80::/10", "fe80::1", true), ("fe80::/10", "fec0::1", false),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("2001:db8::1/128", "2001:db8::1", true), ("::/0", "2001:db8::1", true), ("::/0", "1.2.3.4", false),
        ("2001:db8::/96", "2001:db8::1:2", true), ("2001:db8::/96", "2001:db8::1:0:2", false),
    ])
    func aRangeIsWhatSharesItsFirstBits(range: String, address: String, isWithin: Bool) throws {
        let range = try #require(AddressRange(range))
        let address = try #require(Resolver.literal(address, port: 1))
        #expect(range.contains(address) == isWithin)
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "::/129", "host/8", "10.0.0.0/8/8",
    ])
    func whatIsNoRangeIsNotRead(text: String) {
        #expect(AddressRange(text) == nil)
    }
}

import Engine
import Flow
import Reactor
import TestKit
import Testing

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
            }
            let flows = try host.finished(2)
            #expect(flows.allSatisfy { $0.outcome?.code == .proxyCredentialsMissing })
        }
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

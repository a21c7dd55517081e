import Testing

@testable import Reactor

@Suite struct SocketAddressTests {
    /// RFC 5952: §4.1 leading zeros, §4.2.1 to §4.2.3 the double colon, §4.3 lower case, §5 IPv4-mapped.
    @Test(arguments: [
        ("::", "::"), ("::1", "::1"), ("2001:0db8::0001", "2001:db8::1"), ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:DB8::AbCd", "2001:db8::abcd"), ("fe80::", "fe80::"),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1"), ("1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"),
        ("0:0:3:4:5:6:0:0", "::3:4:5:6:0:0"),
    ])
    func ipv6IsWrittenInItsCanonicalForm(spelling: String, canonical: String) throws {
        let address = try #require(Resolver.literal(spelling, port: 443))
        #expect(address.hostText == canonical)
        #expect(address.description == "[\(canonical)]:443")
        #expect(address.isIPv6)
    }

    @Test(arguments: [("127.0.0.1", "127.0.0.1:80"), ("255.254.253.0", "255.254.253.0:80")])
    func ipv4IsWrittenInDots(spelling: String, text: String) throws {
        let address = try #require(Resolver.literal(spelling, port: 80))
        #expect(address.description == text)
    }

    @Test func aMappedAddressIsRecognised() throws {
        let mapped = try #require(Resolver.literal("::ffff:10.1.2.3", port: 1))
        #expect(mapped.unmappedHost == .v4(0x0A01_0203))
        #expect(SocketAddress.loopback6(port: 1).unmappedHost == .v6(high: 0, low: 1))
    }

    @Test func theSystemsFormIsReadBackUnchanged() {
        let addresses = [
            SocketAddress(.v4(0x0102_0304), port: 65535), .loopback6(port: 0),
            SocketAddress(.v6(high: 0xFE80_0000_0000_0000, low: 7), port: 8),
        ]
        for address in addresses {
            #expect(SocketAddress(address.endpoint) == address)
        }
    }
}

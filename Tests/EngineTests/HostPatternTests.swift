import Bytes
import Engine
import Flow
import Testing

/// However a host is written, an option that names it means it; and no other.
@Suite struct HostPatternTests {
    @Test(arguments: [
        ("bank.test", ["bank.test", "BANK.test", "bank.test."], ["www.bank.test", "bank.tes", "bank.test.."]),
        ("bank.test.", ["bank.test", "bank.test."], ["abank.test"]),
        ("*.bank.test", ["www.bank.test.", "a.b.bank.test"], ["bank.test", "bank.test."]),
        ("bücher.test", ["xn--bcher-kva.test", "xn--bcher-kva.test.", "bücher.test"], ["bucher.test"]),
        ("xn--bcher-kva.test", ["bücher.test", "XN--BCHER-KVA.test"], ["bcher-kva.test"]),
        ("[::1]", ["::1", "[::1]", "0:0:0:0:0:0:0:1"], ["::2"]),
    ])
    func aPatternMatchesEverySpelling(text: String, hosts: [String], others: [String]) throws {
        let pattern = try HostPattern(text)
        for host in hosts { #expect(pattern.matches(Bytes(host)), "\(host)") }
        for host in others { #expect(!pattern.matches(Bytes(host)), "\(host)") }
    }

    @Test(arguments: [
        ("bank.test:10.0.0.1", "bank.test."), ("bank.test.:10.0.0.1", "bank.test"),
        ("bücher.test:10.0.0.1", "xn--bcher-kva.test"), ("[::1]:10.0.0.1", "::1"), ("[0:0::1]:10.0.0.1", "::1"),
    ])
    func anAddressIsGivenForEverySpelling(text: String, host: String) throws {
        let override = try #require(ResolveOverride(text))
        #expect(override.applies(to: Destination(host: Bytes(host), port: 443)))
        #expect(!override.applies(to: Destination(host: Bytes("www." + host), port: 443)))
    }

    @Test(arguments: ["*.bank.test:10.0.0.1", "a..b:10.0.0.1", "https://bank.test:10.0.0.1", "b?nk.test:10.0.0.1"])
    func anAddressForNoHostIsRefused(text: String) {
        #expect(ResolveOverride(text) == nil)
    }

    @Test(arguments: [
        ("bank.test", "www.bank.test.", true), ("bank.test.", "bank.test", true),
        ("bücher.test", "xn--bcher-kva.test", true),
        ("xn--bcher-kva.test", "www.bücher.test", true), ("[::1]", "0:0::1", true), ("bank.test", "abank.test", false),
        ("*.bank.test", "bank.test.", false),
    ])
    func anExceptionCoversEverySpelling(text: String, host: String, isCovered: Bool) throws {
        let exception = try #require(ProxyException(text))
        #expect(exception.covers(Destination(host: Bytes(host), port: 443)) == isCovered)
    }
}

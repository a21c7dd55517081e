import Bytes
import Testing

@testable import HTTPSemantics

/// Hosts are compared in one form, and what can match none is refused.
@Suite struct HostNameComparedTests {
    /// Longer than a label may be (RFC 1034 §3.1).
    private static let longLabel = String(repeating: "ü", count: 80)

    @Test(arguments: [
        ("bank.test", "bank.test"), ("bank.test.", "bank.test"), ("BANK.Test", "bank.test"),
        ("Bank.TEST.", "bank.test"),
        ("bücher.test", "xn--bcher-kva.test"), ("BÜCHER.test.", "xn--bcher-kva.test"),
        ("XN--bcher-kva.TEST", "xn--bcher-kva.test"), ("b\u{75}\u{308}cher.test", "xn--bcher-kva.test"),
        ("[::1]", "::1"), ("::1", "::1"), ("[0:0:0:0:0:0:0:1]", "::1"), ("FE80::A", "fe80::a"),
        ("127.0.0.1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("localhost", "localhost"), ("", ""), (".", "."),
        ("_dmarc.bank.test", "_dmarc.bank.test"), ("a..b", "a..b"),
    ])
    func aHostHasOneForm(host: String, form: String) {
        #expect(HostName.compared(Bytes(host)).text == form)
        // It is its own.
        #expect(HostName.compared(Bytes(form)).text == form)
    }

    @Test func whatIsNoHostStaysApart() {
        let hosts = ["bank.test", "bank.tes", "bank.test.com", "abank.test", "bank..test", "bank.test..", "::1", "::2"]
        #expect(Set(hosts.map { HostName.compared(Bytes($0)) }).count == hosts.count)
        #expect(HostName.compared(Bytes([0xFF, 0x41])) == Bytes([0xFF, 0x61]))
    }

    @Test(arguments: [
        ("*.Example.com", "*.example.com"), ("bank.test.", "bank.test"), ("*.bücher.test", "*.xn--bcher-kva.test"),
        ("[::1]", "::1"), ("0:0::1", "::1"), ("fe80::*", "fe80::*"), ("*", "*"), ("a?.test", "a?.test"),
        ("10.0.0.*", "10.0.0.*"), ("*bank*", "*bank*"), ("localhost", "localhost"),
    ])
    func aPatternHasTheSameForm(written: String, form: String) throws {
        #expect(try HostName.pattern(written).text == form)
    }

    @Test(arguments: [
        ("bank.test:443", "ports are not part of a host; write 'bank.test'"),
        ("[::1]:443", "ports are not part of a host; write '[::1]'"),
        ("*:443", "ports are not part of a host; write '*'"),
        ("https://bank.test", "it is a URL, and a host has no scheme; write 'bank.test'"),
        ("https://bank.test:8443/x", "it is a URL, and a host has no scheme; write 'bank.test'"),
        ("bank.test/login", "a host has no path; write 'bank.test'"),
        ("me@bank.test", "a host has no user name; write 'bank.test'"),
        ("a..b", "a name has no empty label"), (".bank.test", "a name has no empty label; write '*.bank.test'"),
        ("bank.test..", "a name has no empty label"), (".", "a name has no empty label"), ("", "it is empty"),
        ("a.test,b.test", "a host has no spaces and no commas; name each one by itself"),
        ("bank test", "a host has no spaces and no commas; name each one by itself"),
        ("bü*.test", "'bü*' has non-ASCII letters, which exclude a wildcard"),
        ("\(longLabel).test", "'\(longLabel)' is not a valid name in the DNS (RFC 5891)"),
        ("[::1", "the brackets of an IPv6 address are not closed"), ("::zz", "it is no IPv6 address"),
        ("1:2:3", "it is no IPv6 address"),
    ])
    func whatCanMatchNoneIsRefused(written: String, reason: String) {
        #expect(throws: HostName.PatternProblem(text: reason)) { try HostName.pattern(written) }
    }
}

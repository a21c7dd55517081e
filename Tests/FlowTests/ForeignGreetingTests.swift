import Bytes
import Flow
import Testing

/// What is recognised by its first byte, and what is not.
@Suite struct ForeignGreetingTests {
    @Test(arguments: [(4, .socks4), (5, .socks5), (0x16, .tls)] as [(UInt8, ForeignGreeting)])
    func isToldWhereHTTPIsSpoken(byte: UInt8, greeting: ForeignGreeting) {
        #expect(ForeignGreeting(byte, where: .http) == greeting)
        let outcome = greeting.outcome(where: .http)
        #expect(outcome.kind == .refused && outcome.by == .client && outcome.code == .wrongProtocol)
        #expect(outcome.text.contains("this port speaks HTTP") && outcome.status == 400)
    }

    @Test(arguments: Array("GETPOSTgetXM-!#$%&'*+.^_`|~09".utf8))
    func whatMayBeginARequestIsNone(byte: UInt8) {
        #expect(ForeignGreeting(byte, where: .http) == nil)
        #expect(ForeignGreeting(byte, where: .socks5) == .http)
    }

    /// By mistake; its client is told what is wrong with the request.
    @Test(arguments: [0, 3, 6, 9, 10, 13, 0x15, 0x17, 0x20, 0x28, 0x7F, 0x80, 0xFF] as [UInt8])
    func whatElseNoRequestBeginsWithMayBeOne(byte: UInt8) {
        #expect(ForeignGreeting(byte, where: .http) == nil)
        #expect(ForeignGreeting(byte, where: .socks5)?.outcome(where: .socks5).text.contains("SOCKS 5") == true)
    }

    @Test func socks5IsAtHomeAtItsPortAlone() {
        #expect(ForeignGreeting(5, where: .socks5) == nil)
        #expect(ForeignGreeting(4, where: .socks5) == .socks4)
        #expect(ForeignGreeting(0x16, where: .socks5)?.outcome(where: .socks5).text.contains("SOCKS 5") == true)
    }

    @Test func clientsOfSOCKSAreAnsweredInSOCKS() {
        #expect(ForeignGreeting.socks5.answer == Bytes([5, 0xFF] as [UInt8]))
        #expect(ForeignGreeting.socks4.answer?.slice(0..<2) == Bytes([0, 0x5B] as [UInt8]))
        #expect(ForeignGreeting.socks4.answer?.count == 8)
        #expect(ForeignGreeting.tls.answer == nil && ForeignGreeting.http.answer == nil)
    }
}

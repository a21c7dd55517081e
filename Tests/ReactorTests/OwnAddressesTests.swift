import Testing

@testable import Reactor

@Suite struct OwnAddressesTests {
    private let listeners = [SocketAddress.loopback4(port: 8888), .loopback6(port: 9999)]

    private func isOwn(_ spelling: String, port: UInt16) throws -> Bool {
        let interfaces: [SocketAddress] = try ["192.0.2.7", "2001:db8::7", "fe80::7"].map { text in
            try #require(Resolver.literal(text, port: 0))
        }
        let own = OwnAddresses { interfaces }
        let address = try #require(Resolver.literal(spelling, port: port))
        return own.isOwn(address, listeners: listeners, now: 0)
    }

    @Test(arguments: [
        "127.0.0.1", "127.8.9.10", "2130706433", "0x7f000001", "127.1", "0.0.0.0", "0", "::1", "::", "::ffff:127.0.0.1",
        "::ffff:0.0.0.0", "::ffff:7f00:1", "192.0.2.7", "::ffff:192.0.2.7", "2001:db8::7", "fe80::7",
    ])
    func everySpellingOfThisHostIsOwn(spelling: String) throws {
        #expect(try isOwn(spelling, port: 8888))
        #expect(try isOwn(spelling, port: 9999))
        #expect(try !isOwn(spelling, port: 80))
    }

    @Test(arguments: ["192.0.2.8", "128.0.0.1", "2001:db8::8", "::2", "::ffff:192.0.2.8", "1.0.0.1"])
    func anotherHostIsNot(spelling: String) throws {
        #expect(try !isOwn(spelling, port: 8888))
    }

    @Test func interfacesAreReadAgainAfterAFewSeconds() {
        var reads = 0
        let own = OwnAddresses {
            reads += 1
            return reads == 1 ? [] : [SocketAddress(.v4(0xC000_0207), port: 0)]
        }
        let address = SocketAddress(.v4(0xC000_0207), port: 8888)
        #expect(!own.isOwn(address, listeners: listeners, now: 0))
        #expect(!own.isOwn(address, listeners: listeners, now: 4_999_999_999))
        #expect(reads == 1)
        #expect(own.isOwn(address, listeners: listeners, now: 5_000_000_000))
        #expect(reads == 2)
    }

    @Test func theSystemsInterfacesCanBeRead() {
        // Whatever this host has, a documentation address (RFC 5737) is not among it.
        let own = OwnAddresses()
        #expect(!own.isOwn(SocketAddress(.v4(0xC000_02FE), port: 8888), listeners: listeners, now: 0))
    }

    /// An IPv4 client of an IPv6 listener comes with its address inside of an IPv6 one (RFC 4291 §2.5.5.2).
    @Test func aConnectionIsKnownAsOnesOwnWhileItIsOpenHoweverItsAddressIsSpelled() async throws {
        try await LoopHost.run(.epoll) { host in
            let story = Story<[Bool]>()
            try await host.on { loop in
                try loop.connectedPair { near, far in
                    let end = far.peerAddress
                    guard case .v4(let address) = end.host else { return }
                    let mapped = SocketAddress(.v6(high: 0, low: 0xFFFF_0000_0000 | UInt64(address)), port: end.port)
                    let here = far.localAddress
                    let known = { (address: SocketAddress) in loop.ownConnections.contains(address, at: here) }
                    let elsewhere = SocketAddress(here.host, port: here.port ^ 1)
                    // The system gives the same near end to somebody else who goes elsewhere.
                    #expect(!loop.ownConnections.contains(end, at: elsewhere))
                    let whileOpen = [known(end), known(mapped), known(far.localAddress)]
                    near.close()
                    story.append(whileOpen + [known(end)])
                }
            }
            // Its own end and not the other; and no more once it is closed.
            #expect(await story.until(count: 1) == [[true, true, false, false]])
        }
    }
}

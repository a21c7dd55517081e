import Foundation
import TLS
import TLSTestKit
import TestKit
import Testing

/// Many clients that misbehave in all ways at once, at one `hark proxy`: a good one is served meanwhile, no descriptor
/// is left afterwards, and the proxy stops at once when told to.
@Suite struct HostileClientsTogetherTests {
    #if os(Linux)
    @Test func nothingIsLeftOfThem() throws {
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try RunningProxy(
            arguments: ["--upstream-ca-only", TestCertificateSet.shared.root, "--log", log, "--quiet"]
                + nginx.resolving)
        let context = try TLSContext(clientWith: TrustPolicy(TrustStore([.file(proxy.authority)])))
        // One good connection stays open all the while.
        let good = try SecureConnection(tunnel(proxy), connecting: context, to: "origin.test")
        try ask(good)
        let before = try descriptors(proxy)

        var held: [RawConnection] = []
        for round in 0..<12 {
            for way in Way.allCases { held += try misbehave(way, proxy, resetting: round % 2 == 0) }
            try ask(good)
        }
        for connection in held { connection.close() }
        // Connections to servers are kept for half a minute.
        try eventually("all descriptors are given back", within: 60) { try descriptors(proxy) <= before }
        try ask(good)
        good.close()

        let began = ContinuousClock.now
        #expect(try proxy.stop() == .exited(0))
        // The grace for running exchanges is 5 seconds; nothing runs.
        #expect(ContinuousClock.now - began < .seconds(4))
        // None of them is missing.
        let entries = try Recorded.log(log)
        let count = 12 * Way.allCases.count
        #expect(entries.count { $0.request.method == "CONNECT" } == count + 1)
        #expect(entries.allSatisfy { !$0.outcome.text.isEmpty })
    }
    #endif

    enum Way: CaseIterable {
        case nothing, garbage, halfAHello, helloOnly, unused, halfARequest, otherBytes
    }

    private func tunnel(_ proxy: RunningProxy) throws -> RawConnection {
        let client = try proxy.connect()
        try client.send("CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\n\r\n")
        guard try client.receiveHead().hasPrefix("HTTP/1.1 200 ") else { throw Failure("no tunnel") }
        return client
    }

    /// Does so, and leaves or answers with what is still open.
    private func misbehave(_ way: Way, _ proxy: RunningProxy, resetting: Bool) throws -> [RawConnection] {
        let client = try tunnel(proxy)
        let context = try TLSContext(clientWith: TrustPolicy(TrustStore([.file(proxy.authority)])))
        var hello = HelloBuilder()
        hello.suites = [0xC02B]
        hello.addServerName(Array("origin.test".utf8))
        switch way {
        case .nothing: return [client]
        case .garbage: try client.send([0x16, 3, 1, 0, 5, 0xFF, 0, 0, 0, 0])
        case .halfAHello: try client.send(hello.records().prefix(40))
        case .helloOnly: try client.send(hello.records())
        case .unused: _ = try SecureConnection(client, connecting: context, to: "origin.test")
        case .halfARequest:
            let secure = try SecureConnection(client, connecting: context, to: "origin.test")
            try secure.send("POST / HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 10\r\n\r\nhal")
        case .otherBytes: try client.send([0, 1, 2, 3, 4])
        }
        resetting ? client.reset() : client.close()
        return []
    }

    private func ask(_ connection: SecureConnection) throws {
        try connection.send("GET /hello.txt HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        let response = try connection.receiveResponse()
        #expect(response.body == "Hello over TLS\n")
    }

    private func descriptors(_ proxy: RunningProxy) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(proxy.child.pid)/fd").count
    }
}

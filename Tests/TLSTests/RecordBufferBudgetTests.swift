import TLS
import Testing

@Suite struct RecordBufferBudgetTests {
    /// What a loop keeps warm at most.
    private static let limit = 128

    @Test func fewSessionsKeepTheirBuffersAndLeaveWithThem() throws {
        let pool = TLSBlockPool()
        var wires: [Wire] = []
        for _ in 0..<3 {
            let wire = try Wire(pool: pool)
            #expect(wire.shakeHands())
            wires.append(wire)
        }
        #expect(pool.bufferKeeperCount == 6)
        wires.removeFirst()
        #expect(pool.bufferKeeperCount == 4)
        wires.removeAll()
        #expect(pool.bufferKeeperCount == 0)
    }

    /// Each is sent a record in two halves, and between them all others have their turn.
    @Test func sessionsThatGaveTheirBuffersBackGoOn() throws {
        let pool = TLSBlockPool()
        let client = try TLSContext(clientWith: TestCertificates.trust("root"))
        let server = try TLSContext()
        let identity = try TestCertificates.identity("good", with: "middle")
        let wires = try (0..<Self.limit).map { _ in
            try Wire(showing: identity, client: client, server: server, pool: pool)
        }
        for wire in wires {
            #expect(wire.shakeHands())
            wire.read(wire.client)
        }
        #expect(pool.bufferKeeperCount == Self.limit)
        for round in 1...2 {
            for (index, wire) in wires.enumerated() {
                try wire.write([1, 2, UInt8(index)], from: wire.server)
                // RFC 8446 §5.2: a header of 5 bytes, then what is encrypted.
                let rest = wire.client.arriving.dropFirst(10)
                wire.client.arriving.removeLast(rest.count)
                wire.read(wire.client)
                #expect(wire.client.received.count == 3 * (round - 1))
                wire.client.arriving = Array(rest)
            }
            for (index, wire) in wires.enumerated() {
                wire.read(wire.client)
                #expect(wire.client.received.suffix(3) == [1, 2, UInt8(index)])
            }
            #expect(pool.bufferKeeperCount <= Self.limit)
        }
        #expect(wires.allSatisfy { $0.client.failure == nil })
    }
}

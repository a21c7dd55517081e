import HTTPModel
import TLS
import Testing

@Suite struct DataTests {
    static let sizes = [1, 2, 13, 100, 16_383, 16_384, 16_385, 32_768, 65_536, 65_537, 200_001]

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    @Test(arguments: sizes, HandshakeTests.versions)
    func dataOfAnySizeGoesBothWays(size: Int, version: TLSVersion) throws {
        let context = try TLSContext(clientWith: TestCertificates.trust("root"), versions: version...version)
        let wire = try Wire(client: context)
        #expect(wire.shakeHands())
        let sent = Self.bytes(size)
        try wire.write(sent, from: wire.client)
        wire.read(wire.server)
        #expect(wire.server.received == sent)
        try wire.write(sent, from: wire.server)
        wire.read(wire.client)
        #expect(wire.client.received == sent)
        #expect(wire.client.failure == nil)
    }

    @Test(arguments: [1, 7, 5000], [1, 3, 16_384, 1 << 20])
    func piecesAndRoomsOfAnySizeWillDo(pieceSize: Int, roomSize: Int) throws {
        let wire = try Wire()
        wire.pieceSize = pieceSize
        wire.roomSize = roomSize
        #expect(wire.shakeHands())
        let sent = Self.bytes(40_000)
        try wire.write(sent, from: wire.server)
        wire.read(wire.client)
        #expect(wire.client.received == sent)
        #expect(!wire.client.session.hasPending)
    }

    @Test func bigWritesAreFullRecords() throws {
        let wire = try Wire()
        #expect(wire.shakeHands())
        try wire.write(Self.bytes(65_536), from: wire.client)
        // RFC 8446 §5.2: 5 bytes of header, a type byte and a tag of 16 for each of four records; before them, what
        // the handshake left.
        #expect(wire.sentByClient.count - wire.handshakeCount == 65_536 + 4 * 22)
    }

    @Test func partsOfAMessageShareARecord() throws {
        let wire = try Wire()
        #expect(wire.shakeHands())
        wire.read(wire.server)
        let before = wire.sentByClient.count
        try wire.write([1, 2, 3], from: wire.client, more: true)
        try wire.write([4], from: wire.client, more: true)
        #expect(wire.sentByClient.count == before)
        #expect(wire.client.session.hasStaged)
        try wire.write([5, 6], from: wire.client)
        #expect(wire.sentByClient.count == before + 6 + 22)
        #expect(!wire.client.session.hasStaged)
        wire.read(wire.server)
        #expect(wire.server.received == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: sizes)
    func whatWaitsIsSentInOrder(size: Int) throws {
        let wire = try Wire()
        #expect(wire.shakeHands())
        var sent: [UInt8] = []
        for count in [3, size, 16_380, 1, size] {
            let part = Self.bytes(count)
            sent += part
            try wire.write(part, from: wire.client, more: true)
        }
        try wire.flush(wire.client)
        try wire.flush(wire.client)
        wire.read(wire.server)
        #expect(wire.server.received == sent)
    }

    // MARK: - The end

    @Test(arguments: HandshakeTests.versions)
    func anAnnouncedEndIsToldFromACut(version: TLSVersion) throws {
        let context = try TLSContext(clientWith: TestCertificates.trust("root"), versions: version...version)
        for announces in [true, false] {
            let wire = try Wire(client: context)
            #expect(wire.shakeHands())
            try wire.write([1, 2], from: wire.server)
            if announces { wire.server.session.closeNotify() }
            wire.carry(from: wire.server)
            wire.read(wire.client)
            #expect(wire.client.received == [1, 2])
            #expect(wire.client.isClosed == announces)
            #expect(wire.client.session.inputEnded()?.code == (announces ? nil : .truncated))
            #expect(wire.client.session.alertReceived == (announces ? .closeNotify : nil))
        }
    }

    @Test func aClosedDirectionLeavesTheOtherOpen() throws {
        let wire = try Wire()
        #expect(wire.shakeHands())
        wire.client.session.closeNotify()
        wire.client.session.closeNotify()
        wire.carry(from: wire.client)
        wire.read(wire.server)
        #expect(wire.server.isClosed)
        try wire.write([9], from: wire.server)
        wire.read(wire.client)
        #expect(wire.client.received == [9])
        #expect(throws: TLSFailure.self) { try wire.write([1], from: wire.client) }
    }

    @Test func aClientThatAsksForNothingIsNotAccused() throws {
        let wire = try Wire()
        #expect(wire.shakeHands())
        #expect(wire.server.session.inputEnded()?.code == .closedUnused)
    }

    @Test func aTimeoutAndAResetAreTheCallersToTell() throws {
        #expect(try Wire().client.session.handshakeTimedOut().code == .handshakeTimedOut)
        let failure = try Wire().client.session.connectionFailed(detail: "Connection reset by peer")
        #expect(failure.code == .connectionReset)
        #expect(failure.text.contains("Connection reset by peer"))
    }

    // MARK: - Bad input

    @Test(arguments: HandshakeTests.versions)
    func anAlteredRecordIsRefused(version: TLSVersion) throws {
        let context = try TLSContext(clientWith: TestCertificates.trust("root"), versions: version...version)
        let wire = try Wire(client: context)
        #expect(wire.shakeHands())
        wire.read(wire.client)
        try wire.write([1, 2, 3], from: wire.server)
        wire.client.arriving[wire.client.arriving.count - 1] ^= 1
        wire.read(wire.client)
        #expect(wire.client.received.isEmpty)
        #expect(wire.client.failure?.code == .damagedRecord)
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n\r\n", TLSFailure.Code.plainHTTP), ("SSH-2.0-OpenSSH_9.2p1\r\n", .notTLS),
        ("220 mail.test ESMTP\r\n", .notTLS), ("\0\0\0\0\0\0\0\0", .notTLS),
    ])
    func anAnswerThatIsNotTLSIsRecognised(answer: String, code: TLSFailure.Code) throws {
        let wire = try Wire()
        wire.client.arriving = Array(answer.utf8)
        wire.shakeHands()
        #expect(wire.client.failure?.code == code)
        #expect(wire.client.failure?.party == .upstream)
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\n\r\n", "OPTIONS * HTTP/1.1\r\n\r\n"])
    func aRequestInPlainTextIsRecognised(request: String) throws {
        let wire = try Wire()
        wire.server.arriving = Array(request.utf8)
        #expect(throws: TLSFailure.self) {
            var consumed = 0
            _ = try wire.server.arriving.withUnsafeBytes {
                try wire.server.session.handshake($0, consumed: &consumed)
            }
        }
        #expect(wire.server.session.inputEnded()?.code == .plainHTTP)
        #expect(wire.server.session.inputEnded()?.party == .client)
    }
}

import HTTPModel
import TLS

/// Two sessions back to back in memory: what one makes, the other is given, whole or in pieces of any size.
final class Wire {
    /// One end: a session, what is on its way to it, and how it fared.
    final class End {
        let session: TLSSession
        var arriving: [UInt8] = []
        var isComplete = false
        var failure: TLSFailure?
        /// Everything that was decrypted here.
        var received: [UInt8] = []
        var isClosed = false

        init(_ session: TLSSession) {
            self.session = session
        }
    }

    let client: End
    let server: End
    /// The most that is handed over at once.
    var pieceSize = Int.max
    /// The most plaintext that is asked for at once.
    var roomSize = 32 * 1024
    /// What happens to bytes on their way.
    var damage: (inout [UInt8]) -> Void = { _ in }
    /// All ciphertext that the client sent.
    var sentByClient: [UInt8] = []
    /// How much of that was the handshake.
    private(set) var handshakeCount = 0

    init(
        to host: String = "good.test", port: UInt16 = 443, trust: TrustPolicy? = nil, showing identity: Identity? = nil,
        client clientContext: TLSContext? = nil, server serverContext: TLSContext? = nil,
        as clientIdentity: Identity? = nil, pool: TLSBlockPool = TLSBlockPool()
    ) throws {
        let trust = try trust ?? TestCertificates.trust("root")
        let identity = try identity ?? TestCertificates.identity("good", with: "middle")
        let context = try clientContext ?? TLSContext(clientWith: trust)
        client = End(try TLSSession(connecting: context, to: host, port: port, as: clientIdentity, pool: pool))
        server = End(try TLSSession(accepting: try serverContext ?? TLSContext(), as: identity, pool: pool))
    }

    /// Runs both handshakes until nothing moves. A failure is kept with its end, and what it owes the other delivered.
    @discardableResult
    func shakeHands() -> Bool {
        var moved = true
        while moved {
            moved = false
            for end in [client, server] where end.failure == nil && !end.isComplete {
                let had = end.arriving.count
                do {
                    end.isComplete = try step(end)
                } catch {
                    end.failure = error
                }
                if carry(from: end) || end.arriving.count != had || end.isComplete { moved = true }
            }
        }
        handshakeCount = sentByClient.count
        return client.isComplete && server.isComplete
    }

    private func step(_ end: End) throws(TLSFailure) -> Bool {
        var consumed = 0
        defer { end.arriving.removeFirst(consumed) }
        return try lend(end) { bytes throws(TLSFailure) in
            try end.session.handshake(bytes, consumed: &consumed)
        }
    }

    private func lend<Result>(
        _ end: End, _ body: (UnsafeRawBufferPointer) throws(TLSFailure) -> Result
    ) throws(TLSFailure) -> Result {
        // A copy of its own size: a read past the end would be seen by a sanitizer.
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: min(end.arriving.count, pieceSize), alignment: 1)
        defer { piece.deallocate() }
        piece.copyBytes(from: end.arriving.prefix(piece.count))
        return try body(UnsafeRawBufferPointer(piece))
    }

    /// Hands over what one end owes the other; whether there was something.
    @discardableResult
    func carry(from end: End) -> Bool {
        var count = 0
        end.session.takeOutgoing { count += deliver($0, from: end) }
        return count > 0
    }

    private func deliver(_ bytes: UnsafeRawBufferPointer, from end: End) -> Int {
        var copy = Array(bytes)
        damage(&copy)
        (end === client ? server : client).arriving += copy
        if end === client { sentByClient.append(contentsOf: bytes) }
        return bytes.count
    }

    func write(_ bytes: [UInt8], from end: End, more: Bool = false) throws(TLSFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        try end.session.write(UnsafeRawBufferPointer(buffer), more: more) { _ = deliver($0, from: end) }
    }

    func flush(_ end: End) throws(TLSFailure) {
        try end.session.flush { _ = deliver($0, from: end) }
    }

    /// Decrypts what has arrived at one end until it wants more.
    func read(_ end: End) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: roomSize, alignment: 1)
        defer { room.deallocate() }
        while end.failure == nil {
            var consumed = 0
            do {
                let reading = try lend(end) { bytes throws(TLSFailure) in
                    try end.session.read(bytes, consumed: &consumed, into: room)
                }
                end.arriving.removeFirst(consumed)
                switch reading {
                case .bytes(let count): end.received += room[..<count]
                case .closed:
                    end.isClosed = true
                    return
                case .needsMore:
                    if end.arriving.isEmpty { return }
                }
            } catch {
                end.arriving.removeFirst(consumed)
                end.failure = error
            }
        }
        carry(from: end)
    }
}

import Foundation
import HTTPModel
import TLS
import Testing

/// TLS 1.2 lets either side ask for a new handshake in mid-connection; we never take part (no_renegotiation is 100 in
/// RFC 5246 §7.2.2).
@Suite struct RenegotiationTests {
    /// Moves bytes between a session and a socket until `isDone` or the end of the stream.
    private func run(_ session: TLSSession, over socket: BlockingSocket, until isDone: () throws -> Bool) throws {
        var arrived: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1000)
        while true {
            var consumed = 0
            try arrived.withUnsafeBytes { bytes in
                if session.isHandshaking {
                    _ = try session.handshake(bytes, consumed: &consumed)
                } else {
                    _ = try room.withUnsafeMutableBytes { try session.read(bytes, consumed: &consumed, into: $0) }
                }
            }
            arrived.removeFirst(consumed)
            session.takeOutgoing { socket.send($0) }
            if try isDone() { return }
            if consumed > 0, !arrived.isEmpty { continue }
            let more = socket.receive()
            if more.isEmpty { return }
            arrived += more
        }
    }

    @Test func aClientThatAsksForItIsToldNo() throws {
        let (listener, port) = try BlockingSocket.listening()
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-tls1_2"]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let session = try TLSSession(
            accepting: TLSContext(), as: TestCertificates.identity("good", with: "middle"), pool: TLSBlockPool())
        var hasAsked = false
        try run(session, over: listener.accepted()) {
            if !session.isHandshaking, !hasAsked {
                hasAsked = true
                // A line that begins with R makes s_client renegotiate.
                try input.fileHandleForWriting.write(contentsOf: Data("R\n".utf8))
            }
            return session.alertSent == TLSAlert(100)
        }
        #expect(session.alertSent == TLSAlert(100))
        #expect(session.facts?.agreement.version == "TLS 1.2")
    }

    @Test func aServerThatAsksForItIsToldNo() throws {
        let peer = try OpenSSLServer(version: .tls12, arguments: [])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let session = try TLSSession(connecting: context, to: "good.test", port: peer.port, pool: TLSBlockPool())
        var hasAsked = false
        try run(session, over: BlockingSocket(port: peer.port)) {
            if !session.isHandshaking, !hasAsked {
                hasAsked = true
                // A line that begins with r makes s_server renegotiate.
                try peer.type("r\n")
            }
            return session.alertSent == TLSAlert(100)
        }
        #expect(session.alertSent == TLSAlert(100))
    }
}

import Foundation
import HTTPModel
import TLS
import Testing

/// Servers that ask for a client's certificate when the connection has long been open: TLS 1.3 allows it (RFC 8446
/// §4.6.2), in TLS 1.2 it takes another handshake.
@Suite struct LateCertificateTests {
    private struct Talk {
        /// Bytes that left after the command.
        var sent = 0
        var failure: TLSFailure?
    }

    /// Gives `s_server` the command once the handshake is done, and reads until so many bytes went in answer to it.
    private func talk(
        with peer: OpenSSLServer, _ context: TLSContext, as identity: Identity? = nil, command: String, enough: Int = 1
    ) throws -> Talk {
        let session = try TLSSession(
            connecting: context, to: "good.test", port: peer.port, as: identity, pool: TLSBlockPool())
        let socket = try BlockingSocket(port: peer.port)
        var talk = Talk()
        var arrived: [UInt8] = []
        var steps = 0
        do {
            while true {
                var consumed = 0
                if session.isHandshaking {
                    _ = try arrived.withUnsafeBytes { try session.handshake($0, consumed: &consumed) }
                } else {
                    var room = [UInt8](repeating: 0, count: 1000)
                    _ = try room.withUnsafeMutableBytes { room in
                        try arrived.withUnsafeBytes { try session.read($0, consumed: &consumed, into: room) }
                    }
                }
                arrived.removeFirst(consumed)
                session.takeOutgoing { bytes in
                    if steps > 0 { talk.sent += bytes.count }
                    socket.send(bytes)
                }
                if !session.isHandshaking, steps == 0 {
                    steps = 1
                    try peer.type(command)
                } else if talk.sent >= enough {
                    return talk
                }
                if consumed > 0, !arrived.isEmpty { continue }
                let more = socket.receive()
                if more.isEmpty {
                    talk.failure = session.inputEnded()
                    return talk
                }
                arrived += more
            }
        } catch let failure as TLSFailure {
            session.takeOutgoing { socket.send($0) }
            talk.failure = failure
        }
        return talk
    }

    @Test func itIsShownWhenItIsAskedForLater() throws {
        let peer = try OpenSSLServer(version: .tls13, arguments: ["-CAfile", "root.pem"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        // A certificate and a signature are more than a refusal.
        let talk = try talk(
            with: peer, context, as: TestCertificates.identity("client"), command: "c\n", enough: 300)
        #expect(talk.failure == nil, "\(talk.failure?.text ?? "")")
        #expect(talk.sent >= 300)
    }

    @Test func withoutOneTheConnectionGoesOnWhereTheServerLetsIt() throws {
        let peer = try OpenSSLServer(version: .tls13, arguments: ["-CAfile", "root.pem"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let talk = try talk(with: peer, context, command: "c\n")
        #expect(talk.failure == nil, "\(talk.failure?.text ?? "")")
        #expect(talk.sent > 0 && talk.sent < 300)
    }

    /// RFC 9113 §9.2.3.
    @Test func inHTTP2ItIsAnError() throws {
        let peer = try OpenSSLServer(version: .tls13, arguments: ["-CAfile", "root.pem", "-alpn", "h2"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"), protocols: ["h2", "http/1.1"])
        let talk = try talk(with: peer, context, as: TestCertificates.identity("client"), command: "c\n")
        let failure = try #require(talk.failure)
        #expect(failure.code == .protocolViolation && failure.party == .upstream)
        #expect(failure.text.contains("RFC 9113 §9.2.3") && failure.text.contains("--http1"))
    }

    @Test(arguments: ["r\n", "R\n"])
    func aRefusedRenegotiationIsHarksDoing(command: String) throws {
        let peer = try OpenSSLServer(version: .tls12, arguments: ["-CAfile", "root.pem"])
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let talk = try talk(
            with: peer, context, as: TestCertificates.identity("client"), command: command, enough: .max)
        let failure = try #require(talk.failure)
        #expect(failure.code == .renegotiationRefused && failure.party == .proxy)
        #expect(failure.text.contains("Hark refuses") && failure.text.contains("--tunnel-host good.test"))
        #expect(!failure.text.contains("The server's own log may say why"))
    }

    // MARK: - Before there is any server

    private func made(_ arguments: [String]) throws -> String {
        let folder = NSTemporaryDirectory() + "hark-tls-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "openssl", "req", "-x509", "-nodes", "-keyout", folder + "/k.pem", "-out", folder + "/c.pem", "-subj",
                "/CN=a",
            ]
            + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let both = try ["/c.pem", "/k.pem"].map { try String(contentsOfFile: folder + $0, encoding: .utf8) }
        try both.joined().write(toFile: folder + "/both.pem", atomically: true, encoding: .utf8)
        return folder + "/both.pem"
    }

    @Test(arguments: [["-newkey", "rsa:1024"], ["-newkey", "rsa:2048", "-sha1"]])
    func whatOpenSSLDoesNotShowIsToldBeforehand(arguments: [String]) throws {
        let path = try made(arguments)
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        let identity = try Identity(path: path)
        let context = try TLSContext(clientWith: TestCertificates.trust("root"))
        let isWeakKey = arguments.contains("rsa:1024")
        do throws(TLSError) {
            try context.check(identity, place: path)
            // Its own signature is nothing that a self-signed certificate is judged by.
            #expect(!isWeakKey)
        } catch {
            #expect(error.code == .unusableCertificate && error.text.contains(path))
            #expect(error.text.contains(isWeakKey ? "ee key too small" : "md too weak"))
            #expect(error.text.contains("RSA 1024") == isWeakKey)
        }
    }

    @Test func whatItShowsIsNotRefused() throws {
        let context = try TLSContext(clientWith: TestCertificates.trust("root"), protocols: ["h2", "http/1.1"])
        for name in ["client", "good", "rsa"] {
            #expect(throws: Never.self) { try context.check(TestCertificates.identity(name), place: name) }
        }
    }
}

import Foundation
import HTTPModel
import TLS

/// `openssl s_server` on a port of this machine: a peer that is not ours. It ends with this object.
final class OpenSSLServer {
    struct DidNotStart: Error {}

    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    let port: UInt16

    convenience init(version: TLSVersion, arguments: [String]) throws {
        try self.init([version == .tls12 ? "-tls1_2" : "-tls1_3"], arguments: arguments)
    }

    /// The server shows `good` unless `arguments` say otherwise.
    init(_ version: [String], identity: String = "good", arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "\(identity).pem", "-key",
                "\(identity)-key.pem",
                "-cert_chain", "middle.pem",
            ] + version + arguments
        process.currentDirectoryURL = TestCertificates.folder
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        // It would take an end of its input for a wish to stop.
        process.standardInput = input
        try process.run()
        var text = ""
        while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw DidNotStart() }
            text += String(decoding: data, as: UTF8.self)
        }
        guard let match = text.firstMatch(of: /ACCEPT \S*:(\d+)/), let port = UInt16(match.output.1) else {
            throw DidNotStart()
        }
        self.port = port
    }

    deinit {
        // The threads that tests run on block the gentler signals, and a child inherits that.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func type(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Connects, shakes hands as `identity`, sends a line and reads until `expecting` has come; how it failed, if so.
    func converse(
        context: TLSContext, as identity: Identity? = nil, line: String = "abc\n", expecting: String = "cba\n"
    ) throws -> TLSFailure? {
        let session = try TLSSession(
            connecting: context, to: "good.test", port: port, as: identity, pool: TLSBlockPool())
        let socket = try BlockingSocket(port: port)
        var received: [UInt8] = []
        var arrived: [UInt8] = []
        var hasSent = false
        do {
            while !received.starts(with: expecting.utf8) {
                var consumed = 0
                if session.isHandshaking {
                    _ = try arrived.withUnsafeBytes { try session.handshake($0, consumed: &consumed) }
                } else {
                    if !hasSent {
                        hasSent = true
                        try Array(line.utf8).withUnsafeBytes { try session.write($0) { socket.send($0) } }
                    }
                    var room = [UInt8](repeating: 0, count: 1000)
                    let reading = try room.withUnsafeMutableBytes { room in
                        try arrived.withUnsafeBytes { try session.read($0, consumed: &consumed, into: room) }
                    }
                    if case .bytes(let count) = reading { received += room[..<count] }
                }
                arrived.removeFirst(consumed)
                session.takeOutgoing { socket.send($0) }
                if arrived.isEmpty, session.isHandshaking || (consumed == 0 && hasSent),
                    !received.starts(with: expecting.utf8)
                {
                    let more = socket.receive()
                    if more.isEmpty { return session.inputEnded() }
                    arrived += more
                }
            }
            session.closeNotify()
            session.takeOutgoing { socket.send($0) }
            return nil
        } catch let failure as TLSFailure {
            session.takeOutgoing { socket.send($0) }
            return failure
        }
    }
}

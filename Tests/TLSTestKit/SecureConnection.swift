package import HTTPModel
package import TLS
package import TestKit

/// One side of a TLS connection, with blocking calls: an origin or a client whose every byte and close a test decides.
///
/// Used on one thread.
package final class SecureConnection {
    /// How the other side's stream ended.
    package enum End: Equatable, Sendable {
        /// With close_notify.
        case closed
        /// Without it.
        case cutOff
    }

    package let raw: RawConnection
    package let session: TLSSession
    private var ciphertext: [UInt8] = []
    private var plaintext: [UInt8] = []

    /// As the server that `identity` shows; returns when the handshake is complete.
    package init(_ raw: RawConnection, accepting context: TLSContext, as identity: Identity) throws {
        self.raw = raw
        session = try TLSSession(accepting: context, as: identity, pool: TLSBlockPool())
        try shakeHands()
    }

    /// As a client of `host`; returns when the handshake is complete. `fragment`: the first message goes out in pieces
    /// of so many bytes.
    package init(
        _ raw: RawConnection, connecting context: TLSContext, to host: String, as identity: Identity? = nil,
        fragment: Int? = nil
    ) throws {
        self.raw = raw
        session = try TLSSession(connecting: context, to: host, port: 443, as: identity, pool: TLSBlockPool())
        if let fragment {
            var consumed = 0
            _ = try session.handshake(UnsafeRawBufferPointer(start: nil, count: 0), consumed: &consumed)
            var hello: [UInt8] = []
            session.takeOutgoing { hello += $0 }
            for start in stride(from: 0, to: hello.count, by: fragment) {
                try raw.send(hello[start..<min(start + fragment, hello.count)])
            }
        }
        try shakeHands()
    }

    package var facts: HandshakeFacts? { session.facts }

    private func shakeHands() throws {
        while true {
            var consumed = 0
            let isComplete: Bool
            do {
                isComplete = try ciphertext.withUnsafeBytes { try session.handshake($0, consumed: &consumed) }
            } catch {
                try? sendOutgoing()
                throw error
            }
            ciphertext.removeFirst(consumed)
            try sendOutgoing()
            if isComplete { return }
            guard let more = try raw.receive() else {
                throw session.inputEnded() ?? session.connectionFailed(detail: "")
            }
            ciphertext += more
        }
    }

    private func sendOutgoing() throws {
        var bytes: [UInt8] = []
        session.takeOutgoing { bytes += $0 }
        if !bytes.isEmpty { try raw.send(bytes) }
    }

    // MARK: - Sending

    package func send(_ bytes: some Collection<UInt8>) throws {
        var records: [UInt8] = []
        try Array(bytes).withUnsafeBytes { try session.write($0) { records += $0 } }
        try raw.send(records)
    }

    package func send(_ text: String) throws {
        try send(text.utf8)
    }

    /// Says that nothing more will be sent (close_notify), and leaves the socket open.
    package func closeNotify() throws {
        session.closeNotify()
        try sendOutgoing()
    }

    /// Closes as a good peer does.
    package func close() {
        try? closeNotify()
        raw.close()
    }

    // MARK: - Receiving

    /// More plaintext, or how it ended.
    private func more() throws -> End? {
        while true {
            var room = [UInt8](repeating: 0, count: 65_536)
            var consumed = 0
            let reading = try room.withUnsafeMutableBytes { room in
                try ciphertext.withUnsafeBytes { try session.read($0, consumed: &consumed, into: room) }
            }
            ciphertext.removeFirst(consumed)
            try sendOutgoing()
            switch reading {
            case .bytes(let count):
                plaintext += room[..<count]
                return nil
            case .closed: return .closed
            case .needsMore:
                guard let bytes = try raw.receive() else { return .cutOff }
                ciphertext += bytes
            }
        }
    }

    /// The next plaintext; nil at the end, whichever it was.
    package func receiveSome() throws -> [UInt8]? {
        if plaintext.isEmpty, try more() != nil { return nil }
        defer { plaintext = [] }
        return plaintext
    }

    /// Everything up to and with `mark`; what comes after it stays for later.
    package func receive(through mark: String) throws -> String {
        let mark = Array(mark.utf8)
        while true {
            if let end = plaintext.firstRange(of: mark)?.upperBound {
                defer { plaintext.removeFirst(end) }
                return String(decoding: plaintext[..<end], as: UTF8.self)
            }
            if let end = try more() { throw Failure("ended (\(end)) before \(mark)") }
        }
    }

    package func receiveHead() throws -> String {
        try receive(through: "\r\n\r\n")
    }

    package func receive(exactly count: Int) throws -> [UInt8] {
        while plaintext.count < count {
            if let end = try more() { throw Failure("ended (\(end)) after \(plaintext.count) of \(count) bytes") }
        }
        defer { plaintext.removeFirst(count) }
        return Array(plaintext[..<count])
    }

    /// Everything until the other side ends, and how it did.
    package func receiveToEnd() throws -> (text: String, end: End) {
        while true {
            if let end = try more() {
                defer { plaintext = [] }
                return (String(decoding: plaintext, as: UTF8.self), end)
            }
        }
    }

    /// A response with a Content-Length: its first line and its body.
    package func receiveResponse() throws -> (status: String, body: String) {
        let head = try receiveHead()
        let body = try receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
        return (String(head.prefix { $0 != "\r\n" }), String(decoding: body, as: UTF8.self))
    }
}

extension ScriptedOrigin {
    package typealias SecureScript = @Sendable (_ connection: SecureConnection, _ number: Int) throws -> Void

    /// A server that speaks TLS with each connection before the script has it.
    package convenience init(secure context: TLSContext, as identity: Identity, _ script: @escaping SecureScript) throws
    {
        try self.init { raw, number in
            try script(try SecureConnection(raw, accepting: context, as: identity), number)
        }
    }
}

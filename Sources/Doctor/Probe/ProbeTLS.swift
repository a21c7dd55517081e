import Authority
import Bytes
import HTTPModel
import TLS

/// TLS over a probe's connection, which trusts one authority and nobody else. Used by one thread.
final class ProbeTLS: ProbeStream {
    private let session: TLSSession
    private let connection: ProbeConnection
    /// Ciphertext that came and was not used yet.
    private var unread: [UInt8]

    /// Goes through the handshake as a client of `host`. `unread` is what came over the connection already.
    init(
        over connection: ProbeConnection, to host: String, trusting certificate: Bytes, unread: [UInt8]
    ) throws(ProbeFailure) {
        self.connection = connection
        self.unread = unread
        do throws(TLSError) {
            let store = try TrustStore([.pem(certificate, place: "the authority's certificate")])
            let context = try TLSContext(clientWith: TrustPolicy(store))
            session = try TLSSession(connecting: context, to: host, port: 443, pool: TLSBlockPool())
        } catch {
            throw ProbeFailure(text: error.text)
        }
        while true {
            let isComplete = try handshake()
            try sendOutgoing()
            if isComplete { return }
            try fetch()
        }
    }

    func send(_ bytes: [UInt8]) throws(ProbeFailure) {
        var output: [UInt8] = []
        do throws(TLSFailure) {
            try Bytes(bytes).withUnsafeBytes { plaintext throws(TLSFailure) in
                try session.write(plaintext) { output.append(contentsOf: $0) }
            }
        } catch {
            throw ProbeFailure(text: error.summary)
        }
        try connection.send(output)
    }

    func receive() throws(ProbeFailure) -> [UInt8] {
        while true {
            switch try read() {
            case (.bytes, let plaintext): return plaintext
            case (.closed, _): return []
            case (.needsMore, _): try fetch()
            }
        }
    }

    private func handshake() throws(ProbeFailure) -> Bool {
        var consumed = 0
        do throws(TLSFailure) {
            let isComplete = try Bytes(unread).withUnsafeBytes { ciphertext throws(TLSFailure) in
                try session.handshake(ciphertext, consumed: &consumed)
            }
            unread.removeFirst(consumed)
            return isComplete
        } catch {
            // The alert is for the proxy's record; what matters here is why.
            try? sendOutgoing()
            throw ProbeFailure(text: error.summary)
        }
    }

    private func read() throws(ProbeFailure) -> (TLSSession.Reading, [UInt8]) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
        defer { room.deallocate() }
        var consumed = 0
        do throws(TLSFailure) {
            let reading = try Bytes(unread).withUnsafeBytes { ciphertext throws(TLSFailure) in
                try session.read(ciphertext, consumed: &consumed, into: room)
            }
            unread.removeFirst(consumed)
            guard case .bytes(let count) = reading else { return (reading, []) }
            return (reading, Array(room[..<count]))
        } catch {
            throw ProbeFailure(text: error.summary)
        }
    }

    private func sendOutgoing() throws(ProbeFailure) {
        var output: [UInt8] = []
        session.takeOutgoing { output.append(contentsOf: $0) }
        if !output.isEmpty { try connection.send(output) }
    }

    private func fetch() throws(ProbeFailure) {
        let received = try connection.receive()
        guard !received.isEmpty else { throw ProbeFailure(text: "the connection ended in the middle") }
        unread += received
    }
}

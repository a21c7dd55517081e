internal import Bytes
internal import HTTPModel

/// Finds the ClientHello at the beginning of a stream, however it is cut into records and however those arrive.
///
/// Owned by a connection until its first message is whole. It is shown all bytes so far each time and consumes none:
/// the session reads them again. Work is not repeated: it remembers the records it has put together.
package struct ClientHelloReader: Sendable {
    /// Bytes of the stream, records' headers included.
    private let limit: Int
    /// The fragments of the message, header included.
    private var message: [UInt8] = []
    /// Where each fragment came from: its start in the message, and its start in the stream.
    private var fragments: [(message: Int, stream: Int)] = []
    /// The beginning of the first record not put together yet.
    private var position = 0
    private var recordVersion = TLSVersion(rawValue: 0)

    private static let recordHeader = 5
    private static let messageHeader = 4
    /// RFC 8446 §5.1.
    private static let recordLimit = 1 << 14

    package init(limit: Int = 64 * 1024) {
        self.limit = limit
    }

    /// The message if it is whole, nil if more bytes are needed. `stream` is everything received so far.
    package mutating func read(_ stream: borrowing Span<UInt8>) throws(ClientHelloError) -> ClientHello? {
        while true {
            if let length = try messageLength(), message.count >= length {
                let origins = fragments
                var parser = ClientHelloParser(Bytes(message).slice(0..<length), recordVersion: recordVersion)
                do {
                    return try parser.parse()
                } catch {
                    throw ClientHelloError(error.code, at: Self.streamOffset(of: error.offset, in: origins))
                }
            }
            guard try takeRecord(stream) else { return nil }
        }
    }

    /// The stream ended before the message did.
    package func endOfInput(received: Int) -> ClientHelloError {
        ClientHelloError(.truncated, at: received)
    }

    /// The length of the message with its header, as soon as the header is known.
    private func messageLength() throws(ClientHelloError) -> Int? {
        guard let type = message.first else { return nil }
        // RFC 8446 §4: client_hello(1).
        guard type == 1 else { throw ClientHelloError(.notAClientHello, at: Self.streamOffset(of: 0, in: fragments)) }
        guard message.count >= Self.messageHeader else { return nil }
        let length = Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3])
        guard length <= limit - Self.messageHeader - Self.recordHeader else {
            throw ClientHelloError(.tooLong, at: Self.streamOffset(of: 1, in: fragments))
        }
        return length + Self.messageHeader
    }

    /// Puts the next record together with those before it; false if it is not whole yet.
    private mutating func takeRecord(_ stream: borrowing Span<UInt8>) throws(ClientHelloError) -> Bool {
        let available = stream.count - position
        guard available > 0 else { return false }
        // RFC 8446 §5.1: handshake(22), and a version that begins with 3.
        if stream[position] != 22 {
            throw ClientHelloError(position == 0 ? .notTLS : .interrupted, at: position)
        }
        guard available > 1 else { return false }
        if stream[position + 1] != 3 { throw ClientHelloError(.notTLS, at: position + 1) }
        guard available >= Self.recordHeader else { return false }
        let length = Int(stream[position + 3]) << 8 | Int(stream[position + 4])
        guard (1...Self.recordLimit).contains(length) else {
            throw ClientHelloError(.badRecordLength, at: position + 3)
        }
        let start = position + Self.recordHeader
        guard start + length <= limit else { throw ClientHelloError(.tooLong, at: position + 3) }
        guard available >= Self.recordHeader + length else { return false }
        if position == 0 {
            recordVersion = TLSVersion(rawValue: UInt16(stream[1]) << 8 | UInt16(stream[2]))
        }
        fragments.append((message.count, start))
        for index in start..<start + length { message.append(stream[index]) }
        position = start + length
        return true
    }

    private static func streamOffset(of offset: Int, in fragments: [(message: Int, stream: Int)]) -> Int {
        guard let fragment = fragments.last(where: { $0.message <= offset }) else { return offset }
        return fragment.stream + offset - fragment.message
    }
}

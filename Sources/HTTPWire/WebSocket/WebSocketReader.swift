import Bytes

/// Takes apart what one side of a WebSocket sends, beside a relay that passes the bytes on as they are: bytes in,
/// frames and places of payload out (RFC 6455 §5).
///
/// A value without I/O, which looks at nothing but the headers of frames. The caller passes everything unread, drops
/// what was consumed, and passes the rest again with what has come since. After an error it only repeats the error.
package struct WebSocketReader: Sendable {
    /// Whose frames these are: a client's are masked, a server's are not.
    package enum Sender: Sendable, Hashable {
        case client, server
    }

    /// What stands next.
    package enum Part: Sendable, Hashable {
        /// The header of a frame; its payload follows.
        case frame(WebSocketFrame)
        /// The consumed octets are payload, and the first of them is octet `at` of the frame's payload.
        case payload(at: UInt64)
        /// The frame is complete. Consumes nothing.
        case end
    }

    private enum State: Sendable {
        case header
        case payload(done: UInt64, length: UInt64)
        case closed
        case failed(WebSocketError)
    }

    private let sender: Sender
    private let allowsCompression: Bool
    private var state = State.header
    /// Octets of the frames so far.
    private var position: UInt64 = 0
    /// A message has begun and not ended.
    private var isWithinMessage = false
    /// The frame under way is a close frame.
    private var isClosing = false

    /// - Parameters:
    ///   - sender: whose frames come.
    ///   - allowsCompression: permessage-deflate was agreed, so that RSV1 has a meaning (RFC 7692 §6).
    package init(from sender: Sender, allowsCompression: Bool = false) {
        self.sender = sender
        self.allowsCompression = allowsCompression
    }

    /// The next part and how many octets it took; nil when more are needed.
    package mutating func decode(
        _ input: Span<UInt8>
    ) throws(WebSocketError) -> (part: Part, consumed: Int)? {
        do throws(WebSocketError) {
            switch state {
            case .header: return try decodeHeader(input)
            case .payload(let done, let length):
                guard done < length else {
                    state = isClosing ? .closed : .header
                    return (.end, 0)
                }
                guard !input.isEmpty else { return nil }
                let count = Int(clamping: min(length - done, UInt64(input.count)))
                state = .payload(done: done + UInt64(count), length: length)
                position += UInt64(count)
                return (.payload(at: done), count)
            case .closed:
                // RFC 6455 §5.5.1
                guard input.isEmpty else { throw WebSocketError(.afterClose, offset: position) }
                return nil
            case .failed(let error): throw error
            }
        } catch {
            state = .failed(error)
            throw error
        }
    }

    private mutating func decodeHeader(
        _ input: Span<UInt8>
    ) throws(WebSocketError) -> (part: Part, consumed: Int)? {
        guard !input.isEmpty else { return nil }
        let (isFinal, opcode) = try firstOctet(input[0])
        guard input.count >= 2 else { return nil }
        let isMasked = input[1] & 0x80 != 0
        if isMasked != (sender == .client) { throw error(isMasked ? .needlessMask : .missingMask, at: 1) }
        let short = input[1] & 0x7F
        if opcode.isControl, short > 125 { throw error(.longControl, at: 1) }
        let lengthSize = short == 126 ? 2 : short == 127 ? 8 : 0
        let headerSize = 2 + lengthSize + (isMasked ? 4 : 0)
        guard input.count >= headerSize else { return nil }
        var length = UInt64(short)
        if lengthSize > 0 {
            length = 0
            for place in 2..<2 + lengthSize { length = length << 8 | UInt64(input[place]) }
            // RFC 6455 §5.2: in the fewest octets, and with the highest bit 0.
            if length < (lengthSize == 2 ? 126 : 65_536) { throw error(.longerLengthThanNeeded, at: 2) }
            if length > UInt64(Int64.max) { throw error(.lengthTooLarge, at: 2) }
        }
        let mask = isMasked ? (headerSize - 4..<headerSize).map { input[$0] } : nil
        let frame = WebSocketFrame(
            offset: position, headerSize: headerSize, isFinal: isFinal, reserved: input[0] >> 4 & 7, opcode: opcode,
            mask: mask, length: length)
        if !opcode.isControl { isWithinMessage = !isFinal }
        isClosing = opcode == .close
        state = .payload(done: 0, length: length)
        position += UInt64(headerSize)
        return (.frame(frame), headerSize)
    }

    private func firstOctet(_ octet: UInt8) throws(WebSocketError) -> (isFinal: Bool, opcode: WebSocketOpcode) {
        guard let opcode = WebSocketOpcode(rawValue: octet & 0x0F) else { throw error(.unknownOpcode, at: 0) }
        let isFinal = octet & 0x80 != 0
        // RFC 7692 §6.1: RSV1 of the first frame of a message alone.
        let allowed: UInt8 = allowsCompression && (opcode == .text || opcode == .binary) ? 1 << 6 : 0
        if octet & 0x70 & ~allowed != 0 { throw error(.reservedBit, at: 0) }
        if opcode.isControl {
            if !isFinal { throw error(.fragmentedControl, at: 0) }
        } else if (opcode == .continuation) != isWithinMessage {
            throw error(isWithinMessage ? .interruptedMessage : .strayContinuation, at: 0)
        }
        return (isFinal, opcode)
    }

    private func error(_ code: WebSocketError.Code, at place: UInt64) -> WebSocketError {
        WebSocketError(code, offset: position + place)
    }
}

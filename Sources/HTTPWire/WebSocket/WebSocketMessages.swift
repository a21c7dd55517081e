package import Bytes

/// A message that one side of a WebSocket sent, or a control frame.
package enum WebSocketMessage: Sendable, Hashable {
    /// A message, its frames put together.
    package struct Content: Sendable, Hashable {
        /// Octets from the start of what this side sent.
        package let offset: UInt64
        /// A text; else binary.
        package let isText: Bool
        /// It came compressed (RFC 7692).
        package let isCompressed: Bool
        /// What was kept of it: inflated, if there was somebody who does that.
        package let bytes: Bytes
        /// Octets that it has, counted as `bytes` are.
        package let size: UInt64
        /// Frames that it came in.
        package let frames: Int
    }

    case content(Content)
    case ping(Bytes)
    case pong(Bytes)
    /// Without a code when the frame was empty.
    case close(code: UInt16?, reason: Bytes)
}

/// Inflates the compressed messages of one side of a WebSocket, in their order (RFC 7692 §7.2.2).
package protocol MessageInflating: AnyObject {
    /// What a piece of a message stands for.
    func inflate(_ piece: Bytes) throws(InflationFault) -> Bytes
    /// What is left at the end of the message.
    func endMessage() throws(InflationFault) -> Bytes
}

/// Why compressed messages are inflated no further.
package enum InflationFault: Error, Sendable, Hashable {
    /// The bytes are not valid in the coding.
    case malformed
    /// They inflate to far more than their size.
    case bomb
}

/// Puts the messages of one side of a WebSocket together from what `WebSocketReader` finds, and checks what only a
/// whole payload tells: UTF-8 across fragments, and the codes of close frames.
package struct WebSocketMessages {
    private struct Open {
        let offset: UInt64
        let isText: Bool
        let isCompressed: Bool
        var bytes: [UInt8] = []
        var size: UInt64 = 0
        var frames = 0
        var text = UTF8Checker()
        /// No more of it is kept.
        var isCut = false
    }

    private let limit: Int
    private let inflater: (any MessageInflating)?
    private var open: Open?
    private var control: [UInt8] = []
    private var frame: WebSocketFrame?

    /// - Parameters:
    ///   - limit: octets of a message that are kept.
    ///   - inflater: inflates compressed messages; nil: they stay as they are.
    package init(limit: Int = 16 << 20, inflater: (any MessageInflating)? = nil) {
        self.limit = limit
        self.inflater = inflater
    }

    /// Octets that are held of the message under way.
    package var held: Int { open?.bytes.count ?? 0 }

    /// Keeps nothing of the message under way: its size is counted.
    package mutating func letGo() {
        open?.bytes = []
        open?.isCut = true
    }

    /// The header of the next frame.
    package mutating func begin(_ frame: WebSocketFrame) {
        self.frame = frame
        if frame.opcode.isControl {
            control = []
        } else {
            if frame.opcode != .continuation {
                open = Open(
                    offset: frame.offset, isText: frame.opcode == .text, isCompressed: frame.isCompressed)
            }
            open?.frames += 1
        }
    }

    /// A piece of its payload, as it came.
    package mutating func add(_ piece: Bytes, at place: UInt64) throws(WebSocketError) {
        guard let frame else { return }
        let plain = frame.unmasked(piece, at: place)
        guard !frame.opcode.isControl else { return control.append(contentsOf: plain) }
        guard var open else { return }
        self.open = nil
        if open.isCompressed, let inflater {
            // A piece at a time, as it may stand for a thousand times as much.
            var start = 0
            while start < plain.count {
                let end = min(start + Self.inflatedPiece, plain.count)
                let piece = plain.slice(start..<end)
                try take(inflated(frame) { () throws(InflationFault) in try inflater.inflate(piece) }, frame, &open)
                start = end
            }
        } else {
            try take(plain, frame, &open, at: place)
        }
        self.open = open
    }

    /// Of what is compressed, inflated at a time.
    private static let inflatedPiece = 8 << 10

    private func inflated(
        _ frame: WebSocketFrame, _ work: () throws(InflationFault) -> Bytes
    ) throws(WebSocketError) -> Bytes {
        do throws(InflationFault) {
            return try work()
        } catch {
            throw WebSocketError(
                error == .bomb ? .compressionBomb : .malformedCompression, offset: frame.payloadOffset)
        }
    }

    /// - Parameter place: where in the payload it stands; nil for what was inflated, of which no place can be told.
    private func take(
        _ plain: Bytes, _ frame: WebSocketFrame, _ open: inout Open, at place: UInt64? = nil
    ) throws(WebSocketError) {
        let isReadable = !open.isCompressed || inflater != nil
        if open.isText, isReadable, let bad = open.text.take(plain) {
            throw WebSocketError(
                .malformedText, offset: frame.payloadOffset + (place.map { $0 + UInt64(bad) } ?? 0))
        }
        open.size += UInt64(plain.count)
        let room = open.isCut ? 0 : limit - open.bytes.count
        if room > 0 { open.bytes.append(contentsOf: plain.prefix(room)) }
    }

    /// The end of the frame: a message, when it is the last one of it.
    package mutating func end() throws(WebSocketError) -> WebSocketMessage? {
        guard let frame else { return nil }
        self.frame = nil
        let payload = Bytes(control)
        switch frame.opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        case .close: return try close(payload, frame)
        case .continuation, .text, .binary: break
        }
        guard frame.isFinal, var message = open else { return nil }
        open = nil
        if message.isCompressed, let inflater {
            try take(inflated(frame) { () throws(InflationFault) in try inflater.endMessage() }, frame, &message)
        }
        if message.isText, !message.isCompressed || inflater != nil, !message.text.isComplete {
            throw WebSocketError(
                .malformedText, offset: frame.payloadOffset + (message.isCompressed ? 0 : frame.length))
        }
        return .content(
            WebSocketMessage.Content(
                offset: message.offset, isText: message.isText, isCompressed: message.isCompressed,
                bytes: Bytes(message.bytes), size: message.size, frames: message.frames))
    }

    /// RFC 6455 §5.5.1
    private func close(_ payload: Bytes, _ frame: WebSocketFrame) throws(WebSocketError) -> WebSocketMessage {
        let start = frame.payloadOffset
        guard !payload.isEmpty else { return .close(code: nil, reason: payload) }
        guard payload.count >= 2 else { throw WebSocketError(.malformedClose, offset: start) }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard Self.maySend(code) else { throw WebSocketError(.malformedCloseCode, offset: start) }
        let reason = payload.slice(2..<payload.count)
        var text = UTF8Checker()
        let bad = text.take(reason) ?? (text.isComplete ? nil : reason.count)
        if let bad { throw WebSocketError(.malformedReason, offset: start + 2 + UInt64(bad)) }
        return .close(code: code, reason: reason)
    }

    /// RFC 6455 §7.4: those that are defined or registered, but not those that are never sent (1004 to 1006, 1015).
    private static func maySend(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

/// Whether bytes that come in pieces are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
struct UTF8Checker: Sendable {
    /// How many octets of a character are still to come, and what the next one may be.
    private var owed = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// Nothing is owed.
    var isComplete: Bool { owed == 0 }

    /// The place of the first octet that cannot be; nil when there is none.
    mutating func take(_ bytes: Bytes) -> Int? {
        for (place, octet) in bytes.enumerated() {
            if owed > 0 {
                guard next.contains(octet) else { return place }
                owed -= 1
                next = 0x80...0xBF
            } else if octet >= 0x80 {
                guard begin(octet) else { return place }
            }
        }
        return nil
    }

    private mutating func begin(_ octet: UInt8) -> Bool {
        switch octet {
        case 0xC2...0xDF: owed = 1
        case 0xE0...0xEF: owed = 2
        case 0xF0...0xF4: owed = 3
        default: return false
        }
        switch octet {
        case 0xE0: next = 0xA0...0xBF
        case 0xED: next = 0x80...0x9F
        case 0xF0: next = 0x90...0xBF
        case 0xF4: next = 0x80...0x8F
        default: next = 0x80...0xBF
        }
        return true
    }
}

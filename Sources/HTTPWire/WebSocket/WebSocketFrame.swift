package import Bytes

/// What a WebSocket frame carries (RFC 6455 §5.2).
package enum WebSocketOpcode: UInt8, Sendable, CaseIterable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Control frames stand between the frames of a message, and are no part of it.
    package var isControl: Bool { rawValue >= 8 }
}

/// What stands before the payload of a WebSocket frame (RFC 6455 §5.2).
package struct WebSocketFrame: Sendable, Hashable {
    /// Octets from the start of what this side sent.
    package let offset: UInt64
    /// Octets before the payload: 2 to 14.
    package let headerSize: Int
    /// The last frame of its message.
    package let isFinal: Bool
    /// The three reserved bits, RSV1 highest; extensions give them a meaning.
    package let reserved: UInt8
    /// What it carries.
    package let opcode: WebSocketOpcode
    /// With what the payload is masked; nil when it is not.
    package let mask: [UInt8]?
    /// Octets of payload.
    package let length: UInt64

    /// The message is compressed (RFC 7692 §6): told by its first frame.
    package var isCompressed: Bool { reserved & 4 != 0 }

    /// A whole message in one frame: as a server sends it, without a mask, or as a client does (RFC 6455 §5.1).
    package static func whole(_ opcode: WebSocketOpcode, _ payload: Bytes, mask: UInt32? = nil) -> Bytes {
        var octets: [UInt8] = [0x80 | opcode.rawValue]
        let marked: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ..<126: octets.append(marked | UInt8(payload.count))
        case ..<65_536: octets += [marked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            octets += [marked | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
        }
        guard let mask else {
            octets.append(contentsOf: payload)
            return Bytes(octets)
        }
        let key = (0..<4).reversed().map { UInt8(truncatingIfNeeded: mask >> ($0 * 8)) }
        octets += key
        for (place, octet) in payload.enumerated() { octets.append(octet ^ key[place % 4]) }
        return Bytes(octets)
    }

    /// Octets before the payload of what this side sent.
    var payloadOffset: UInt64 { offset + UInt64(headerSize) }

    /// A piece of the payload without its mask; `place` is where in the payload it begins.
    func unmasked(_ piece: Bytes, at place: UInt64) -> Bytes {
        guard let mask else { return piece }
        var index = Int(place % 4)
        return Bytes(
            piece.map { octet in
                defer { index = (index + 1) % 4 }
                return octet ^ mask[index]
            })
    }
}

/// Which rule of RFC 6455 one side broke, and at which octet. End points decide what becomes of it; a reader reads no
/// more.
package struct WebSocketError: Error, Sendable, Hashable {
    /// What is wrong.
    package enum Code: String, Sendable, CaseIterable {
        case reservedBit, unknownOpcode, missingMask, needlessMask, longerLengthThanNeeded, lengthTooLarge
        case fragmentedControl, longControl, strayContinuation, interruptedMessage, afterClose
        case malformedClose, malformedCloseCode
        case malformedText, malformedReason
        case malformedCompression, compressionBomb
    }

    /// Extensions may give a meaning to what is a fault without them (RFC 6455 §9).
    package var mayBeOfAnExtension: Bool {
        switch code {
        case .reservedBit, .unknownOpcode, .malformedText, .malformedCompression, .compressionBomb: true
        case .missingMask, .needlessMask, .longerLengthThanNeeded, .lengthTooLarge, .fragmentedControl, .longControl,
            .strayContinuation, .interruptedMessage, .afterClose, .malformedClose, .malformedCloseCode,
            .malformedReason:
            false
        }
    }

    /// What is wrong.
    package let code: Code
    /// Octets from the start of what this side sent.
    package let offset: UInt64

    /// An error at a place of what one side sent.
    package init(_ code: Code, offset: UInt64) {
        self.code = code
        self.offset = offset
    }

    /// With what the connection is to be closed (RFC 6455 §7.4.1).
    package var closeCode: UInt16 {
        switch code {
        case .malformedText, .malformedReason, .malformedCompression: 1007
        case .compressionBomb: 1009
        case .reservedBit, .unknownOpcode, .missingMask, .needlessMask, .longerLengthThanNeeded, .lengthTooLarge,
            .fragmentedControl, .longControl, .strayContinuation, .interruptedMessage, .afterClose, .malformedClose,
            .malformedCloseCode:
            1002
        }
    }

    /// One plain sentence for people.
    package var text: String {
        switch code {
        case .reservedBit: "A reserved bit is set, and no negotiated extension defines it."
        case .unknownOpcode: "The opcode is not known."
        case .missingMask: "A client's frame has no mask."
        case .needlessMask: "A server's frame has a mask."
        case .longerLengthThanNeeded: "The length is written with more bytes than it needs."
        case .lengthTooLarge: "The length is larger than 2^63 − 1."
        case .fragmentedControl: "A control frame is not the last of its message."
        case .longControl: "A control frame is longer than 125 bytes."
        case .strayContinuation: "A continuation frame came without a message to continue."
        case .interruptedMessage: "A new message began before the last one ended."
        case .afterClose: "A frame came after a close frame."
        case .malformedClose: "A close frame has one byte; a close code has two."
        case .malformedCloseCode: "A close frame has a code that must not be sent."
        case .malformedText: "A text message is not UTF-8."
        case .malformedReason: "The reason of a close frame is not UTF-8."
        case .malformedCompression: "A compressed message cannot be inflated."
        case .compressionBomb: "The messages inflate to more than 64 MiB, over 200 times their size."
        }
    }

    /// The section that speaks of it.
    package var spec: String {
        switch code {
        case .reservedBit, .unknownOpcode, .longerLengthThanNeeded, .lengthTooLarge: "RFC 6455 §5.2"
        case .missingMask, .needlessMask: "RFC 6455 §5.1"
        case .fragmentedControl, .longControl: "RFC 6455 §5.5"
        case .strayContinuation, .interruptedMessage: "RFC 6455 §5.4"
        case .afterClose, .malformedClose, .malformedReason: "RFC 6455 §5.5.1"
        case .malformedCloseCode: "RFC 6455 §7.4"
        case .malformedText: "RFC 6455 §8.1"
        case .malformedCompression: "RFC 7692 §7.2.2"
        case .compressionBomb: "RFC 6455 §10.4"
        }
    }
}

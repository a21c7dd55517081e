/// The types of frames that are understood (RFC 9113 §6, RFC 7838 §4, RFC 8336 §2, RFC 9218 §7.1).
package enum FrameType: UInt8, Sendable, CaseIterable {
    case data = 0
    case headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
    case alternativeService = 10
    case origin = 12
    case priorityUpdate = 16

    /// The flags that the type has (RFC 9113 §6); others are ignored.
    package var flags: FrameFlags {
        switch self {
        case .data: [.endStream, .padded]
        case .headers: [.endStream, .endHeaders, .padded, .priority]
        case .settings, .ping: .acknowledgement
        case .pushPromise: [.endHeaders, .padded]
        case .continuation: .endHeaders
        case .priority, .resetStream, .goAway, .windowUpdate, .alternativeService, .origin, .priorityUpdate: []
        }
    }
}

/// The flags of a frame; what a bit means depends on the type.
package struct FrameFlags: OptionSet, Sendable, Hashable {
    /// As they stand in the frame.
    package let rawValue: UInt8

    /// The flags whose bits are set.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Of SETTINGS and PING.
    package static let acknowledgement = FrameFlags(rawValue: 1)
    /// For DATA and HEADERS: the last of this sender.
    static let endStream = FrameFlags(rawValue: 1)
    package static let endHeaders = FrameFlags(rawValue: 1 << 2)
    package static let padded = FrameFlags(rawValue: 1 << 3)
    package static let priority = FrameFlags(rawValue: 1 << 5)

    /// The flags of a type by the bits, from the lowest on, with the names that RFC 9113 gives them.
    package static func names(of type: FrameType) -> [(flag: FrameFlags, name: String)] {
        let first = type == .settings || type == .ping ? "ACK" : "END_STREAM"
        let all = [
            (FrameFlags(rawValue: 1), first), (.endHeaders, "END_HEADERS"), (.padded, "PADDED"),
            (.priority, "PRIORITY"),
        ]
        return all.filter { type.flags.contains($0.0) }
    }
}

/// The nine octets that every frame begins with (RFC 9113 §4.1).
package struct FrameHeader: Sendable, Hashable {
    /// How many octets it has.
    package static let size = 9
    /// The largest number of a stream, 2^31 − 1.
    package static let largestStream = UInt32(Int32.max)

    /// Octets behind the header.
    package let length: Int
    /// The number of the type, known or not.
    package let typeNumber: UInt8
    /// All eight bits.
    package let flags: FrameFlags
    /// The bit before the stream's number, which is 0 when it is sent.
    package let isReservedBitSet: Bool
    /// 0 for the connection.
    package let stream: UInt32

    /// A header to be sent.
    package init(_ type: FrameType, _ flags: FrameFlags = [], stream: UInt32, length: Int) {
        self.length = length
        typeNumber = type.rawValue
        self.flags = flags
        isReservedBitSet = false
        self.stream = stream & Self.largestStream
    }

    /// The header at the front of the input; nil when not all of it is there.
    package init?(_ input: Span<UInt8>) {
        guard input.count >= Self.size else { return nil }
        length = Int(input[0]) << 16 | Int(input[1]) << 8 | Int(input[2])
        typeNumber = input[3]
        flags = FrameFlags(rawValue: input[4])
        let number = input.number(at: 5)
        isReservedBitSet = number > Self.largestStream
        stream = number & Self.largestStream
    }

    /// Nil for a type that nobody here understands.
    package var type: FrameType? { FrameType(rawValue: typeNumber) }

    func write(into output: inout [UInt8]) {
        output.append(UInt8(truncatingIfNeeded: length >> 16))
        output.append(UInt8(truncatingIfNeeded: length >> 8))
        output.append(UInt8(truncatingIfNeeded: length))
        output.append(typeNumber)
        output.append(flags.rawValue)
        output.append(number: stream)
    }

    /// In place of a header of the same stream and type that stands there.
    func write(over output: inout [UInt8], at place: Int) {
        output[place] = UInt8(truncatingIfNeeded: length >> 16)
        output[place + 1] = UInt8(truncatingIfNeeded: length >> 8)
        output[place + 2] = UInt8(truncatingIfNeeded: length)
        output[place + 4] = flags.rawValue
    }
}

extension Span<UInt8> {
    /// Four octets, the highest first, which have to be there.
    package func number(at place: Int) -> UInt32 {
        UInt32(self[place]) << 24 | UInt32(self[place + 1]) << 16 | UInt32(self[place + 2]) << 8
            | UInt32(self[place + 3])
    }
}

extension [UInt8] {
    mutating func append(number: UInt32) {
        append(UInt8(truncatingIfNeeded: number >> 24))
        append(UInt8(truncatingIfNeeded: number >> 16))
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }
}

package import Bytes

/// One frame as it came (RFC 9113 §4.1).
package struct Frame: Sendable, Hashable {
    /// What stands behind the header, by type.
    package enum Payload: Sendable, Hashable {
        /// The position of the content, from the frame's first octet.
        case data(Range<Int>)
        /// A piece of a field block.
        case headers(Bytes, StreamPriority?)
        case priority(StreamPriority)
        case resetStream(HTTP2ErrorCode)
        /// An acknowledgement has none.
        case settings([HTTP2Setting])
        case pushPromise(stream: UInt32, Bytes)
        case ping(Bytes)
        case goAway(last: UInt32, HTTP2ErrorCode, debug: Bytes)
        case windowUpdate(UInt32)
        case continuation(Bytes)
        case priorityUpdate(stream: UInt32, value: Bytes)
        /// Other types, and those that do not concern a proxy.
        case other(Bytes)
        /// A frame that cannot be read because of its `fault`.
        case unreadable
    }

    /// Its first nine octets.
    package let header: FrameHeader
    /// Where it begins, in octets from the start of what the peer sent.
    package let offset: UInt64
    /// What stands behind the header.
    package let payload: Payload
    /// How many octets of padding it ends with; nil when it is not padded.
    package let padding: Int?
    /// What is out of the ordinary and changes nothing.
    package let quirks: [FrameQuirk]
    /// What ends the stream.
    package let fault: HTTP2Error?

    /// All of its octets.
    package var size: Int { FrameHeader.size + header.length }
    /// The last that its sender sends on the stream.
    package var endsStream: Bool {
        (header.type == .data || header.type == .headers) && header.flags.contains(.endStream)
    }
}

/// How streams once depended on each other (RFC 7540 §5.3); shown, and obeyed by nobody.
package struct StreamPriority: Sendable, Hashable {
    /// The other streams of the same parent come after this one.
    package let isExclusive: Bool
    /// The stream that it depends on.
    package let parent: UInt32
    /// From 1 to 256.
    package let weight: Int

    /// From the five octets of a PRIORITY frame, or of HEADERS.
    init(_ input: Span<UInt8>, at place: Int) {
        let number = input.number(at: place)
        isExclusive = number > FrameHeader.largestStream
        parent = number & FrameHeader.largestStream
        weight = Int(input[place + 4]) + 1
    }
}

/// A deviation in a frame that changes nothing (RFC 9113 §4.1: ignored by the receiver), with its place.
package struct FrameQuirk: Sendable, Hashable {
    /// Which deviation it is.
    package enum Code: String, Sendable, CaseIterable {
        case unknownType, undefinedFlags, reservedBit, nonZeroPadding, unknownSetting, repeatedSetting

        /// One sentence for people.
        package var text: String {
            switch self {
            case .unknownType: "The frame type is unknown; the frame was ignored."
            case .undefinedFlags: "A flag is set that this type of frame does not have; it was ignored."
            case .reservedBit: "A reserved bit is set; it was ignored."
            case .nonZeroPadding: "The padding is not all zeros, so it could carry hidden data."
            case .unknownSetting: "This setting is unknown; it was ignored."
            case .repeatedSetting: "The setting is given twice in one frame; the last value applies."
            }
        }
    }

    /// Which deviation it is.
    package let code: Code
    /// Octets from the start of the frame.
    package let offset: Int
    /// How many octets it is about.
    package let length: Int

    init(_ code: Code, offset: Int, length: Int) {
        self.code = code
        self.offset = offset
        self.length = length
    }

    /// One sentence for people.
    package var text: String { code.text }

    /// The section that speaks of it.
    package var spec: String {
        switch code {
        case .unknownType, .undefinedFlags, .reservedBit: "RFC 9113 §4.1"
        case .nonZeroPadding: "RFC 9113 §6.1"
        case .unknownSetting, .repeatedSetting: "RFC 9113 §6.5.2"
        }
    }
}

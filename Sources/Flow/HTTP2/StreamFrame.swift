/// A frame of HTTP/2 on the stream of an exchange (RFC 9113 §4.1), without its payload.
public struct StreamFrame: Sendable, Hashable {
    /// The number of its type, known or not.
    public let type: UInt8
    /// All eight bits.
    public let flags: UInt8
    private var marks: Marks = []
    private let paddingOctets: Int16
    private let octets: UInt32
    private var number: UInt32 = 0
    private var streamWindow = Self.unknown
    private var wholeWindow = Self.unknown
    /// Deviations in it that have no effect.
    public var quirks: [Quirk] = []

    /// A deviation, and its place.
    public struct Quirk: Sendable, Hashable {
        /// Its name, as notes have it: `reservedBit`.
        public let code: String
        /// Octets from the start of the frame.
        public let offset: Int
        /// How many octets it is about.
        public let length: Int

        /// A deviation at a place.
        public init(code: String, offset: Int, length: Int) {
            self.code = code
            self.offset = offset
            self.length = length
        }
    }

    /// A record has a thousand of these a message: what there is of most of them takes few octets.
    private struct Marks: OptionSet, Hashable {
        let rawValue: UInt8
        static let isSent = Marks(rawValue: 1)
        static let hasCode = Marks(rawValue: 2)
        static let hasIncrement = Marks(rawValue: 4)
    }

    /// No window is as small (RFC 9113 §6.9.2).
    private static let unknown = Int32.min

    /// A frame by its parts.
    public init(type: UInt8, flags: UInt8, size: Int, padding: Int? = nil, code: UInt32? = nil) {
        self.type = type
        self.flags = flags
        octets = UInt32(clamping: size)
        paddingOctets = padding.map { Int16(clamping: max(0, $0)) } ?? -1
        guard let code else { return }
        number = code
        marks.insert(.hasCode)
    }
}

extension StreamFrame {
    /// Octets after its header.
    public var size: Int { Int(octets) }

    /// Octets of padding; nil when it is not padded.
    public var padding: Int? { paddingOctets < 0 ? nil : Int(paddingOctets) }

    /// For RST_STREAM: why.
    public var code: UInt32? { marks.contains(.hasCode) ? number : nil }

    /// Whether it was sent; otherwise it was received.
    public var isSent: Bool {
        get { marks.contains(.isSent) }
        set { if newValue { marks.insert(.isSent) } else { marks.remove(.isSent) } }
    }

    /// For WINDOW_UPDATE: the octets added to the window.
    public var increment: UInt32? {
        get { marks.contains(.hasIncrement) ? number : nil }
        set {
            guard newValue != increment else { return }
            // There is one number in a frame.
            number = newValue ?? 0
            marks.subtract([.hasCode, .hasIncrement])
            if newValue != nil { marks.insert(.hasIncrement) }
        }
    }

    /// For DATA and WINDOW_UPDATE: what may be forwarded the stream after it, in the direction that the frame is about.
    public var window: Int? {
        get { streamWindow == Self.unknown ? nil : Int(streamWindow) }
        set { streamWindow = newValue.map { Int32(clamping: $0) } ?? Self.unknown }
    }

    /// The same for the connection.
    public var connectionWindow: Int? {
        get { wholeWindow == Self.unknown ? nil : Int(wholeWindow) }
        set { wholeWindow = newValue.map { Int32(clamping: $0) } ?? Self.unknown }
    }
}

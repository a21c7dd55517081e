/// Fields in which Hark announces itself, added only if the user asks for them.
public struct Announcements: OptionSet, Sendable, Hashable {
    /// A bit for each field.
    public let rawValue: UInt8

    /// The announcements whose bits are set.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Via, in requests and responses (RFC 9110 §7.6.3).
    public static let via = Announcements(rawValue: 1)
    /// Forwarded, in requests (RFC 7239).
    public static let forwarded = Announcements(rawValue: 2)
}

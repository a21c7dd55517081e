/// The trailer section after the last chunk (RFC 9112 §7.1.2), with its quirks.
public struct Trailers: Sendable, Hashable {
    /// The lines and the empty line.
    public let section: FieldSection
    /// Their offsets count from the first byte of the message's head.
    public let quirks: [Quirk]
    /// How many more quirks there were than are kept.
    public let omittedQuirks: Int

    /// A trailer section with its quirks.
    public init(_ section: FieldSection, quirks: [Quirk] = [], omittedQuirks: Int = 0) {
        self.section = section
        self.quirks = quirks
        self.omittedQuirks = omittedQuirks
    }
}

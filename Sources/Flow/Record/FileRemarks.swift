public import Bytes

/// What a file that was read says of a flow beyond what a record has members for: a person's marks, and what another
/// tool wrote of its own.
public struct FileRemarks: Sendable, Hashable {
    /// What a person wrote about it; nil when there is no comment.
    public var comment: String?
    /// The tags it had.
    public var tags: [String]
    /// Members of its HAR entry that Hark does not know, as one JSON object, nested as the entry is; nil when there
    /// were none. They are exported unchanged, and nothing is concluded from them.
    public var members: Bytes?

    /// nil when there is nothing to say.
    public init?(comment: String? = nil, tags: [String] = [], members: Bytes? = nil) {
        guard comment != nil || !tags.isEmpty || members != nil else { return nil }
        self.comment = comment
        self.tags = tags
        self.members = members
    }
}

public import Bytes

/// What a file says about a flow that a record has no member for: a person's marks, and data of other tools.
public struct FileRemarks: Sendable, Hashable {
    /// What a person wrote about it; nil when there is no comment.
    public var comment: String?
    /// The tags it had.
    public var tags: [String]
    /// Members of its HAR entry that Hark does not know, as one JSON object, nested as the entry is; nil when there
    /// were none. They are exported unchanged; Hark draws no conclusions from them.
    public var members: Bytes?

    /// nil when there is nothing to say.
    public init?(comment: String? = nil, tags: [String] = [], members: Bytes? = nil) {
        guard comment != nil || !tags.isEmpty || members != nil else { return nil }
        self.comment = comment
        self.tags = tags
        self.members = members
    }
}

public import HTTPModel

/// The edits a proxy owes a trailer section on its way, in either direction.
public struct TrailerEdits {
    private var draft: HeadDraft

    /// What changes, line by line.
    public var edits: [Change] { draft.edits }

    /// - Parameter dropsAll: the receiver speaks HTTP/1.0, which has no trailers.
    public init(_ section: FieldSection, dropsAll: Bool) {
        draft = HeadDraft(section)
        for (index, line) in section.lines.enumerated() {
            if dropsAll {
                draft.remove(index, Self.droppedReason)
            } else if section.isForbiddenTrailer(line) {
                draft.remove(index, Self.forbiddenReason)
            }
        }
    }

    private static let forbiddenReason = Change.Reason.owed(
        spec: "RFC 9110 §6.5.1",
        text: "This field has to be known before the content, so it may not come behind it.")

    private static let droppedReason = Change.Reason.owed(
        spec: "RFC 9112 §7.1.2", text: "The client speaks HTTP/1.0, which has no chunks and so no trailers.")
}

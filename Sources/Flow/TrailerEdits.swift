public import HTTPModel

/// The edits that a proxy has to make to a trailer section, in either direction.
public struct TrailerEdits {
    private var draft: HeadDraft

    /// What changes, line by line.
    public var edits: [Change] { draft.edits }

    /// - Parameters:
    ///   - dropsAll: the receiver cannot get trailers.
    ///   - isOld: because the receiver speaks HTTP/1.0; else, because the content has a length and no chunks.
    ///   - rules: the user's rules for them, if trailers are possible.
    ///   - goesInFrames: the receiver uses HTTP/2.
    public init(
        _ section: FieldSection, dropsAll: Bool, isOld: Bool = true, rules: [HeaderRule] = [],
        goesInFrames: Bool = false
    ) {
        draft = HeadDraft(section)
        if !dropsAll { draft.normaliseLines() }
        for (index, line) in section.lines.enumerated() {
            if dropsAll {
                draft.remove(index, isOld ? Self.droppedReason : Self.chunklessReason)
            } else if section.isForbiddenTrailer(line) {
                draft.remove(index, Self.forbiddenReason)
            }
        }
        if !dropsAll { draft.apply(rules.fitting(goesInFrames: goesInFrames)) }
    }

    private static let forbiddenReason = Change.Reason.owed(
        spec: "RFC 9110 §6.5.1",
        text: "This field must be known before the content, so it cannot be a trailer.")

    private static let chunklessReason = Change.Reason.owed(
        spec: "RFC 9112 §7.1.2",
        text: "HTTP/1.1 allows trailers only after chunks, but this content is sent with its length.")

    private static let droppedReason = Change.Reason.owed(
        spec: "RFC 9112 §7.1.2", text: "The client uses HTTP/1.0, which has no chunks and therefore no trailers.")
}

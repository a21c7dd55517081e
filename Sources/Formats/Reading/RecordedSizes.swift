/// What recorders say of the size of one content, each counting in its own way: with the head or the chunk lines,
/// before the coding was taken off or after it, 0 for what was never counted. Content and Content-Length that agree
/// outweigh any count.
struct RecordedSizes {
    /// `bodySize`; nil when it is unknown.
    var counted: UInt64?
    /// Bytes of the content that the recording has as they were transferred; nil when it has none.
    var kept: Int?
    /// `content.size`: of the content without its coding.
    var decoded: UInt64?
    /// By Content-Length.
    var announced: UInt64?
    /// A coding was on it, so that `decoded` is another size.
    var isCoded = false
    /// The recorder says that not all of it is here.
    var isTruncated = false

    /// Bytes that were transferred; nil when nobody knows.
    var transferred: UInt64? {
        if isTruncated { return counted }
        return isCoded ? coded : plain
    }

    private var plain: UInt64? {
        let kept = kept.map { UInt64($0) }
        if let announced, announced == kept || announced == decoded { return announced }
        if let kept, kept > 0 {
            // Both who sent it and who counted it say another size than there is: it was cut.
            if let counted, counted == announced { return counted }
            // A text in another charset has more bytes here, or fewer, than it had.
            if let decoded, decoded > 0 { return decoded }
            return kept
        }
        return uncounted
    }

    private var coded: UInt64? {
        // Decoded bytes were counted where Content-Length, which counts those on the way, says another size.
        if let announced, let counted, counted > 0 { return counted == announced ? counted : nil }
        // What is no smaller than the decoded content was counted after decoding, or with the head.
        if let counted, let decoded, counted >= decoded, counted > 0, announced == nil { return nil }
        return uncounted
    }

    /// 0 stands for nothing, and for what nobody counted.
    private var uncounted: UInt64? {
        guard let counted else { return kept == 0 && decoded ?? 0 == 0 ? 0 : nil }
        if counted == 0 { return decoded ?? 0 == 0 ? 0 : nil }
        if counted == decoded, let announced, announced != counted { return nil }
        return counted
    }
}

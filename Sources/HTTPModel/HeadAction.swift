public import Bytes

/// One difference between a head as received and as forwarded.
///
/// The code that decides gives the reason (`Change` in Flow); this layer only performs it.
public enum HeadAction: Sendable, Hashable {
    /// The start line, without its line end, becomes this.
    case replaceStartLine(Bytes)
    /// The field line at this index of `FieldSection.lines` is left out.
    case remove(line: Int)
    /// The field line at this index becomes this, given without line end.
    case replace(line: Int, with: Bytes)
    /// This line, given without line end, is added after the last one.
    case add(Bytes)
    /// The whole head, its empty line included, becomes this, whatever it is.
    case replaceHead(Bytes)
}

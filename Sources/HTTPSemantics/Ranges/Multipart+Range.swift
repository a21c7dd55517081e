import Bytes

extension Multipart.Part {
    /// The range of the resource (RFC 9110 §14.6); nil when it is missing or unreadable.
    public var range: ContentRange? { first("content-range").flatMap { ContentRange($0) } }
}

import Bytes

extension Multipart.Part {
    /// Which bytes of the resource these are (RFC 9110 §14.6); nil when it does not say, or not in a way that can be
    /// read.
    public var range: ContentRange? { first("content-range").flatMap { ContentRange($0) } }
}

package import Bytes

/// The content of a message with its codings taken off (RFC 9110 §8.4), and as UTF-8 where its charset is another one,
/// as far as that goes. Made by whoever has decoders; a value.
package struct PlainContent: Sendable {
    /// Its beginning.
    package let bytes: Bytes
    /// Bytes of all that was decoded.
    package let size: UInt64
    /// The codings, in the order in which they were applied.
    package let codings: [String]
    /// Why it is not all of it, a sentence; nil when it is.
    package let remark: String?
    /// The charset that the bytes were read in to become UTF-8; nil when they are as they were.
    package let charset: String?

    package init(_ bytes: Bytes, size: UInt64, codings: [String], remark: String?, charset: String? = nil) {
        self.bytes = bytes
        self.size = size
        self.codings = codings
        self.remark = remark
        self.charset = charset
    }
}

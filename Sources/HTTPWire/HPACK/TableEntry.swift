package import Bytes

/// A field in a table of HPACK, and who put it there.
package struct TableEntry: Sendable, Hashable {
    /// The field that entered an entry into the dynamic table.
    package struct Origin: Sendable, Hashable {
        /// The stream whose field block it stood in.
        package let stream: UInt32
        /// Which field of that block, from 0.
        package let field: Int

        /// A field of a stream's block.
        package init(stream: UInt32, field: Int) {
            self.stream = stream
            self.field = field
        }
    }

    /// The field's name.
    package let name: Bytes
    /// The field's value.
    package let value: Bytes
    /// Nil for entries of the static table.
    package let origin: Origin?

    /// Between a name and its value: a colon and a space.
    static let separator = 2
    /// CRLF.
    static let lineEnd = 2
    /// What an entry counts for beyond its octets (RFC 7541 §4.1).
    static let overhead = 32

    /// RFC 7541 §4.1.
    package var size: Int { name.count + value.count + Self.overhead }
}

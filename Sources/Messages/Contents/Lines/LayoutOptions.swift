package import Bytes

/// How much of a body is laid out, and what of it is hidden.
package struct LayoutOptions: Sendable {
    /// Bytes that are looked at, content codings taken off.
    package var byteLimit: Int
    package var lineLimit: Int
    /// Bytes of what has no layout of its own, shown in hexadecimal.
    package var hexLimit: Int
    /// Seconds since 1970, for what expires.
    package var now: Int64?
    /// Whether the value of a member or a field proves who one is; nil when everything is shown.
    package var isSecret: (@Sendable (_ name: Bytes, _ value: Bytes) -> Bool)?
    /// Who reads charsets of several bytes a character; nil: nobody, and such texts are shown as bytes.
    package var multibyte: MultibyteCharset.Reader?
    /// By which messages of Protocol Buffers are read; nil: by what their bytes tell.
    package var schema: ProtoSchema?
    /// The type that they have there.
    var messageType: String?

    package init(
        byteLimit: Int = 4 << 20, lineLimit: Int = 100_000, hexLimit: Int = 256, now: Int64? = nil,
        isSecret: (@Sendable (_ name: Bytes, _ value: Bytes) -> Bool)? = nil, multibyte: MultibyteCharset.Reader? = nil,
        schema: ProtoSchema? = nil
    ) {
        self.byteLimit = byteLimit
        self.lineLimit = lineLimit
        self.hexLimit = hexLimit
        self.now = now
        self.isSecret = isSecret
        self.multibyte = multibyte
        self.schema = schema
    }

    func hides(_ name: Bytes, _ value: Bytes) -> Bool { isSecret?(name, value) ?? false }

    /// What stands for a secret.
    static let secret: Bytes = "…"
}

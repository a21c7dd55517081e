public import Bytes

/// Writes the framing of chunks (RFC 9112 §7.1); the data goes between a size line and `dataEnd`.
public enum ChunkEncoder {
    /// The line that opens a chunk, with its line end. `extension` as in `Chunk`: with its `;`, or empty.
    ///
    /// Its size in lower case without leading zeros. An extension with a control character in it is left out.
    public static func sizeLine(_ size: UInt64, extension: Bytes = Bytes()) -> Bytes {
        var line = Array(String(size, radix: 16).utf8)
        if !`extension`.contains(where: FieldSyntax.isControl) { line.append(contentsOf: `extension`) }
        line.append(ASCII.carriageReturn)
        line.append(ASCII.lineFeed)
        return Bytes(line)
    }

    /// The line end after a chunk's data.
    public static let dataEnd: Bytes = "\r\n"

    /// The last chunk with an empty trailer section.
    public static let end: Bytes = "0\r\n\r\n"
}

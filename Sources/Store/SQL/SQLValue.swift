package import Bytes

/// A value as a session file holds it.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8; what is none of it is shown by replacement characters.
    case text(String)
    /// Text as it came, whether or not it is UTF-8.
    case characters(Bytes)
    case blob(Bytes)
}

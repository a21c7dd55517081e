package import Bytes

/// A value as a database takes it.
package enum FilterValue: Sendable, Hashable {
    case null
    case integer(Int64)
    /// UTF-8, or what stands in its place in a message; bytes as they came.
    case text(Bytes)
}

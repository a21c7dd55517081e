/// How large a filter may be. Each is far more than a person writes, and little enough that no filter can exhaust the
/// stack, the memory or the database.
package enum FilterLimits {
    /// Bytes of the text.
    package static let text = 64 << 10
    /// Brackets and negations inside one another.
    package static let depth = 64
    /// Tests and searched words.
    package static let terms = 1_000
    /// Members of all lists together.
    package static let members = 10_000
    /// Bytes of a glob, and of a regular expression.
    package static let pattern = 2_000
}

/// How large a filter may be. Each is far more than a person writes, and little enough that no filter can exhaust the
/// stack, the memory or the database.
enum FilterLimits {
    /// Bytes of the text.
    static let text = 64 << 10
    /// Brackets and negations inside one another.
    static let depth = 64
    /// Tests and searched words.
    static let terms = 1_000
    /// Members of all lists together.
    static let members = 10_000
    /// Bytes of a glob, and of a regular expression.
    static let pattern = 2_000
}

package import Bytes

/// A function that a database has for conditions of `FilterSQL`, so that it compares bytes as a filter does, whatever
/// they are: SQLite's own operators end at a NUL, and take what is no UTF-8 for something else. Of NULL they give NULL.
package enum SQLFunction: String, Sendable, CaseIterable {
    /// `(value, pattern)`: all of the value fits the pattern of `~`.
    case glob = "filter_glob"
    /// `(value, expression)`: the expression of `=~` finds a place in the value.
    case finds = "filter_finds"
    /// The same, letters compared without case.
    case findsAnyCase = "filter_finds_any_case"
    /// `(value, name)`: the value is a media type of this name, or of this type, subtype or suffix.
    case mediaType = "filter_media_type"

    /// What the function asks of values; nil when `argument` is none that it takes. Made once, asked many times.
    package func test(_ argument: Bytes) -> (@Sendable (Bytes) -> Bool)? {
        switch self {
        case .glob:
            let pattern = GlobPattern(argument.text)
            return { pattern.matches($0) }
        case .finds, .findsAnyCase:
            guard let expression = try? RegularExpression(argument.text, foldsCase: self == .findsAnyCase) else {
                return nil
            }
            return { expression.matches($0) }
        case .mediaType: return { ValueTest.isMediaType($0, argument) }
        }
    }
}

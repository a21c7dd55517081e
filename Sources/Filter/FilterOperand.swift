/// A value that a field is compared with, read by the field's type.
package struct FilterOperand: Sendable, Hashable {
    package let meaning: Meaning
    /// As it was written, without quotes.
    package let spelling: String
    package let place: SourcePlace

    package enum Meaning: Sendable, Hashable {
        case text(String)
        /// The numbers it stands for: `5xx` is 500...599, any other number itself.
        case integers(ClosedRange<Int64>)
        case flag(Bool)
        /// One of the field's names, by its place among them.
        case choice(Int)
        case time(FilterTime)
    }
}

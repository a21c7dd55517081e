/// A word of a `.proto` text.
struct ProtoToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case name, number, string, mark
        /// Behind the last one.
        case end
    }

    let kind: Kind
    /// As it is spelled; of a string what is between the quotes, escapes and all.
    let text: String
    let place: ProtoPlace

    /// For a sentence about it.
    var shown: String {
        switch kind {
        case .end: "the end of the file"
        case .name, .number, .mark: "'\(text.prefix(40))'"
        case .string: "a string"
        }
    }
}

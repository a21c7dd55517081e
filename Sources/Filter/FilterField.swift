package import Bytes

/// A field of the filter language: what it is called, what it means, how it is read from a flow and where a store keeps
/// it. Everything that is said or asked of a field comes from this one value, which stands in `FilterFields`.
package struct FilterField: Sendable {
    /// `status`; of a field that takes a name, what stands before it: `request.header`.
    package let name: String
    package let kind: FieldKind
    /// In a sentence: `the status`; of a flag what is so, and what is so when it is not: `it is open|it has ended`.
    package let noun: String
    /// A sentence about it, without full stop.
    package let meaning: String
    /// A test with it.
    package let example: String
    package let reading: Reading

    /// Where the values come from.
    package enum Reading: Sendable {
        /// A number, or 0 and 1 of a flag; a store keeps it in the column of this name.
        case integer(String, @Sendable (FilterSubject) -> Int64?)
        /// Computed by a store from a column that it has: the expression.
        case derived(String, @Sendable (FilterSubject) -> Int64?)
        /// One text; a store keeps it in the column of this name.
        case text(String, @Sendable (FilterSubject) -> Bytes?)
        /// Any number of texts, none with a line feed; a store keeps them in one column.
        case list(String, @Sendable (FilterSubject) -> [Bytes])
        /// The values of what has this name; a store reads them from the messages.
        case named(@Sendable (FilterSubject, Bytes) -> [Bytes])
        /// The contents; a store reads them from the bodies.
        case contents(@Sendable (FilterSubject) -> [Bytes])
    }

    init(
        _ name: String, _ kind: FieldKind, _ noun: String, _ meaning: String, _ example: String, _ reading: Reading
    ) {
        self.name = name
        self.kind = kind
        self.noun = noun
        self.meaning = meaning
        self.example = example
        self.reading = reading
    }

    /// Whether a name follows: `request.header.NAME`.
    package var takesName: Bool {
        if case .named = reading { true } else { false }
    }

    /// Its values are hosts: they are compared in one form, however they are written.
    package var isHost: Bool { name == "host" || name == "tls.sni" }

    /// As it is listed for people.
    package var title: String { takesName ? name + ".NAME" : name }

    var readsContent: Bool {
        if case .contents = reading { true } else { self == FilterFields.messages }
    }
}

extension FilterField: Hashable {
    package static func == (left: FilterField, right: FilterField) -> Bool { left.title == right.title }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(title)
    }
}

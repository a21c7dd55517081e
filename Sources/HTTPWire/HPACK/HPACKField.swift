package import Bytes

/// A field by its name and value.
package struct HPACKField: Sendable, Hashable {
    /// In lower case (RFC 9113 §8.2).
    package let name: Bytes
    /// The value as it goes out.
    package let value: Bytes
    /// Never to be entered into a table, by anyone on the way: it came so, or it is a secret (RFC 7541 §7.1.3).
    package let isSensitive: Bool

    /// A field, sensitive if anyone says so.
    package init(_ name: Bytes, _ value: Bytes, isSensitive: Bool = false) {
        self.name = name
        self.value = value
        self.isSensitive = isSensitive
    }
}

/// A place in a file, as editors count it.
package struct TOMLPlace: Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// From 1, in characters of Unicode.
    package let column: Int
}

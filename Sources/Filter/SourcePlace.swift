/// Where something stands in the text of a filter, in bytes of its UTF-8 form.
///
/// Any two places are equal: where a test was written is no part of what it says, so that filters can be compared by
/// what they mean.
package struct SourcePlace: Sendable, Hashable {
    package let range: Range<Int>

    package init(_ range: Range<Int>) {
        self.range = range
    }

    package static func == (left: SourcePlace, right: SourcePlace) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

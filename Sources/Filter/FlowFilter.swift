/// A filter: which flows are meant. A value, made from the text that people write; the same for lists, live views,
/// files, rules and the page.
package struct FlowFilter: Sendable, Hashable {
    package let expression: FilterExpression

    /// Reads a filter; an empty text means every flow.
    ///
    /// - Throws: why it is none, with the place and what was expected there.
    package init(_ text: String) throws(FilterError) {
        var parser = try FilterParser(text)
        expression = try parser.parse()
    }

    package init(_ expression: FilterExpression) {
        self.expression = expression
    }

    /// Every flow.
    package static let everything = FlowFilter(.all([]))

    /// A text that says the same: reading it gives this value again.
    package var text: String { FilterPrinter.text(expression) }
}

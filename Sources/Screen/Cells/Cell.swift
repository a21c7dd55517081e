/// One place of the grid: a sign, and how it looks. A sign that takes two columns has an empty one behind it.
package struct Cell: Sendable, Hashable {
    /// One character with its combining marks; empty behind a wide one.
    package var text: String
    package var style: CellStyle
    /// Columns that the sign takes; 0 behind a wide one.
    package var width: Int8

    init(_ text: String, _ style: CellStyle, width: Int8 = 1) {
        self.text = text
        self.style = style
        self.width = width
    }

    static let blank = Cell(" ", .normal)
}

/// What the mouse did, and in which cell.
package enum ScreenPointer: Sendable, Hashable {
    case press(row: Int, column: Int)
    /// Lines down; negative ones are up.
    case wheel(by: Int, row: Int, column: Int)
}

package import Views
package import Workbench

/// How a cell looks, by what it means; what colours that takes is the terminal's matter.
package struct CellStyle: Sendable, Hashable {
    package enum Colour: Sendable, Hashable {
        case ink(Ink)
        case phase(Waterfall.Phase)
    }

    package var colour: Colour
    /// Behind the sign; nil: as the terminal has it.
    package var ground: Colour?
    package var isReversed: Bool
    package var isUnderlined: Bool

    init(_ colour: Colour, on ground: Colour? = nil, isReversed: Bool = false, isUnderlined: Bool = false) {
        self.colour = colour
        self.ground = ground
        self.isReversed = isReversed
        self.isUnderlined = isUnderlined
    }

    init(_ ink: Ink) { self.init(.ink(ink)) }

    static let normal = CellStyle(.normal)
    static let quiet = CellStyle(.quiet)
    static let strong = CellStyle(.strong)

    var reversed: CellStyle { CellStyle(colour, on: ground, isReversed: true, isUnderlined: isUnderlined) }
}

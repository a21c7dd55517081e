/// What the terminal can show. A value.
package struct ScreenLook: Sendable, Hashable {
    package enum Colours: Sendable, Hashable {
        case none, few, many
    }

    package var colours: Colours
    /// Every character; else ASCII alone.
    package var isUnicode: Bool

    package init(colours: Colours, isUnicode: Bool) {
        self.colours = colours
        self.isUnicode = isUnicode
    }

    /// The signs of the screen in ASCII. What is not among them is written by its number.
    private static let forms: [UInt32: String] = [
        0x2500: "-", 0x2502: "|", 0x253C: "+", 0x2026: "~", 0x00B7: ".", 0x25B8: ">", 0x25CF: "*", 0x25CB: "o",
        0x2713: "+", 0x2717: "x", 0x2715: "x", 0x2192: "->", 0x2190: "<-", 0x2191: "^", 0x2193: "v", 0x21B3: "`",
        0x2260: "#", 0x2013: "-", 0x2014: "-", 0x00A7: "s.", 0x203A: ">", 0x23CE: "Enter", 0x21E5: "Tab", 0x00B5: "u",
        0x2588: "#", 0x2591: ":", 0x2592: "%", 0x2593: "@", 0x258F: "|", 0x258E: "|", 0x258D: "|", 0x258C: "|",
        0x258B: "#", 0x258A: "#", 0x2589: "#", 0x240D: "\\r", 0x240A: "\\n", 0x2409: "\\t", 0x2018: "'",
        0x2019: "'", 0x201C: "\"", 0x201D: "\"", 0x00D7: "x", 0x2264: "<=", 0x2265: ">=", 0x2022: "*", 0x24D2: "c",
        0x2581: "_", 0x2582: "_", 0x2583: "-", 0x2584: "-", 0x2585: "=", 0x2586: "=", 0x2587: "#",
        0x25F7: "c", 0x21BB: "r", 0x2691: "P", 0x25C6: "+", 0x25C8: "%", 0x2702: "-", 0x2298: "0",
    ]

    /// A character as this terminal shows it.
    func form(_ scalar: Unicode.Scalar) -> String {
        if isUnicode || scalar.isASCII { return String(scalar) }
        return Self.forms[scalar.value] ?? "\\u{\(String(scalar.value, radix: 16))}"
    }
}

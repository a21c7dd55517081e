/// A QR code (ISO/IEC 18004): bytes, error correction of level M, versions 1 to 10. A value.
///
/// Enough for a URL: 213 bytes. The mask is the one with the least penalty, as the standard wants it.
package struct QRCode: Sendable {
    /// Modules of a side.
    package let size: Int
    /// Row by row; true is dark.
    private var modules: [Bool]
    /// What belongs to a pattern, and holds no data.
    private var isFixed: [Bool]

    /// nil when the text is too long.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = Version.all.first(where: { $0.capacity >= bytes.count }) else { return nil }
        size = version.number * 4 + 17
        modules = [Bool](repeating: false, count: size * size)
        isFixed = modules
        drawPatterns(version)
        drawContent(version.codewords(of: bytes))
        let plain = modules
        var best = (penalty: Int.max, modules: modules)
        for mask in 0..<8 {
            modules = plain
            apply(mask)
            drawFormat(mask)
            let penalty = penalty()
            if penalty < best.penalty { best = (penalty, modules) }
        }
        modules = best.modules
    }

    package subscript(x: Int, y: Int) -> Bool { modules[y * size + x] }

    /// The dark modules as a path of SVG, a unit each.
    package var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                guard self[x, y] else {
                    x += 1
                    continue
                }
                let end = (x..<size).first { !self[$0, y] } ?? size
                path += "M\(x) \(y)h\(end - x)v1h-\(end - x)z"
                x = end
            }
        }
        return path
    }

    // MARK: - Patterns

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y * size + x] = isDark
        isFixed[y * size + x] = true
    }

    private mutating func drawPatterns(_ version: Version) {
        for place in 0..<size {
            set(6, place, place % 2 == 0)
            set(place, 6, place % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        let centers = version.alignments
        for x in centers {
            for y in centers {
                // Where the finders are there is none.
                let isCorner = (x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)
                guard !isCorner else { continue }
                for dx in -2...2 { for dy in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
            }
        }
        drawFormat(0)
        guard version.number >= 7 else { return }
        let bits = Self.checked(version.number, by: 0x1F25, length: 12)
        for place in 0..<18 {
            let (x, y) = (size - 11 + place % 3, place / 3)
            set(x, y, bits >> place & 1 == 1)
            set(y, x, bits >> place & 1 == 1)
        }
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dx in -4...4 {
            for dy in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
                let distance = max(abs(dx), abs(dy))
                set(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    /// Level M, whose number is 0, and the mask, in both places.
    private mutating func drawFormat(_ mask: Int) {
        let bits = Self.checked(mask, by: 0x537, length: 10) ^ 0x5412
        func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0..<6 { set(8, place, bit(place)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for place in 9..<15 { set(14 - place, 8, bit(place)) }
        for place in 0..<8 { set(size - 1 - place, 8, bit(place)) }
        for place in 8..<15 { set(8, size - 15 + place, bit(place)) }
        set(8, size - 8, true)
    }

    /// A number followed by the rest of its division (BCH).
    private static func checked(_ value: Int, by divisor: Int, length: Int) -> Int {
        var rest = value
        for _ in 0..<length { rest = rest << 1 ^ (rest >> (length - 1)) * divisor }
        return value << length | rest
    }

    // MARK: - Content

    /// From the right to the left in pairs of columns, up and down by turns.
    private mutating func drawContent(_ codewords: [UInt8]) {
        var place = 0
        var right = size - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                let y = (right + 1) & 2 == 0 ? size - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * size + x] && place < codewords.count * 8 {
                    modules[y * size + x] = codewords[place / 8] >> UInt8(7 - place % 8) & 1 == 1
                    place += 1
                }
            }
            right -= 2
        }
    }

    private mutating func apply(_ mask: Int) {
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] {
                let isInverted: Bool =
                    switch mask {
                    case 0: (x + y) % 2 == 0
                    case 1: y % 2 == 0
                    case 2: x % 3 == 0
                    case 3: (x + y) % 3 == 0
                    case 4: (x / 3 + y / 2) % 2 == 0
                    case 5: x * y % 2 + x * y % 3 == 0
                    case 6: (x * y % 2 + x * y % 3) % 2 == 0
                    default: ((x + y) % 2 + x * y % 3) % 2 == 0
                    }
                if isInverted { modules[y * size + x].toggle() }
            }
        }
    }

    // MARK: - The choice of a mask (ISO/IEC 18004 §7.8.3)

    private func penalty() -> Int {
        var sum = 0
        for line in 0..<size {
            sum += penalty(ofLine: (0..<size).map { self[$0, line] })
            sum += penalty(ofLine: (0..<size).map { self[line, $0] })
        }
        for y in 0..<(size - 1) {
            for x in 0..<(size - 1) {
                let color = self[x, y]
                if self[x + 1, y] == color, self[x, y + 1] == color, self[x + 1, y + 1] == color { sum += 3 }
            }
        }
        let dark = modules.count { $0 }
        return sum + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }

    /// Like a finder, with light before or after it.
    private static let likeFinder = [true, false, true, true, true, false, true]

    private func penalty(ofLine line: [Bool]) -> Int {
        var (sum, run) = (0, 0)
        for (place, isDark) in line.enumerated() {
            run = place > 0 && isDark == line[place - 1] ? run + 1 : 1
            if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
        }
        // Beyond the edge it is light.
        func isLight(_ range: Range<Int>) -> Bool { range.allSatisfy { !line.indices.contains($0) || !line[$0] } }
        for place in 0...(line.count - 7) where Array(line[place..<place + 7]) == Self.likeFinder {
            if isLight(place - 4..<place) || isLight(place + 7..<place + 11) { sum += 40 }
        }
        return sum
    }
}

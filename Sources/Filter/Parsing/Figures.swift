import Bytes

/// Sizes and lengths of time as people write them: the one reader for options, filters, rules and sessions.
///
/// A number, with a point and up to six places if need be, then a unit, with a blank between them or not. Units of
/// size are those of IEC 80000-13: 1 kB is 1,000 bytes, 1 KiB 1,024; a bare `k` could be either, so it is none.
/// Letter case does not count.
package enum Figures {
    /// Why a text is no figure.
    package enum Fault: Error, Equatable {
        /// Not a number with a unit that is known, or too large.
        case unreadable
        /// A number that needs a unit: of time there is no usual one.
        case unitMissing
        /// `64k`: powers of 1,000 or of 1,024.
        case ambiguousUnit
    }

    /// Bytes: `500`, `16kB`, `1.5MiB`, `2 GiB`.
    package static func bytes(_ text: some StringProtocol) throws(Fault) -> Int64 {
        let (number, unit) = try measured(text)
        let factor: Int64
        switch unit {
        case "", "b": factor = 1
        case "kb": factor = 1_000
        case "mb": factor = 1_000_000
        case "gb": factor = 1_000_000_000
        case "tb": factor = 1_000_000_000_000
        case "kib": factor = 1 << 10
        case "mib": factor = 1 << 20
        case "gib": factor = 1 << 30
        case "tib": factor = 1 << 40
        case "k", "m", "g", "t": throw .ambiguousUnit
        default: throw .unreadable
        }
        return try number.scaled(by: factor)
    }

    /// Microseconds: `40us`, `250ms`, `1.5s`, `5m`, `12h`, `7d`, `4w`; nothing needs no unit.
    package static func microseconds(_ text: some StringProtocol) throws(Fault) -> Int64 {
        let (number, unit) = try measured(text)
        let factor: Int64
        switch unit {
        case "" where number.isZero: factor = 1
        case "": throw .unitMissing
        case "us", "µs", "μs": factor = 1
        case "ms": factor = 1_000
        case "s": factor = 1_000_000
        case "m", "min": factor = 60_000_000
        case "h": factor = 3_600_000_000
        case "d": factor = 86_400_000_000
        case "w": factor = 604_800_000_000
        default: throw .unreadable
        }
        return try number.scaled(by: factor)
    }

    /// A number with up to six places behind the point.
    private struct Decimal {
        let millionths: Int64

        var isZero: Bool { millionths == 0 }

        func scaled(by factor: Int64) throws(Fault) -> Int64 {
            // Whole units first, so that large sizes do not overflow on the way.
            let (whole, overflow) = (millionths / 1_000_000).multipliedReportingOverflow(by: factor)
            let part = (millionths % 1_000_000).multipliedReportingOverflow(by: factor)
            guard !overflow, !part.overflow else { throw .unreadable }
            let (sum, carry) = whole.addingReportingOverflow(part.partialValue / 1_000_000)
            guard !carry else { throw .unreadable }
            return sum
        }
    }

    private static func measured(_ text: some StringProtocol) throws(Fault) -> (Decimal, unit: String) {
        let digits = text.prefix(while: isDigit)
        guard let whole = whole(digits), whole < Int64.max / 1_000_000 else { throw .unreadable }
        var rest = text.dropFirst(digits.count)
        var millionths = whole * 1_000_000
        if rest.first == "." {
            let places = rest.dropFirst().prefix(while: isDigit)
            guard places.count <= 6, let part = Self.whole(places) else { throw .unreadable }
            var weight: Int64 = 1
            for _ in places.count..<6 { weight *= 10 }
            millionths += part * weight
            rest = rest.dropFirst(1 + places.count)
        }
        let unit = rest.first == " " ? rest.dropFirst() : rest
        // A blank is between a number and its unit, not behind a number.
        guard unit.startIndex == rest.startIndex || !unit.isEmpty else { throw .unreadable }
        return (Decimal(millionths: millionths), unit.lowercased())
    }

    /// Not `isNumber`, which takes digits of other scripts too.
    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func whole(_ digits: some StringProtocol) -> Int64? {
        Bytes(String(digits)).decimal.flatMap { Int64(exactly: $0) }
    }
}

import Bytes
import HTTPSemantics

/// Reads the values that fields are compared with, by the field's type.
package enum FilterValues {
    /// nil when the text is no value of this kind.
    package static func read(_ text: String, as kind: FieldKind) -> FilterOperand.Meaning? {
        switch kind {
        case .text, .name, .mediaType, .content: .text(text)
        case .number: whole(text).map { .integers($0...$0) }
        case .status: status(text).map { .integers($0) }
        case .statusClass: statusClass(text).map { .integers($0...$0) }
        case .size: size(text).map { .integers($0...$0) }
        case .duration: duration(text).map { .integers($0...$0) }
        case .time: time(text).map { .time($0) }
        case .flag: flag(text).map { .flag($0) }
        case .choice(let choice): choice.index(of: text).map { .choice($0) }
        }
    }

    /// Why a text is no value of the field.
    static func complaint(_ text: String, _ field: FilterField) -> String {
        switch field.kind {
        case .choice(let choice):
            if let nearest = NearestName.find(text.lowercased(), among: choice.names.map { $0.name.lowercased() }),
                let index = choice.index(of: nearest)
            {
                return "\(field.name) is never '\(text)'. Did you mean '\(choice.names[index].name)'?"
            }
            return "\(field.name) is never '\(text)'; it is \(choice.expected)"
        case .size where text.lowercased().hasSuffix("k") || text.lowercased().hasSuffix("m"):
            return "'\(text)' could mean two sizes: kB and MB are powers of 1000, KiB and MiB powers of 1024"
        case .duration where whole(text) != nil:
            return "'\(text)' needs a unit: us, ms, s, m, h or d"
        case .text, .name, .mediaType, .content, .number, .status, .statusClass, .size, .duration, .time, .flag:
            return "'\(text)' is not \(field.kind.expected)"
        }
    }

    private static func whole(_ text: some StringProtocol) -> Int64? {
        Bytes(String(text)).decimal.flatMap { Int64(exactly: $0) }
    }

    private static func status(_ text: String) -> ClosedRange<Int64>? {
        if let first = statusClass(text), text.count == 3 { return (first * 100)...(first * 100 + 99) }
        guard let number = whole(text), (100...999).contains(number) else { return nil }
        return number...number
    }

    private static func statusClass(_ text: String) -> Int64? {
        let digits = text.lowercased().hasSuffix("xx") ? text.dropLast(2) : Substring(text)
        guard digits.count == 1, let value = whole(digits), (1...9).contains(value) else { return nil }
        return value
    }

    private static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0": false
        default: nil
        }
    }

    /// Bytes: a number with a point or without, and a unit.
    private static func size(_ text: String) -> Int64? {
        guard let (number, unit) = measured(text) else { return nil }
        switch unit.lowercased() {
        case "", "b": return number.scaled(by: 1)
        case "kb": return number.scaled(by: 1_000)
        case "mb": return number.scaled(by: 1_000_000)
        case "gb": return number.scaled(by: 1_000_000_000)
        case "kib": return number.scaled(by: 1 << 10)
        case "mib": return number.scaled(by: 1 << 20)
        case "gib": return number.scaled(by: 1 << 30)
        default: return nil
        }
    }

    /// Microseconds.
    private static func duration(_ text: some StringProtocol) -> Int64? {
        guard let (number, unit) = measured(text) else { return nil }
        switch unit.lowercased() {
        case "": return number.isZero ? 0 : nil
        case "us", "µs", "μs": return number.scaled(by: 1)
        case "ms": return number.scaled(by: 1_000)
        case "s": return number.scaled(by: 1_000_000)
        case "m", "min": return number.scaled(by: 60_000_000)
        case "h": return number.scaled(by: 3_600_000_000)
        case "d": return number.scaled(by: 86_400_000_000)
        default: return nil
        }
    }

    /// A number with up to six places behind the point.
    private struct Decimal {
        let millionths: Int64

        var isZero: Bool { millionths == 0 }

        /// nil when it is too large.
        func scaled(by factor: Int64) -> Int64? {
            // Whole units first, so that large sizes do not overflow on the way.
            let (whole, overflow) = (millionths / 1_000_000).multipliedReportingOverflow(by: factor)
            guard !overflow else { return nil }
            let part = (millionths % 1_000_000).multipliedReportingOverflow(by: factor)
            guard !part.overflow else { return nil }
            let (sum, carry) = whole.addingReportingOverflow(part.partialValue / 1_000_000)
            return carry ? nil : sum
        }
    }

    private static func measured(_ text: some StringProtocol) -> (Decimal, unit: String)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let whole = whole(digits), whole < Int64.max / 1_000_000 else { return nil }
        var rest = text.dropFirst(digits.count)
        var millionths = whole * 1_000_000
        if rest.first == "." {
            let places = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard let part = Self.whole(places), places.count <= 6 else { return nil }
            var weight: Int64 = 1
            for _ in places.count..<6 { weight *= 10 }
            millionths += part * weight
            rest = rest.dropFirst(1 + places.count)
        }
        let unit = rest.drop { $0 == " " }
        return (Decimal(millionths: millionths), String(unit))
    }

    private static func time(_ text: String) -> FilterTime? {
        if text.hasPrefix("-") { return duration(text.dropFirst()).map { .ago($0) } }
        if text.lowercased() == "now" { return .ago(0) }
        return FilterClockText.read(text)
    }
}

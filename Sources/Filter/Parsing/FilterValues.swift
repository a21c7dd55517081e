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
        case .size: (try? Figures.bytes(text)).map { .integers($0...$0) }
        case .duration: (try? Figures.microseconds(text)).map { .integers($0...$0) }
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
                return "invalid value '\(text)' for \(field.name). Did you mean '\(choice.names[index].name)'?"
            }
            return "invalid value '\(text)' for \(field.name) (expected \(choice.expected))"
        case .size where isAmbiguous(text):
            return "'\(text)' could mean two sizes: kB and MB are powers of 1000, KiB and MiB powers of 1024"
        case .duration where whole(text) != nil:
            return "'\(text)' needs a unit: us, ms, s, m, h, d or w"
        case .text, .name, .mediaType, .content, .number, .status, .statusClass, .size, .duration, .time, .flag:
            return "'\(text)' is not \(field.kind.expected)"
        }
    }

    private static func isAmbiguous(_ text: String) -> Bool {
        do throws(Figures.Fault) {
            _ = try Figures.bytes(text)
            return false
        } catch {
            return error == .ambiguousUnit
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

    private static func time(_ text: String) -> FilterTime? {
        if text.hasPrefix("-") { return (try? Figures.microseconds(text.dropFirst())).map { .ago($0) } }
        if text.lowercased() == "now" { return .ago(0) }
        return FilterClockText.read(text)
    }
}

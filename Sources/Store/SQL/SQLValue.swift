package import Bytes

/// A value as a session file holds it.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8; what is none of it is shown by replacement characters.
    case text(String)
    /// Text as it came, whether or not it is UTF-8.
    case characters(Bytes)
    case blob(Bytes)
}

extension Prepared {
    func bind(_ place: Int32, _ value: SQLValue) {
        switch value {
        case .null: break
        case .integer(let number): bind(place, number)
        case .real(let number): bind(place, real: number)
        case .text(let text): bind(place, text)
        case .characters(let bytes): bind(place, text: bytes)
        case .blob(let bytes): bind(place, bytes)
        }
    }

    func bind(_ values: [SQLValue]) {
        for (place, value) in values.enumerated() { bind(Int32(place), value) }
    }

    func value(_ place: Int32) -> SQLValue {
        switch kind(place) {
        case .null: .null
        case .integer: .integer(integer(place) ?? 0)
        case .real: .real(real(place))
        case .text: .text(text(place) ?? "")
        case .blob: .blob(bytes(place) ?? Bytes())
        }
    }
}

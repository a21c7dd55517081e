public import Bytes

extension HTTPDate {
    /// The three forms of a date, told apart by the first comma.
    public enum Form: Sendable, Hashable {
        /// `Sun, 06 Nov 1994 08:49:37 GMT`
        case imfFixdate
        /// `Sunday, 06-Nov-94 08:49:37 GMT`
        case rfc850
        /// `Sun Nov  6 08:49:37 1994`
        case asctime

        /// The form of a value, or the most similar one.
        public init(_ value: Bytes) {
            self = value.firstIndex(of: ASCII.comma).map { $0 == 3 ? .imfFixdate : .rfc850 } ?? .asctime
        }
    }

    /// One part of a date, with its position.
    public struct Part: Sendable, Hashable {
        /// What a part is.
        public enum Kind: Sendable, Hashable {
            case dayName, comma, space, day, month, year, hour, minute, second, hyphen, colon, zone
            /// The space in place of the first digit of an asctime-date's day.
            case fill
            /// The bytes after the last part.
            case rest
        }

        /// The kind found, or the one expected here.
        public let kind: Kind
        /// Bytes from the start of the value; empty where the part is missing.
        public let range: Range<Int>
        /// A number, the index of a name in its list, or 0 for a sign; nil when it cannot be read.
        public let value: Int?
        /// Whether it is written exactly as in the grammar, including letter case.
        public let isCorrect: Bool
        /// How many digits a number must have; 0 for other parts.
        public let digits: Int
    }

    /// The parts of a value in order, which cover it without gaps, whatever its bytes are; faulty ones have `isCorrect`
    /// false.
    public static func parts(of value: Bytes) -> [Part] {
        var parts: [Part] = []
        parts.reserveCapacity(16)
        read(value, as: Form(value)) { part in
            parts.append(part)
            return true
        }
        return parts
    }

    /// Goes over the parts, correct or not, until `body` has seen enough. This is the grammar of RFC 9110 §5.6.7, and
    /// the only place where it stands.
    static func read(_ value: Bytes, as form: Form, _ body: (Part) -> Bool) {
        var reader = HTTPDateReader(value, form)
        for step in form.steps {
            guard body(reader.part(step)) else { return }
        }
        if let rest = reader.rest { _ = body(rest) }
    }
}

extension HTTPDate.Form {
    fileprivate var steps: [HTTPDate.Part.Kind] {
        switch self {
        case .imfFixdate: Self.imfSteps
        case .rfc850: Self.rfc850Steps
        case .asctime: Self.asctimeSteps
        }
    }

    private static let clock: [HTTPDate.Part.Kind] = [.hour, .colon, .minute, .colon, .second]
    private static let imfSteps: [HTTPDate.Part.Kind] =
        [.dayName, .comma, .space, .day, .space, .month, .space, .year, .space] + clock + [.space, .zone]
    private static let rfc850Steps: [HTTPDate.Part.Kind] =
        [.dayName, .comma, .space, .day, .hyphen, .month, .hyphen, .year, .space] + clock + [.space, .zone]
    private static let asctimeSteps: [HTTPDate.Part.Kind] =
        [.dayName, .space, .month, .space, .fill, .day, .space] + clock + [.space, .year]
}

/// Steps over the parts of one date.
private struct HTTPDateReader {
    private let value: Bytes
    private let form: HTTPDate.Form
    private var index = 0
    /// Of two spaces that come now the second stands for a digit (asctime-date).
    private var mayBeFilled = false
    private var isFilled = false

    init(_ value: Bytes, _ form: HTTPDate.Form) { (self.value, self.form) = (value, form) }

    /// What no part took, once all were read.
    var rest: HTTPDate.Part? {
        index < value.count
            ? HTTPDate.Part(kind: .rest, range: index..<value.count, value: nil, isCorrect: false, digits: 0) : nil
    }

    mutating func part(_ kind: HTTPDate.Part.Kind) -> HTTPDate.Part {
        if kind == .month { mayBeFilled = form == .asctime }
        return switch kind {
        case .dayName: name(kind, form == .rfc850 ? HTTPDate.longDays : HTTPDate.shortDays)
        case .month: name(kind, HTTPDate.months)
        case .comma: sign(kind, ASCII.comma)
        case .hyphen: sign(kind, ASCII.hyphen)
        case .colon: sign(kind, ASCII.colon)
        case .space: space()
        case .fill: fill()
        case .day: number(kind, isFilled ? 1 : 2, 1...31)
        case .year: number(kind, form == .rfc850 ? 2 : 4, 0...9999)
        case .hour: number(kind, 2, 0...23)
        case .minute: number(kind, 2, 0...59)
        // 60 is a leap second.
        case .second: number(kind, 2, 0...60)
        case .zone, .rest: zone()
        }
    }

    private mutating func take(_ condition: (UInt8) -> Bool) -> Range<Int> {
        let start = index
        while index < value.count, condition(value[index]) { index += 1 }
        return start..<index
    }

    /// The names are compared without case, as a cache should (RFC 9111 §4.2), and are correct in theirs alone.
    private mutating func name(_ kind: HTTPDate.Part.Kind, _ names: [Bytes]) -> HTTPDate.Part {
        var range = take(ASCII.isAlpha)
        if range.isEmpty { range = take { !FieldList.endsToken($0) } }
        let written = value.slice(range)
        let place = names.firstIndex { $0.equalsIgnoringCase(written) }
        return HTTPDate.Part(
            kind: kind, range: range, value: place, isCorrect: place.map { written == names[$0] } ?? false,
            digits: 0)
    }

    private mutating func sign(_ kind: HTTPDate.Part.Kind, _ byte: UInt8) -> HTTPDate.Part {
        let isThere = index < value.count && value[index] == byte
        if isThere { index += 1 }
        return HTTPDate.Part(
            kind: kind, range: (isThere ? index - 1 : index)..<index, value: isThere ? 0 : nil, isCorrect: isThere,
            digits: 0)
    }

    private mutating func space() -> HTTPDate.Part {
        if mayBeFilled, index + 1 < value.count, value[index] == ASCII.space, value[index + 1] == ASCII.space {
            return sign(.space, ASCII.space)
        }
        let range = take(ASCII.isWhitespace)
        let isCorrect = range.count == 1 && value[range.lowerBound] == ASCII.space
        return HTTPDate.Part(kind: .space, range: range, value: isCorrect ? 0 : nil, isCorrect: isCorrect, digits: 0)
    }

    private mutating func fill() -> HTTPDate.Part {
        isFilled = index < value.count && value[index] == ASCII.space
        mayBeFilled = false
        let start = index
        if isFilled { index += 1 }
        return HTTPDate.Part(kind: .fill, range: start..<index, value: 0, isCorrect: true, digits: 0)
    }

    private mutating func number(
        _ kind: HTTPDate.Part.Kind, _ digits: Int, _ allowed: ClosedRange<UInt64>
    ) -> HTTPDate.Part {
        var range = take(ASCII.isDigit)
        let number = range.count == digits ? value.slice(range).decimal : nil
        if range.isEmpty { range = take { !FieldList.endsToken($0) && $0 != ASCII.colon && $0 != ASCII.hyphen } }
        let value = number.flatMap { allowed.contains($0) ? Int($0) : nil }
        return HTTPDate.Part(kind: kind, range: range, value: value, isCorrect: value != nil, digits: digits)
    }

    /// To the end: a date has no other zone.
    private mutating func zone() -> HTTPDate.Part {
        let range = index..<value.count
        index = value.count
        let written = value.slice(range)
        return HTTPDate.Part(
            kind: .zone, range: range, value: written.equalsIgnoringCase("gmt") ? 0 : nil,
            isCorrect: written.isExactly("GMT"), digits: 0)
    }
}

import Bytes

/// A value of mitmproxy's flow files: a tagged netstring (tnetstrings.info), `LENGTH:DATA` and a sign for the type.
/// Strings are slices of the file.
indirect enum Tnetstring {
    case null
    case boolean(Bool)
    case integer(Int64)
    case float(Double)
    /// Bytes (`,`) and text (`;`) alike.
    case string(Bytes)
    case list([Tnetstring])
    case dictionary([(key: Bytes, value: Tnetstring)])

    subscript(name: StaticString) -> Tnetstring? {
        guard case .dictionary(let members) = self else { return nil }
        return members.last { $0.key.isExactly(name) }?.value
    }

    var bytes: Bytes? { if case .string(let bytes) = self { bytes } else { nil } }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    var elements: [Tnetstring]? { if case .list(let elements) = self { elements } else { nil } }

    /// Seconds as microseconds; nil for what no clock says.
    var microseconds: Int64? {
        switch self {
        case .float(let seconds) where seconds >= 0 && seconds < Double(Self.end): Int64((seconds * 1e6).rounded())
        case .integer(let seconds) where seconds >= 0 && seconds < Self.end: seconds * 1_000_000
        default: nil
        }
    }

    /// When the year 10000 begins, which no date of four digits can say, in seconds since 1970.
    private static let end: Int64 = 253_402_300_800
}

/// Why bytes are no tagged netstring, and where.
struct TnetstringError: Error {
    let offset: Int
    /// A sentence.
    let problem: String
}

/// Reads tagged netstrings, one after another. Lengths go before what they measure, so that time is linear; depth and
/// the number of values are bounded.
struct TnetstringReader {
    static let depthLimit = 64
    static let valueLimit = 1_000_000

    let file: Bytes
    var position = 0
    private var values = 0

    init(_ file: Bytes) {
        self.file = file
    }

    var isAtEnd: Bool { position >= file.count }

    /// The next value, with all in it.
    mutating func next() throws(TnetstringError) -> Tnetstring {
        values = 0
        return try value(end: file.count, depth: 0)
    }

    private mutating func value(end: Int, depth: Int) throws(TnetstringError) -> Tnetstring {
        let start = position
        values += 1
        guard values <= Self.valueLimit else { throw error(start, "It has too many values.") }
        guard depth <= Self.depthLimit else { throw error(start, "It is nested too deeply.") }
        let length = try length(end: end)
        guard position + length < end else { throw error(start, "A value is longer than the rest of the file.") }
        let data = position..<position + length
        let type = file[data.upperBound]
        defer { position = data.upperBound + 1 }
        switch type {
        case UInt8(ascii: ","), UInt8(ascii: ";"): return .string(file.slice(data))
        case UInt8(ascii: "~"): return .null
        case UInt8(ascii: "!"): return .boolean(file.slice(data).isExactly("true"))
        case UInt8(ascii: "#"):
            guard let number = Int64(file.slice(data).text) else {
                throw error(
                    start,
                    "A number contains invalid characters.")
            }
            return .integer(number)
        case UInt8(ascii: "^"):
            guard let number = Double(file.slice(data).text) else {
                throw error(
                    start,
                    "A number contains invalid characters.")
            }
            return .float(number)
        case UInt8(ascii: "]"):
            var elements: [Tnetstring] = []
            while position < data.upperBound { elements.append(try value(end: data.upperBound, depth: depth + 1)) }
            return .list(elements)
        case UInt8(ascii: "}"):
            var members: [(key: Bytes, value: Tnetstring)] = []
            while position < data.upperBound {
                guard case .string(let key) = try value(end: data.upperBound, depth: depth + 1) else {
                    throw error(start, "The name of a member is not a text.")
                }
                members.append((key, try value(end: data.upperBound, depth: depth + 1)))
            }
            return .dictionary(members)
        default: throw error(data.upperBound, "A value ends with an unknown type character.")
        }
    }

    /// The digits and the colon.
    private mutating func length(end: Int) throws(TnetstringError) -> Int {
        let start = position
        var length = 0
        while position < end, ASCII.isDigit(file[position]), position - start < 12 {
            length = length * 10 + Int(file[position] - ASCII.zero)
            position += 1
        }
        guard position > start, position < end, file[position] == ASCII.colon else {
            throw error(start, "A length and a colon were expected here.")
        }
        position += 1
        return length
    }

    private func error(_ offset: Int, _ problem: String) -> TnetstringError {
        TnetstringError(offset: offset, problem: problem)
    }
}

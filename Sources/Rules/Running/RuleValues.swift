import Bytes
import Filter
import Flow
import HTTPModel
import HTTPSemantics

/// What templates take their values from: the request as it came, the time, and counters.
struct RuleValues {
    private let subject: RuleSubject
    /// Microseconds since 1970.
    let now: Int64
    let seed: UInt64

    init(_ subject: RuleSubject, seed: UInt64) {
        self.subject = subject
        now = subject.record.startedAt ?? 0
        self.seed = seed
    }

    var record: FlowRecord { subject.record }

    /// How what is put in is kept from being more than a value.
    enum Escaping {
        /// A text that nobody parses.
        case none
        /// The inside of a JSON string.
        case json
        /// The value of a header field.
        case field
        /// A part of a URL.
        case url
    }

    /// Read when it is asked for: few rules do.
    var url: URLReference { URLReference(record.url) }

    var method: Bytes { record.method.name }

    /// With the slash that an empty path stands for (RFC 9110 §4.2.3).
    var path: Bytes {
        let url = url
        let path = url.raw.slice(url.path)
        return path.isEmpty ? "/" : path
    }

    var query: Bytes? {
        let url = url
        return url.bytes(url.query)
    }

    /// - Parameter count: gives the number of times that the rule has acted, this one included.
    func text(_ template: RuleTemplate, _ escaping: Escaping, count: () -> UInt64) -> Bytes {
        if case .literal(let bytes)? = template.parts.first, template.parts.count == 1 { return bytes }
        var result: [UInt8] = []
        // The same number wherever it stands in one text.
        var number: UInt64?
        func counted() -> UInt64 {
            let value = number ?? count()
            number = value
            return value
        }
        for part in template.parts {
            switch part {
            case .literal(let bytes): result.append(contentsOf: bytes)
            case .value(let value): Self.append(self.value(value, counted), escaping, value, to: &result)
            }
        }
        return Bytes(result)
    }

    private func value(_ value: RuleTemplate.Value, _ count: () -> UInt64) -> Bytes {
        switch value {
        case .method: method
        case .url: url.raw
        case .scheme: part(\.scheme)
        case .host: part(\.host)
        case .path: path
        case .query: query ?? Bytes()
        case .now: Bytes(Self.timestamp(now))
        case .count: Bytes(String(count()))
        case .random(let low, let high):
            Bytes(
                String(
                    low
                        + Int64(
                            Chance(seed: seed, UInt64(bitPattern: low ^ high), count()).part(
                                of: UInt64(high - low) + 1))))
        case .parameter(let name):
            query.flatMap { PercentCoding.pairs($0).first { $0.name == name }?.value } ?? Bytes()
        case .field(let name): record.requestHead?.fields.values(named: name).first ?? Bytes()
        case .cookie(let name):
            CookiePairs.parse(record.requestFields).first { $0.name == name }?.value ?? Bytes()
        case .segment(let place): segment(place)
        }
    }

    private func part(_ part: KeyPath<URLReference, Range<Int>?>) -> Bytes {
        let url = url
        return url.bytes(url[keyPath: part]) ?? Bytes()
    }

    private func segment(_ place: Int) -> Bytes {
        let parts = path.dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false)
        guard place <= parts.count else { return Bytes() }
        return PercentCoding.decode(Bytes(Array(parts[place - 1])))
    }

    /// RFC 3339, in UTC, to the millisecond.
    static func timestamp(_ microseconds: Int64) -> String {
        let time = CivilTime(secondsSince1970: microseconds / 1_000_000)
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let thousandths = Int(microseconds % 1_000_000 / 1_000)
        return "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))T\(digits(time.hour, 2)):"
            + "\(digits(time.minute, 2)):\(digits(time.second, 2)).\(digits(thousandths, 3))Z"
    }

    private static func append(
        _ bytes: Bytes, _ escaping: Escaping, _ value: RuleTemplate.Value, to result: inout [UInt8]
    ) {
        switch escaping {
        case .none: result.append(contentsOf: bytes)
        case .json:
            // What is no UTF-8 becomes the sign for that: JSON is (RFC 8259 §8.1).
            for byte in bytes.text.utf8 {
                if byte == ASCII.quote || byte == ASCII.backslash {
                    result += [ASCII.backslash, byte]
                } else if byte < ASCII.space {
                    result.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
                } else {
                    result.append(byte)
                }
            }
        case .field: result.append(contentsOf: bytes.map { ASCII.isFieldText($0) ? $0 : ASCII.space })
        case .url:
            // Path and query stand as they came; anything else is one part of them.
            let isPlain = value == .path || value == .query || value == .host || value == .url || value == .scheme
            for byte in bytes {
                let fits = isPlain ? OctetClass.pathOrQuery.contains(byte) : OctetClass.unreserved.contains(byte)
                if fits || (isPlain && byte == ASCII.percent) {
                    result.append(byte)
                } else {
                    let digits = Array("0123456789ABCDEF".utf8)
                    result += [ASCII.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
        }
    }
}

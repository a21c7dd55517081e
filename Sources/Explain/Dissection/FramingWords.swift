import Bytes
import HTTPModel

/// The members of the two framing fields for sentences, or the first few.
struct FramingWords {
    let codings: Bytes
    let lengths: Bytes

    init(_ fields: FieldSection) {
        codings = Self.listed(.transferEncoding, in: fields)
        lengths = Self.listed(.contentLength, in: fields)
    }

    private static let limit = 8

    private static func listed(_ field: KnownField, in fields: FieldSection) -> Bytes {
        var quoted: [UInt8] = []
        var count = 0
        for line in fields.lines where line.known == field {
            // A list may have half a million members: those that nobody reads are not cut out.
            let members = fields.value(of: line).split(
                separator: ASCII.comma, maxSplits: limit, omittingEmptySubsequences: false)
            for member in members {
                if count == limit { return Bytes(quoted + Array(", …".utf8)) }
                if count > 0 { quoted += [ASCII.comma, ASCII.space] }
                quoted += Bytes(Array(member)).trimmed.prefix(40)
                count += 1
            }
        }
        return Bytes(quoted)
    }
}

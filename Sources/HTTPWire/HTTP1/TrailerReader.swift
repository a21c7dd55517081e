import Bytes
import HTTPModel

/// Reads a trailer section (RFC 9112 §7.1.2): the decoder's state behind the last chunk. Nothing is tolerated in its
/// lines that a request's fields would not be forgiven.
struct TrailerReader: Sendable {
    private var scanner = LineScanner()
    private var fields = FieldParser()

    /// The section when its empty line is there. `input` is everything unread; `base` is added to offsets in errors.
    mutating func read(
        _ input: UnsafeBufferPointer<UInt8>, _ limits: Limits, _ tolerances: Tolerances, base: Int
    ) throws(WireError) -> (section: FieldSection, quirks: QuirkList)? {
        while true {
            let start = scanner.lineStart
            guard
                let line = try unsafe scanner.lineEnd(
                    in: input, limit: max(0, limits.trailers - 2), tooLong: .trailersTooLarge, base: base)
            else { return nil }
            scanner.advance(past: line)
            if line.end > start {
                try unsafe fields.take(input, start, line, place: .trailers, limits: limits, base: base)
                continue
            }
            let section = unsafe FieldSection(raw: Bytes(Array(input[..<line.next])), lines: fields.lines)
            return unsafe (section, try judge(section, input, limits, tolerances, base: base))
        }
    }

    /// RFC 9110 §6.5.1: what has to be known before the content may not come behind it.
    private func judge(
        _ section: FieldSection, _ input: UnsafeBufferPointer<UInt8>, _ limits: Limits, _ tolerances: Tolerances,
        base: Int
    ) throws(WireError) -> QuirkList {
        var quirks = fields.quirks
        for line in section.lines where section.isForbiddenTrailer(line) {
            guard tolerances.contains(.forbiddenTrailers) else {
                throw unsafe WireError(
                    .forbiddenTrailer, at: Int(line.start), length: line.name.count, in: input, base: base)
            }
            quirks.note(
                Quirk(.forbiddenTrailer, offset: Int(line.start), length: line.name.count), limit: limits.quirks)
        }
        return quirks
    }
}

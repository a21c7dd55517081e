import Bytes
import HTTPModel

/// Reads a trailer section (RFC 9112 §7.1.2): the decoder's state behind the last chunk. Its lines are read as those of
/// the head they follow: of a request strictly.
struct TrailerReader: Sendable {
    private var scanner = LineScanner()
    private var fields = FieldParser()
    private var bareLineFeed: Int?

    /// The section when its empty line is there. `input` is everything unread; `base` is added to offsets in errors.
    mutating func read(
        _ input: UnsafeBufferPointer<UInt8>, _ role: HTTP1Decoder.Role, _ limits: Limits, _ tolerances: Tolerances,
        base: Int
    ) throws(WireError) -> (section: FieldSection, quirks: QuirkList)? {
        let tolerated = role == .response ? tolerances : .none
        while true {
            let start = scanner.lineStart
            guard
                let line = try unsafe scanner.lineEnd(
                    in: input, limit: max(0, limits.trailers - 2), tooLong: .trailersTooLarge, base: base,
                    acceptsBareLineFeed: tolerated.contains(.bareLineFeeds),
                    acceptsBareCarriageReturn: tolerated.contains(.controlsInValues))
            else { return nil }
            if line.isBare, bareLineFeed == nil { bareLineFeed = line.end }
            scanner.advance(past: line)
            if line.end > start {
                try unsafe fields.take(
                    input, start, line, place: role == .request ? .trailers : .response, tolerated, limits: limits,
                    base: base)
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
        if let bareLineFeed { quirks.append(Quirk(.bareLineFeed, offset: bareLineFeed, length: 1)) }
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

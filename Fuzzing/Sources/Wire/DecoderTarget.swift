import Bytes
import HTTPModel
import HTTPWire

/// However bytes are cut, the decoder says the same of them; its parts are made of the bytes they consumed; and what it
/// keeps is within its limits.
///
/// The first byte of an input chooses the variant: limits, tolerances, and whether a chunked head is put before it, so
/// that chunk lines are reached at once.
enum DecoderTarget {
    private static let small = Limits(
        startLine: 40, head: 200, fields: 6, chunkExtension: 12, chunkOverhead: 60, trailers: 60, emptyLines: 1,
        quirks: 3)

    static func requests(_ input: Bytes) {
        run(input, .request, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    static func responses(_ input: Bytes) {
        run(input, .response, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    private static func run(_ input: Bytes, _ role: HTTP1Decoder.Role, _ chunkedHead: Bytes) {
        guard let choice = input.first else { return }
        let body = input.slice(1..<input.count)
        let message = choice & 1 == 0 ? body : Bytes(chunkedHead.array + body.array)
        let limits = choice & 2 == 0 ? Limits() : small
        let tolerances = choice & 4 == 0 ? Tolerances.standard : .none
        let method: Method = choice & 8 == 0 ? .get : choice & 16 == 0 ? .head : .connect
        func read(_ ends: [Int]) -> WireReading {
            WireReading(message, ends: ends, role: role, limits: limits, tolerances: tolerances, method: method)
        }
        let whole = read([message.count])
        let cut = message.count == 0 ? 0 : Int(message.reduce(0) { $0 &* 31 &+ UInt32($1) }) % (message.count + 1)
        same(whole, read([cut, message.count]), "cut at \(cut)")
        // Byte by byte costs as much as the input is long, squared in what is compared; short ones find as much.
        if message.count <= 512 { same(whole, read(Array(0...message.count)), "byte by byte") }
        judge(whole, message, limits)
    }

    private static func same(_ whole: WireReading, _ other: WireReading, _ how: String) {
        check(
            whole.error == other.error,
            "\(how): \(String(describing: other.error)), not \(String(describing: whole.error))")
        check(whole.parts == other.parts, "\(how): other parts")
        check(whole.content == other.content && whole.wireSizes == other.wireSizes, "\(how): other sizes")
        // After an error what was consumed is no more than the parts before it.
        check(whole.error != nil || whole.consumed == other.consumed, "\(how): \(other.consumed) consumed")
    }

    private static func judge(_ reading: WireReading, _ message: Bytes, _ limits: Limits) {
        var position = 0
        var contents = reading.content.makeIterator()
        for part in reading.parts {
            var bytes = Bytes()
            switch part {
            case .requestHead(let head, _):
                // Empty lines before it are consumed with it.
                position += head.quirks.first { $0.code == .emptyLineBeforeRequest }?.length ?? 0
                bytes = head.raw
                judge(head.fields, head.quirks, limits)
            case .responseHead(let head, _), .interimHead(let head):
                bytes = head.raw
                judge(head.fields, head.quirks, limits)
            case .chunkStarted(let chunk):
                // White space before the size is no part of the chunk's line.
                while position < message.count, ASCII.isWhitespace(message[position]) { position += 1 }
                bytes = Bytes(chunk.line.array + lineEnd(message, at: position + chunk.line.count))
            case .chunkEnded: bytes = Bytes(lineEnd(message, at: position))
            case .trailers(let trailers):
                bytes = trailers.section.raw
                judge(trailers.section, trailers.quirks, limits)
            case .content:
                position += contents.next() ?? 0
                continue
            case .end: continue
            }
            check(
                position + bytes.count <= message.count && message.slice(position..<position + bytes.count) == bytes,
                "a part at \(position) is not made of its bytes")
            position += bytes.count
        }
        check(position == reading.consumed, "the parts have \(position) bytes of \(reading.consumed)")
        if let error = reading.error { check(error.offset >= 0 && error.bytes.count <= 32, "an error is out of place") }
    }

    /// CRLF, or the line feed alone that is tolerated.
    private static func lineEnd(_ message: Bytes, at place: Int) -> [UInt8] {
        place < message.count && message[place] == ASCII.lineFeed ? [10] : [13, 10]
    }

    private static func judge(_ fields: FieldSection, _ quirks: [Quirk], _ limits: Limits) {
        check(fields.lines.count <= limits.fields && fields.raw.count <= max(limits.head, limits.trailers), "too large")
        // Those that a message has once only are beyond the limit.
        check(quirks.count <= limits.quirks + 12, "\(quirks.count) quirks")
        var end = 0
        for line in fields.lines {
            check(
                Int(line.start) >= end && line.start <= line.nameEnd && line.valueStart <= line.valueEnd,
                "a line is odd"
            )
            end = Int(line.end)
            check(end <= fields.emptyLineStart, "a line goes on behind the empty line")
        }
    }
}

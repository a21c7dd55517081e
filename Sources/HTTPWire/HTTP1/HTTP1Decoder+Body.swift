import Bytes
import HTTPModel

/// Bodies (RFC 9112 §6, §7). Offsets of errors count from the first byte after the head.
extension HTTP1Decoder {
    /// `wireSize` as the base of offsets.
    private var base: Int { Int(clamping: wireSize) }

    private mutating func consume(_ count: Int) {
        wireSize = wireSize.addingReportingOverflow(UInt64(count)).partialValue
    }

    /// As much content as there is, of at most `remaining` bytes.
    mutating func takeContent(_ input: Span<UInt8>, _ remaining: UInt64) -> Decoded? {
        guard !input.isEmpty else { return nil }
        let count = Int(min(remaining, UInt64(input.count)))
        consume(count)
        let left = remaining - UInt64(count)
        switch state {
        case .length: state = left == 0 ? .ending : .length(left)
        case .chunkData: state = left == 0 ? .chunkEnd : .chunkData(left)
        case .head, .untilClose, .chunkLine, .chunkEnd, .trailers, .ending, .ended, .tunnel, .failed: break
        }
        return Decoded(.content, consumed: count)
    }

    mutating func decodeChunkLine(_ input: Span<UInt8>) throws(WireError) -> Decoded? {
        try input.withUnsafeBufferPointer { buffer throws(WireError) in
            let judged = buffer.prefix(ChunkLine.digitLimit + limits.chunkExtension + 1)
            let available = judged.firstIndex { $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed } ?? judged.count
            try ChunkLine.checkStart(buffer, count: available, limits: limits, base: base)
            // `checkStart` has bounded the line already.
            guard
                let end = try scanner.lineEnd(in: buffer, limit: .max, tooLong: .chunkExtensionTooLong, base: base)
            else { return nil }
            let line = try ChunkLine(buffer, end: end, base: base)
            let chunk = Chunk(
                offset: wireSize, size: line.size,
                extension: line.extensionStart < end ? Bytes(Array(buffer[line.extensionStart..<end])) : Bytes())
            consume(end + 2)
            scanner = LineScanner()
            state = chunk.isLast ? .trailers : .chunkData(line.size)
            return Decoded(.chunkStarted(chunk), consumed: end + 2)
        }
    }

    mutating func decodeChunkEnd(_ input: Span<UInt8>) throws(WireError) -> Decoded? {
        let expected = (ASCII.carriageReturn, ASCII.lineFeed)
        guard !input.isEmpty else { return nil }
        let isWrong = input[0] != expected.0 || (input.count > 1 && input[1] != expected.1)
        if isWrong {
            throw input.withUnsafeBufferPointer { buffer in
                WireError(
                    .missingChunkEnd, at: input[0] == expected.0 ? 1 : 0, in: buffer, base: base)
            }
        }
        guard input.count > 1 else { return nil }
        consume(2)
        state = .chunkLine
        return Decoded(.chunkEnded, consumed: 2)
    }

    /// RFC 9112 §7.1.2. Nothing is tolerated here that a head's fields would be forgiven.
    mutating func decodeTrailers(_ input: Span<UInt8>) throws(WireError) -> Decoded? {
        try input.withUnsafeBufferPointer { buffer throws(WireError) in
            while true {
                let start = scanner.lineStart
                guard
                    let end = try scanner.lineEnd(
                        in: buffer, limit: max(0, limits.trailers - 2), tooLong: .trailersTooLarge, base: base)
                else { return nil }
                if end > start {
                    try fields.take(buffer, start, end, place: .trailers, limit: limits.fields, base: base)
                    scanner.advance(past: end)
                    continue
                }
                let section = FieldSection(
                    raw: Bytes(Array(buffer[..<(end + 2)])), lines: fields.lines)
                fields = FieldParser()
                scanner = LineScanner()
                consume(end + 2)
                state = .ending
                return Decoded(.trailers(section), consumed: end + 2)
            }
        }
    }
}

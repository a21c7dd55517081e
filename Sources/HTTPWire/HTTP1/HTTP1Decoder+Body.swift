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
        case .chunkData:
            chunkData &+= UInt64(count)
            state = left == 0 ? .chunkEnd : .chunkData(left)
        case .start, .head, .untilClose, .chunkLine, .chunkEnd, .trailers, .ending, .ended, .tunnel, .failed: break
        }
        return Decoded(.content, consumed: count)
    }

    mutating func decodeChunkLine(_ input: Span<UInt8>, _ begun: LineScanner) throws(WireError) -> Decoded? {
        try unsafe input.withUnsafeBufferPointer { buffer throws(WireError) in
            let tolerated = role == .response ? tolerances : .none
            let judged = unsafe buffer.prefix(ChunkLine.digitLimit + 2 * limits.chunkExtension + 2)
            let lineEnd = unsafe judged.firstIndex { $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed }
            let available = unsafe lineEnd ?? judged.count
            try unsafe ChunkLine.checkStart(buffer, count: available, tolerated, limits: limits, base: base)
            var scanner = begun
            // `checkStart` has bounded the line already.
            guard
                let end = try unsafe scanner.lineEnd(
                    in: buffer, limit: .max, tooLong: .chunkExtensionTooLong, base: base,
                    acceptsBareLineFeed: tolerated.contains(.bareLineFeeds))
            else {
                state = .chunkLine(scanner)
                return nil
            }
            let line = try unsafe ChunkLine(buffer, end: end.end, tolerated, base: base)
            let chunk = unsafe line.chunk(at: wireSize, buffer, end: end.end)
            let repair = unsafe self.repair(of: line, end, buffer)
            consume(end.next)
            if !chunk.isLast { try unsafe checkOverhead(buffer, end.next) }
            state = chunk.isLast ? .trailers(TrailerReader()) : .chunkData(chunk.size)
            return Decoded(.chunkStarted(chunk), consumed: end.next, repair: repair)
        }
    }

    /// Every byte so far that is no data frames it. The chunk that begins is not counted: its data has not come.
    private func checkOverhead(_ input: UnsafeBufferPointer<UInt8>, _ lineLength: Int) throws(WireError) {
        let overhead = wireSize &- chunkData
        guard overhead > UInt64(limits.chunkOverhead), overhead / 3 > chunkData else { return }
        throw unsafe WireError(.chunkOverheadTooLarge, at: 0, length: lineLength, in: input, base: base - lineLength)
    }

    mutating func decodeChunkEnd(_ input: Span<UInt8>) throws(WireError) -> Decoded? {
        let expected = (ASCII.carriageReturn, ASCII.lineFeed)
        guard !input.isEmpty else { return nil }
        if input[0] == expected.1, role == .response, tolerances.contains(.bareLineFeeds) {
            let repair = Repair.replaced(by: ChunkEncoder.dataEnd, told: told(.bareLineFeed, 0..<1))
            consume(1)
            state = .chunkLine(LineScanner())
            return Decoded(.chunkEnded, consumed: 1, repair: repair)
        }
        let isWrong = input[0] != expected.0 || (input.count > 1 && input[1] != expected.1)
        if isWrong {
            throw unsafe input.withUnsafeBufferPointer { buffer in
                unsafe WireError(
                    .missingChunkEnd, at: input[0] == expected.0 ? 1 : 0, in: buffer, base: base)
            }
        }
        guard input.count > 1 else { return nil }
        consume(2)
        state = .chunkLine(LineScanner())
        return Decoded(.chunkEnded, consumed: 2)
    }

    mutating func decodeTrailers(_ input: Span<UInt8>, _ begun: TrailerReader) throws(WireError) -> Decoded? {
        var reader = begun
        // The reader is the only owner of its arrays while it grows them.
        state = .tunnel
        return try unsafe input.withUnsafeBufferPointer { buffer throws(WireError) in
            guard let found = try unsafe reader.read(buffer, role, limits, tolerances, base: base) else {
                state = .trailers(reader)
                return nil
            }
            let trailers = Trailers(
                found.section, quirks: found.quirks.shifted(by: headSize &+ base).kept,
                omittedQuirks: found.quirks.omitted)
            let count = found.section.raw.count
            consume(count)
            state = .ending
            return Decoded(.trailers(trailers), consumed: count)
        }
    }
}

/// What is tolerated in the chunks of a response.
extension HTTP1Decoder {
    /// What goes on in place of a size line, where it is not as the grammar has it.
    private mutating func repair(
        of line: ChunkLine, _ end: LineScanner.LineEnd, _ input: UnsafeBufferPointer<UInt8>
    ) -> Repair? {
        guard line.isPadded || line.hasOddExtension || end.isBare else { return nil }
        var quirks: [Quirk] = []
        if line.isPadded { quirks += told(.paddedChunkSize, 0..<end.end) }
        if line.hasOddExtension { quirks += told(.oddChunkExtension, line.digits.upperBound..<end.end) }
        if end.isBare { quirks += told(.bareLineFeed, end.end..<end.next) }
        return unsafe .replaced(by: line.repaired(input), told: quirks)
    }

    /// The quirk when it is the first of its kind in the body: whoever writes one chunk so writes all so.
    private mutating func told(_ code: Quirk.Code, _ range: Range<Int>) -> [Quirk] {
        guard !toldQuirks.contains(code) else { return [] }
        toldQuirks.append(code)
        return [Quirk(code, offset: headSize &+ base &+ range.lowerBound, length: range.count)]
    }
}

package import Bytes
import Explain
package import Flow
import HTTPModel

/// A recorded message put together again as it was on the wire, so far as the recording allows.
package struct WireMessage: Sendable {
    package let bytes: Bytes
    /// What may differ from what was on the wire, a sentence each; empty when nothing does.
    package let notes: [String]
}

extension RecordedEntry {
    /// The head and the body of one message; nil when there was none.
    package func wireBytes(of kind: MessageKind) -> WireMessage? {
        switch kind {
        case .request:
            let head = request.malformedHead ?? exchange.request.raw
            return head.isEmpty ? nil : rebuilt(head, exchange.request.fields, request, exchange.requestContent)
        case .response:
            guard let head = response.malformedHead ?? exchange.response?.raw else { return nil }
            return rebuilt(head, exchange.response?.fields, response, exchange.responseContent)
        }
    }

    private func rebuilt(
        _ head: Bytes, _ fields: FieldSection?, _ evidence: Evidence, _ content: RecordedExchange.Content
    ) -> WireMessage {
        var notes: [String] = []
        if !evidence.isHeadExact { notes.append("The head was put together from a list of headers.") }
        var output = head.array
        guard let body = content.bytes else {
            if let decoded = evidence.decodedContent {
                notes.append("The body was recorded with its content coding removed.")
                output += decoded.array
            } else if content.size != 0, evidence.malformedHead == nil {
                notes.append("The body was not recorded.")
            }
            return WireMessage(bytes: Bytes(output), notes: notes)
        }
        if content.isTruncated { notes.append("Not all of the body was recorded.") }
        // RFC 9112 §6.3 rule 4.
        let isChunked = fields?.members(.transferEncoding).last?.equalsIgnoringCase("chunked") == true
        if isChunked, let chunks = ChunkRebuild(evidence, body, wireSize: content.wireSize) {
            if !chunks.isExact {
                notes.append(
                    "How chunk sizes and trailers were written was not recorded: they stand here as they usually are.")
            }
            output += chunks.bytes
        } else {
            if isChunked, !body.isEmpty || content.wireSize ?? 1 > 0 {
                notes.append("The chunk lines of the body were not recorded; its content follows without them.")
            }
            output += body.array
        }
        return WireMessage(bytes: Bytes(output), notes: notes)
    }
}

/// A chunked body (RFC 9112 §7.1), put together from what is known of its chunks.
private struct ChunkRebuild {
    private(set) var bytes: [UInt8] = []
    /// Nothing had to be guessed.
    private(set) var isExact = true

    /// Nil when the chunks are not all known, or are not those of this content.
    init?(_ evidence: RecordedEntry.Evidence, _ content: Bytes, wireSize: UInt64?) {
        let chunks = evidence.chunks
        guard let last = chunks.last, last.isLast, evidence.chunkCount == chunks.count else { return nil }
        var position = 0
        for (index, chunk) in chunks.enumerated() {
            guard chunk.offset == UInt64(bytes.count), chunk.size <= UInt64(content.count - position),
                chunk.isLast == (index == chunks.count - 1)
            else { return nil }
            let size = Int(chunk.size)
            let next = index + 1 < chunks.count ? chunks[index + 1].offset : nil
            guard sizeLine(chunk, lineLength: next.flatMap { Self.lineLength(chunk, next: $0) }) else { return nil }
            bytes += content.slice(position..<position + size).array
            position += size
            if !chunk.isLast { lineEnd() }
        }
        guard position == content.count else { return nil }
        if let trailers = evidence.trailers {
            bytes += trailers.raw.array
            isExact = false
        } else {
            lineEnd()
        }
        if let wireSize, wireSize != UInt64(bytes.count) { isExact = false }
    }

    /// How long the size line was, by where the next chunk begins.
    private static func lineLength(_ chunk: Chunk, next: UInt64) -> Int? {
        let (data, overflow) = chunk.size.addingReportingOverflow(2)
        guard !overflow, next > chunk.offset, next - chunk.offset > data else { return nil }
        return Int(exactly: next - chunk.offset - data)
    }

    /// Zeros in front of the size are known by the line's length; the case of its letters is not known.
    private mutating func sizeLine(_ chunk: Chunk, lineLength: Int?) -> Bool {
        let digits = Array(String(chunk.size, radix: 16).utf8)
        let length = digits.count + chunk.extension.count + 2
        let zeros = (lineLength ?? length) - length
        // No size line has more than sixteen digits.
        guard zeros >= 0, zeros <= 16 else { return false }
        if digits.contains(where: ASCII.isAlpha) { isExact = false }
        bytes += Array(repeating: UInt8(ascii: "0"), count: zeros)
        bytes += digits
        bytes += chunk.extension.array
        lineEnd()
        return true
    }

    private mutating func lineEnd() {
        bytes += [ASCII.carriageReturn, ASCII.lineFeed]
    }
}

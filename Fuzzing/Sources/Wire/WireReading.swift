import Bytes
import HTTPModel
import HTTPWire

/// What a decoder makes of an input that arrives in pieces.
struct WireReading: Equatable {
    /// Pieces of content that follow each other are joined, as they are cut where the input is.
    private(set) var parts: [MessagePart] = []
    private(set) var content: [Int] = []
    private(set) var wireSizes: [UInt64] = []
    private(set) var consumed = 0
    private(set) var error: WireError?

    /// - Parameter ends: where each piece ends; the last one at the end of the input.
    init(_ input: Bytes, ends: [Int], role: HTTP1Decoder.Role, limits: Limits, tolerances: Tolerances, method: Method) {
        var decoder = HTTP1Decoder(role: role, limits: limits, tolerances: tolerances)
        decoder.expectResponse(to: method)
        do throws(WireError) {
            for end in ends {
                while let decoded = try input.slice(consumed..<end).withSpan({ span throws(WireError) in
                    try decoder.decode(span)
                }) {
                    take(decoded, end)
                    guard decoded.part == .end else { continue }
                    wireSizes.append(decoder.wireSize)
                    decoder.startNextMessage()
                }
            }
            if let part = try decoder.endOfInput(unread: input.count - consumed) { parts.append(part) }
        } catch {
            self.error = error
        }
    }

    private mutating func take(_ decoded: Decoded, _ end: Int) {
        check(decoded.consumed >= 0 && consumed + decoded.consumed <= end, "more was consumed than was there")
        consumed += decoded.consumed
        if decoded.part == .content {
            check(decoded.consumed > 0, "content without a byte")
            if parts.last == .content {
                content[content.count - 1] += decoded.consumed
                return
            }
            content.append(decoded.consumed)
        }
        parts.append(decoded.part)
    }
}

import Bytes
import HTTPModel

/// A status line, taken apart (RFC 9112 §4).
struct StatusLine: Sendable {
    let version: HTTPVersion
    let status: Int
    let reason: Range<Int>
    /// No space follows the status code.
    let lacksSpace: Bool
    /// From the first to past the last byte above 0x7F in the reason.
    let obsoleteText: ClosedRange<Int>?

    /// `HTTP-version SP status-code SP [ reason-phrase ]`: the line is `input[0..<end]`.
    init(_ input: UnsafeBufferPointer<UInt8>, end: Int, _ tolerances: Tolerances) throws(WireError) {
        guard end > 0 else {
            // Its line end is all there is of it.
            throw unsafe WireError(
                .malformedStatusLine, at: 0, length: input[0] == ASCII.lineFeed ? 1 : 2, in: input)
        }
        version = try unsafe HTTPVersion(
            input, 0..<min(8, end), acceptsHigherMinor: tolerances.contains(.higherMinorVersions))
        guard end > 8, unsafe input[8] == ASCII.space else {
            throw unsafe WireError(end > 8 ? .malformedVersion : .malformedStatusLine, at: min(8, end), in: input)
        }
        var code = 0
        for position in 9..<12 {
            guard position < end, unsafe ASCII.isDigit(input[position]) else {
                throw unsafe WireError(.malformedStatus, at: min(position, end), in: input)
            }
            code = unsafe code * 10 + Int(input[position] &- ASCII.zero)
        }
        // RFC 9110 §15: the first digit is the class, and there is no class 0.
        guard code >= 100 else {
            throw unsafe WireError(.malformedStatus, at: 9, length: 3, in: input)
        }
        status = code
        lacksSpace = unsafe end == 12 || input[12] != ASCII.space
        // A fourth digit has two readings: a code that is none, or a reason that begins with it.
        guard unsafe end == 12 || !ASCII.isDigit(input[12]) else {
            throw unsafe WireError(.malformedStatus, at: 12, in: input)
        }
        guard !lacksSpace || tolerances.contains(.shortStatusLines) else {
            throw unsafe WireError(.malformedStatusLine, at: 12, in: input)
        }
        reason = (lacksSpace ? 12 : 13)..<end
        let found = unsafe FieldSyntax.oddities(in: input, reason)
        if let control = found.control {
            throw unsafe WireError(.malformedStatusLine, at: control, in: input)
        }
        obsoleteText = found.obsolete
    }
}

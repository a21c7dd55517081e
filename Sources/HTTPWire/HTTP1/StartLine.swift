import Bytes
import HTTPModel

/// A request line, taken apart (RFC 9112 §3). It holds no reference, so that to keep it costs nothing.
struct RequestLine: Sendable {
    let methodRange: Range<Int>
    /// nil for one that is not known by sight.
    let method: Method?
    let target: RequestTarget
    let unencoded: Range<Int>?
    let version: HTTPVersion

    /// `method SP request-target SP HTTP-version`, with one space each: the line is `input[0..<end]`.
    ///
    /// RFC 9112 §3 lets a recipient split on any white space, and §3.2 warns of what comes of it; this does not.
    init(_ input: UnsafeBufferPointer<UInt8>, end: Int) throws(WireError) {
        var position = 0
        while position < end, OctetClass.token.contains(input[position]) { position += 1 }
        guard position < end else {
            throw WireError(.malformedRequestLine, at: 0, length: end, in: input)
        }
        guard input[position] == ASCII.space, position > 0 else {
            throw WireError(.malformedMethod, at: position, in: input)
        }
        methodRange = 0..<position
        method = Method.recognise(UnsafeBufferPointer(rebasing: input[methodRange]))

        let targetStart = position + 1
        var targetEnd = targetStart
        while targetEnd < end, input[targetEnd] != ASCII.space { targetEnd += 1 }
        // No second space: an HTTP/0.9 request, which this is not a server for. No target: two spaces.
        guard targetEnd < end, targetEnd > targetStart else {
            throw WireError(.malformedRequestLine, at: min(targetEnd, end), in: input)
        }
        let versionStart = targetEnd + 1
        if let space = input[versionStart..<end].firstIndex(of: ASCII.space) {
            throw WireError(.malformedRequestLine, at: space, in: input)
        }
        version = try HTTPVersion(input, versionStart..<end, acceptsHigherMinor: false)
        let parsed = try TargetParser.parse(input, targetStart..<targetEnd, method: method)
        target = parsed.target
        unencoded = parsed.unencoded
    }
}

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
            throw WireError(
                .malformedStatusLine, at: 0, length: input[0] == ASCII.lineFeed ? 1 : 2, in: input)
        }
        version = try HTTPVersion(
            input, 0..<min(8, end), acceptsHigherMinor: tolerances.contains(.higherMinorVersions))
        guard end > 8, input[8] == ASCII.space else {
            throw WireError(end > 8 ? .malformedVersion : .malformedStatusLine, at: min(8, end), in: input)
        }
        var code = 0
        for position in 9..<12 {
            guard position < end, ASCII.isDigit(input[position]) else {
                throw WireError(.malformedStatus, at: min(position, end), in: input)
            }
            code = code * 10 + Int(input[position] &- 0x30)
        }
        // RFC 9110 §15: the first digit is the class, and there is no class 0.
        guard code >= 100 else {
            throw WireError(.malformedStatus, at: 9, length: 3, in: input)
        }
        status = code
        lacksSpace = end == 12 || input[12] != ASCII.space
        // A fourth digit has two readings: a code that is none, or a reason that begins with it.
        guard end == 12 || !ASCII.isDigit(input[12]) else {
            throw WireError(.malformedStatus, at: 12, in: input)
        }
        guard !lacksSpace || tolerances.contains(.shortStatusLines) else {
            throw WireError(.malformedStatusLine, at: 12, in: input)
        }
        reason = (lacksSpace ? 12 : 13)..<end
        let found = FieldSyntax.oddities(in: input, reason)
        if let control = found.control {
            throw WireError(.malformedStatusLine, at: control, in: input)
        }
        obsoleteText = found.obsolete
    }
}

extension HTTPVersion {
    /// `"HTTP/" DIGIT "." DIGIT` in upper case, of which this proxy speaks 1.0 and 1.1 (RFC 9112 §2.3).
    ///
    /// - Parameter acceptsHigherMinor: whether 1.2 to 1.9 may be read as the highest known minor version (RFC 9110
    ///   §2.5).
    fileprivate init(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, acceptsHigherMinor: Bool
    ) throws(WireError) {
        let expected: StaticString = "HTTP/"
        let start = range.lowerBound
        for index in 0..<5 where start + index >= range.upperBound || input[start + index] != expected.utf8Start[index]
        {
            throw WireError(.malformedVersion, at: start, length: range.count, in: input)
        }
        guard range.count == 8, ASCII.isDigit(input[start + 5]), input[start + 6] == UInt8(ascii: "."),
            ASCII.isDigit(input[start + 7])
        else {
            throw WireError(.malformedVersion, at: start, length: range.count, in: input)
        }
        let version = HTTPVersion(major: input[start + 5] &- 0x30, minor: input[start + 7] &- 0x30)
        guard version == .http11 || version == .http10 || (acceptsHigherMinor && version.major == 1) else {
            throw WireError(.unsupportedVersion, at: start, length: 8, in: input)
        }
        self = version
    }
}

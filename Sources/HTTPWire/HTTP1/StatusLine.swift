import Bytes
import HTTPModel

/// A status line, taken apart (RFC 9112 §4).
struct StatusLine: Sendable {
    let version: HTTPVersion
    let status: Int
    let reason: Range<Int>
    /// The version is not written as the grammar has it: so many bytes are it.
    let oddVersion: Int?
    /// What more than one space there is before the code.
    let extraSpaces: Range<Int>
    /// From the first to the last control character in the reason.
    let controls: ClosedRange<Int>?
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
        let found = try unsafe StatusVersion(input, end: end, tolerances)
        (version, oddVersion) = (found.version, found.isOdd ? found.length : nil)
        let versionEnd = found.length
        guard end > versionEnd, unsafe input[versionEnd] == ASCII.space else {
            throw unsafe WireError(
                end > versionEnd ? .malformedVersion : .malformedStatusLine, at: min(versionEnd, end), in: input)
        }
        var start = versionEnd + 1
        if tolerances.contains(.oddStatusLines) {
            while start < end, unsafe input[start] == ASCII.space { start += 1 }
        }
        extraSpaces = versionEnd + 1..<start
        let codeEnd = start + 3
        var code = 0
        for position in start..<codeEnd {
            guard position < end, unsafe ASCII.isDigit(input[position]) else {
                throw unsafe WireError(.malformedStatus, at: min(position, end), in: input)
            }
            code = unsafe code * 10 + Int(input[position] &- ASCII.zero)
        }
        // RFC 9110 §15: the first digit is the class, and there is no class 0.
        guard code >= 100 else {
            throw unsafe WireError(.malformedStatus, at: start, length: 3, in: input)
        }
        status = code
        lacksSpace = unsafe end == codeEnd || input[codeEnd] != ASCII.space
        // A fourth digit has two readings: a code that is none, or a reason that begins with it.
        guard unsafe end == codeEnd || !ASCII.isDigit(input[codeEnd]) else {
            throw unsafe WireError(.malformedStatus, at: codeEnd, in: input)
        }
        guard !lacksSpace || tolerances.contains(.shortStatusLines) else {
            throw unsafe WireError(.malformedStatusLine, at: codeEnd, in: input)
        }
        reason = (lacksSpace ? codeEnd : codeEnd + 1)..<end
        let text = unsafe FieldSyntax.oddities(in: input, reason)
        obsoleteText = text.obsolete
        guard let control = text.control else {
            controls = nil
            return
        }
        var last = control
        for position in control..<end where unsafe FieldSyntax.isControl(input[position]) {
            guard tolerances.contains(.controlsInValues), !lacksSpace, unsafe input[position] != 0 else {
                throw unsafe WireError(.malformedStatusLine, at: position, in: input)
            }
            last = position
        }
        controls = control...last
    }
}

extension StatusLine {
    /// What is out of the ordinary in it.
    @inline(__always)
    func note(in quirks: inout QuirkList) {
        if let oddVersion { quirks.append(Quirk(.oddVersion, offset: 0, length: oddVersion)) }
        // RFC 9110 §2.5
        if version > .http11 { quirks.append(Quirk(.higherMinorVersion, offset: 0, length: 8)) }
        if !extraSpaces.isEmpty {
            quirks.append(
                Quirk(.repeatedStatusSpace, offset: extraSpaces.lowerBound, length: extraSpaces.count))
        }
        if lacksSpace { quirks.append(Quirk(.missingReasonSpace, offset: reason.lowerBound, length: 0)) }
        if let controls {
            quirks.append(Quirk(.controlInValue, offset: controls.lowerBound, length: controls.count))
        }
        if let obsoleteText {
            quirks.append(Quirk(.obsoleteText, offset: obsoleteText.lowerBound, length: obsoleteText.count))
        }
    }
}

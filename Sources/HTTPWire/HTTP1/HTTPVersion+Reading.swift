import Bytes
import HTTPModel

extension HTTPVersion {
    /// `"HTTP/" DIGIT "." DIGIT` in upper case, of which this proxy speaks 1.0 and 1.1 (RFC 9112 §2.3).
    ///
    /// - Parameter acceptsHigherMinor: whether 1.2 to 1.9 may be read as the highest known minor version (RFC 9110
    ///   §2.5).
    init(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, acceptsHigherMinor: Bool
    ) throws(WireError) {
        let expected: StaticString = "HTTP/"
        let start = range.lowerBound
        for index in 0..<5
        where unsafe start + index >= range.upperBound || input[start + index] != expected.utf8Start[index] {
            throw unsafe WireError(.malformedVersion, at: start, length: range.count, in: input)
        }
        guard range.count == 8, unsafe ASCII.isDigit(input[start + 5]), unsafe input[start + 6] == UInt8(ascii: "."),
            unsafe ASCII.isDigit(input[start + 7])
        else {
            throw unsafe WireError(.malformedVersion, at: start, length: range.count, in: input)
        }
        let version = unsafe HTTPVersion(major: input[start + 5] &- ASCII.zero, minor: input[start + 7] &- ASCII.zero)
        guard version == .http11 || version == .http10 || (acceptsHigherMinor && version.major == 1) else {
            throw unsafe WireError(.unsupportedVersion, at: start, length: 8, in: input)
        }
        self = version
    }
}

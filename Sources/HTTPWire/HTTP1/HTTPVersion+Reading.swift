import Bytes
import HTTPModel

/// The version that a status line begins with, as browsers and curl read it.
struct StatusVersion {
    let version: HTTPVersion
    /// Bytes that it takes.
    let length: Int
    /// It is not written as the grammar has it, or is none of HTTP/1.
    let isOdd: Bool

    /// `input[0..<end]` is the status line.
    init(_ input: UnsafeBufferPointer<UInt8>, end: Int, _ tolerances: Tolerances) throws(WireError) {
        let acceptsHigherMinor = tolerances.contains(.higherMinorVersions)
        let range = 0..<min(8, end)
        guard let written = unsafe Self.written(input, end: end) else {
            // It throws, since nothing here is a version.
            version = try unsafe HTTPVersion(input, range, acceptsHigherMinor: acceptsHigherMinor)
            (length, isOdd) = (8, false)
            return
        }
        let isOfHTTP2 = written.version == HTTPVersion(major: 2, minor: 0)
        let isTolerated =
            (!isOfHTTP2 || tolerances.contains(.laterMajorVersions))
            && (written.isPlain || tolerances.contains(.oddStatusLines))
        guard isTolerated, isOfHTTP2 || !written.isPlain else {
            version = try unsafe HTTPVersion(input, range, acceptsHigherMinor: acceptsHigherMinor)
            (length, isOdd) = (8, false)
            return
        }
        // Whoever finds no minor version reads HTTP/1.0, and HTTP/2.0 as the latest HTTP/1 there is.
        let read = isOfHTTP2 ? (written.length == 6 ? HTTPVersion.http10 : .http11) : written.version
        guard read.major == 1, read <= .http11 || acceptsHigherMinor else {
            throw unsafe WireError(.unsupportedVersion, at: 0, length: written.length, in: input)
        }
        (version, length, isOdd) = (read, written.length, true)
    }

    /// `HTTP/d.d` or `HTTP/2` in any letters; whether they are those of the grammar.
    private static func written(
        _ input: UnsafeBufferPointer<UInt8>, end: Int
    ) -> (version: HTTPVersion, length: Int, isPlain: Bool)? {
        let name: StaticString = "HTTP/"
        guard end >= 6, unsafe ASCII.isDigit(input[5]) else { return nil }
        var isPlain = true
        for index in 0..<5 {
            let byte = unsafe input[index]
            let expected = unsafe name.utf8Start[index]
            guard byte == expected || ASCII.lowercase(byte) == ASCII.lowercase(expected) else { return nil }
            isPlain = isPlain && byte == expected
        }
        let major = unsafe input[5] &- ASCII.zero
        if end >= 8, unsafe input[6] == UInt8(ascii: "."), unsafe ASCII.isDigit(input[7]) {
            return unsafe (HTTPVersion(major: major, minor: input[7] &- ASCII.zero), 8, isPlain)
        }
        guard major == 2, end > 6, unsafe input[6] == ASCII.space else { return nil }
        return (HTTPVersion(major: 2, minor: 0), 6, isPlain)
    }
}

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

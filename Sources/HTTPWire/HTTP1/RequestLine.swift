import Bytes
import HTTPModel

/// A request line, taken apart (RFC 9112 §3). It holds no reference, so that to keep it costs nothing.
struct RequestLine: Sendable {
    let methodRange: Range<Int>
    let target: RequestTarget
    let unencoded: Range<Int>?
    let version: HTTPVersion

    /// `method SP request-target SP HTTP-version`, with one space each: the line is `input[0..<end]`.
    ///
    /// RFC 9112 §3 lets a recipient split on any white space, and §3.2 warns of what comes of it; this does not.
    init(_ input: UnsafeBufferPointer<UInt8>, end: Int, _ tolerances: Tolerances) throws(WireError) {
        var position = 0
        while position < end, unsafe OctetClass.token.contains(input[position]) { position += 1 }
        guard position < end else {
            throw unsafe WireError(.malformedRequestLine, at: 0, length: end, in: input)
        }
        guard unsafe input[position] == ASCII.space, position > 0 else {
            throw unsafe WireError(.malformedMethod, at: position, in: input)
        }
        methodRange = 0..<position
        let method = unsafe Method.recognise(UnsafeBufferPointer(rebasing: input[methodRange]))

        let targetStart = position + 1
        var targetEnd = targetStart
        while targetEnd < end, unsafe input[targetEnd] != ASCII.space { targetEnd += 1 }
        // No second space: an HTTP/0.9 request, which this is not a server for. No target: two spaces.
        guard targetEnd < end, targetEnd > targetStart else {
            throw unsafe WireError(.malformedRequestLine, at: min(targetEnd, end), in: input)
        }
        let versionStart = targetEnd + 1
        if let space = unsafe input[versionStart..<end].firstIndex(of: ASCII.space) {
            throw unsafe WireError(.malformedRequestLine, at: space, in: input)
        }
        version = try unsafe HTTPVersion(input, versionStart..<end, acceptsHigherMinor: false)
        let parsed = try unsafe TargetParser.parse(input, targetStart..<targetEnd, method: method, tolerances)
        target = parsed.target
        unencoded = parsed.unencoded
    }

    /// The method, in the head that begins with this line. (Kept as a value it would be a reference, for the sake of
    /// those that are not known by sight.)
    @inline(__always)
    func method(in head: Bytes) -> Method {
        head.withSpan { span in
            unsafe span.withUnsafeBufferPointer {
                unsafe Method.recognise(UnsafeBufferPointer(rebasing: $0[methodRange]))
            }
        } ?? .other(head.slice(methodRange))
    }
}

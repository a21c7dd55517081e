package import Bytes
package import HTTPModel

extension KnownField {
    /// The known field of this name, for names that did not come through the decoder.
    package static func named(_ name: Bytes) -> KnownField {
        name.withSpan { named($0) }
    }

    static func named(_ name: Span<UInt8>) -> KnownField {
        unsafe name.withUnsafeBufferPointer { unsafe OctetClass.token.containsAll($0) ? recognise($0) : .other }
    }

    /// The known field of this name, by length, then by letters. The bytes must have been checked to be a token.
    static func recognise(_ name: UnsafeBufferPointer<UInt8>) -> KnownField {
        guard let first = unsafe name.first else { return .other }
        let initial = first | 0x20
        let candidate: KnownField
        switch (name.count, initial) {
        case (2, UInt8(ascii: "t")): candidate = .te
        case (3, UInt8(ascii: "v")): candidate = .via
        case (3, UInt8(ascii: "a")): candidate = .age
        case (4, UInt8(ascii: "h")): candidate = .host
        case (4, UInt8(ascii: "v")): candidate = .vary
        case (4, UInt8(ascii: "e")): candidate = .etag
        case (4, UInt8(ascii: "d")): candidate = .date
        case (5, UInt8(ascii: "r")): candidate = .range
        case (6, UInt8(ascii: "e")): candidate = .expect
        case (6, UInt8(ascii: "c")): candidate = .cookie
        case (6, UInt8(ascii: "p")): candidate = .pragma
        case (6, UInt8(ascii: "a")): candidate = .accept
        case (6, UInt8(ascii: "o")): candidate = .origin
        case (6, UInt8(ascii: "s")): candidate = .server
        case (7, UInt8(ascii: "u")): candidate = .upgrade
        case (7, UInt8(ascii: "t")): candidate = .trailer
        case (7, UInt8(ascii: "e")): candidate = .expires
        case (7, UInt8(ascii: "r")): candidate = .referer
        case (8, UInt8(ascii: "l")): candidate = .location
        case (10, UInt8(ascii: "c")): candidate = .connection
        case (10, UInt8(ascii: "k")): candidate = .keepAlive
        case (10, UInt8(ascii: "s")): candidate = .setCookie
        case (10, UInt8(ascii: "u")): candidate = .userAgent
        case (11, UInt8(ascii: "r")): candidate = .retryAfter
        case (12, UInt8(ascii: "m")): candidate = .maxForwards
        case (12, UInt8(ascii: "c")): candidate = .contentType
        case (13, UInt8(ascii: "a")):
            candidate = unsafe name[1] | 0x20 == UInt8(ascii: "u") ? .authorization : .acceptRanges
        case (13, UInt8(ascii: "l")): candidate = .lastModified
        case (13, UInt8(ascii: "i")): candidate = .ifNoneMatch
        // Cache-Control and Content-Range share length and initial: the second letter tells them apart.
        case (13, UInt8(ascii: "c")):
            candidate = unsafe name[1] | 0x20 == UInt8(ascii: "a") ? .cacheControl : .contentRange
        case (14, UInt8(ascii: "c")): candidate = .contentLength
        case (15, UInt8(ascii: "a")):
            candidate = unsafe name[7] | 0x20 == UInt8(ascii: "e") ? .acceptEncoding : .acceptLanguage
        case (16, UInt8(ascii: "p")): candidate = .proxyConnection
        case (16, UInt8(ascii: "c")): candidate = .contentEncoding
        case (16, UInt8(ascii: "w")): candidate = .wwwAuthenticate
        case (17, UInt8(ascii: "t")): candidate = .transferEncoding
        case (17, UInt8(ascii: "i")): candidate = .ifModifiedSince
        case (18, UInt8(ascii: "p")): candidate = .proxyAuthenticate
        case (19, UInt8(ascii: "p")): candidate = .proxyAuthorization
        default: return .other
        }
        return unsafe isName(of: candidate, name) ? candidate : .other
    }

    /// Among token characters setting bit 0x20 changes the case of letters, and turns `^` and `_` into characters that
    /// no known name has: so it is a comparison without regard to case.
    @inline(__always)
    private static func isName(of field: KnownField, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let expected = unsafe field.name.utf8Start
        for index in 0..<name.count where unsafe name[index] | 0x20 != expected[index] {
            return false
        }
        return true
    }
}

extension Method {
    /// The method that stands at the start of a head, without a copy for the registered ones.
    static func recognise(_ name: UnsafeBufferPointer<UInt8>) -> Method? {
        switch name.count {
        case 3:
            if unsafe equal(name, "GET") { return .get }
            if unsafe equal(name, "PUT") { return .put }
        case 4:
            if unsafe equal(name, "POST") { return .post }
            if unsafe equal(name, "HEAD") { return .head }
        case 5:
            if unsafe equal(name, "PATCH") { return .patch }
            if unsafe equal(name, "TRACE") { return .trace }
            if unsafe equal(name, "QUERY") { return .query }
        case 6:
            if unsafe equal(name, "DELETE") { return .delete }
        case 7:
            if unsafe equal(name, "CONNECT") { return .connect }
            if unsafe equal(name, "OPTIONS") { return .options }
        default: break
        }
        return nil
    }

    @inline(__always)
    private static func equal(_ name: UnsafeBufferPointer<UInt8>, _ expected: StaticString) -> Bool {
        let letters = unsafe expected.utf8Start
        for index in 0..<name.count where unsafe name[index] != letters[index] {
            return false
        }
        return true
    }
}

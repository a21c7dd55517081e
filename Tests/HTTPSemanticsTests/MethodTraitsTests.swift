import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct MethodTraitsTests {
    /// RFC 9110 §16.1.1 (table 7), RFC 5789 §2 and the QUERY document.
    @Test(
        arguments: [
            (.get, true, true), (.head, true, true), (.options, true, true), (.trace, true, true), (.query, true, true),
            (.put, false, true), (.delete, false, true), (.post, false, false), (.patch, false, false),
            (.connect, false, false), (.other("FETCH"), false, false),
        ] as [(Method, Bool, Bool)])
    func safeAndIdempotentAreAsDefined(method: Method, isSafe: Bool, isIdempotent: Bool) {
        let traits = MethodTraits(method)
        #expect(traits.isSafe == isSafe)
        #expect(traits.isIdempotent == isIdempotent)
        if method != .connect { #expect((traits.retry == .byItself) == isIdempotent) }
    }

    @Test func cachesAndContentAreAsDefined() {
        #expect(MethodTraits(.get).cacheability == .always)
        #expect(MethodTraits(.post).cacheability == .whenExplicit)
        #expect(MethodTraits(.put).cacheability == .never)
        #expect(MethodTraits(.trace).content == .forbidden)
        #expect(MethodTraits(.get).content == .undefined)
        #expect(MethodTraits(.query).content == .expected)
        #expect(MethodTraits(.other("get")).isKnown == false)
    }
}

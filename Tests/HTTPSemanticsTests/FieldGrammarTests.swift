import Bytes
import HTTPModel
import HTTPSemantics
import Testing

/// Where readers of one field said different things, and the RFC says which of them is right.
@Suite struct FieldGrammarTests {
    @Test(arguments: ["a /b", "a/b c", "a/", "/b", "a/b;=d", ";a/b", "a/b,c/d", ""] as [Bytes])
    func whatNamesNoTypeIsNotWellFormed(value: Bytes) {
        #expect(!MediaType(value).isWellFormed)
    }

    /// What is behind the first semicolon does not change the type (RFC 9110 §8.3.1), and an empty first part is none.
    @Test(arguments: ["a/b", "a/b;", "a/b ; c=d;;e=\"f\\\"; g\"", "a/b; c"] as [Bytes])
    func theTypeStandsBeforeTheFirstSemicolon(value: Bytes) {
        #expect(MediaType(value).isWellFormed)
        #expect(MediaType(value).essence == "a/b")
        #expect(ContentDisposition("; a=b").kind.isEmpty)
    }

    /// RFC 9110 §8.8.3: `W/` is compared with its case, a backslash escapes nothing, and a comma belongs to the quotes.
    @Test(
        arguments: [
            (#""a\", "b""#, [#""a\""#, #""b""#]), (#"w/"a", "b""#, [#""b""#]), (#"x"a", "b""#, [#""b""#]),
            (#""a,b","c"#, [#""a,b""#]), ("a, b", []), ("", []), (#"W/"a" x,, "b""#, [#""a""#, #""b""#]),
        ] as [(Bytes, [Bytes])])
    func tagsAreReadAsTagsAndNotAsQuotedStrings(value: Bytes, opaque: [Bytes]) {
        #expect(EntityTag.list(value).map(\.opaque) == opaque)
    }

    /// RFC 9110 §13.1.2: such a tag was cut into two that matched nothing.
    @Test func aTagWithABackslashIsCompared() {
        let raw = Bytes("If-None-Match: \"a\\\", \"b\"\r\n")
        let line = FieldLine(
            start: 0, nameEnd: 13, valueStart: 15, valueEnd: raw.count - 2, end: raw.count, known: .ifNoneMatch)
        let steps = Preconditions(
            method: .get, request: FieldSection(raw: raw, lines: [line]), tag: EntityTag("\"b\""), modified: nil, now: 0
        )
        #expect(steps.verdict == .notModified)
    }

    /// RFC 9110 §11.6.1.
    @Test func aParameterBelongsToTheSchemeBeforeIt() {
        #expect(Challenge.list("realm=\"a\", Basic realm=\"b\", charset =\"c\"").map(\.parameters.count) == [2])
        #expect(Challenge.list("realm=\"a\"").isEmpty)
        #expect(Challenge.list("Negotiate YWJj, A b=c, D").map(\.token) == ["YWJj", nil, nil])
    }

    @Test func aUnitIsAToken() {
        #expect(RangeRequest("bytes =0-1") == nil)
        #expect(ContentRange("by(tes 0-1/2") == nil)
    }

    /// RFC 3986 §3.2.2: hexadecimal digits and colons alone are no address.
    @Test(arguments: ["http://[1:2]/", "http://[:::]/", "http://[12345::]/", "http://[1::2::3]/"] as [Bytes])
    func anAddressHasTheGroupsOfOne(url: Bytes) {
        #expect(URLReference(url).firstDefect?.kind == .malformedAddress)
    }

    /// RFC 9112 §3.2.1: the origin form is a path, and names no host whatever it begins with.
    @Test func aTargetOfTwoSlashesIsAPath() {
        let target = URLReference("//a/b?c", as: .pathAndQuery)
        #expect(target.bytes(target.path) == "//a/b")
        #expect(target.authority == nil)
        #expect(target.bytes(target.query) == "c")
    }

    @Test func anAuthorityIsNoScheme() {
        let target = URLReference("example.com:443", as: .authority)
        #expect(target.bytes(target.host) == "example.com")
        #expect(target.bytes(target.port) == "443")
        #expect(target.scheme == nil)
    }

    /// What is laid side by side is every byte once; what is readable is what is parsed.
    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun Nov 16 08:49:37 1994", "Sun,  06 Nov 1994", "sun, 06 nov 1994 08:49:37 gmt",
            "Sun Nov  6 08:49:37 1994 x",
            "x", "", ",", "Mon, ,", "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        ] as [Bytes])
    func theDatesPartsLieSideBySide(value: Bytes) {
        let parts = HTTPDate.parts(of: value)
        var position = 0
        for part in parts {
            #expect(part.range.lowerBound == position)
            position = part.range.upperBound
        }
        #expect(position == value.count)
        if HTTPDate.parse(value, now: 0) != nil { #expect(parts.allSatisfy { $0.value != nil }) }
        if parts.contains(where: { $0.value == nil }) { #expect(HTTPDate.parse(value, now: 0) == nil) }
    }

    @Test func onlyTheLettersCaseMayBeWrong() {
        #expect(HTTPDate.parse("sun, 06 nov 1994 08:49:37 gmt", now: 0) == 784_111_777)
        #expect(
            HTTPDate.parts(of: "sun, 06 nov 1994 08:49:37 gmt").filter { !$0.isCorrect }.map(\.kind) == [
                .dayName, .month, .zone,
            ])
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 CET", now: 0) == nil)
    }

    @Test func aDirectiveSaysForWhichMessageItIs() {
        #expect(CacheControl.Name("Max-Stale").side == .request)
        #expect(CacheControl.Name("s-maxage").side == .response)
        #expect(CacheControl.Name("max-age").side == nil)
        #expect(CacheControl.Name("x").side == nil)
    }
}

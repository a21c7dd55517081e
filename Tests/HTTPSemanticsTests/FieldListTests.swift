import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct FieldListTests {
    @Test(
        arguments: [
            ("foo , ,bar,charlie", ["foo", "bar", "charlie"]), (", ,", []), ("\"a,b\", c", ["\"a,b\"", "c"]),
            ("\"a\\\",b\",c", ["\"a\\\",b\"", "c"]), ("a,\"b,c", ["a", "\"b,c"]), ("", []),
        ] as [(Bytes, [Bytes])])
    func commasInQuotedStringsDoNotSeparate(value: Bytes, members: [Bytes]) {
        #expect(FieldList.split(value) == members)
    }

    @Test func repeatedLinesAreOneList() {
        #expect(section("Vary: a, b\nHost: x\nvary: c").members(.vary) == ["a", "b", "c"])
    }

    @Test(
        arguments: [("\"a\\\"b\"", "a\"b"), ("abc", "abc"), ("\"", "\""), ("\"\"", ""), ("\"a\\\\\"", "a\\")]
            as [(Bytes, Bytes)])
    func unquotes(value: Bytes, plain: Bytes) {
        #expect(FieldList.unquote(value) == plain)
    }

    /// The example of RFC 9110 §11.6.1, whose commas separate challenges and parameters alike.
    @Test func tellsChallengesFromTheirParameters() {
        let list = Challenge.list(
            .wwwAuthenticate,
            in: section(
                "WWW-Authenticate: Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to "
                    + "\\\"apps\\\"\""
            ))
        #expect(list.map(\.scheme) == ["Basic", "Newauth"])
        #expect(list.map(\.realm) == ["simple", "apps"])
        #expect(list[1].parameters.map(\.value) == ["apps", "1", "Login to \"apps\""])
    }

    @Test func readsTokensAfterASchemeAndSchemesAlone() {
        let list = Challenge.list(
            .wwwAuthenticate,
            in: section("WWW-Authenticate: Negotiate YWJj==\nWWW-Authenticate: NTLM, Digest qop=\"a,b\" , nonce=x"))
        #expect(list.map(\.scheme) == ["Negotiate", "NTLM", "Digest"])
        #expect(list[0].token == "YWJj==")
        #expect(list[2].parameters.map(\.name) == ["qop", "nonce"])
    }

    @Test func aSecretWithoutASchemeIsNotTakenForOne() {
        #expect(Credentials.scheme("Basic dXNlcg==") == "Basic")
        #expect(Credentials.scheme("abcdef0123456789") == nil)
        #expect(Credentials.scheme("") == nil)
    }

    @Test func contentCodingsAreReadInOrder() {
        let codings = ContentCoding.list(section("Content-Encoding: X-GZIP, br\nContent-Encoding: Foo"))
        #expect(codings == [.gzip, .brotli, .other("foo")])
    }
}

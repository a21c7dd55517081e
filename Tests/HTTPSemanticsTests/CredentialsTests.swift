import Bytes
import HTTPSemantics
import Testing

@Suite struct CredentialsTests {
    /// RFC 7617 §2, and a password with colons in it.
    @Test(
        arguments: [
            ("QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Aladdin", "open sesame"), ("YTpiOmM=", "a", "b:c"), ("Og==", "", ""),
        ] as [(Bytes, Bytes, Bytes)])
    func basicCredentialsAreDecoded(token: Bytes, user: Bytes, password: Bytes) throws {
        let credentials = try #require(BasicCredentials(token: token))
        #expect(credentials.user == user)
        #expect(credentials.password == password)
    }

    @Test(arguments: ["", "?", "YWJj"] as [Bytes])
    func whatHasNoColonIsNotBasic(token: Bytes) {
        #expect(BasicCredentials(token: token) == nil)
    }

    /// RFC 7515 §A.1, whose claims are those of RFC 7519 §3.1.
    @Test func aTokenShowsItsHeaderAndClaims() throws {
        let token = try #require(
            JSONWebToken(
                Bytes(
                    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
                        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxl"
                        + "LmNvbS9pc19yb290Ijp0cnVlfQ"
                        + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")))
        #expect(token.algorithm == "HS256")
        #expect(token.header["typ"] == .text("JWT"))
        #expect(token.claims["iss"] == .text("joe"))
        #expect(token.claims["http://example.com/is_root"] == .other("true"))
        #expect(token.expires == 1_300_819_380)
        #expect(token.notBefore == nil)
        #expect(token.signatureLength == 32)
    }

    /// RFC 7519 §6.1: an unsecured token.
    @Test func anUnsecuredTokenHasNoSignature() throws {
        let token = try #require(
            JSONWebToken(
                Bytes(
                    "eyJhbGciOiJub25lIn0"
                        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxl"
                        + "LmNvbS9pc19yb290Ijp0cnVlfQ"
                        + ".")))
        #expect(token.algorithm == "none")
        #expect(token.signatureLength == 0)
    }

    @Test(arguments: ["", "a.b", "a.b.c", "e30.e30", "e30.W10.", "e30.e30.?"] as [Bytes])
    func whatIsNoTokenIsNotRead(token: Bytes) {
        #expect(JSONWebToken(token) == nil)
    }

    @Test func objectsAreReadAsFarAsNeeded() throws {
        let object = try #require(
            JSONObject(
                #" { "a" : "x\"\u00e9\ud83d\ude00\n" , "b":[1,{"c":"}"}], "d":-1.5e3,"e":{},"f":null, "g": 12 } "#))
        #expect(object["a"] == .text("x\"é😀\n"))
        #expect(object["b"] == .other(#"[1,{"c":"}"}]"#))
        #expect(object["d"] == .number("-1.5e3"))
        #expect(object["e"] == .other("{}"))
        #expect(object["f"] == .other("null"))
        #expect(object.seconds("g") == 12)
        #expect(object.seconds("a") == nil)
        #expect(JSONObject("{}")?.members.isEmpty == true)
    }

    @Test(
        arguments: [
            "", "{", "[]", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1}x", "{\"a\":[}", "{\"a\":\"", "{\"a\":\"\\",
        ] as [Bytes])
    func damagedObjectsAreRefused(text: Bytes) {
        #expect(JSONObject(text) == nil)
    }

    @Test func depthAndSizeAreBounded() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(JSONObject(Bytes("{\"a\":\(deep)}")) == nil)
        let wide = (0..<300).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(JSONObject(Bytes("{\(wide)}")) == nil)
        #expect(JSONObject(Bytes("{\"a\":\"\(String(repeating: "b", count: 70_000))\"}")) == nil)
    }

    /// MS-NLMP §2.2.1: the signature, and the type as 32 bits, least first.
    @Test(
        arguments: [
            ([1, 0, 0, 0], .ntlmNegotiate), ([2, 0, 0, 0], .ntlmChallenge), ([3, 0, 0, 0], .ntlmAuthenticate),
            ([1, 0, 0, 1], .unknown),
        ] as [([UInt8], NegotiationLeg)])
    func legsOfNTLMAreNamed(type: [UInt8], leg: NegotiationLeg) {
        let message = Array("NTLMSSP\0".utf8) + type + [0, 0]
        #expect(NegotiationLeg(token: Bytes(Base64.encode(message))) == leg)
    }

    @Test func otherTokensAreToldByTheirFirstByte() {
        #expect(NegotiationLeg(token: Bytes(Base64.encode([0x60, 0x82]))) == .gssInitial)
        #expect(NegotiationLeg(token: Bytes(Base64.encode([0xA1, 0x82]))) == .spnegoResponse)
        #expect(NegotiationLeg(token: "AAAA") == .unknown)
        #expect(NegotiationLeg(token: "?") == nil)
    }

    @Test func aValueIsTakenApartIntoSchemeAndRest() throws {
        let value = try #require(AuthorizationValue(#"Digest a="x, \"y\"", b=z"#))
        #expect(value.scheme == "Digest")
        #expect(value.parameter("a") == #"x, "y""#)
        #expect(value.parameter("b") == "z")
        #expect(AuthorizationValue("abc") == nil)
    }
}

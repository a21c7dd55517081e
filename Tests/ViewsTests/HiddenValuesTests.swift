import Bytes
import Explain
import Foundation
import Testing
import Views

/// Credentials are hidden everywhere, common words only where they are a cookie's value.
@Suite struct HiddenValuesTests {
    private func hidden(_ cookies: String) throws -> HiddenValues {
        let raw = "GET / HTTP/1.1\r\nHost: a.test\r\nCookie: \(cookies)\r\n\r\n"
        let record = try #require(ExplainedInput(raw: Bytes(raw), .init()).exchanges.first)
        return HiddenValues(in: [record])
    }

    @Test(arguments: ["true", "users", "None", "dark-mode", "1234", "Path", "2026"])
    func aCommonWordIsHiddenOnlyInItsPlace(word: String) throws {
        let hidden = try hidden("ok=\(word)")
        for text in ["GET /\(word)/a", "SameSite=\(word); Path=/", "max-age=\(word)", "Allow: \(word)"] {
            #expect(hidden.hide(Bytes(text)) == Bytes(text))
        }
        #expect(hidden.hide(Bytes("Cookie: ok=\(word); b=1")) == Bytes("Cookie: ok=…; b=1"))
    }

    @Test(arguments: ["k7Qz9", "hunter2", "Zm9vYmFyYmF6cXV4", "abcdefghijklmnop", "12345678", "a.b.c.d"])
    func aCredentialIsHiddenEverywhere(value: String) throws {
        let hidden = try hidden("sid=\(value)")
        #expect(!hidden.hide(Bytes("GET /t/\(value)/a")).text.contains(value))
        #expect(!hidden.hide(Bytes("Cookie: sid=\(value)")).text.contains(value))
    }

    /// What a token says of its user is told with the token's parts, and is as secret as the token.
    @Test func claimsOfATokenAreHidden() throws {
        func coded(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        let claims = "{\"sub\":\"alice\",\"email\":\"a@b.test\",\"iss\":\"https://id.test\",\"exp\":1772366400}"
        let token = "\(coded("{\"alg\":\"HS256\"}")).\(coded(claims)).\(coded("signature"))"
        let raw = "GET / HTTP/1.1\r\nHost: a.test\r\nAuthorization: Bearer \(token)\r\n\r\n"
        let record = try #require(ExplainedInput(raw: Bytes(raw), .init()).exchanges.first)
        let hidden = HiddenValues(in: [record])
        for text in ["sub: alice", "email: a@b.test", token] {
            #expect(hidden.hide(Bytes(text)) != Bytes(text), "\(text)")
        }
        for text in ["iss: https://id.test", "malice", "expires at 1772366400"] {
            #expect(hidden.hide(Bytes(text)) == Bytes(text), "\(text)")
        }
    }

    @Test func aUrlIsHiddenByItself() {
        let hidden = HiddenValues(inURL: "https://a.test/x?access_token=k7Qz9aaaPPPw&page=2")
        #expect(hidden.hide("/x?access_token=k7Qz9aaaPPPw&page=2") == "/x?access_token=…&page=2")
    }
}

import Foundation
import TestKit
import Testing

/// What is handed on holds no secret, unless somebody wants that.
@Suite struct ExportSecretsTests {
    /// Each stands in one place of the session below, and nowhere else.
    private static let secrets: [(place: String, value: String)] = [
        ("bearer", "bearer-Zq81xPw0LmA"), ("cookie", "Ck77sessAbCd01"), ("cookie2", "dark9mode2x1yz"),
        ("api key field", "fieldKEY00aabb11"), ("own token field", "own-T0ken-998877"),
        ("proxy password", "cHJveHk6cGFzczEyMw=="),
        ("url token", "urlTok3nAAbb99"), ("url signature", "sigVal00ue11zz"), ("url password", "urlPassw0rd88"),
        ("referer token", "refTok3nQQww12"), ("form password", "form%26Pass0rd9"), ("form csrf", "csrf00form11val"),
        ("json password", "jsonPassw0rd77"), ("json nested", "nestedSecr3t55"), ("json escaped", "esc4pedSecr3t66"),
        ("json array", "arr4ySecret0011"), ("pair value", "p4irValue22bb33"), ("multipart password", "multiP4rtPass44"),
        ("multipart json", "multiJs0nTok55"), ("set-cookie", "s3tCookieVal88zz"),
        ("location code", "oauthC0deAAbbCCdd"),
        ("gzip json", "gz1pT0kenInside99"), ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl"),
        ("stripe", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"), ("github", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
        ("aws", "AKIAIOSFODNN7EXAMPLE"), ("database", "dbP4ssw0rd33"), ("hidden input", "h1ddenInput77zz"),
        ("event", "ev3ntT0ken4455"), ("settings", "s3ttingsV4lue99"), ("trailer", "tr4ilerS3cret00"),
    ]

    private static func secret(_ place: String) -> String { secrets.first { $0.place == place }?.value ?? "" }

    private static func post(_ path: String, _ type: String, _ body: String, _ fields: String = "") -> String {
        "POST ORIGIN\(path) HTTP/1.1\r\nHost: HOST\r\n\(fields)Content-Type: \(type)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static let head = """
        GET ORIGIN/a?token=\(secret("url token"))&X-Amz-Signature=\(secret("url signature")) HTTP/1.1\r
        Host: HOST\r
        Authorization: Bearer \(secret("bearer"))\r
        Cookie: sid=\(secret("cookie")); theme=\(secret("cookie2"))\r
        X-Api-Key: \(secret("api key field"))\r
        X-Acme-Token: \(secret("own token field"))\r
        Referer: https://u:\(secret("url password"))@a.test/?access_token=\(secret("referer token"))\r
        Proxy-Authorization: Basic \(secret("proxy password"))\r
        \r

        """

    private static let json = """
        {"user": "ann", "password": "\(secret("json password"))", \
        "a": {"b": {"clientSecret": "\(secret("json nested"))"}}, \
        "log": "{\\"api_key\\":\\"\(secret("json escaped"))\\"}", "secret": ["\(secret("json array"))"], \
        "pairs": [{"name": "auth-token", "value": "\(secret("pair value"))"}]}
        """

    private static let parts = """
        --XX\r
        Content-Disposition: form-data; name="password"\r
        \r
        \(secret("multipart password"))\r
        --XX\r
        Content-Disposition: form-data; name="data"\r
        Content-Type: application/json\r
        \r
        {"token":"\(secret("multipart json"))"}\r
        --XX--\r

        """

    private static let text = """
        key \(secret("jwt")) and \(secret("stripe")), \(secret("github")) \(secret("aws"))
        postgres://app:\(secret("database"))@db/x
        API_SECRET=\(secret("settings"))

        """

    private static let form = "user=ann&password=\(secret("form password"))&csrf_token=\(secret("form csrf"))"
    private static let page = "<form><input type=\"hidden\" name=\"csrf\" value=\"\(secret("hidden input"))\"></form>"

    private static let requests: [String] = [
        head, post("/form", "application/x-www-form-urlencoded", form), post("/json", "application/json", json),
        post("/parts", "multipart/form-data; boundary=XX", parts), post("/text", "text/plain", text),
        post("/page", "text/html", page),
        post("/events", "text/event-stream", "data: {\"token\": \"\(secret("event"))\"}\n\n"),
        "GET ORIGIN/z HTTP/1.1\r\nHost: HOST\r\n\r\n",
    ]

    /// gzip of a JSON with a token, the same in a cookie and a redirect's code; the bearer is repeated in the trailer.
    private static func answer() throws -> [UInt8] {
        let json = "{\"token\":\"\(secret("gzip json"))\",\"repeated\":\"\(secret("set-cookie"))\"}"
        let scratch = try Scratch()
        try scratch.write("body", json)
        let packed = try Tool.run("/bin/gzip", ["-9", "-n", "-c", scratch.file("body")]).output
        let head = """
            HTTP/1.1 200 OK\r
            Set-Cookie: sid=\(secret("set-cookie")); Path=/\r
            Location: /cb?code=\(secret("location code"))&state=open\r
            Content-Type: application/json\r
            Content-Encoding: gzip\r
            Connection: close\r
            Trailer: X-Auth-Token\r
            Transfer-Encoding: chunked\r
            \r
            \(String(packed.count, radix: 16))\r

            """
        var answer = Array(head.utf8)
        answer += packed
        answer += Array("\r\n0\r\nX-Auth-Token: \(secret("trailer"))\r\n\r\n".utf8)
        return answer
    }

    private func scene() throws -> ExportScene {
        let scene = try ExportScene(Self.requests.map { Array($0.utf8) }, answering: Self.answer())
        for number in 1...Self.requests.count {
            #expect(try scene.home.hark("tag", String(number), "bug", "--session", scene.session).code == 0)
        }
        #expect(
            try scene.home.hark("comment", "1", "it fails with \(Self.secret("bearer"))", "--session", scene.session)
                .code == 0)
        return scene
    }

    /// The bytes, and what stands in base64 in them.
    private func everything(_ data: Data) -> String {
        var text = String(decoding: data, as: UTF8.self)
        for run in text.matches(of: /[A-Za-z0-9+\/]{16,}={0,2}/) {
            if let plain = Data(base64Encoded: String(run.output)) {
                text += "\n" + String(decoding: plain, as: UTF8.self)
            }
        }
        return text
    }

    @Test(arguments: ["har", "html", "markdown", "postman", "openapi", "csv", "pcap"])
    func whatGoesToPeopleHasNone(format: String) throws {
        let scene = try scene()
        let path = scene.home.scratch.file("bug." + format)
        let result = try scene.home.hark(
            "export", "tag = bug", "--format", format, "-o", path, "--session", scene.session)
        #expect(result.code == 0, result.summary)
        let text = everything(try Data(contentsOf: URL(filePath: path)))
        for (place, value) in Self.secrets {
            #expect(!text.contains(value), "\(place) in \(format)")
            #expect(!result.diagnostics.contains(value), "\(place) in what is said")
        }
        #expect(result.diagnostics.contains("credentials were replaced: "), result.summary)
        #expect(!result.diagnostics.contains("warning"))
    }

    @Test(arguments: ["log", "raw", "curl", "python", "javascript", "httpie", "swift", "go", "k6"])
    func programsHaveNoneWhenSomebodySaysSo(format: String) throws {
        let scene = try scene()
        let redacted = everything(try scene.content("a", format, "--redact"))
        for (place, value) in Self.secrets { #expect(!redacted.contains(value), "\(place) in \(format)") }
        let exact = everything(try scene.content("b", format))
        #expect(exact.contains(Self.secret("bearer")), "\(format)")
    }

    @Test func whatIsNoSecretStays() throws {
        let scene = try scene()
        let text = everything(try scene.content("bug.har", "har"))
        for plain in [
            "\"ann\"", "user=ann", "state=open", "/cb?code=", "Path=/", "repeated",
        ] {
            #expect(text.contains(plain) || text.contains(plain.replacing("\"", with: "\\\"")), "\(plain)")
        }
        #expect(text.contains("\"_redacted\":{\"places\":{"))
    }

    @Test func equalSecretsHaveEqualTagsAndOthersDoNot() throws {
        let scene = try scene()
        let text = String(decoding: try scene.content("bug.har", "har"), as: UTF8.self)
        let again = String(decoding: try scene.content("again.har", "har"), as: UTF8.self)
        // The token of the cookie that the server set is repeated in its body.
        let cookie = try #require(text.firstMatch(of: /sid=(\[secret [0-9a-f]+\]); Path/)).output.1
        #expect(text.contains(#"repeated\":\"\#(cookie)\""#))
        let tags = Set(text.matches(of: /\[secret ([0-9a-f]+)\]/).map { String($0.output.1) })
        #expect(tags.count >= 20)
        // Another export has another key.
        #expect(!again.contains("sid=\(cookie); Path"))
    }

    @Test func sizesAndFramingAreThoseOfTheWire() throws {
        let scene = try scene()
        let redacted = try entries(scene.content("a.har", "har"))
        let exact = try entries(scene.content("b.har", "har", "--with-secrets"))
        for (left, right) in zip(redacted, exact) {
            for message in ["request", "response"] {
                for size in ["headersSize", "bodySize", "_wireSize"] {
                    #expect(
                        (left[message] as? [String: Any])?[size] as? Int
                            == (right[message] as? [String: Any])?[size] as? Int, "\(message) \(size)")
                }
            }
            #expect(left["_redacted"] != nil && right["_redacted"] == nil)
        }
    }

    private func entries(_ data: Data) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
        return object?["log"]?["entries"] as? [[String: Any]] ?? []
    }

    @Test func secretsAreThereWhenSomebodyWantsThemAndItIsSaid() throws {
        let scene = try scene()
        let result = try scene.export("har", "--with-secrets")
        #expect(result.diagnostics.contains("warning: the export contains credentials"), result.summary)
        let text = everything(Data(result.output))
        for (place, value) in Self.secrets where place != "json escaped" { #expect(text.contains(value), "\(place)") }
    }
}

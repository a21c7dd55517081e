import Bytes
import TestKit
import Testing

@testable import Formats

/// Where secrets are found, and where none are.
@Suite struct SecretFinderTests {
    /// What is left when each secret is a star.
    private func left(_ secrets: [Secret], of bytes: Bytes) -> String {
        var shown: [UInt8] = []
        var position = 0
        for secret in secrets {
            shown += Array(bytes.slice(position..<secret.range.lowerBound)) + [ASCII.asterisk]
            position = secret.range.upperBound
        }
        return String(decoding: shown + Array(bytes.slice(position..<bytes.count)), as: UTF8.self)
    }

    @Test(
        arguments: [
            (":path: /x?access_token=abc&a=b", ":path: /x?access_token=*&a=b"), (":method: GET", ":method: GET"),
            ("Authorization: Bearer abc", "Authorization: Bearer *"), ("authorization:abc", "authorization:*"),
            // A scheme without credentials gives nothing away, and explains what is missing.
            ("Authorization: Bearer", "Authorization: Bearer"),
            ("proxy-authorization: basic", "proxy-authorization: basic"),
            ("Authorization: Bearers", "Authorization: *"),
            ("Cookie: a=1; b=2; lone", "Cookie: a=*; b=*; *"), ("Cookie: a=; b", "Cookie: a=; *"),
            ("Set-Cookie: sid=abc; Path=/", "Set-Cookie: sid=*; Path=/"), ("X-API-KEY: 7", "X-API-KEY: *"),
            ("X-Acme-Token: abcdefgh12345", "X-Acme-Token: *"), ("X-Acme-Token: 1", "X-Acme-Token: 1"),
            (
                "Idempotency-Key: 8e03978e-40d5-43dd-bc93-6894a57f9324",
                "Idempotency-Key: 8e03978e-40d5-43dd-bc93-6894a57f9324"
            ),
            ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
            ("Location: /cb?code=abcdefghijkl&state=1", "Location: /cb?code=*&state=1"),
            ("Authorization: Bearer\r\n folded", "Authorization: *"),
            ("X-Note: see eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln.", "X-Note: see *."),
        ] as [(Bytes, String)])
    func linesAreReadByTheirName(line: Bytes, expected: String) {
        #expect(left(SecretFinder.secrets(inLine: line), of: line) == expected)
    }

    @Test(
        arguments: [
            ("hark run -- curl -H 'Authorization: Bearer abc' https://h/", "Authorization: Bearer *' https://h/"),
            ("curl --header='Cookie: a=1; b=2' http://h/", "--header='Cookie: a=*; b=*' http://h/"),
            ("curl -H Authorization: Bearer abc http://h/", "-H Authorization: Bearer * http://h/"),
            ("hark proxy --set-request-header 'X-Api-Key: 7' --quiet", "'X-Api-Key: *' --quiet"),
            ("curl -u me:hunter2 -U you:hunter3 http://h/", "-u me:* -U you:* http://h/"),
            ("curl --proxy-auth me:pass --user=me:pa:ss x", "--proxy-auth me:* --user=me:* x"),
            (
                "curl -x http://me:pass@p:8080/ 'https://u:p@h/?token=abc&a=1'",
                "http://me:*@p:8080/ 'https://u:*@h/?token=*&a=1'"
            ),
            (
                "API_TOKEN=abc PATH=/bin prog --api-key 7 --password=x",
                "API_TOKEN=* PATH=/bin prog --api-key * --password=*"
            ),
            ("curl -b 'sid=1; b=2' -d 'user=me&password=x' h", "-b 'sid=*; b=*' -d 'user=me&password=*' h"),
            (#"curl --json '{"token": "a b", "n": 1}' h"#, #"--json '{"token": "*", "n": 1}' h"#),
            ("sh -c 'curl -u me:pw http://h/?sig=1'", "'curl -u me:* http://h/?sig=*'"),
            ("http POST h/ Authorization:abc password=x", "Authorization:* password=*"),
            ("prog it's --token abc", "prog it's --token *"),
            ("echo eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln.", "echo *."),
        ] as [(Bytes, String)])
    func commandsHideWhatProves(line: Bytes, expected: String) {
        let shown = left(SecretFinder.secrets(inCommand: line), of: line)
        #expect(shown.hasSuffix(expected), "\(shown)")
        #expect(shown.hasPrefix(line.text.prefix(3)), "\(shown)")
    }

    @Test(
        arguments: [
            "hark proxy --listen 127.0.0.1:8888 --resolve api.example.com:80:127.0.0.1:18080 --timeout idle=5m",
            "hark proxy --proxy-auth /etc/hark/users --allow 10.0.0.0/8 --session tour-2026-11-21.har",
            "hark export 'tag = bug' --format har -o bug.har --session 2026-11-21T12-00-00Z",
            "hark flows 'host ~ \"*.example.com\" and time > -10m'", "python3 -u script.py --key-size 2048 a:b",
            "curl -b jar.txt -c jar.txt --cacert ca.pem -d @body.json -H 'Accept: text/html' -H Host: h http://h:80/a",
            "hark replay 12 --set-request-header 'X-Test: 1' --times 20", "", "   ", "-", "--", "--=", "'", "a '' b",
            "hark explain header 'Content-Type: text/html'",
        ] as [Bytes])
    func commandsKeepWhatProvesNothing(line: Bytes) {
        #expect(left(SecretFinder.secrets(inCommand: line), of: line) == line.text)
    }

    /// Whatever is typed, what is found is in order, in the line, and apart.
    @Test func commandsOfAnyKindAreRead() {
        let pieces: [String] = [
            "-u", " ", "'", "\"", "\\", "a:b", "=", "--token", ":", "http://", "@", "é", ";", "-H", "x",
        ]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let line = Bytes(
                (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                    pieces.randomElement(using: &generator) ?? ""
                }.joined())
            var last = 0
            for secret in SecretFinder.secrets(inCommand: line) {
                #expect(secret.range.lowerBound >= last && secret.range.upperBound <= line.count, "\(line.text)")
                last = secret.range.upperBound
            }
        }
    }

    @Test(
        arguments: [
            ("https://user:hunter2@host/", "https://user:*@host/"), ("/a?API-Key=1&b=2", "/a?API-Key=*&b=2"),
            ("/a?X-Amz-Signature=abc&X-Amz-Date=20260101", "/a?X-Amz-Signature=*&X-Amz-Date=20260101"),
            ("/reset-password/f81d4fae7dec11d0a765", "/reset-password/*"),
            ("/users/f81d4fae7dec11d0a765", "/users/f81d4fae7dec11d0a765"),
            ("/a?user%5Bpassword%5D=x", "/a?user%5Bpassword%5D=*"),
            ("/a?next=%2Fcb%3Ftoken%3Dabc", "/a?next=*"), ("/a#access_token=abc", "/a#access_token=*"),
            ("/a?sort=key&page=2", "/a?sort=key&page=2"), ("/a?country_code=de", "/a?country_code=de"),
            ("/static/tokens/app.3f2a9b1c77.js", "/static/tokens/app.3f2a9b1c77.js"),
            ("http://a.test//reset/f81d4fae7dec11d0", "http://a.test//reset/*"),
            ("/reset/http://f81d4fae7dec11d0a765/x", "/reset/http://*/x"),
            ("//reset/f81d4fae7dec11d0", "//reset/f81d4fae7dec11d0"),
            ("http://reset/f81d4fae7dec11d0", "http://reset/f81d4fae7dec11d0"),
            // A call of Connect by GET has JSON in base64: `{"password":"x"}`, `{"page":2}`.
            ("/a.B/C?base64=1&message=eyJwYXNzd29yZCI6IngifQ&connect=v1", "/a.B/C?base64=1&message=*&connect=v1"),
            ("/a.B/C?base64=1&message=eyJwYWdlIjoyfQ&connect=v1", "/a.B/C?base64=1&message=eyJwYWdlIjoyfQ&connect=v1"),
            ("http://f81d4fae7dec11d0a765.example.com/a", "http://f81d4fae7dec11d0a765.example.com/a"),
        ] as [(Bytes, String)])
    func urlsKeepWhatIsNoSecret(url: Bytes, expected: String) {
        #expect(left(SecretFinder.secrets(inURL: url), of: url) == expected)
    }

    /// Of a URL that is not taken apart, taking it apart finds nothing.
    @Test func whatIsPassedOverHoldsNothing() {
        let pieces = [
            "http:", "//", "/", "reset", "token", "a.test", "f81d4fae7dec11d0", "?", "#", "@", ":", "user", "=", "key",
            "ghp_", "whsec_", "eyJ", "a.b.", "abcdefgh", "abcdefghijklmnop", "Basic", " ", "-----BEGIN", "-", ";",
            "%2F",
        ]
        var (passedOver, random) = (0, SystemRandomNumberGenerator())
        for _ in 0..<20_000 {
            let url = Bytes(
                (0..<Int.random(in: 1...7, using: &random)).compactMap { _ in pieces.randomElement() }.joined())
            guard !SecretFinder.mayHoldSecret(url: url) else { continue }
            passedOver += 1
            var found: [Secret] = []
            SecretFinder.url(url, 0..<url.count, into: &found)
            SecretShapes.find(in: url, 0..<url.count, into: &found)
            #expect(found.isEmpty, "\(url)")
        }
        #expect(passedOver > 1000)
    }

    @Test(
        arguments: [
            (#"{"password": "a\"b", "user": "x"}"#, #"{"password": "*", "user": "x"}"#),
            (#"{"refreshToken":"abc","expires_in":3600}"#, #"{"refreshToken":"*","expires_in":3600}"#),
            (#"{"pin": 123456, "count": 123456}"#, #"{"pin": *, "count": 123456}"#),
            (#"{"password": null, "token": true}"#, #"{"password": null, "token": true}"#),
            (#"{"passwords": ["a"], "secret": ["b", "c"]}"#, #"{"passwords": ["a"], "secret": ["*", "*"]}"#),
            (#"{"password":{"value":"x"},"a":"b"}"#, #"{"password":{"value":"*"},"a":"b"}"#),
            (
                #"{"secret":{"current":"a","old":["b"]}, "c": "d"}"#,
                #"{"secret":{"current":"*","old":["*"]}, "c": "d"}"#
            ),
            (#"{"auth":{"pin":123456,"count":123456}}"#, #"{"auth":{"pin":*,"count":123456}}"#),
            (#""{\"password\":{\"value\":\"x\"}}""#, #""{\"password\":{\"value\":\"*\"}}""#),
            (#"{"body": "{\"password\":\"x\",\"a\":1}"}"#, #"{"body": "{\"password\":\"*\",\"a\":1}"}"#),
            (#"{"max_tokens": 100, "completion_tokens": 7}"#, #"{"max_tokens": 100, "completion_tokens": 7}"#),
            (
                #"[{"name": "password", "value": "x"}, {"name": "a", "value": "y"}]"#,
                #"[{"name": "password", "value": "*"}, {"name": "a", "value": "y"}]"#
            ),
            (#"{"password": "cut off"#, #"{"password": "*"#),
            ("data: {\"token\":\"t\"}\n\n", "data: {\"token\":\"*\"}\n\n"),
            ("const apiKey = 'abc'; f(apiKey)", "const apiKey = '*'; f(apiKey)"),
            ("API_KEY=abcdef1234\nDEBUG=1", "API_KEY=*\nDEBUG=1"),
            ("the password: must be long", "the password: must be long"),
            ("call sk_live_abcdefgh12 now", "call * now"), ("desk_live_abcdefgh12", "desk_live_abcdefgh12"),
            ("AKIAIOSFODNN7EXAMPLE", "*"), ("ghp_0123456789abcdefghij", "*"),
            (
                "-----BEGIN RSA PRIVATE\u{20}KEY-----\nMII\n-----END RSA PRIVATE\u{20}KEY-----",
                "-----BEGIN RSA PRIVATE\u{20}KEY-----*-----END RSA PRIVATE\u{20}KEY-----"
            ),
            (
                "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----",
                "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----"
            ),
            ("curl -H 'Authorization: Bearer abcdefgh1234'", "curl -H 'Authorization: Bearer *'"),
            ("postgres://app:s3cret@db/x", "postgres://app:*@db/x"),
            ("Basic authentication is used", "Basic authentication is used"),
            ("GET http://a.test/auth/basic HTTP/1.1", "GET http://a.test/auth/basic HTTP/1.1"),
        ] as [(Bytes, String)])
    func textIsReadByNamesAndShapes(text: Bytes, expected: String) {
        #expect(left(SecretFinder.secrets(inText: text), of: text) == expected)
    }

    @Test(
        arguments: [
            ("card=4111111111111111&exp=12", "card=*&exp=12"),
            ("card%5Bnumber%5D=4242424242424242", "card%5Bnumber%5D=*"),
            ("n=5555+5555+5555+4444&a=1", "n=*&a=1"), ("n=3782%20822463%2010005", "n=*"),
            // What is encoded in a value is hidden with it.
            ("data=%7B%22n%22%3A%224000056655665556%22%7D", "data=*"),
            (#"{"number": "6011-1111-1111-1117"}"#, #"{"number": "*"}"#),
            (#"{"number": 2223003122003222, "a": [3530111333300000, 1]}"#, #"{"number": *, "a": [*, 1]}"#),
            ("<pan>6205500000000000004</pan>", "<pan>*</pan>"), ("Paid with 4111 1111 1111 1111.", "Paid with *."),
            ("4111 1111 1111 1111 123", "* 123"), ("n=4111+1111+1111+1111+2027", "n=*+2027"),
            ("x 5105-1051-0510-5100-123", "x *-123"),
            (#"{"text": "Card:\n4111111111111111"}"#, #"{"text": "Card:\n*"}"#),
            (#"{"text": "\u00a04111111111111111"}"#, #"{"text": "\u00a0*"}"#), ("Nr.4111111111111111", "Nr.*"),
            // The check digit is wrong, the length is no issuer's, it is part of something longer.
            ("card=4111111111111112", "card=4111111111111112"), ("card=41111111111111110", "card=41111111111111110"),
            ("id=x4111111111111111", "id=x4111111111111111"), ("id=4111111111111111_2", "id=4111111111111111_2"),
            ("x=0.4111111111111111", "x=0.4111111111111111"), ("x=4111111111111111.5", "x=4111111111111111.5"),
            ("t=1111111111111117", "t=1111111111111117"), ("id=4111-1111-1111-1111-9", "id=4111-1111-1111-1111-9"),
            ("n=4111-1111+1111-1111", "n=4111-1111+1111-1111"), ("n=4111 1111 1111 111", "n=4111 1111 1111 111"),
        ] as [(Bytes, String)])
    func cardNumbersAreKnownByTheirCheckDigit(text: Bytes, expected: String) {
        for type in ["application/x-www-form-urlencoded", "application/json", "text/plain"] as [Bytes] {
            #expect(left(SecretFinder.secrets(inContent: text, type: type), of: text) == expected, "\(type)")
        }
    }

    @Test func formsAreReadByTheirNames() {
        let form: Bytes = "user=a&password=p%26q&remember=1&csrf_token=x+y"
        #expect(
            left(SecretFinder.secrets(inContent: form, type: "application/x-www-form-urlencoded"), of: form)
                == "user=a&password=*&remember=1&csrf_token=*")
    }

    @Test(
        arguments: [
            ("user=me&password=hunter2", "user=me&password=*"),
            ("user=me\r\npassword=x\r\n", "user=me\r\npassword=*\r\n"),
            ("set password=hunter2", "set password=hunter2"), ("user=me", "user=me"),
        ] as [(Bytes, String)])
    func formsOfAnotherTypeAreReadToo(text: Bytes, expected: String) {
        #expect(left(SecretFinder.secrets(inContent: text, type: "text/plain"), of: text) == expected)
    }

    @Test func tokensAreFoundBehindWhatOnlyBeginsLikeOne() {
        let text = Bytes(String(repeating: "eyJ-", count: 100_000) + " eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln")
        let found = SecretFinder.secrets(inText: text)
        #expect(found.map(\.range) == [400_001..<text.count])
    }

    @Test func partsOfMultipartAreReadByNameAndByTheirOwnType() {
        let content: Bytes = """
            --b\r\nContent-Disposition: form-data; name="user"\r\n\r\nann\r\n--b\r\nContent-Disposition: form-data; \
            name="pass-word"\r\n\r\nhunter2\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="a.json"\r\n\
            Content-Type: application/json\r\n\r\n{"token":"t"}\r\n--b--\r\n
            """
        let shown = left(SecretFinder.secrets(inContent: content, type: "multipart/form-data; boundary=b"), of: content)
        #expect(shown.contains("\r\n\r\nann\r\n--b"))
        #expect(shown.contains("name=\"pass-word\"\r\n\r\n*\r\n--b"))
        #expect(shown.contains("{\"token\":\"*\"}\r\n--b--\r\n"))
    }

    /// Readers of parts pass it over; whoever gets the export reads it.
    @Test func whatStandsAroundThePartsIsLookedThroughToo() {
        let content: Bytes = """
            password=one1two2\r\n--b\r\nContent-Disposition: form-data; name="user"\r\n\r\nann\r\n--b--\r\n\
            {"token":"three3four4"}
            """
        let shown = left(SecretFinder.secrets(inContent: content, type: "multipart/form-data; boundary=b"), of: content)
        #expect(shown.hasPrefix("password=*\r\n--b\r\n"))
        #expect(shown.hasSuffix("\r\n\r\nann\r\n--b--\r\n{\"token\":\"*\"}"))
    }

    @Test func markupIsReadByElementsAndHiddenInputs() {
        let page: Bytes = """
            <form><input type="password" name="password"><input type=hidden name="csrf_token" \
            value="abc"><input name=a \
            value="b"></form><soap:Password>x</soap:Password><p>password</p><meta name="csrf-token" content="def">
            """
        #expect(
            left(SecretFinder.secrets(inContent: page, type: "text/html"), of: page) == """
                <form><input type="password" name="password"><input type=hidden name="csrf_token" \
                value="*"><input name=a \
                value="b"></form><soap:Password>*</soap:Password><p>password</p><meta name="csrf-token" content="*">
                """)
    }

    @Test func picturesAreLeftAlone() {
        let text = "token=abcdefgh1234 ghp_0123456789abcdefghij"
        let picture = Bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array(text.utf8))
        #expect(SecretFinder.secrets(inContent: picture, type: "image/png").isEmpty)
        #expect(SecretFinder.secrets(inContent: picture, type: "text/plain").isEmpty)
        #expect(!SecretFinder.secrets(inContent: Bytes(text), type: "image/png").isEmpty)
    }

    /// Whatever comes, places lie in the bytes, in order, and apart from one another; and it ends.
    @Test func anyBytesGivePlacesWithinThem() {
        let pieces: [String] = [
            "password", "=", ":", "\"", "'", "\\", "{", "[", "]", "}", "<", ">", "token", "eyJ", ".", "a", " ", "\n",
            "://", "@", "-----BEGIN ", "PRIVATE KEY-----", "Bearer ", "ghp_", "?", "&", ";", "name", "value", "\u{0}",
        ]
        var state: UInt64 = 7
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            let bytes = Bytes(text)
            for secrets in [
                SecretFinder.secrets(inLine: bytes), SecretFinder.secrets(inURL: bytes),
                SecretFinder.secrets(inText: bytes), SecretFinder.secrets(inStartLine: bytes),
                SecretFinder.secrets(inContent: bytes, type: "text/html"),
                SecretFinder.secrets(inContent: bytes, type: "multipart/form-data; boundary=a"),
            ] {
                var end = 0
                for secret in secrets {
                    #expect(
                        secret.range.lowerBound >= end && secret.range.upperBound <= bytes.count,
                        "\(text.debugDescription)")
                    end = secret.range.upperBound
                }
            }
        }
    }
}

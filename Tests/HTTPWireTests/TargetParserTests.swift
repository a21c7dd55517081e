import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// RFC 9112 §3.2.
@Suite struct TargetParserTests {
    private struct Taken: Equatable {
        var form: RequestTarget.Form
        var scheme: Bytes?
        var userinfo: Bytes?
        var host: Bytes?
        var port: UInt16?
        var rest: Bytes
    }

    private func take(_ text: Bytes, _ method: Method = .get) throws -> Taken {
        let target = try TargetParser.parse(text, method: method)
        #expect(target.range == 0..<text.count)
        return Taken(
            form: target.form, scheme: target.scheme.map { text.slice($0) },
            userinfo: target.userinfo.map { text.slice($0) }, host: target.host.map { text.slice($0) },
            port: target.port, rest: text.slice(target.pathAndQuery))
    }

    @Test(arguments: ["/", "/a/b?c=d", "//a", "/?", "/a:b@c"] as [Bytes])
    func originForm(text: Bytes) throws {
        #expect(try take(text) == Taken(form: .origin, rest: text))
    }

    @Test func asteriskForm() throws {
        #expect(try take("*", .options) == Taken(form: .asterisk, rest: ""))
        #expect(throws: WireError.self) { try take("*", .get) }
        #expect(throws: WireError.self) { try take("*", .connect) }
        #expect(throws: WireError.self) { try take("**", .options) }
    }

    @Test(
        arguments: [
            ("a:443", "a", 443), ("A.example:1", "A.example", 1), ("[::1]:65535", "::1", 65535),
            ("127.0.0.1:080", "127.0.0.1", 80),
        ] as [(Bytes, Bytes, UInt16)])
    func authorityForm(text: Bytes, host: Bytes, port: UInt16) throws {
        #expect(try take(text, .connect) == Taken(form: .authority, host: host, port: port, rest: ""))
    }

    // RFC 9110 §9.3.6: there is no default port.
    @Test(
        arguments: [
            "a", "a:", ":443", "a:0", "a:65536", "a:99999999999999999999999", "a:+1", "a: 1", "a:4 3", "u@a:443",
            "a:443/", "http://a:443",
            "/", "[::1]", "::1:443", "a:443:443", "[:443", "[1]:443", "[::1%eth0]:443",
        ] as [Bytes])
    func authorityFormRefuses(text: Bytes) {
        #expect(throws: WireError.self) { try take(text, .connect) }
    }

    @Test func absoluteForm() throws {
        #expect(try take("http://a") == Taken(form: .absolute, scheme: "http", host: "a", rest: ""))
        #expect(try take("HTTP://a/") == Taken(form: .absolute, scheme: "HTTP", host: "a", rest: "/"))
        #expect(
            try take("https://a:8443/b?c")
                == Taken(form: .absolute, scheme: "https", host: "a", port: 8443, rest: "/b?c"))
        #expect(try take("ws+x.1-y://a:/b") == Taken(form: .absolute, scheme: "ws+x.1-y", host: "a", rest: "/b"))
        #expect(try take("http://a?b@c:/") == Taken(form: .absolute, scheme: "http", host: "a", rest: "?b@c:/"))
        #expect(try take("http://a:0/") == Taken(form: .absolute, scheme: "http", host: "a", port: 0, rest: "/"))
        #expect(
            try take("http://u:p%40w@a:1/", .options)
                == Taken(form: .absolute, scheme: "http", userinfo: "u:p%40w", host: "a", port: 1, rest: "/"))
        #expect(try take("http://@a/") == Taken(form: .absolute, scheme: "http", userinfo: "", host: "a", rest: "/"))
        #expect(
            try take("http://[::ffff:127.0.0.1]")
                == Taken(form: .absolute, scheme: "http", host: "::ffff:127.0.0.1", rest: ""))
    }

    @Test(
        arguments: [
            ("", 0), ("a", 0), ("http:", 4), ("http:/", 4), ("http:a", 4), ("http:/a/", 4), ("http://", 7),
            ("http:///a", 7), ("http://:80/", 7),
            ("://a/", 0), ("1http://a/", 0), ("h_t://a/", 1), ("http://a@b@c/", 10), ("http://a:b@@c/", 11),
            ("http://a\\@b/", 8),
            ("http://a b/", 8), ("http://a<b/", 8), ("http://a%zz/", 8), ("http://a%2/", 8), ("http://u[@a/", 8),
            ("http://a:80a/", 11),
            ("http://a:65536/", 9), ("http://[::1/", 7), ("http://[::1]x/", 12), ("http://[]/", 8),
            ("http://[v1.a]/", 8),
            ("http://[::1%25]/", 11), ("http://[fe80::1%25eth0]:1/", 15), ("http://[fe80::1%eth0]/", 15),
            ("http://a/\u{1}", 9), ("/\u{7F}", 1), ("/ ", 1),
        ] as [(Bytes, Int)])
    func refusesWhatIsNoTarget(text: Bytes, offset: Int) {
        let error = #expect(throws: WireError.self) { try take(text) }
        #expect(error?.code == .malformedTarget)
        // At the first character that cannot be.
        #expect(error?.offset == offset)
    }

    /// RFC 9110 §7.1: origins differ on a fragment, so none may reach them.
    @Test(arguments: [("/a#frag", 2), ("/#", 1), ("http://a#b", 8), ("https://a:8443/b?c#d", 18)] as [(Bytes, Int)])
    func aFragmentIsRefusedWhereItBegins(text: Bytes, offset: Int) {
        let error = #expect(throws: WireError.self) { try take(text) }
        #expect(error?.code == .fragmentInTarget)
        #expect(error?.offset == offset)
        #expect(error?.status == 400)
    }

    /// RFC 3987 §3.1: curl and others send it so, and it has no second reading.
    @Test(
        arguments: [
            ("/stra\u{DF}e", 9, 2), ("/?q=\u{FC}", 8, 2), ("/\u{20AC}\u{1F600}x", 5, 7), ("http://a/\u{7FF}", 13, 2),
        ] as [(String, Int, Int)])
    func aPathMayHaveUTF8(target: String, offset: Int, length: Int) {
        let input = Bytes("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        let trace = request(input)
        #expect(trace.error == nil)
        #expect(trace.requestHeads.first?.targetBytes == Bytes(target))
        #expect(trace.requestHeads.first?.quirks == [Quirk(.unencodedTarget, offset: offset, length: length)])
        var strict = WireScenario(.request)
        strict.tolerances = .none
        #expect(decode(input, strict).code == .malformedTarget)
    }

    /// Octets that are no UTF-8 (RFC 3629 §3), and names outside of ASCII, which go as punycode.
    @Test(
        arguments: [
            [0xE9], [0xC3], [0xC3, 0x41], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0x80], [0xFF], [0xE2, 0x82],
        ] as [[UInt8]])
    func whatIsNoUTF8IsRefused(octets: [UInt8]) {
        let input = Bytes(Array("GET /".utf8) + octets + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let error = request(input).error
        #expect(error?.code == .malformedTarget)
        #expect(error?.offset == 5)
        #expect(error?.text.contains("percent-encoded") == true)
    }

    @Test(arguments: ["http://\u{FC}.test/", "http://a\u{FC}:80/x", "http://u\u{FC}@a/"])
    func aHostIsASCII(target: String) {
        #expect(request(Bytes("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")).code == .malformedTarget)
    }

    /// RFC 9112 §3.2: the target of a CONNECT names the server already.
    @Test func aConnectMayLackHost() {
        let input: Bytes = "CONNECT a.test:443 HTTP/1.1\r\nA: b\r\n\r\n"
        let trace = request(input)
        #expect(trace.error == nil)
        #expect(trace.requestHeads.first?.quirks == [Quirk(.connectWithoutHost, offset: 35, length: 2)])
        #expect(request("CONNECT a.test:443 HTTP/1.0\r\n\r\n").quirks.isEmpty)
        var strict = WireScenario(.request)
        strict.tolerances = .none
        #expect(decode(input, strict).code == .missingHost)
        for other in ["GET http://a.test/ HTTP/1.1", "OPTIONS * HTTP/1.1", "connect a.test:443 HTTP/1.1"] {
            #expect(request(Bytes(other + "\r\n\r\n")).error != nil)
        }
        #expect(request("CONNECT a.test:443 HTTP/1.1\r\nHost: a b\r\n\r\n").code == .malformedHost)
    }
}

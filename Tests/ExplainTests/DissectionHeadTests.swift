import Bytes
import Explain
import Flow
import HTTPModel
import Testing

/// Start lines and field lines, taken apart by hand from RFC 9112 §3 to §5.
@Suite struct DissectionHeadTests {
    @Test func aRequestIsNamedDownToItsLineEnds() {
        #expect(
            outline("GET /a/b?x=1&y HTTP/1.1\r\nHost: a \r\n\r\n") == [
                "method GET", "SP  ", "\"/\" /", "segment a", "\"/\" /", "segment b", "\"?\" ?", "parameter-name x",
                "\"=\" =", "parameter-value 1", "\"&\" &", "parameter-name y", "SP  ", "HTTP-version HTTP/1.1",
                "CRLF \\r\\n", "field-name Host", "\":\" :", "OWS  ", "reg-name a", "OWS  ", "CRLF \\r\\n",
                "CRLF \\r\\n",
            ])
    }

    @Test func aStatusLineSaysWhatItsCodeMeans() throws {
        let input: Bytes = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        let message = try #require(firstMessage(input))
        #expect(message.kind == .response)
        #expect(
            outline(input).prefix(6) == [
                "HTTP-version HTTP/1.1", "SP  ", "status-code 404", "SP  ", "reason-phrase Not Found", "CRLF \\r\\n",
            ])
        let code = try #require(span("status-code", in: message.spans))
        #expect(code.spec == "RFC 9110 §15.5.5")
        #expect(code.text.contains("404 Not Found (client error)"))
    }

    @Test func anAbsoluteTargetIsTakenApart() {
        #expect(
            outline("GET http://me:pw@example.com:8080/x?q HTTP/1.1\r\nHost: example.com:8080\r\n\r\n")
                .prefix(17) == [
                    "method GET", "SP  ", "scheme http", "\":\" :", "\"//\" //", "userinfo me", "\":\" :",
                    "userinfo pw", "\"@\" @", "reg-name example.com", "\":\" :", "port 8080", "\"/\" /", "segment x",
                    "\"?\" ?", "parameter-name q", "SP  ",
                ])
    }

    @Test(arguments: [
        ("127.0.0.1", ["IPv4address 127.0.0.1"]),
        ("127.0.0.256", ["reg-name 127.0.0.256"]),
        ("[::1]", ["\"[\" [", "IPv6address ::1", "\"]\" ]"]),
        ("[fe80::1%25eth0]", ["\"[\" [", "IPv6address fe80::1", "!\"%25\" %", "\"%25\" 25", "ZoneID eth0", "\"]\" ]"]),
        ("[1::2::3]", ["\"[\" [", "!IPv6address 1::2::3", "\"]\" ]"]),
        ("[1:2]", ["\"[\" [", "!IPv6address 1:2", "\"]\" ]"]),
        ("[::ffff:192.0.2.1]", ["\"[\" [", "IPv6address ::ffff:192.0.2.1", "\"]\" ]"]),
        ("ex%61mple", ["reg-name ex", "pct-encoded %61", "reg-name mple"]),
        ("a:99999", ["reg-name a", "\":\" :", "!port 99999"]),
        ("a:", ["reg-name a", "\":\" :"]),
    ])
    func hosts(host: String, expected: [String]) {
        let leaves = outline(Bytes("GET http://\(host)/ HTTP/1.1\r\nHost: a\r\n\r\n"))
        #expect(Array(leaves.dropFirst(5).prefix(expected.count)) == expected)
        #expect(leaves.dropFirst(5 + expected.count).first == "\"/\" /")
    }

    @Test func encodedOctetsSayWhatTheyDecodeTo() {
        let input: Bytes = "GET /a%20%C3%A9%ff%4 HTTP/1.1\r\nHost: a\r\n\r\n"
        let leaves = Tiling.leaves(firstMessage(input)?.spans ?? [])
        let octets = leaves.filter { $0.rule == "pct-encoded" }
        #expect(octets.map { input.slice($0.range).text } == ["%20", "%C3", "%A9", "%ff", "%"])
        #expect(octets.map(\.isMalformed) == [false, false, false, false, true])
        #expect(octets[0].text == "%20 is a space.")
        #expect(octets[1].text == "%C3 is the byte 0xC3, number 1 of the 2 that encode \"é\" in UTF-8.")
        #expect(octets[2].text == "%A9 is the byte 0xA9, number 2 of the 2 that encode \"é\" in UTF-8.")
        #expect(octets[3].text == "%FF is the byte 0xFF, which is not UTF-8 here.")
    }

    @Test func theOtherFormsOfTheTarget() throws {
        #expect(outline("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")[2] == "request-target *")
        #expect(
            outline("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n").dropFirst(2).prefix(3) == [
                "reg-name a.test", "\":\" :", "port 443",
            ])
        // RFC 9112 §3.2: no fragment is part of a target.
        #expect(
            outline("GET /#top HTTP/1.1\r\nHost: a\r\n\r\n").dropFirst(2).prefix(3) == [
                "\"/\" /", "!\"#\" #", "!fragment top",
            ])
        #expect(outline("GET index.html HTTP/1.1\r\nHost: a\r\n\r\n")[2] == "!request-target index.html")
    }

    @Test(arguments: [
        ("G(T / HTTP/1.1", "!method G(T"), ("GET / http/1.1", "!HTTP-version http/1.1"),
        ("GET / HTTP/0.9", "!HTTP-version HTTP/0.9"), ("GET / HTTP/1.1 x", "!request-line  x"),
        ("GET /a b HTTP/1.1", "!pchar  "), ("GET /\u{1} HTTP/1.1", "!pchar \\u{01}"), ("GET /", "!HTTP-version "),
        ("GET", "!request-target "), ("GET  / HTTP/1.1", "!request-target  /"),
    ])
    func whatBreaksARequestLine(line: String, leaf: String) {
        let leaves = outline(Bytes(line + "\r\nHost: a\r\n\r\n"))
        #expect(leaves.contains(leaf), "\(leaves)")
    }

    @Test(arguments: [
        ("HTTP/1.1 20 OK", "!status-code 20"), ("HTTP/1.1 +20 OK", "!status-code +20"),
        ("HTTP/1.1", "!status-code "), ("HTTP/0.9 200", "!HTTP-version HTTP/0.9"),
        ("HTTP/1.1 200 a\u{7}", "!reason-phrase a\\u{07}"), ("HTTP/1.1 099 x", "!status-code 099"),
    ])
    func whatBreaksAStatusLine(line: String, leaf: String) {
        let leaves = outline(Bytes(line + "\r\nContent-Length: 0\r\n\r\n"))
        #expect(leaves.contains(leaf), "\(leaves)")
    }

    @Test(arguments: [
        ("Host : a", MessageKind.request, "!\":\"  "), ("Host : a", .response, "!\":\"  "),
        ("Ho(st: a", .request, "!field-name Ho(st"), (": a", .request, "!field-name "),
        ("no colon here", .response, "!field-line no colon here"), ("A: b\r\n c", .request, "!obs-fold \\r\\n "),
        ("A: b\r\n c", .response, "obs-fold \\r\\n "),
    ])
    func oddFieldLines(line: String, kind: MessageKind, leaf: String) {
        let start = kind == .request ? "GET / HTTP/1.1" : "HTTP/1.1 200 OK"
        let leaves = outline(Bytes(start + "\r\n" + line + "\r\n\r\n"))
        #expect(leaves.contains(leaf), "\(leaves)")
    }

    @Test func whiteSpaceBeforeTheFirstFieldIsNoFold() {
        #expect(outline("HTTP/1.1 200 OK\r\n  A: b\r\n\r\n").contains("!field-line   A: b"))
    }

    @Test func pastedLineFeedsAreNamedAndReadOn() throws {
        let input: Bytes = "GET / HTTP/1.1\nHost: a\n\n"
        let message = try #require(firstMessage(input))
        #expect(message.error?.code == .bareLineFeed)
        #expect(message.error?.offset == 14)
        #expect(outline(input).filter { $0 == "!CRLF \\n" }.count == 3)
        #expect(message.request?.fields.first(.host) == "a")
        #expect(message.framing?.kind == Framing.Kind.none)
        #expect(message.length == input.count)
    }

    @Test func aMissingHostIsNamedAtTheEmptyLine() throws {
        let message = try #require(firstMessage("GET / HTTP/1.1\r\nA: b\r\n\r\n"))
        #expect(message.error?.code == .missingHost)
        let last = try #require(message.spans.last)
        #expect(last.isMalformed && last.rule == "CRLF" && last.offset == 22)
        #expect(message.request?.method == .get)
    }

    @Test func aHeadThatIsCutOffSaysSo() throws {
        let message = try #require(firstMessage("GET / HTTP/1.1\r\nHost: a"))
        #expect(message.error?.code == .truncatedHead)
        #expect(message.spans.last?.range == 23..<23)
        #expect(message.request?.fields.first(.host) == "a")
        #expect(message.framing == nil)
    }
}

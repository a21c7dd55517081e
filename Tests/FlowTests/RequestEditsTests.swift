import Bytes
import Flow
import TestKit
import Testing

@Suite struct RequestEditsTests {
    /// RFC 9112 §3.2.1, §3.2.4; RFC 3986 §3.3.
    @Test(arguments: [
        ("GET http://a.example/x?y=1 HTTP/1.1", "GET /x?y=1 HTTP/1.1"),
        ("GET http://a.example HTTP/1.1", "GET / HTTP/1.1"),
        ("GET http://a.example?q HTTP/1.1", "GET /?q HTTP/1.1"),
        ("GET HTTP://a.example// HTTP/1.1", "GET // HTTP/1.1"),
        ("OPTIONS http://a.example HTTP/1.1", "OPTIONS * HTTP/1.1"),
        ("OPTIONS http://a.example/ HTTP/1.1", "OPTIONS / HTTP/1.1"),
        ("OPTIONS http://a.example?q HTTP/1.1", "OPTIONS /?q HTTP/1.1"),
        ("get http://a.example/%7e/../x HTTP/1.1", "get /%7e/../x HTTP/1.1"),
    ])
    func theServerIsAskedWithPathAndQuery(line: String, expected: String) {
        let (head, changes) = forwarded("\(line) | Host: a.example")
        #expect(head == "\(expected) | Host: a.example")
        #expect(changes == ["~ \(line) => \(expected) (RFC 9112 §3.2.1)"])
    }

    /// RFC 9112 §3.2.2: the target's host takes the place of the one in Host, wherever the line stands.
    @Test(arguments: [
        ("http://a.example/", "A: b | Host: a.example", "A: b | Host: a.example"),
        ("http://a.example/", "A: b | Host: b.example | C: d", "A: b | Host: a.example | C: d"),
        ("http://a.example:80/", "Host: a.example", "Host: a.example:80"),
        ("http://a.example:8080/", "hOsT: a.example", "hOsT: a.example:8080"),
        ("http://A.Example/", "Host: a.example", "Host: a.example"),
        ("http://A.Example/", "Host: b.example", "Host: A.Example"),
        ("http://[::1]:81/", "Host: x", "Host: [::1]:81"),
        ("http://[::1]", "Host: x", "Host: [::1]"),
        ("http://u@[::1]:81?q", "Host: x | Authorization: y", "Host: [::1]:81 | Authorization: y"),
        ("http://a.example/", "Host:", "Host: a.example"),
    ])
    func hostIsThatOfTheTarget(target: String, fields: String, expected: String) {
        let head = forwarded("GET \(target) HTTP/1.1 | \(fields)").head
        #expect(head.split(separator: " | ").dropFirst().joined(separator: " | ") == expected)
    }

    @Test func aRequestWithoutHostGetsOne() {
        let (head, changes) = forwarded("GET http://a.example:81/ HTTP/1.0 | A: b")
        #expect(head == "GET / HTTP/1.1 | A: b | Host: a.example:81")
        #expect(changes.last == "+ Host: a.example:81 (RFC 9112 §3.2.2)")
    }

    /// RFC 7617 §2; the encoded forms were made with base64(1).
    @Test(arguments: [
        ("user:pw", "Basic dXNlcjpwdw=="), ("user", "Basic dXNlcg=="), ("u%3Aser:p%40w", "Basic dTpzZXI6cEB3"),
        ("Aladdin:open%20sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("", "Basic "),
        ("a%0d%0aX:b", "Basic YQ0KWDpi"),
    ])
    func credentialsOfTheURLAreSentAsBasic(userinfo: String, expected: String) {
        let (head, changes) = forwarded("GET http://\(userinfo)@a/x HTTP/1.1 | Host: a")
        #expect(head == "GET /x HTTP/1.1 | Host: a | Authorization: \(expected)")
        #expect(changes.last == "+ Authorization: \(expected) (RFC 9110 §4.2.4)")
    }

    @Test func credentialsOfTheClientComeFirst() {
        let (head, _) = forwarded("GET http://u:p@a/ HTTP/1.1 | Host: a | Authorization: Bearer t")
        #expect(head == "GET / HTTP/1.1 | Host: a | Authorization: Bearer t")
    }

    /// RFC 9110 §7.6.2.
    @Test(arguments: [
        ("OPTIONS", "3", "2"), ("TRACE", "1", "0"), ("OPTIONS", "10", "9"), ("GET", "3", "3"), ("GET", "0", "0"),
        ("OPTIONS", "x", "x"), ("OPTIONS", "-1", "-1"), ("TRACE", "18446744073709551615", "18446744073709551614"),
        ("TRACE", "18446744073709551616", "18446744073709551616"),
    ])
    func maxForwardsIsCountedDownWhereItCounts(method: String, value: String, expected: String) {
        let head = forwarded("\(method) http://a/ HTTP/1.1 | Host: a | Max-Forwards: \(value)").head
        #expect(head == "\(method) / HTTP/1.1 | Host: a | Max-Forwards: \(expected)")
    }

    /// RFC 9110 §2.5: the version is the sender's own.
    @Test func requestsGoOutAsHTTP11() {
        let (head, changes) = forwarded(
            "GET /x HTTP/1.0 | Host: b",
            ForwardingPolicy(mode: .reverse(Destination(host: "b", port: 80), preserveHost: false)))
        #expect(head == "GET /x HTTP/1.1 | Host: b")
        #expect(changes == ["~ GET /x HTTP/1.0 => GET /x HTTP/1.1 (RFC 9110 §2.5)"])
    }

    /// RFC 9112 §6.3 rule 5.
    @Test(arguments: [
        ("Content-Length: 3 | A: b | content-length: 3", "Content-Length: 3 | A: b"),
        ("Content-Length: 3, 3", "Content-Length: 3"), ("Content-Length: 3,3 | Content-Length: 3", "Content-Length: 3"),
        ("Content-Length: 003", "Content-Length: 003"),
    ])
    func oneLengthIsForwarded(fields: String, expected: String) {
        let (head, changes) = forwarded("PUT http://a/ HTTP/1.1 | Host: a | \(fields)")
        #expect(head == "PUT / HTTP/1.1 | Host: a | \(expected)")
        #expect(changes.dropFirst().allSatisfy { $0.hasSuffix("(RFC 9112 §6.3)") })
    }

    @Test func whatNoRuleNamesPassesByteForByte() {
        let fields = "X-A:  b  | x-a:\tc\t | accept: */* | Cookie: a=b;c | X-Empty: | Via: 1.1 me | Forwarded: for=x"
        #expect(
            forwarded("GET http://a/ HTTP/1.1 | Host: a | \(fields)").head == "GET / HTTP/1.1 | Host: a | \(fields)")
    }
}

/// What Hark says of itself, when it is asked to.
@Suite struct AnnouncementTests {
    @Test func viaNamesTheReceivedVersionBehindThoseBefore() {
        let (head, changes) = forwarded(
            "GET http://a/ HTTP/1.0 | Host: a | Via: 1.1 other", ForwardingPolicy(announces: .via))
        #expect(head == "GET / HTTP/1.1 | Host: a | Via: 1.1 other | Via: 1.0 hark")
        #expect(changes.last == "+ Via: 1.0 hark (--via)")
        let answer = answered("HTTP/1.1 200 OK | Content-Length: 0", ForwardingPolicy(announces: .via))
        #expect(answer.head.contains(" | Via: 1.1 hark"))
    }

    @Test(arguments: [
        ("192.0.2.1", "a", "for=192.0.2.1;host=\"a\";proto=http"),
        ("2001:db8::1", "a:81", "for=\"[2001:db8::1]\";host=\"a:81\";proto=http"),
        ("", "a", "for=unknown;host=\"a\";proto=http"),
    ])
    func forwardedTellsWhoAsked(client: String, host: String, expected: String) {
        let policy = ForwardingPolicy(announces: .forwarded).serving(client)
        let (head, changes) = forwarded("GET http://\(host)/ HTTP/1.1 | Host: \(host)", policy)
        #expect(head.hasSuffix(" | Forwarded: \(expected)"))
        #expect(changes.last == "+ Forwarded: \(expected) (--forwarded)")
    }

    @Test func insideTLSTheSchemeIsHttps() {
        let server = Destination(host: "a", port: 443, serverName: "a")
        let policy = ForwardingPolicy(announces: .forwarded).serving("192.0.2.1").inside(server, refusal: nil)
        #expect(forwarded("GET / HTTP/1.1 | Host: a", policy).head.hasSuffix(";proto=https"))
    }

    @Test func nothingIsAddedUnasked() {
        let policy = ForwardingPolicy().serving("192.0.2.1")
        #expect(forwarded("GET http://a/ HTTP/1.1 | Host: a", policy).head == "GET / HTTP/1.1 | Host: a")
        #expect(!answered("HTTP/1.1 200 OK | Content-Length: 0", policy).head.contains("Via"))
    }

    @Test func aRuleOfTheUsersHasTheLastWord() throws {
        let rule = try HeaderRule.parse("Via: 2 me", flag: .setRequest)
        let policy = ForwardingPolicy(rules: HeaderRules(request: [rule], response: []), announces: .via)
        #expect(forwarded("GET http://a/ HTTP/1.1 | Host: a", policy).head == "GET / HTTP/1.1 | Host: a | Via: 2 me")
    }
}

@Suite struct ReverseTests {
    private let server = Destination(host: "Server.Example", port: 8080)

    @Test func hostBecomesTheServers() {
        let (head, changes) = forwarded(
            "GET /x HTTP/1.1 | Host: me:8888", ForwardingPolicy(mode: .reverse(server, preserveHost: false)))
        #expect(head == "GET /x HTTP/1.1 | Host: server.example:8080")
        #expect(changes == ["~ Host: me:8888 => Host: server.example:8080 (RFC 9110 §7.2)"])
    }

    @Test func hostIsKeptOnRequest() {
        let policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
        #expect(forwarded("GET /x HTTP/1.1 | Host: me:8888", policy).changes.isEmpty)
        #expect(forwarded("GET /x HTTP/1.0", policy).head == "GET /x HTTP/1.1 | Host: server.example:8080")
    }

    /// A rule that sends it to another server says what becomes of Host; one that changes the address alone does not.
    @Test(arguments: [
        ("GET /x HTTP/1.1 | Host: me:8888", true, "Host: me:8888", ""),
        ("GET /x HTTP/1.1 | Host: me:8888", false, "Host: server.example:8080", "RFC 9110 §7.2"),
        ("GET /x HTTP/1.0", true, "Host: other:81", "RFC 9112 §3.2"),
        ("GET /x HTTP/1.0", false, "Host: server.example:8080", "RFC 9110 §7.2"),
    ])
    func hostIsWhatWhoeverChoseTheServerMadeOfIt(head: String, leavesHost: Bool, host: String, spec: String) throws {
        let policy = ForwardingPolicy(mode: .reverse(server, preserveHost: false))
        var playbook = Playbook(policy, asks: .requestHead, answers: false)
        playbook.happen(head)
        playbook.happen(leavesHost ? "request head: map" : "request head: connect elsewhere")
        let sent = playbook.happen("connected").joined()
        #expect(sent == "GET /x HTTP/1.1 | \(host)")
        let ofHost = playbook.changes.filter { $0.contains("Host:") }
        #expect(ofHost.allSatisfy { $0.hasSuffix("(\(spec))") } && ofHost.isEmpty == spec.isEmpty, "\(ofHost)")
    }

    /// RFC 9112 §3.2.2: absolute-form is to be accepted by servers too.
    @Test func everyFormGoesToTheServer() {
        let policy = ForwardingPolicy(mode: .reverse(server, preserveHost: false))
        #expect(
            forwarded("GET http://other/y HTTP/1.1 | Host: other", policy).head
                == "GET /y HTTP/1.1 | Host: server.example:8080")
        #expect(
            forwarded("OPTIONS * HTTP/1.1 | Host: me", policy).head == "OPTIONS * HTTP/1.1 | Host: server.example:8080")
        play(
            """
            >> CONNECT other:443 HTTP/1.1 | Host: other
            << answer 501
            << finish refused by client: unsupportedMethod
            << close
            """, policy)
    }

    /// RFC 9110 §10.1.1: what an HTTP/1.0 client expects of an interim response is ignored.
    @Test func anHTTP10ClientWaitsForNoInterimResponse() {
        let old = forwarded("POST http://a/ HTTP/1.0 | Content-Length: 1 | Expect: 100-Continue")
        #expect(old.head == "POST / HTTP/1.1 | Content-Length: 1 | Host: a")
        #expect(old.changes.contains("- Expect: 100-Continue (RFC 9110 §10.1.1)"))
        let new = forwarded("POST http://a/ HTTP/1.1 | Host: a | Content-Length: 1 | Expect: 100-continue")
        #expect(new.head == "POST / HTTP/1.1 | Host: a | Content-Length: 1 | Expect: 100-continue")
        let other = forwarded("POST http://a/ HTTP/1.0 | Content-Length: 1 | Expect: something")
        #expect(other.head == "POST / HTTP/1.1 | Content-Length: 1 | Expect: something | Host: a")
    }
}

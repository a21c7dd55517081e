import Bytes
import Flow
import Testing

/// What proxy scripts answer, and the ways that come of it.
@Suite struct ProxyChoiceTests {
    private func texts(_ answer: String) throws -> [String] {
        try ProxyChoice.read(answer).map { choice in
            if case .proxy(let proxy) = choice { "\(proxy)" } else { "direct" }
        }
    }

    @Test(
        arguments: [
            ("DIRECT", ["direct"]), ("", ["direct"]), (" ; ;", ["direct"]), ("direct;", ["direct"]),
            ("PROXY a:8080", ["http://a:8080"]), ("proxy A", ["http://a:80"]), ("HTTPS b:1", ["https://b:1"]),
            ("SOCKS c", ["socks5://c:1080"]), ("SOCKS5 [::1]:9", ["socks5://[::1]:9"]),
            ("PROXY a:1; SOCKS4 b:2;HTTP\tc:3 ;DIRECT", ["http://a:1", "http://c:3", "direct"]),
            ("QUIC a:1; DIRECT", ["direct"]), ("PROXY; DIRECT", ["direct"]),
        ] as [(String, [String])])
    func answersAreReadInTheirOrder(answer: String, expected: [String]) throws {
        #expect(try texts(answer) == expected)
    }

    /// None of these is taken for DIRECT.
    @Test(arguments: [
        "SOCKS4 a:1", "PROXY", "PROXY a:0", "PROXY a:1 b:2", "PROXY me:secret@a:1", "PROXY a:1/x", "nonsense",
        "DIRECT now", "PROXY http://a:1",
    ])
    func whatNamesNoWayIsAMistake(answer: String) {
        #expect(throws: ProxyScriptFailure.self) { try ProxyChoice.read(answer) }
    }

    @Test func ofManyWaysTheFirstAreRead() throws {
        let many = (1...100).map { "PROXY a:\($0)" }.joined(separator: ";")
        #expect(try texts(many) == (1...ProxyChoice.limit).map { "http://a:\($0)" })
    }

    @Test(
        arguments: [
            ("a.example", 80, false, "http://a.example/"), ("a.example", 8080, false, "http://a.example:8080/"),
            ("a.example", 443, true, "https://a.example/"), ("::1", 8443, true, "https://[::1]:8443/"),
        ] as [(String, UInt16, Bool, String)])
    func theScriptSeesNoPath(host: String, port: UInt16, isUnknown: Bool, url: String) {
        let question = ProxyQuestion(Destination(host: Bytes(host), port: port), isUnknown: isUnknown)
        #expect(question.url == url && question.host == host)
    }

    // MARK: - Ways

    private final class Silent: ProxyScript {
        func known(_ question: ProxyQuestion) -> [ProxyChoice]? { nil }
        func ask(
            _ question: ProxyQuestion,
            deliver: @escaping @Sendable (Result<[ProxyChoice], ProxyScriptFailure>) -> Void
        ) {}
    }

    @Test func waysAreThoseOfTheScriptEachOnce() throws {
        let way = UpstreamWay(by: Silent(), showing: ShownCredentials("me:secret"))
        let server = Destination(host: "a.example", port: 80)
        let choices = try ProxyChoice.read("PROXY p:1; PROXY p:1; DIRECT; SOCKS5 s:2")
        let routes = way.routes(choices, to: server, isTunnel: false)
        #expect(routes.map(\.through) == [["http://p:1"], [], ["socks5://s:2"]])
        #expect(routes[0].forwarder != nil && routes[0].hops[0].proxy.credentials?.user == "me")
        let tunnel = way.routes(choices, to: server, isTunnel: true)
        #expect(tunnel[0].forwarder == nil, "what is inside of a tunnel is for no proxy to read")
    }

    @Test func whatIsOnThisMachineIsNotAskedOfAProxyElsewhere() throws {
        let way = UpstreamWay(by: Silent(), showing: nil)
        let server = Destination(host: "127.0.0.1", port: 80)
        let routes = way.routes(try ProxyChoice.read("PROXY p:1; PROXY 127.0.0.1:2"), to: server, isTunnel: false)
        #expect(routes.map(\.through) == [[], ["http://127.0.0.1:2"]])
    }

    @Test func exceptionsAndOwnNamesAskNoScript() throws {
        let way = UpstreamWay(by: Silent(), showing: nil, except: [try #require(ProxyException("b.example"))])
        #expect(way.script(for: Destination(host: "a.example", port: 80)) != nil)
        for host in ["b.example", "x.b.example", "hark.test", "demo.hark.test"] {
            #expect(way.script(for: Destination(host: Bytes(host), port: 80)) == nil, "\(host)")
        }
    }
}

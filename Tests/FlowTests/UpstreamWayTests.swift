import Bytes
import Flow
import Testing

@Suite struct UpstreamWayTests {
    // MARK: - The URL

    @Test(arguments: [
        ("http://proxy.example:3128", "http://proxy.example:3128"), ("http://Proxy.example", "http://proxy.example:80"),
        ("https://proxy.example/", "https://proxy.example:443"), ("socks5://[::1]:9", "socks5://[::1]:9"),
        ("SOCKS5H://10.0.0.1", "socks5://10.0.0.1:1080"), ("http://me:p%40ss@a:1", "http://a:1"),
    ])
    func urlsAreRead(text: String, expected: String) throws {
        #expect(try UpstreamProxy(url: text).description == expected)
    }

    @Test(arguments: [
        "", "proxy.example:3128", "ftp://a:1", "http://", "http://:80", "http://a:0", "http://a:65536", "http://a:x",
        "http://a/b", "http://a?x", "http://a b", "http://[::1", "http://[zz]:1", "http://:pw@a:1", "socks4://a:1",
    ])
    func whatIsNoneIsRefusedAndShowsNoPassword(text: String) {
        #expect(throws: UpstreamProxy.Mistake.self) { try UpstreamProxy(url: text) }
    }

    @Test func credentialsAreInNoText() throws {
        let proxy = try UpstreamProxy(url: "http://me:se%3Acret@a:1")
        #expect(proxy.credentials?.user == "me" && proxy.credentials?.password == "se:cret")
        var dumped = ""
        dump(proxy, to: &dumped)
        let route = Route(through: [.connect(proxy)], to: Destination(host: "b", port: 443))
        for text in ["\(proxy)", proxy.maskedURL, dumped, "\(route)", "\(route.hops)", String(reflecting: proxy)] {
            #expect(!text.contains("cret"), "\(text)")
        }
    }

    // MARK: - Exceptions

    @Test(
        arguments: [
            ("*", "a.example", 80, true), ("example.com", "example.com", 80, true),
            ("example.com", "a.example.com", 80, true),
            ("example.com", "notexample.com", 80, false), (".example.com", "a.example.com", 80, true),
            ("*.example.com", "a.example.com", 80, true), ("*.example.com", "example.com", 80, false),
            ("EXAMPLE.com", "example.com.", 80, true), ("example.com:8080", "example.com", 8080, true),
            ("example.com:8080", "example.com", 80, false), ("10.0.0.0/8", "10.200.3.4", 80, true),
            ("10.0.0.0/8", "11.0.0.1", 80, false), ("10.0.0.0/8", "10.example", 80, false),
            ("192.168.1.128/25", "192.168.1.127", 80, false), ("192.168.1.128/25", "192.168.1.129", 80, true),
            ("0.0.0.0/0", "8.8.8.8", 80, true), ("0.0.0.0/0", "2001:db8::1", 80, false),
            ("10.0.0.1", "10.0.0.1", 1, true),
            ("10.0.0.1", "::ffff:10.0.0.1", 1, true), ("fd00::/8", "fd12::1", 80, true),
            ("fd00::/8", "fe80::1", 80, false),
            ("[::1]:80", "::1", 80, true), ("[::1]:80", "::1", 81, false), ("::1", "::1", 81, true),
        ] as [(String, Bytes, UInt16, Bool)])
    func exceptionsCoverWhatTheySay(text: String, host: Bytes, port: UInt16, isCovered: Bool) throws {
        let exception = try #require(ProxyException(text))
        #expect(exception.covers(Destination(host: host, port: port)) == isCovered)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0/8", "a/8", "a:0", "a:b", "fe80::/129", "a b", "*.*.com", "."])
    func whatIsNoExceptionIsRefused(text: String) {
        #expect(ProxyException(text) == nil)
    }

    // MARK: - Ways

    private func hops(_ proxy: String, _ url: Destination, isTunnel: Bool = false, except: [String] = []) throws
        -> String
    {
        let way = UpstreamWay(try UpstreamProxy(url: proxy), except: except.compactMap { ProxyException($0) })
        return way.hops(to: url, isTunnel: isTunnel).map { hop in
            switch hop {
            case .connect(let proxy): "connect \(proxy)"
            case .forward(let proxy): "forward \(proxy)"
            case .socks5(let proxy): "socks \(proxy)"
            }
        }.joined(separator: ", ")
    }

    private static let plain = Destination(host: "a.example", port: 80)
    private static let secure = Destination(host: "a.example", port: 443, serverName: "a.example")

    @Test func plainRequestsGoAsURLsAndTheRestThroughTunnels() throws {
        #expect(try hops("http://p:1", Self.plain) == "forward http://p:1")
        #expect(try hops("https://p:1", Self.plain) == "forward https://p:1")
        #expect(try hops("http://p:1", Self.secure) == "connect http://p:1")
        #expect(try hops("http://p:1", Self.plain, isTunnel: true) == "connect http://p:1")
        #expect(try hops("socks5://p:1", Self.plain) == "socks socks5://p:1")
    }

    @Test func someServersAreAskedStraight() throws {
        #expect(try hops("http://p:1", Self.plain, except: ["b.example", "a.example"]) == "")
        #expect(try hops("http://p:1", Destination(host: "demo.hark.test", port: 80)) == "")
        for host: Bytes in ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            #expect(try hops("http://p:1", Destination(host: host, port: 80)) == "", "\(host)")
            #expect(try hops("http://127.0.0.1:1", Destination(host: host, port: 80)) != "", "\(host)")
        }
        #expect(!Destination(host: "128.0.0.1", port: 1).isOnThisMachine)
        for host: Bytes in ["128.0.0.1", "1.127.0.0", "::2", "localhost.example"] {
            #expect(try hops("http://p:1", Destination(host: host, port: 80)) != "", "\(host)")
        }
    }

    // MARK: - What a proxy is sent

    private func sent(_ request: String, _ proxy: String) throws -> (head: String, changes: [String]) {
        forwarded(request, ForwardingPolicy(way: UpstreamWay(try UpstreamProxy(url: proxy))))
    }

    @Test func aProxyIsAskedWithTheURL() throws {
        let same = try sent("GET http://A.example/x?y HTTP/1.1 | Host: a.example", "http://p:1")
        #expect(same.head == "GET http://A.example/x?y HTTP/1.1 | Host: a.example" && same.changes.isEmpty)
        let old = try sent("GET http://a.example:81 HTTP/1.0 | Host: a.example:81", "http://p:1")
        #expect(old.head.hasPrefix("GET http://a.example:81/ HTTP/1.1 | "))
        let named = try sent("GET http://u:p@a.example/ HTTP/1.1 | Host: a.example", "http://p:1")
        #expect(named.head == "GET http://a.example/ HTTP/1.1 | Host: a.example | Authorization: Basic dTpw")
        // RFC 9112 §3.2.4
        let whole = try sent("OPTIONS http://a.example HTTP/1.1 | Host: a.example", "http://p:1")
        #expect(whole.head == "OPTIONS http://a.example HTTP/1.1 | Host: a.example")
    }

    @Test func aServerBehindSOCKSIsAskedAsEver() throws {
        let head = try sent("GET http://a.example/x HTTP/1.1 | Host: a.example", "socks5://me:pw@p:1").head
        #expect(head == "GET /x HTTP/1.1 | Host: a.example")
    }

    @Test func theRecordHasNoCredentials() throws {
        let (head, changes) = try sent(
            "GET http://a.example/ HTTP/1.1 | Host: a.example | Proxy-Authorization: Basic eDp5", "http://me:pw@p:1")
        #expect(head == "GET http://a.example/ HTTP/1.1 | Host: a.example | Proxy-Authorization: Basic _redacted")
        #expect(!changes.joined().contains("bWU6cHc"))
    }

    @Test func whatIsInsideOfATunnelStaysOnItsWay() throws {
        let proxy = try UpstreamProxy(url: "http://p:1")
        let policy = ForwardingPolicy(way: UpstreamWay(proxy))
        let inside = policy.inside(Self.plain, through: [.connect(proxy)], refusal: nil)
        #expect(inside.route(to: Self.plain).hops == [.connect(proxy)])
        #expect(policy.route(to: Self.plain).hops == [.forward(proxy)])
        let other = try UpstreamProxy(url: "http://q:1")
        #expect(inside.route(to: Self.plain, via: other).hops == [.connect(other)], "no proxy reads what is inside")
        #expect(policy.route(to: Self.plain, via: other).hops == [.forward(other)])
    }
    /// Nobody has reached the server: where the proxy is down, it is not to be asked straight instead.
    @Test func aTunnelWithoutItsServerHasNoWayOfItsOwn() throws {
        let proxy = try UpstreamProxy(url: "http://p:1")
        let policy = ForwardingPolicy(way: UpstreamWay(proxy))
        let refusal = Outcome(.failed, by: .upstream, .upstreamProxyFailed)
        #expect(policy.inside(Self.plain, refusal: refusal).route(to: Self.plain).hops == [.connect(proxy)])
        let other = try UpstreamProxy(url: "http://q:1")
        let reached = policy.inside(Self.plain, through: [.connect(other)], refusal: refusal)
        #expect(reached.route(to: Self.plain).hops == [.connect(other)], "it was reached, and is not to be trusted")
        #expect(policy.inside(Self.plain, refusal: nil).route(to: Self.plain).hops.isEmpty, "it was reached straight")
    }
}

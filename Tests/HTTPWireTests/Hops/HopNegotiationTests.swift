import Bytes
import HTTPWire
import Testing

@Suite struct HopNegotiationTests {
    /// What was sent, what came of it, and what was left unread behind it.
    struct Course: Equatable {
        var sent: [UInt8]
        var end: String
        var rest: [UInt8] = []
    }

    /// Plays what a proxy says, cut at `splits`.
    private func play(_ negotiation: HopNegotiation, _ said: [UInt8], splits: [Int]) -> Course {
        var negotiation = negotiation
        guard let opening = try? negotiation.opening() else { return Course(sent: [], end: "too long") }
        var course = Course(sent: opening.array, end: "more")
        var unread: [UInt8] = []
        var place = 0
        for split in splits + [said.count] where course.end == "more" {
            unread += said[place..<split]
            place = split
            var isWaiting = false
            while !isWaiting, course.end == "more" {
                do throws(HopFailure) {
                    switch try negotiation.read(Bytes(unread)) {
                    case .more: isWaiting = true
                    case .send(let bytes, let consumed):
                        unread.removeFirst(consumed)
                        course.sent += bytes.array
                    case .open(let consumed):
                        unread.removeFirst(consumed)
                        course.end = "open"
                    }
                } catch {
                    course.end = error.text
                }
            }
        }
        if course.end == "open" { course.rest = unread + said[place...] }
        return course
    }

    /// However the proxy's bytes were cut, and byte by byte, the same comes of them.
    private func course(_ negotiation: HopNegotiation, _ said: [UInt8]) -> Course {
        let whole = play(negotiation, said, splits: [])
        for split in said.indices {
            #expect(play(negotiation, said, splits: [split]) == whole, "cut at \(split)")
        }
        #expect(play(negotiation, said, splits: Array(said.indices)) == whole)
        return whole
    }

    private func connect(_ said: String, _ line: Bytes? = nil) -> Course {
        course(.connect(ConnectNegotiation(to: "a.example:443", credentials: line)), Array(said.utf8))
    }

    // MARK: - CONNECT

    @Test func connectAsksAndTheTunnelBeginsBehindTheHead() {
        let course = connect("HTTP/1.1 200 Connection established\r\nServer: x\r\n\r\nhello")
        #expect(
            String(decoding: course.sent, as: UTF8.self)
                == "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n")
        #expect(course.end == "open" && course.rest == Array("hello".utf8))
    }

    /// RFC 9110 §9.3.6: in a 2xx these mean nothing.
    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func framingInAGrantIsIgnored(line: String) {
        let course = connect("HTTP/1.0 299 \r\n\(line)\r\n\r\nhello")
        #expect(course.end == "open" && course.rest == Array("hello".utf8))
    }

    @Test func interimResponsesAreNoAnswer() {
        #expect(connect("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n").end == "open")
        #expect(connect("HTTP/1.1 100 Continue\r\n\r\n").end == "more")
    }

    @Test func credentialsAreShownFromTheFirstRequestOn() {
        let course = connect("HTTP/1.1 200 OK\r\n\r\n", "Proxy-Authorization: Basic bWU6eA==")
        #expect(
            String(decoding: course.sent, as: UTF8.self).hasSuffix("\r\nProxy-Authorization: Basic bWU6eA==\r\n\r\n"))
    }

    @Test(arguments: [
        (
            "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\nProxy-Authenticate: NTLM",
            "It answered CONNECT with 407 (Proxy Authentication Required). "
                + "It requires a user name and password (Basic or NTLM)."
        ),
        (
            "403 Forbidden",
            "It answered CONNECT with 403 (Forbidden). It does not allow this client to reach that server."
        ),
        ("502 Bad", "It answered CONNECT with 502 (Bad). It could not reach the server either."),
        ("301 Moved", "It answered CONNECT with 301 (Moved)."),
        ("101 Switching", "It answered CONNECT with 101 (Switching)."),
    ])
    func aRefusalIsToldInItsWords(answer: String, text: String) {
        #expect(connect("HTTP/1.1 \(answer)\r\nContent-Length: 0\r\n\r\n").end == text)
    }

    @Test(arguments: ["SSH-2.0-OpenSSH\r\n", "220 a.example ESMTP\r\n"])
    func whatIsNoHTTPIsNoGrant(said: String) {
        #expect(connect(said).end.hasPrefix("Its answer to CONNECT is not HTTP"))
    }

    @Test func aHeadThatNeverEndsIsGivenUp() {
        let said = "HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(String(repeating: "y", count: 1000))\r\n", count: 40)
        let end = play(.connect(ConnectNegotiation(to: "a:1")), Array(said.utf8), splits: []).end
        #expect(end.contains("head-too-large"), "\(end)")
    }

    // MARK: - SOCKS 5

    private func socks(_ host: Bytes, as user: (Bytes, Bytes)? = nil, _ said: [UInt8]) -> Course {
        course(.socks5(SOCKS5Negotiation(to: host, port: 443, as: user.map { ($0.0, $0.1) })), said)
    }

    private static let bound: [UInt8] = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]

    @Test func aNameGoesToTheProxyAsItIs() {
        let course = socks("a.example", [5, 0] + Self.bound + Array("hi".utf8))
        let request: [UInt8] = [5, 1, 0, 3, 9] + Array("a.example".utf8) + [1, 187]
        #expect(course.sent == [5, 1, 0] + request)
        #expect(course.end == "open" && course.rest == Array("hi".utf8))
    }

    @Test(
        arguments: [
            ("192.0.2.7", [1, 192, 0, 2, 7]),
            ("2001:db8::1", [4, 0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ] as [(Bytes, [UInt8])])
    func addressesGoAsAddresses(host: Bytes, octets: [UInt8]) {
        let greeting: [UInt8] = [5, 1, 0, 5, 1, 0]
        #expect(socks(host, [5, 0] + Self.bound).sent == greeting + octets + [1, 187])
    }

    /// The bound address may be of any type (RFC 1928 §6).
    @Test(
        arguments: [
            [5, 0, 0, 3, 2, 65, 66, 1, 1], [5, 0, 0, 4] + [UInt8](repeating: 9, count: 18), [5, 0, 0, 3, 0, 1, 1],
        ] as [[UInt8]])
    func theBoundAddressIsReadOver(reply: [UInt8]) {
        let course = socks("a", [5, 0] + reply + [7])
        #expect(course.end == "open" && course.rest == [7])
    }

    @Test func aUserIsShownWhenThatIsAsked() {
        let course = socks("a", as: ("me", "pw"), [5, 2, 1, 0] + Self.bound)
        #expect(course.sent == [5, 2, 0, 2, 1, 2, 109, 101, 2, 112, 119, 5, 1, 0, 3, 1, 97, 1, 187])
        #expect(course.end == "open")
    }

    @Test func aPasswordIsNotShownToWhoDoesNotAsk() {
        let course = socks("a", as: ("me", "secret"), [5, 0] + Self.bound)
        #expect(!String(decoding: course.sent, as: UTF8.self).contains("secret") && course.end == "open")
    }

    @Test(
        arguments: [
            ([5, 255], false, "It requires a user name and password: add USER:PASSWORD@ to its URL (RFC 1928 §3)."),
            ([5, 255], true, "It accepts neither a user name and password nor an anonymous client (RFC 1928 §3)."),
            ([5, 2], false, "It requires a user name and password: add USER:PASSWORD@ to its URL (RFC 1928 §3)."),
            ([5, 2, 1, 1], true, "It rejected the user name and password (RFC 1929 §2)."),
            ([5, 0, 5, 1, 0, 1], false, "It replied: general failure (RFC 1928 §6)."),
            ([5, 0, 5, 2, 0, 1], false, "It replied: connection not allowed by its rules (RFC 1928 §6)."),
            ([5, 0, 5, 3, 0, 1], false, "It replied: network unreachable (RFC 1928 §6)."),
            ([5, 0, 5, 4, 0, 1], false, "It replied: host unreachable (RFC 1928 §6)."),
            ([5, 0, 5, 5, 0, 1], false, "It replied: connection refused by the server (RFC 1928 §6)."),
            ([5, 0, 5, 99, 0, 1], false, "It replied: unknown code 99 (RFC 1928 §6)."),
            ([5, 0, 4, 0, 0, 1], false, "Its answer is not valid SOCKS 5 (RFC 1928)."),
            ([5, 0, 5, 0, 0, 2, 1], false, "Its answer is not valid SOCKS 5 (RFC 1928)."),
            ([4, 0], false, "It does not speak SOCKS 5: its answer begins with the byte 4."),
            (
                Array("HTTP/1.1 400".utf8), false,
                "It speaks HTTP, not SOCKS: its URL should probably begin with http://."
            ),
        ] as [([UInt8], Bool, String)])
    func aRefusalIsToldInWords(said: [UInt8], hasUser: Bool, text: String) {
        #expect(socks("a", as: hasUser ? ("me", "pw") : nil, said).end == text)
    }

    @Test func whatSOCKSCannotSayIsNotSent() {
        let long = Bytes([UInt8](repeating: 97, count: 256))
        #expect(socks(long, [5, 0]).end == "too long")
        #expect(socks("a", as: ("me", long), [5, 0]).end == "too long")
        #expect(socks("a", as: (long, "pw"), [5, 0]).sent.isEmpty)
    }
}

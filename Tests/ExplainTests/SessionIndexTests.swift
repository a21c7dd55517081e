import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Testing

@testable import Explain

@Suite struct SessionIndexTests {
    private static func flow(
        _ number: Int, _ url: String = "http://a.example/", cookie: String? = nil, _ fields: String = "",
        method: String = "GET", status: Int = 200
    ) -> FlowRecord {
        MadeExchange.make(
            "\(method) \(url) HTTP/1.1\nHost: a.example" + (cookie.map { "\nCookie: \($0)" } ?? ""),
            "HTTP/1.1 \(status) X" + (fields.isEmpty ? "" : "\n" + fields), index: number - 1)
    }

    private func index(_ flows: [FlowRecord]) -> SessionIndex {
        var index = SessionIndex()
        for flow in flows { index.add(SessionFact(flow)) }
        return index
    }

    @Test func whatSetACookieOfTheRequestIsFoundWhereverItWas() {
        let flows = [
            Self.flow(1, "http://a.example/", "Set-Cookie: s=1"), Self.flow(2, "http://b.example/", "Set-Cookie: s=1"),
            Self.flow(3, "http://c.example/", "Set-Cookie: t=1"), Self.flow(4),
            Self.flow(5, "http://a.example/z", cookie: "s=1"),
        ]
        // Of the same name, whoever set it, and of the same site, whatever its name is.
        #expect(index(flows).past(of: [flows[4]]).numbers == [1, 2])
        #expect(index(flows).past(of: [flows[3]]).numbers == [1])
        #expect(index(flows).past(of: [flows[0]]).numbers.isEmpty, "what comes later has no part in it")
    }

    /// Of thousands of lines that set one cookie the last ones decide.
    @Test func aCookieThatIsSetAgainAndAgainCostsLittle() {
        var flows = (1...3_000).map { Self.flow($0, "http://w.a.example/\($0)", "Set-Cookie: s=\($0); Path=/") }
        flows[0] = Self.flow(1, "http://a.example/", "Set-Cookie: first=1; Domain=a.example")
        flows.append(Self.flow(3_001, "http://a.example/", cookie: "s=3000; first=1"))
        #expect(index(flows).past(of: [flows[3_000]]).numbers == [1, 2_999, 3_000])
    }

    /// A line that is ignored does not stand before the one that counts.
    @Test func ignoredLinesHideNone() {
        var flows = [Self.flow(1, "https://a.example/", "Set-Cookie: s=1; Secure; Path=/")]
        flows += (2...50).map { Self.flow($0, "http://a.example/", "Set-Cookie: s=2; Secure; Path=/") }
        flows.append(Self.flow(51, "https://a.example/", cookie: "s=1"))
        #expect(index(flows).past(of: [flows[50]]).numbers.contains(1))
    }

    @Test func requestsForTheSameURLAreFoundAndWhatOutdatedThem() {
        let flows = [
            Self.flow(1, "http://a.example/x", "ETag: \"1\""), Self.flow(2, "http://a.example/y"),
            Self.flow(3, "http://a.example/new", "Location: /x", method: "POST", status: 201),
            Self.flow(4, "http://a.example/new", "Location: /x", status: 302),
            Self.flow(5, "http://A.example:80/x", status: 304),
        ]
        #expect(index(flows).past(of: [flows[4]]).numbers == [1, 3])
    }

    /// Behind hundreds of 304 the answer that they renew is found.
    @Test func theStoredAnswerIsFoundBehindItsRenewals() {
        var flows = [Self.flow(1, "http://a.example/x", "ETag: \"1\"")]
        flows += (2...500).map { Self.flow($0, "http://a.example/x", status: 304) }
        let past = index(flows).past(of: [flows[499]])
        #expect(past.numbers.first == 1 && past.numbers.count < 40)
    }

    @Test(
        arguments: [
            ([1, 2, 3, 4], 4, nil), ([2, 3, 4], 4, 2), ([1, 2, 4, 5, 6], 6, 4), ([1, 2, 3, 5], 5, 5), ([5], 5, 5),
            ([1], 1, nil),
            ([3, 4, 9, 10, 11, 12], 11, 9), ([1, 2, 3], 2, nil),
        ] as [([Int], Int, UInt64?)])
    func gapsAreKnown(numbers: [Int], asked: Int, since: UInt64?) {
        let flows = numbers.map { Self.flow($0) }
        #expect(index(flows).past(of: flows.filter { $0.id.number == UInt64(asked) }).since == since)
        // In whatever order they came.
        #expect(index(flows.reversed()).past(of: flows.filter { $0.id.number == UInt64(asked) }).since == since)
    }

    /// A flow that was open when it was looked at is looked at again.
    @Test func whatEndsLaterIsTakenInAnew() {
        let asking = Self.flow(2, cookie: "s=1")
        var index = SessionIndex()
        index.add(
            SessionFact(number: 1, method: "GET", url: "http://a.example/", status: nil, isOver: false, head: nil))
        #expect(index.unsettled == [1])
        #expect(!index.past(of: [asking]).numbers.contains(99))
        index.add(
            SessionFact(
                number: 1, method: "GET", url: "http://a.example/q", status: 200, isOver: true,
                head: "HTTP/1.1 200 OK\r\nset-cookie:  s=1 \r\n\r\n"))
        #expect(index.unsettled.isEmpty && index.last == 1)
        #expect(index.past(of: [asking]).numbers == [1])
    }

    /// A head as it is in a file tells what the record tells.
    @Test func bytesAndRecordsSayTheSame() {
        let flows = [
            Self.flow(1, "http://a.example/", "Set-Cookie: s=1; Path=/x\nX: y\nset-COOKIE: t=2"),
            Self.flow(2, "http://w.a.example/", "Location: http://a.example/", method: "DELETE"),
            Self.flow(3, "http://a.example/x", cookie: "t=2"),
        ]
        var index = SessionIndex()
        for flow in flows {
            index.add(
                SessionFact(
                    number: flow.id.number, method: flow.method.name, url: flow.url, status: flow.status, isOver: true,
                    head: flow.responseHead?.raw))
        }
        for flow in flows {
            #expect(index.past(of: [flow]).numbers == self.index(flows).past(of: [flow]).numbers)
        }
        #expect(index.past(of: [flows[2]]).numbers == [1])
    }

    @Test func sitesAreRegistrableDomains() {
        for (host, site) in [
            ("a.b.example.com", "example.com"), ("example.com", "example.com"), ("x.example.co.uk", "example.co.uk"),
            ("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("intranet", "intranet"),
        ] {
            #expect(PublicSuffixes.site(of: Bytes(host)) == Bytes(site), "\(host)")
        }
    }
}

import Flow
import TestKit
import Testing

/// What becomes of a CONNECT, by what both sides say first.
@Suite struct TunnelOpeningTests {
    private func play(
        _ script: String, _ server: TunnelOpening.Server = .new, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var playbook = TunnelPlaybook(server)
        let expected = Playbook.lines(script).joined(separator: "\n")
        #expect(playbook.play(script) == expected, sourceLocation: sourceLocation)
    }

    private static let opened = [
        "client: TLS", "hello", "server secured", "leaf", "client secured",
    ]

    private static func last(_ events: [String], _ server: TunnelOpening.Server = .new) -> [String] {
        var playbook = TunnelPlaybook(server)
        var orders: [String] = []
        for event in events { orders = playbook.happen(event) }
        return orders
    }

    @Test func tlsIsOpenedTheServerFirst() {
        play(
            """
            >> client: TLS
            << wait for hello
            << read the hello
            >> hello
            << secure the server
            >> server secured
            << mint
            >> leaf
            << secure the client
            >> client secured
            << wait for firstRequest
            >> client: GET /
            << wait for requestLine
            >> client: GET / HTTP/1.1
            << serve
            """)
    }

    @Test func aKeptConnectionSparesAHandshakeIfItFits() {
        #expect(Self.last(["client: TLS", "hello for the kept server"], .kept) == ["mint"])
        #expect(Self.last(["client: TLS", "hello"], .kept) == ["dial"])
        #expect(Self.last(["client: TLS", "hello", "dialed"], .kept) == ["secure the server"])
        #expect(Self.last(["client: GET / HTTP/1.1"], .kept) == ["dial"])
        #expect(Self.last(["client: GET / HTTP/1.1", "dialed"], .kept) == ["serve"])
        #expect(Self.last(["client ends"], .kept) == ["finish tunnel by client: ok"])
        #expect(
            Self.last(["client: SSH", "not dialed"], .kept) == ["finish failed by upstream: connectionRefused"])
    }

    @Test(arguments: [
        ["client: SSH"], ["server speaks"], ["client: ?", "time passes"], ["client: GET /", "time passes"],
        ["client: TLS", "server speaks"], ["client: TLS", "hello, not to be opened"], ["client ends"],
    ])
    func whatIsNotUnderstoodIsRelayed(events: [String]) {
        #expect(Self.last(events) == ["relay"])
    }

    /// Hark speaks HTTP/1 alone: to open this TLS would be to break it.
    @Test func aClientThatOffersNoHTTP1IsLeftAlone() {
        #expect(Self.last(["client: TLS", "hello with h2"]) == ["relay: Inside"])
    }

    /// IMAPS, SMTPS, MQTT: TLS without HTTP inside.
    @Test func whatIsNotHTTPInsideIsRelayedDecrypted() {
        let server = ["relay: Inside TLS the server sent data before any request"]
        let client = ["relay: Inside TLS the client does not use HTTP/1"]
        #expect(Self.last(Self.opened + ["server speaks"]) == server)
        #expect(Self.last(Self.opened + ["client: GET /", "server speaks"]) == server)
        #expect(Self.last(Self.opened + ["client: SSH"]) == client)
        #expect(Self.last(Self.opened + ["client: TLS"]) == client)
        // A kept connection has spoken HTTP before: what is something else needs one of its own.
        let kept = ["client: TLS", "hello for the kept server", "leaf", "client secured", "client: SSH"]
        #expect(Self.last(kept, .kept) == ["dial"])
        #expect(Self.last(kept + ["dialed"], .kept) == ["secure the server"])
        #expect(Self.last(kept + ["dialed", "server secured"], .kept) == client)
        #expect(Self.last(kept + ["dialed", "server not secured"], .kept) == ["finish failed by upstream: selfSigned"])
        #expect(Self.last(Self.opened + ["server ends", "client: SSH"]) == ["dial"])
    }

    @Test func aServerThatFailsIsShownAsItself() {
        let refused = ["client: TLS", "hello", "server not secured", "leaf", "client secured"]
        #expect(Self.last(refused + ["client: GET / HTTP/1.1"]) == ["refuse: selfSigned"])
        #expect(Self.last(refused + ["client: SSH"]) == ["finish failed by upstream: selfSigned"])
    }

    @Test(arguments: [
        (["time passes"], "aborted by client: idleTimedOut"),
        (["client: TLS", "time passes"], "failed by client: handshakeTimedOut"),
        (["client: TLS", "bad hello"], "failed by client: malformedClientHello"),
        (["client: TLS", "client ends"], "failed by client: closedInHandshake"),
        (["client: TLS", "hello for a bad name"], "failed by client: illegalServerName"),
        (["client: TLS", "hello", "client ends"], "failed by client: closedInHandshake"),
        (["client: TLS", "hello", "server secured", "no leaf"], "failed by proxy: internalError"),
        // A clock that is wrong is no defect of Hark's.
        (["client: TLS", "hello", "server secured", "authority not valid"], "failed by proxy: authorityNotValid"),
        (
            ["client: TLS", "hello", "server secured", "leaf", "client not secured"],
            "failed by client: clientDoesNotTrust"
        ),
        (opened + ["client ends"], "aborted by client: closedUnused"),
        (opened + ["time passes"], "aborted by client: idleTimedOut"),
        (["client breaks"], "aborted by client: clientClosed"),
        (["server breaks"], "aborted by upstream: upstreamClosed"), (["proxy stops"], "aborted by proxy: shuttingDown"),
    ])
    func howItEndsOtherwise(events: [String], outcome: String) {
        #expect(Self.last(events) == ["finish \(outcome)"])
    }

    /// Half-closed within a handshake it can never finish it; what it sent before for a relay is still relayed.
    @Test func aClientThatEndsWithinItsHandshakeIsNotServed() {
        let left = ["finish failed by client: closedInHandshake"]
        #expect(Self.last(["client: TLS", "hello", "client ends"], .kept) == left)
        #expect(Self.last(["client: TLS", "hello", "dialed", "client ends"], .kept) == left)
        #expect(Self.last(["client: TLS", "hello", "server secured", "client ends"]) == left)
        let inside = ["client: TLS", "hello for the kept server", "leaf", "client secured", "client: SSH"]
        #expect(Self.last(inside + ["client ends"], .kept).isEmpty)
        #expect(Self.last(inside + ["dialed", "client ends"], .kept).isEmpty)
        #expect(
            Self.last(inside + ["dialed", "client ends", "server secured"], .kept)
                == ["relay: Inside TLS the client does not use HTTP/1"])
    }

    @Test func aRequestThatIsNotFinishedIsServedForWhatItIs() {
        #expect(Self.last(Self.opened + ["client: GET /", "client ends"]) == ["serve"])
        #expect(Self.last(Self.opened + ["client: GET /", "time passes"]) == ["serve"])
        #expect(Self.last(Self.opened + ["server ends", "client: GET / HTTP/1.1"]) == ["serve"])
    }

    /// Whatever happens in whatever order: it ends once, and nothing is ordered afterwards.
    @Test(arguments: 0..<10)
    func everyOrderIsPossible(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let events = TunnelPlaybook.events.map(\.text).filter { $0 != "proxy stops" }
        for _ in 0..<500 {
            var playbook = TunnelPlaybook(seed % 2 == 0 ? .new : .kept)
            var ends = 0
            for _ in 0..<20 {
                let wasOver = playbook.isOver
                let orders = playbook.happen(events[Int.random(in: 0..<events.count, using: &random)])
                #expect(!wasOver || orders.isEmpty)
                ends += orders.count {
                    $0.hasPrefix("finish") || $0.hasPrefix("serve") || $0.hasPrefix("re") && $0 != "read the hello"
                }
            }
            ends += playbook.happen("proxy stops").count
            #expect(ends == 1)
        }
    }
}

/// Whether bytes begin with a request line, however they are cut.
@Suite struct RequestLineScanTests {
    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n", true), ("GET /x HTTP/1.0\nHost: a", true), ("HELO x\r\n", false),
            ("PRI * HTTP/2.0\r\n", false), ("GET /\r\n", false), ("GET / HTTP/1.1", nil), ("GET / HTTP/1.x\r\n", false),
            ("\n", false), ("", nil),
        ] as [(String, Bool?)])
    func theVersionAtTheEndTells(text: String, isRequest: Bool?) {
        let bytes = Array(text.utf8)
        var whole = RequestLineScan(limit: 100)
        #expect(whole.isRequest(bytes.span) == isRequest)
        var pieces = RequestLineScan(limit: 100)
        var last: Bool?
        for count in 0...bytes.count {
            let piece = Array(bytes[..<count])
            last = pieces.isRequest(piece.span)
            if last != nil { break }
        }
        #expect(last == isRequest)
    }

    @Test func aLineWithoutEndIsNone() {
        var scan = RequestLineScan(limit: 100)
        let bytes = [UInt8](repeating: 0x61, count: 100)
        #expect(scan.isRequest(Array(bytes.dropLast()).span) == nil)
        #expect(scan.isRequest(bytes.span) == false)
    }
}

import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

/// Heads that go from one version of HTTP to another: what goes out, and that nothing changes without being told.
@Suite struct TranslationTests {
    /// A head of HTTP/2, by its fields.
    private static func section(_ fields: [String]) -> FieldSection {
        RecordedHead.section(Bytes((fields + ["", ""]).joined(separator: "\r\n")), hasStartLine: false)
    }

    private static func request(_ fields: String...) throws -> RequestHead { try FieldRules.request(section(fields)) }

    private static func request1(_ text: String) throws -> RequestHead {
        var decoder = HTTP1Decoder(role: .request)
        let bytes = Array(text.utf8)
        guard case .requestHead(let head, _) = try decoder.decode(bytes.span)?.part else {
            throw WireError(.truncatedHead, offset: 0)
        }
        return head
    }

    private static func response1(_ text: String) throws -> ResponseHead {
        var decoder = HTTP1Decoder(role: .response)
        let bytes = Array(text.utf8)
        guard case .responseHead(let head, _) = try decoder.decode(bytes.span)?.part else {
            throw WireError(.truncatedHead, offset: 0)
        }
        return head
    }

    /// What goes out, as lines of its version, and the edits.
    private static func sent(
        _ head: RequestHead, to version: HTTPVersion, framing: Framing.Kind = .none,
        _ policy: ForwardingPolicy = ForwardingPolicy()
    ) throws -> (lines: String, edits: [Change]) {
        var actions: [Exchange.Action] = []
        var exchange = Exchange(
            request: head, framing: Framing(framing, rule: 0), persistent: true, policy: policy,
            asks: RuleSet(policy.rules).stages, interimLimit: 10)
        exchange.handle(.began, &actions)
        if case .ask = actions.last {
            exchange.handle(
                .answered(RuleSet(policy.rules).verdict(on: .requestHead(head)), to: .requestHead), &actions)
        }
        exchange.handle(.upstreamConnected(reused: false, version: version), &actions)
        for case .forwardRequest(let edits, _) in actions { return (try text(head.fields, edits, version), edits) }
        return ("\(actions)", [])
    }

    private static func answered(
        _ response: ResponseHead, _ framing: Framing.Kind, from version: HTTPVersion, to request: RequestHead
    ) throws -> (lines: String, edits: [Change], standing: Exchange.Standing) {
        var actions: [Exchange.Action] = []
        var exchange = Exchange(
            request: request, framing: Framing(.none, rule: 0), persistent: true, policy: ForwardingPolicy(),
            interimLimit: 10)
        exchange.handle(.began, &actions)
        exchange.handle(.upstreamConnected(reused: false, version: version), &actions)
        actions = []
        let standing = exchange.handle(
            .responseReceived(response, Framing(framing, rule: 0), persistent: true), &actions)
        for case .forwardResponse(_, let edits) in actions {
            return (try text(response.fields, edits, request.version), edits, standing)
        }
        return ("\(actions)", [], standing)
    }

    private static func text(_ fields: FieldSection, _ edits: [Change], _ version: HTTPVersion) throws -> String {
        let bytes =
            version.major >= 2
            ? try OutgoingFields(fields, edits.count) { edits[$0].action }.lines
            : try HeadEncoder.apply(edits.map(\.action), to: fields)
        return bytes.text.replacing("\r\n", with: " | ")
    }

    private static let get = [":method: GET", ":scheme: http", ":authority: a.test", ":path: /x?y"]

    // MARK: - From HTTP/2 to HTTP/1.1

    @Test func aRequestBecomesLines() throws {
        let head = try Self.request(":method: GET", ":path: /x?y", ":scheme: http", ":authority: a.test", "x-a: b")
        let (lines, edits) = try Self.sent(head, to: .http11)
        #expect(lines == "GET /x?y HTTP/1.1 | host: a.test | x-a: b |  | ")
        #expect(edits.count == 5)
        #expect(
            edits.allSatisfy {
                if case .owed(let spec, _) = $0.reason { "\(spec)" == "RFC 9113 §8.3.1" } else { false }
            })
    }

    @Test func theAuthorityTakesThePlaceOfHost() throws {
        let head = try Self.request(
            ":method: GET", ":scheme: http", ":authority: a.test", ":path: /", "host: A.test", "x: y")
        #expect(try Self.sent(head, to: .http11).lines == "GET / HTTP/1.1 | host: a.test | x: y |  | ")
        let alone = try Self.request(":method: GET", ":scheme: http", ":path: /", "host: a.test")
        #expect(try Self.sent(alone, to: .http11).lines == "GET / HTTP/1.1 | host: a.test |  | ")
    }

    @Test func cookiesAreJoinedAndProxyCredentialsStay() throws {
        let head = try Self.request(
            ":method: GET", ":scheme: http", ":authority: a.test", ":path: /", "cookie: a=1", "x: y", "cookie: b=2",
            "proxy-authorization: Basic eA==", "te: trailers")
        let lines = try Self.sent(head, to: .http11).lines
        #expect(
            lines == "GET / HTTP/1.1 | host: a.test | cookie: a=1; b=2 | x: y | te: trailers | connection: TE |  | ")
    }

    @Test func contentWithoutLengthGoesInChunks() throws {
        let head = try Self.request(":method: POST", ":scheme: http", ":authority: a.test", ":path: /")
        #expect(
            try Self.sent(head, to: .http11, framing: .frames).lines
                == "POST / HTTP/1.1 | host: a.test | transfer-encoding: chunked |  | ")
        #expect(try Self.sent(head, to: .http11).lines == "POST / HTTP/1.1 | host: a.test | content-length: 0 |  | ")
        let known = try Self.request(
            ":method: POST", ":scheme: http", ":authority: a.test", ":path: /", "content-length: 3")
        #expect(
            try Self.sent(known, to: .http11, framing: .length(3)).lines
                == "POST / HTTP/1.1 | host: a.test | content-length: 3 |  | ")
    }

    @Test func aRuleForHostIsOneForTheAuthority() throws {
        let head = try Self.request(":method: GET", ":scheme: http", ":authority: a.test", ":path: /", "host: a.test")
        let policy = try rules(request: [("set", "Host: b.test")])
        #expect(try Self.sent(head, to: .http11, policy).lines == "GET / HTTP/1.1 | Host: b.test |  | ")
        let alike = try Self.request(":method: GET", ":scheme: http", ":authority: a.test", ":path: /")
        #expect(
            try Self.sent(alike, to: .http20, policy).lines
                == ":method: GET | :scheme: http | :authority: b.test | :path: / |  | ")
    }

    @Test func aResponseBecomesLines() throws {
        let head = try FieldRules.response(Self.section([":status: 200", "x-a: b"]))
        let client = try Self.request1("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n")
        let (lines, edits, standing) = try Self.answered(head, .frames, from: .http20, to: client)
        #expect(lines == "HTTP/1.1 200  | x-a: b | transfer-encoding: chunked |  | ")
        #expect(edits.count == 3)
        #expect(standing.responseBody == .forwardChunked)
        let old = try Self.request1("GET http://a.test/ HTTP/1.0\r\n\r\n")
        let toOld = try Self.answered(head, .frames, from: .http20, to: old)
        #expect(toOld.lines == "HTTP/1.1 200  | x-a: b | Connection: close |  | ")
        #expect(toOld.standing.responseBody == .forwardContent)
    }

    // MARK: - From HTTP/1 to HTTP/2

    @Test func aRequestBecomesFields() throws {
        let head = try Self.request1(
            """
            POST http://A.test:80/x?y HTTP/1.1\r
            Host: a.test\r
            Connection: close, X-Hop, Upgrade, HTTP2-Settings\r
            X-Hop: 1\r
            Upgrade: h2c\r
            HTTP2-Settings: AAA\r
            TE: trailers\r
            Keep-Alive: 5\r
            Transfer-Encoding: chunked\r
            Cookie: a=1; b=2\r
            X-A:  B \r
            \r

            """)
        let (lines, edits) = try Self.sent(head, to: .http20, framing: .chunked)
        #expect(
            lines
                == ":method: POST | :authority: A.test:80 | :scheme: http | :path: /x?y | te: trailers | "
                + "cookie: a=1; b=2 | x-a: B |  | "
        )
        // Whatever does not go on is told.
        let removed = edits.compactMap { if case .remove(let line) = $0.action { line } else { nil } }
        #expect(Set(removed) == [1, 2, 3, 4, 6, 7])
    }

    @Test func nothingOfOneConnectionGetsIntoFields() throws {
        for field in ["TE: gzip", "Proxy-Connection: keep-alive", "Keep-Alive: 1", "Proxy-Authorization: Basic eA=="] {
            let head = try Self.request1("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\(field)\r\n\r\n")
            #expect(
                try Self.sent(head, to: .http20).lines
                    == ":method: GET | :authority: a.test | :scheme: http | :path: / |  | ")
        }
    }

    @Test func aResponseBecomesFields() throws {
        let head = try Self.response1(
            "HTTP/1.1 200 Fine\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n")
        let (lines, edits, standing) = try Self.answered(
            head, .chunked, from: .http11,
            to: Self.request(
                ":method: GET", ":scheme: http", ":authority: a.test", ":path: /"))
        #expect(lines == ":status: 200 | x-a: b |  | ")
        #expect(edits.count == 3)
        #expect(standing.responseBody == .forwardContent)
    }

    @Test func aChangeOfProtocolIsNotPassedOn() throws {
        let head = try Self.response1(
            "HTTP/1.1 426 Upgrade Required\r\nUpgrade: TLS/1.2\r\nConnection: Upgrade\r\n\r\n")
        let client = try Self.request(":method: GET", ":scheme: http", ":authority: a.test", ":path: /")
        #expect(try Self.answered(head, .close, from: .http11, to: client).lines == ":status: 426 |  | ")
    }

    // MARK: - From HTTP/2 to HTTP/2

    @Test func fieldsGoOnAsTheyAre() throws {
        let head = try Self.request(
            ":method: GET", ":path: /", ":scheme: https", ":authority: a.test", "te: trailers", "cookie: a", "cookie: b"
        )
        let (lines, edits) = try Self.sent(head, to: .http20)
        #expect(edits.isEmpty)
        #expect(
            lines
                == ":method: GET | :path: / | :scheme: https | :authority: a.test | te: trailers | cookie: a | "
                + "cookie: b |  | "
        )
    }

    // MARK: - What is refused

    @Test func aRequestForAnotherServerIsMisdirected() throws {
        let server = Destination(host: "a.test", port: 443, serverName: "a.test")
        let policy = ForwardingPolicy().inside(server, refusal: nil)
        for (authority, isRefused) in [
            ("a.test", false), ("A.TEST:443", false), ("b.test", true), ("a.test:8443", true), ("a.test.evil", true),
            ("a.test.", false), ("a.test.:443", false), (".a.test", true), ("a.test..", true),
        ] {
            let head = try Self.request(":method: GET", ":scheme: https", ":authority: \(authority)", ":path: /")
            if case .refuse(let outcome) = policy.plan(head) {
                #expect(isRefused && outcome.code == .misdirectedRequest && outcome.status == 421, "\(authority)")
            } else {
                #expect(!isRefused, "\(authority)")
            }
        }
    }

    // MARK: - Tunnels

    @Test func aConnectOnAStreamAsksForATunnel() throws {
        let head = try Self.request(":method: CONNECT", ":authority: a.test:443")
        guard case .tunnel(let route) = ForwardingPolicy().plan(head) else {
            Issue.record("it asks for none")
            return
        }
        #expect(route.destination.host == "a.test" && route.destination.port == 443)
        #expect(head.asksForTunnel)
    }

    private static func chat(_ more: String...) throws -> RequestHead {
        let fields = [
            ":method: CONNECT", ":protocol: websocket", ":scheme: http", ":authority: a.test", ":path: /chat",
            "sec-websocket-version: 13",
        ]
        return try FieldRules.request(section(fields + more), allowsExtendedConnect: true)
    }

    /// What an exchange does with a WebSocket that was asked for on a stream, up to the server's answer.
    private static func answeredChat(_ answer: String, key: Bytes) throws -> [Exchange.Action] {
        var exchange = Exchange(
            request: try chat(), framing: Framing(.none, rule: 0), persistent: true, policy: ForwardingPolicy(),
            interimLimit: 10, webSocketKey: key)
        var actions: [Exchange.Action] = []
        for event in [.began, .requestEnded, .upstreamConnected(reused: false)] as [Exchange.Event] {
            exchange.handle(event, &actions)
        }
        guard case .forwardRequest(let edits, _)? = actions.last else { return actions }
        #expect(
            try text(exchange.request.fields, edits, .http11) == """
                GET /chat HTTP/1.1 | host: a.test | sec-websocket-version: 13 | connection: Upgrade | \
                upgrade: websocket | sec-websocket-key: \(key.text) |  |\u{20}
                """)
        #expect(edits.allSatisfy { if case .owed = $0.reason { true } else { false } })
        actions = []
        let head = try response1(answer)
        exchange.handle(
            .responseReceived(head, Framing(head.status == 101 ? .tunnel : .none, rule: 0), persistent: true), &actions)
        return actions
    }

    @Test func anExtendedConnectBecomesAnUpgradeWithAKeyThatIsChecked() throws {
        // The key and its proof of RFC 6455 §1.3.
        let key: Bytes = "dGhlIHNhbXBsZSBub25jZQ=="
        let proof = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
        let upgrade = "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        let opened = try Self.answeredChat(upgrade + proof + "\r\n", key: key)
        #expect(opened.contains { if case .openTunnel = $0 { true } else { false } })
        for wrong in [
            upgrade + "\r\n", upgrade + "Sec-WebSocket-Accept: x\r\n\r\n",
            "HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: other\r\n\(proof)\r\n",
            // RFC 8441 §5: 2xx would say that the WebSocket is open.
            "HTTP/1.1 200 OK\r\n\r\n",
        ] {
            let actions = try Self.answeredChat(wrong, key: key)
            #expect(!actions.contains { if case .openTunnel = $0 { true } else { false } }, "\(wrong)")
            #expect(actions.contains { if case .answer(let why) = $0 { why.code == .unwantedResponse } else { false } })
        }
        // A server that does not want it says so to the client.
        let declined = try Self.answeredChat("HTTP/1.1 403 No\r\n\r\n", key: key)
        #expect(declined.contains { if case .forwardResponse = $0 { true } else { false } })
    }

    @Test func betweenStreamsAnExtendedConnectGoesOnAsItIs() throws {
        let (_, edits) = try Self.sent(try Self.chat(), to: .http20)
        #expect(edits.isEmpty)
    }
}

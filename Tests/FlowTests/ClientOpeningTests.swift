import Flow
import HTTPModel
import Testing

/// A client at a listener that requires TLS, from its first byte to its first request.
@Suite struct ClientOpeningTests {
    private static let both = ClientOpening.Hello(offersHTTP1: true, offersHTTP2: true)

    /// What follows from these events, a line for each action.
    private static func play(_ events: ClientOpening.Event...) -> [String] {
        var opening = ClientOpening()
        var actions: [ClientOpening.Action] = []
        for event in events { opening.handle(event, &actions) }
        return actions.compactMap { action in
            switch action {
            case .wait: nil
            case .finish(let outcome): "finish \(outcome.code)"
            case .abort(let outcome): "abort \(outcome.code)"
            case .serveInCleartext(let outcome): "serve in cleartext: \(outcome.code)"
            case .secure(let isHTTP2): "secure \(isHTTP2 ? "h2" : "http/1.1")"
            case .readHello, .askServer, .mint, .serve, .close: "\(action)"
            }
        }
    }

    private static func hello(
        http1: Bool = true, http2: Bool = true, _ choice: ClientOpening.Choice = .none
    ) -> ClientOpening.Event {
        var hello = ClientOpening.Hello(offersHTTP1: http1, offersHTTP2: http2)
        hello.choice = choice
        return .helloRead(hello)
    }

    @Test func aHandshakeEndsInRequests() {
        let actions = Self.play(.clientSent(.tls), Self.hello(http2: false), .leafReady, .clientSecured)
        #expect(actions == ["readHello", "mint", "secure http/1.1", "serve"])
    }

    @Test func aHelloInPiecesIsReadAgain() {
        let actions = Self.play(.clientSent(.undecided), .clientSent(.tls), .clientSent(.tls), .clientSent(.tls))
        #expect(actions == ["readHello", "readHello", "readHello"])
    }

    @Test func theServerChoosesForAClientThatOffersBoth() {
        let chosen = Self.play(.clientSent(.tls), Self.hello(.ofServer), .serverChose(http2: true), .leafReady)
        #expect(chosen == ["readHello", "askServer", "mint", "secure h2"])
        let other = Self.play(.clientSent(.tls), Self.hello(.ofServer), .serverChose(http2: false), .leafReady)
        #expect(other == ["readHello", "askServer", "mint", "secure http/1.1"])
        #expect(Self.play(.clientSent(.tls), Self.hello(.http2), .leafReady) == ["readHello", "mint", "secure h2"])
        #expect(Self.play(.clientSent(.tls), Self.hello(), .leafReady) == ["readHello", "mint", "secure http/1.1"])
    }

    @Test func noServerIsAskedForAClientThatOffersOne() {
        let old = Self.play(.clientSent(.tls), Self.hello(http2: false, .ofServer), .leafReady)
        #expect(old == ["readHello", "mint", "secure http/1.1"])
        // Whatever the server speaks, this client speaks nothing else.
        let new = Self.play(
            .clientSent(.tls), Self.hello(http1: false, .ofServer), .serverChose(http2: false), .leafReady)
        #expect(new == ["readHello", "askServer", "mint", "secure h2"])
    }

    /// A server that does not answer is not the client's fault: its first request meets the same, and says so.
    @Test func aServerThatIsSilentEndsNothing() {
        let actions = Self.play(.clientSent(.tls), Self.hello(.ofServer), .deadlinePassed, .leafReady, .clientSecured)
        #expect(actions == ["readHello", "askServer", "mint", "secure http/1.1", "serve"])
        // Its answer, which comes too late, changes nothing.
        let late = Self.play(
            .clientSent(.tls), Self.hello(.ofServer), .deadlinePassed, .serverChose(http2: true), .leafReady)
        #expect(late.last == "secure http/1.1")
    }

    @Test(arguments: [TunnelOpening.Sight.request, .requestBegun, .other])
    func whoSpeaksInCleartextIsToldSo(sight: TunnelOpening.Sight) {
        #expect(Self.play(.clientSent(sight), .clientSent(.tls)) == ["serve in cleartext: \(Outcome.Code.plainHTTP)"])
    }

    @Test func whatCannotBeIsSaidOnce() {
        var illegal = Self.both
        illegal.hasIllegalName = true
        let name = Self.play(.clientSent(.tls), .helloRead(illegal), .leafReady, .clientSecured)
        #expect(name == ["readHello", "finish \(Outcome.Code.illegalServerName)"])
        var refused = Self.both
        refused.refusal = Outcome(.refused, by: .proxy, .refusedByRule)
        refused.choice = .ofServer
        #expect(Self.play(.clientSent(.tls), .helloRead(refused)).last == "finish \(Outcome.Code.refusedByRule)")
        #expect(Self.play(.clientSent(.tls), .helloFailed("no")).last == "finish \(Outcome.Code.malformedClientHello)")
        let leaf = Self.play(.clientSent(.tls), Self.hello(), .leafFailed(.authorityNotValid, "expired"))
        #expect(leaf.last == "finish \(Outcome.Code.authorityNotValid)")
    }

    // MARK: - Ends

    @Test func whoAskedForNothingLeavesNoFlow() {
        #expect(Self.play(.clientEnded(detail: "")) == ["close"])
        #expect(Self.play(.evicted) == ["close"])
        #expect(Self.play(.shutDown(force: false, hasUnread: false)) == ["close"])
        // It may have sent its first bytes just now.
        #expect(Self.play(.shutDown(force: false, hasUnread: true)).isEmpty)
        #expect(Self.play(.deadlinePassed) == ["finish \(Outcome.Code.handshakeTimedOut)"])
    }

    @Test func whoHasBegunIsToldOf() {
        for begun: [ClientOpening.Event] in [[.clientSent(.undecided)], [.clientSent(.tls)]] {
            func end(_ event: ClientOpening.Event) -> String? {
                var opening = ClientOpening()
                var actions: [ClientOpening.Action] = []
                for event in begun + [event] { opening.handle(event, &actions) }
                return actions.last.map { "\($0)".prefix { $0 != "(" }.description }
            }
            #expect(end(.clientEnded(detail: "in the middle")) == "finish")
            #expect(end(.evicted) == "abort")
            #expect(end(.deadlinePassed) == "finish")
            #expect(end(.shutDown(force: true, hasUnread: true)) == "finish")
        }
    }

    @Test func aHandshakeUnderWayMayEndBeforeTheProxyDoes() {
        let begun: [ClientOpening.Event] = [.clientSent(.tls), Self.hello(), .leafReady]
        var opening = ClientOpening()
        var actions: [ClientOpening.Action] = []
        for event in begun { opening.handle(event, &actions) }
        actions = []
        opening.handle(.shutDown(force: false, hasUnread: false), &actions)
        #expect(actions.isEmpty && !opening.isOver)
        opening.handle(.shutDown(force: true, hasUnread: false), &actions)
        #expect(opening.isOver)
    }
}

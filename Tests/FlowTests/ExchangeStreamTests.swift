import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

/// Exchanges of which one side or both are streams of HTTP/2: ends, resets, and requests that are sent again.
@Suite struct ExchangeStreamTests {
    private struct Scene {
        var exchange: Exchange
        var orders: [String] = []

        init(_ method: String = "POST", framing: Framing.Kind = .frames) throws {
            let text = ":method: \(method)\r\n:scheme: http\r\n:authority: a\r\n:path: /\r\n\r\n"
            let fields = RecordedHead.section(Bytes(text), hasStartLine: false)
            exchange = Exchange(
                request: try FieldRules.request(fields), framing: Framing(framing, rule: 0), persistent: true,
                policy: ForwardingPolicy(), interimLimit: 10)
            happen(.began)
        }

        mutating func happen(_ event: Exchange.Event) {
            var actions: [Exchange.Action] = []
            exchange.handle(event, &actions)
            orders = actions.map { action in
                switch action {
                case .connect(_, let reuse): "connect \(reuse)"
                case .forwardRequest: "request"
                case .forwardResponse: "response"
                case .sendEnd(let kind): "end \(kind)"
                case .answer(let outcome): "answer \(outcome.code)"
                case .finish(let outcome): "finish \(outcome.code)"
                case .end(let fate): "\(fate)"
                case .releaseUpstream: "release"
                default: "\(action)"
                }
            }
        }

        mutating func respond(_ framing: Framing.Kind) throws {
            let text: Bytes = ":status: 200\r\n\r\n"
            let head = try FieldRules.response(RecordedHead.section(text, hasStartLine: false))
            happen(.responseReceived(head, Framing(framing, rule: 0), persistent: true))
        }
    }

    private static let refused = Outcome(.aborted, by: .upstream, .resetByUpstream, detail: "REFUSED_STREAM")

    @Test func bothEndsAreSaid() throws {
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: false, version: .http20))
        #expect(scene.exchange.requestBody == .forwardContent)
        scene.happen(.requestBodyForwarded)
        scene.happen(.requestEnded)
        #expect(scene.orders == ["end request"])
        try scene.respond(.frames)
        #expect(scene.orders == ["response"])
        #expect(scene.exchange.responseBody == .forwardContent)
        scene.happen(.responseEnded)
        #expect(scene.orders == ["end response", "release", "deliver"])
        scene.happen(.clientTookAll)
        #expect(scene.orders == ["finish ok", "keep"])
    }

    @Test func towardsHTTP1ContentGoesInChunksAndTheirEndIsSaid() throws {
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: false))
        #expect(scene.exchange.requestBody == .forwardChunked)
        scene.happen(.requestEnded)
        #expect(scene.orders == ["end request"])
    }

    @Test func aRefusedStreamIsAskedForOnceMoreWhateverTheMethod() throws {
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: true, version: .http20))
        scene.happen(.upstreamReset(Self.refused, isUnprocessed: true))
        #expect(scene.orders == ["connect none"])
        scene.happen(.upstreamConnected(reused: false, version: .http20))
        #expect(scene.orders == ["request"])
        scene.happen(.upstreamReset(Self.refused, isUnprocessed: true))
        // RFC 9113 §8.7: the client may ask once more by itself.
        #expect(scene.orders == ["release", "finish resetByUpstream", "refuse"])
    }

    /// RFC 9113 §8.7: REFUSED_STREAM makes clients ask again, at once and often, which a server that ends its
    /// connections for an error does not want.
    @Test(
        arguments: [
            (0, 0, true), (0, 3, true), (11, 0, false), (11, 1, false), (1, 0, false), (2, 0, false), (99, 0, false),
        ] as [(UInt32, UInt32, Bool)])
    func aServerThatEndsItsConnectionsForAnErrorIsNotAskedOnByTheClient(code: UInt32, last: UInt32, mayRepeat: Bool)
        throws
    {
        let outcome = Outcome.goAway(code: code, last: last, debug: "too_many_pings")
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: true, version: .http20))
        scene.happen(.upstreamReset(outcome, isUnprocessed: true))
        // It was not looked at, so that Hark may send it again, once.
        #expect(scene.orders == ["connect none"])
        scene.happen(.upstreamConnected(reused: false, version: .http20))
        #expect(scene.orders == ["request"])
        scene.happen(.upstreamReset(outcome, isUnprocessed: true))
        let orders = scene.orders
        #expect(orders.contains("refuse") == mayRepeat)
        #expect(orders.contains { $0.hasPrefix("answer") } == !mayRepeat)
        #expect(outcome.status == (code == 11 ? 503 : 502))
    }

    @Test func aClientOfHTTP1IsAnsweredWhereOneOfHTTP2IsRefused() throws {
        let fields = RecordedHead.section("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n")
        var decoder = HTTP1Decoder(role: .request)
        let part = try fields.raw.withSpan { try decoder.decode($0) }?.part
        guard case .requestHead(let head, _)? = part else {
            Issue.record("it is no head")
            return
        }
        var exchange = Exchange(
            request: head, framing: Framing(.none, rule: 0), persistent: true, policy: ForwardingPolicy(),
            interimLimit: 10)
        var actions: [Exchange.Action] = []
        let reset = Exchange.Event.upstreamReset(Self.refused, isUnprocessed: true)
        for event in [.began, .upstreamConnected(reused: false, version: .http20), reset] {
            exchange.handle(event, &actions)
        }
        actions = []
        for event in [.upstreamConnected(reused: false, version: .http20), reset] { exchange.handle(event, &actions) }
        #expect(actions.contains(.answer(Self.refused)) && !actions.contains(.end(.refuse)))
    }

    @Test func whatWasUsedUpIsNotSentAgain() throws {
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: true, version: .http20))
        scene.happen(.requestBodyForwarded)
        scene.happen(.upstreamReset(Self.refused, isUnprocessed: true))
        #expect(scene.orders.contains("connect none") == false)
        #expect(scene.orders.contains("finish resetByUpstream"))
    }

    @Test func aStreamThatWasLookedAtIsNotAskedForAgain() throws {
        var scene = try Scene("GET", framing: .none)
        scene.happen(.upstreamConnected(reused: true, version: .http20))
        scene.happen(.upstreamReset(Self.refused, isUnprocessed: false))
        #expect(scene.orders.first == "release")
        #expect(scene.orders.contains("finish resetByUpstream"))
    }

    @Test func aResetInTheMiddleOfAResponseIsNoEnd() throws {
        var scene = try Scene("GET", framing: .none)
        scene.happen(.upstreamConnected(reused: false, version: .http20))
        try scene.respond(.frames)
        scene.happen(.upstreamReset(Self.refused, isUnprocessed: true))
        #expect(scene.orders == ["release", "finish resetByUpstream", "truncate"])
    }

    @Test func aServerThatHasSaidAllMayStopTheRequest() throws {
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: false, version: .http20))
        try scene.respond(.frames)
        scene.happen(.responseEnded)
        scene.happen(.upstreamReset(Self.refused, isUnprocessed: false))
        #expect(scene.orders == ["release", "deliver"])
        scene.happen(.clientTookAll)
        #expect(scene.orders == ["finish answeredEarly", "close"])
    }

    @Test func aClientThatResetsGetsNoAnswer() throws {
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: false, version: .http20))
        scene.happen(.clientReset(Outcome(.aborted, by: .client, .resetByClient)))
        #expect(scene.orders == ["release", "finish resetByClient", "reset"])
        scene.happen(.responseEnded)
        #expect(scene.orders.isEmpty)
    }

    @Test func aMalformedRequestIsAnsweredAndNoMoreOfItGoesOn() throws {
        var scene = try Scene()
        scene.happen(.upstreamConnected(reused: false))
        scene.happen(.requestRefused(Outcome(.refused, by: .client, .malformedRequest)))
        #expect(scene.orders == ["release", "answer malformedRequest", "finish malformedRequest", "close"])
        #expect(scene.exchange.requestBody == .discard)
    }

    @Test func trailersBehindALengthAreLeftOut() throws {
        let text = ":method: POST\r\n:scheme: http\r\n:authority: a\r\n:path: /\r\ncontent-length: 1\r\n\r\n"
        let fields = RecordedHead.section(Bytes(text), hasStartLine: false)
        var exchange = Exchange(
            request: try FieldRules.request(fields), framing: Framing(.length(1), rule: 0), persistent: true,
            policy: ForwardingPolicy(), interimLimit: 10)
        var actions: [Exchange.Action] = []
        exchange.handle(.began, &actions)
        exchange.handle(.upstreamConnected(reused: false), &actions)
        #expect(exchange.requestBody == .forward)
        let trailers = RecordedHead.section("x: y\r\n\r\n", hasStartLine: false)
        #expect(exchange.trailerEdits(.request, trailers).map(\.action) == [.remove(line: 0)])
    }
}

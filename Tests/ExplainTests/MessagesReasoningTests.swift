import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Explain

/// What a page says of a WebSocket and of an event stream.
@Suite struct MessagesReasoningTests {
    private static let asked = """
        GET /chat HTTP/1.1
        Host: a
        Upgrade: websocket
        Connection: upgrade
        Sec-WebSocket-Version: 13
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
        """
    private static let answered = """
        HTTP/1.1 101 Switching Protocols
        Upgrade: websocket
        Connection: upgrade
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
        """

    private func told(_ request: String, _ response: String, _ facts: [FlowEvent.Fact] = []) throws -> Reasoning {
        var record = MadeExchange.make(request, response)
        for fact in facts {
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: fact))
        }
        return try #require(Reasonings.reasoning(.messages, about: record, in: SessionContext([])))
    }

    private func step(_ rule: String, of reasoning: Reasoning) -> Reasoning.Step? {
        reasoning.steps.first { $0.rule == rule }
    }

    private func message(_ from: MessageKind, _ form: InnerMessage.Form, _ bytes: Bytes) -> FlowEvent.Fact {
        let time = Instant(nanoseconds: 0)
        let frame = InnerMessage.Frame(isFinal: true, reserved: 0, mask: 1, size: 1, time: time)
        return .innerMessage(InnerMessage(from: from, form, at: time, bytes: bytes, frames: [frame]))
    }

    /// RFC 8441 §5: no key passes on a stream, also where the server behind it speaks HTTP/1.1 and was shown one of
    /// Hark's.
    @Test func aStreamNeedsNoKey() throws {
        let list: Bytes =
            ":method: CONNECT\r\n:protocol: websocket\r\n:scheme: https\r\n:authority: a\r\n:path: /chat\r\n\r\n"
        let switched = Self.answered.replacing("\n", with: "\r\n") + "\r\n\r\n"
        for (answer, isOpened) in [(switched, true), (":status: 200\r\n\r\n", true), (":status: 403\r\n\r\n", false)] {
            var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
            record.requestHead = RecordedHead.request(list).head
            record.responseHead = RecordedHead.response(Bytes(answer), to: .connect).head
            record.tunnelProtocol = isOpened ? "websocket" : nil
            let told = try #require(Reasonings.reasoning(.messages, about: record, in: SessionContext([])))
            #expect(step("key", of: told) == nil && step("accept", of: told) == nil)
            #expect(step("stream", of: told)?.held == true && told.steps.filter(\.isFault).isEmpty)
            #expect(told.conclusion.text.contains("did not switch to WebSocket: it answered 403") == !isOpened)
        }
    }

    @Test func theKeyIsComputedAndHeldAgainstTheAnswer() throws {
        let good = try told(Self.asked, Self.answered, [.tunnelOpened(protocol: "websocket")])
        #expect(step("accept", of: good)?.held == true)
        #expect(step("accept", of: good)?.text.text.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == true)
        let wrong = try told(Self.asked, Self.answered.replacing("s3pP", with: "S3PP"))
        #expect(step("accept", of: wrong)?.isFault == true)
        #expect(step("accept", of: wrong)?.text.text.contains("S3PP") == true)
    }

    @Test func aKeyOrAVersionThatIsNoneIsAFault() throws {
        let request = Self.asked.replacing("dGhlIHNhbXBsZSBub25jZQ==", with: "abc").replacing(": 13", with: ": 8")
        let reasoning = try told(request, "HTTP/1.1 426 Upgrade Required")
        #expect(step("key", of: reasoning)?.isFault == true)
        #expect(step("version", of: reasoning)?.isFault == true)
        #expect(step("accept", of: reasoning) == nil)
        #expect(reasoning.conclusion.text.contains("426"))
    }

    @Test func whoClosedIsToldInWords() throws {
        let reasoning = try told(
            Self.asked, Self.answered,
            [
                .tunnelOpened(protocol: "websocket"), message(.request, .text, "hi"),
                message(.response, .close(1001), "later"), message(.request, .close(1001), ""),
                .finished(Outcome(.complete, by: .client, .ok)),
            ])
        let close = try #require(step("close", of: reasoning))
        #expect(close.held == true)
        #expect(close.text.text.contains("The server sent close 1001 (Going Away), reason later"))
        #expect(reasoning.conclusion.text.contains("closed by the server"))
        #expect(step("masks", of: reasoning) != nil)
    }

    @Test func anEndWithoutACloseIsTold() throws {
        let reasoning = try told(
            Self.asked, Self.answered,
            [
                .tunnelOpened(protocol: "websocket"), message(.request, .text, "hi"),
                .finished(Outcome(.complete, by: .client, .ok)),
            ])
        #expect(step("close", of: reasoning)?.held == false)
        #expect(step("close", of: reasoning)?.text.text.contains("1006") == true)
    }

    @Test func aStreamSaysWhereOneGoesOn() throws {
        let event = InnerMessage.Event(name: "tick", id: "7", retry: 3000)
        let request = "GET /events HTTP/1.1\nHost: a\nLast-Event-ID: 4"
        let response = "HTTP/1.1 200 OK\nContent-Type: text/event-stream"
        let reasoning = try told(request, response, [message(.response, .event(event), "a")])
        #expect(reasoning.conclusion.text.contains("Last-Event-ID: 7"))
        #expect(step("Last-Event-ID", of: reasoning)?.text.text.contains("4") == true)
        let nameless = InnerMessage.Event(name: "tick")
        let lost = try told(request, response, [message(.response, .event(nameless), "a")])
        #expect(!lost.conclusion.text.contains("Last-Event-ID"))
    }

    // MARK: From one stream to the next

    /// A stream that begins at a second, lasts one, and ends with an event of this id.
    private func stream(_ index: Int, at second: Int64, said: String? = nil, id: Bytes, path: String = "/events")
        -> FlowRecord
    {
        let request = "GET \(path) HTTP/1.1\nHost: a" + (said.map { "\nLast-Event-ID: \($0)" } ?? "")
        let response = "HTTP/1.1 200 OK\nContent-Type: text/event-stream"
        var record = MadeExchange.make(request, response, index: index, at: MadeExchange.moment + second)
        let end = record.openedAt.advanced(byMicroseconds: 1_000_000)
        let event = InnerMessage(
            from: .response, .event(.init(name: "tick", id: id, retry: 3000)), at: end, bytes: "a")
        record.apply(FlowEvent(flow: record.id, time: end, fact: .innerMessage(event)))
        record.apply(FlowEvent(flow: record.id, time: end, fact: .finished(.complete)))
        return record
    }

    private func steps(_ place: Int, of streams: [FlowRecord]) throws -> (again: Reasoning.Step?, on: Reasoning.Step?) {
        let told = try #require(Reasonings.reasoning(.messages, about: streams[place], in: SessionContext(streams)))
        return (step("reconnection", of: told), step("continued", of: told))
    }

    @Test func whereAClientGoesOnIsToldOnBothSides() throws {
        let other = stream(1, at: 2, id: "99", path: "/events?room=2")
        let streams = [stream(0, at: 0, id: "7"), other, stream(2, at: 4, said: "7", id: "9")]
        let first = try steps(0, of: streams)
        #expect(first.again == nil && first.on?.held == true)
        #expect(first.on?.text.text.hasPrefix("#3 continues from there, 3") == true)
        let second = try steps(2, of: streams)
        #expect(second.again?.held == true && second.on == nil)
        #expect(second.again?.text.text.hasPrefix("It continues where #1 ended, 3") == true)
        #expect(second.again?.text.text.contains("had asked for 3000 ms") == true)
    }

    @Test func whatDoesNotGoOnIsToldApart() throws {
        let anew = try steps(1, of: [stream(0, at: 0, id: "7"), stream(1, at: 4, id: "8")])
        #expect(anew.again?.held == false && anew.again?.text.text.contains("starts from the beginning") == true)
        let another = try steps(1, of: [stream(0, at: 0, id: "7"), stream(1, at: 4, said: "5", id: "8")])
        #expect(another.again?.held == nil && another.again?.text.text.contains("the id 7") == true)
        let nameless = try steps(1, of: [stream(0, at: 0, id: ""), stream(1, at: 4, id: "8")])
        #expect(nameless.again?.held == false && nameless.again?.text.text.contains("lost") == true)
    }

    @Test func twoAtOnceAreNoReconnection() throws {
        let streams = [stream(0, at: 0, id: "7"), stream(1, at: 0, said: "7", id: "7")]
        for place in 0...1 {
            let told = try steps(place, of: streams)
            #expect(told.again == nil && told.on == nil)
        }
    }

    @Test func otherExchangesHaveNothingOfIt() {
        let record = MadeExchange.make("GET / HTTP/1.1\nHost: a", "HTTP/1.1 200 OK")
        #expect(Reasonings.reasoning(.messages, about: record, in: SessionContext([])) == nil)
    }

    // MARK: Calls

    private static let call = "POST /shop.Cart/Add HTTP/1.1\nHost: a\nContent-Type: application/grpc\n"

    @Test func aCallThatFailedIsToldBehindItsStatus() throws {
        let told = try told(
            Self.call + "grpc-timeout: 100m",
            "HTTP/1.1 200 OK\nContent-Type: application/grpc\ngrpc-status: 5\ngrpc-message: no%20cart")
        #expect(told.conclusion.text == "The RPC shop.Cart/Add ended with 5 NOT_FOUND, with HTTP 200.")
        #expect(step("status", of: told)?.held == false)
        #expect(step("status", of: told)?.text.text.contains("The requested resource does not exist.") == true)
        #expect(step("message", of: told)?.text.text == "The server says: no cart.")
        #expect(step("HTTP status", of: told) != nil)
        #expect(step("deadline", of: told)?.text.text.contains("100 ms") == true)
        #expect(step("compression", of: told) == nil)
    }

    @Test func aCallThatWentWellHidesNothing() throws {
        let told = try told(Self.call, "HTTP/1.1 200 OK\nContent-Type: application/grpc\ngrpc-status: 0")
        #expect(step("status", of: told)?.held == true)
        #expect(step("HTTP status", of: told) == nil && step("deadline", of: told) == nil)
    }

    @Test func withoutAStatusItIsToldWhatClientsTakeItFor() throws {
        let told = try told(Self.call, "HTTP/1.1 503 Service Unavailable\nContent-Type: text/html")
        #expect(told.conclusion.text.contains("clients treat it as UNAVAILABLE"))
        #expect(step("status", of: told)?.held == false && step("message", of: told) == nil)
    }

    private static let query = "GET /shop.Cart/List?connect=v1&encoding=json&message=%7B%7D HTTP/1.1\nHost: a"

    @Test func aCallByGetHasItsMessageInTheQuery() throws {
        let good = try told(Self.query, "HTTP/1.1 200 OK\nContent-Type: application/json")
        #expect(good.conclusion.text == "The RPC shop.Cart/List ended with 0 OK, with HTTP 200.")
        #expect(step("message", of: good)?.text.text.contains("in the query") == true)
        #expect(step("message", of: good)?.text.text.contains("2 bytes") == true)
        // Connect has no number of gRPC's, and nobody is told of one.
        #expect(step("status", of: good)?.text.text.contains("HTTP 200 is OK") == true)
        #expect(!good.steps.contains { $0.text.text.contains("grpc") })
        let none = try told(Self.query.replacing("&message=%7B%7D", with: ""), "HTTP/1.1 404 Not Found")
        #expect(step("message", of: none)?.isFault == true)
        #expect(!none.steps.contains { $0.text.text.contains("grpc") })
    }

    @Test func aQueryThatIsNoCallsSaysNothing() {
        let record = MadeExchange.make(Self.query.replacing("=v1", with: "=db"), "HTTP/1.1 200 OK")
        #expect(Reasonings.reasoning(.messages, about: record, in: SessionContext([])) == nil)
    }
}

import Bytes
import Flow
import HTTPModel
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
        #expect(told.conclusion.text == "The call shop.Cart/Add ended with 5 NOT_FOUND, behind HTTP 200.")
        #expect(step("status", of: told)?.held == false)
        #expect(step("status", of: told)?.text.text.contains("What was asked for is not there.") == true)
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
        #expect(told.conclusion.text.contains("clients take it for UNAVAILABLE"))
        #expect(step("status", of: told)?.held == false && step("message", of: told) == nil)
    }
}

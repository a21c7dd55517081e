import Bytes
import Flow
import HTTPModel
import Testing

@testable import Explain

/// Which requests are attempts of one, which contents are whole, which streams go on.
@Suite struct AttemptsTests {
    private static func order(
        _ index: Int, _ body: String, status: Int, likeness: UInt64? = nil, repeats: Bool = false
    ) -> FlowRecord {
        MadeExchange.make(
            "POST /orders HTTP/1.1\nHost: a.example\nContent-Length: \(body.utf8.count)\n\n\(body)",
            "HTTP/1.1 \(status) X\nContent-Length: 0", index: index
        ) { record in
            if let likeness {
                record.request.content.kept = .absent
                record.request.content.likeness = likeness
            }
            if repeats { record.repeats = RepeatedFlow(FlowID(1), run: nil) }
        }
    }

    private func attempts(_ flows: [FlowRecord], of place: Int) -> [UInt64]? {
        FlowStory(of: place, among: flows).chapters.first { $0.title == "Attempts" }?.flows.map(\.id.number)
    }

    @Test func theSameRequestOnceMoreIsAnAttempt() {
        let flows = [
            Self.order(0, "a=1", status: 500), Self.order(1, "a=1", status: 503), Self.order(2, "a=1", status: 201),
        ]
        #expect(attempts(flows, of: 0) == [1, 2, 3])
        #expect(attempts(flows, of: 2) == [1, 2, 3])
    }

    @Test func anotherContentIsAnotherOrder() {
        let flows = [
            Self.order(0, "a=1", status: 500), Self.order(1, "a=2", status: 201), Self.order(2, "a=12", status: 201),
        ]
        for place in flows.indices { #expect(attempts(flows, of: place) == nil) }
    }

    @Test func whatHarkSentAgainIsNoAttemptOfTheClient() {
        let flows = [Self.order(0, "a=1", status: 500), Self.order(1, "a=1", status: 201, repeats: true)]
        #expect(attempts(flows, of: 0) == nil && attempts(flows, of: 1) == nil)
    }

    /// Of flows without their contents at hand it is known which are the same.
    @Test func contentsThatAreNotAtHandAreComparedByTheirLikeness() {
        let flows = [
            Self.order(0, "a=1", status: 500, likeness: 7), Self.order(1, "a=1", status: 500, likeness: 8),
            Self.order(2, "a=1", status: 201, likeness: 7), Self.order(3, "a=1", status: 201, likeness: nil),
        ]
        #expect(attempts(flows, of: 0) == [1, 3])
        #expect(attempts(flows, of: 1) == nil)
    }

    /// Without content a method and a URL are all there is.
    @Test func aGetIsToldByItsURL() {
        let flows = (0..<2).map { index in
            MadeExchange.make(
                "GET /x HTTP/1.1\nHost: a.example", "HTTP/1.1 \(index == 0 ? 502 : 200) X\nContent-Length: 0",
                index: index)
        }
        #expect(attempts(flows, of: 1) == [1, 2])
    }

    // MARK: Redacted contents

    private static func redacted(_ isReplaced: Bool) -> FlowRecord {
        MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nContent-Length: 40\n\n{\"token\":\"[secret 3f]\"}"
        ) { if isReplaced { $0.assumed.insert(.responseContent) } }
    }

    @Test func aContentWithoutItsCredentialsIsNotHeldAgainstTheServer() throws {
        func codes(_ record: FlowRecord) -> [String] {
            let input = ExplainedInput(recorded: [RecordedMessages(record)], in: SessionContext([record]))
            return input.messages.flatMap(\.notes).map(\.code)
        }
        #expect(!codes(Self.redacted(true)).contains("truncated-body"))
        let wire = try #require(WireMessage(Self.redacted(true), .response))
        #expect(wire.remarks.contains { $0.contains("Credentials in the body were redacted") })
        #expect(WireMessage(Self.redacted(true), .request)?.remarks.isEmpty == true)
    }
}

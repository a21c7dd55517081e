import Bytes
import Doctor
import HTTPModel
import Testing

/// A stream whose answers are written down, and which keeps what it was sent.
private final class WrittenStream: ProbeStream {
    private var pieces: [[UInt8]]
    private(set) var sent: [String] = []

    init(_ pieces: String...) {
        self.pieces = pieces.map { Array($0.utf8) }
    }

    func send(_ bytes: [UInt8]) throws(ProbeFailure) {
        sent.append(String(decoding: bytes, as: UTF8.self))
    }

    func receive() throws(ProbeFailure) -> [UInt8] {
        pieces.isEmpty ? [] : pieces.removeFirst()
    }
}

/// The small client that waits for its answer.
@Suite struct ProbeExchangeTests {
    private static let request: Bytes = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func anAnswerInPiecesIsPutTogether() throws {
        let stream = WrittenStream(
            "HTTP/1.1 200 OK\r\nTransfer-Enco", "ding: chunked\r\n\r\n2\r\nab\r\n", "1\r\nc\r\n0\r\nX-Sum: 3\r\n",
            "\r\n")
        let exchange = try ProbeExchange(Self.request, .get, over: stream)
        #expect(exchange.head.status == 200 && exchange.body == "abc" && exchange.rest.isEmpty)
        #expect(exchange.trailers?.values(named: "X-Sum").map(\.text) == ["3"])
        #expect(stream.sent == [Self.request.text])
    }

    @Test func contentWaitsForContinueAndIsNotSentWithoutIt() throws {
        let asked = WrittenStream("HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n")
        let exchange = try ProbeExchange(Self.request, .post, content: "body", awaitsContinue: true, over: asked)
        #expect(asked.sent == [Self.request.text, "body"])
        #expect(exchange.interim.map(\.status) == [100] && exchange.head.status == 204)
        let refused = WrittenStream("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n")
        _ = try ProbeExchange(Self.request, .post, content: "body", awaitsContinue: true, over: refused)
        #expect(refused.sent == [Self.request.text])
    }

    @Test func whatFollowsAGrantedTunnelIsKept() throws {
        let stream = WrittenStream("HTTP/1.1 200 Connected\r\n\r\n\u{16}\u{3}")
        let exchange = try ProbeExchange("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", .connect, over: stream)
        #expect(exchange.rest == [0x16, 0x03] && exchange.body.isEmpty)
    }

    @Test func anAnswerThatIsCutShortIsWhatHasCome() throws {
        let stream = WrittenStream("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        #expect(try ProbeExchange(Self.request, .get, over: stream).body == "abc")
    }

    @Test(arguments: ["", "HTTP/1.1 2"])
    func noAnswerIsAFailure(answer: String) {
        let failure = #expect(throws: ProbeFailure.self) {
            try ProbeExchange(Self.request, .get, over: WrittenStream(answer))
        }
        #expect(failure?.text == "the connection ended without an answer")
    }

    @Test func whatIsNoHTTPIsAFailure() {
        let failure = #expect(throws: ProbeFailure.self) {
            try ProbeExchange(Self.request, .get, over: WrittenStream("220 mail.example ESMTP\r\n"))
        }
        #expect(failure?.text.contains("not HTTP") == true)
    }
}

import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Testing

/// Whether an answer may have a body is told by the method that the server got.
@Suite struct AnsweredMethodTests {
    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: image/x-raw\r\nContent-Length: 500\r\n"
        + "Date: Sun, 01 Mar 2026 12:00:00 GMT\r\n\r\n"

    private func codes(_ raw: String, method: Method? = nil) -> Set<String> {
        let input = ExplainedInput(raw: Bytes(raw), ExplainedInput.Circumstances(method: method, now: 1_772_366_400))
        return Set(input.exchanges.flatMap { Checks.findings(of: $0) }.map(\.check.code))
    }

    @Test func aStatedMethodCounts() {
        #expect(!codes(Self.answer, method: .head).contains("content-cut-off"))
        #expect(!codes(Self.answer).contains("content-cut-off"))
        #expect(!codes("HEAD / HTTP/1.1\r\nHost: a.example\r\n\r\n" + Self.answer).contains("content-cut-off"))
        #expect(!codes(Self.answer + "abc", method: .head).contains("content-cut-off"))
    }

    @Test(arguments: [Method.get, .head])
    func aMethodThatARuleSentCounts(sent: Method) throws {
        let asked = try #require(try Example("> GET /a < 204").facts().request)
        let answered = try #require(
            try Example("> GET /a < 200 | Content-Type: image/x-raw | Content-Length: 500").facts().response)
        let facts = Facts(
            request: asked, url: "https://a.example/a", response: answered,
            responseContent: Facts.Content(bytes: Bytes(), size: 0), answeredMethod: sent)
        #expect(Checks.findings(in: facts).contains { $0.check.code == "content-cut-off" } == (sent == .get))
    }
}

import Bytes
import Explain
import Flow
import Formats
import HTTPModel
import Judge
import TestKit
import Testing

/// The same of messages that others collected, odd ones most of them: nothing is asserted with its contrary, and no
/// page says a thing twice.
@Suite(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
struct CorpusConsistencyTests {
    private func explained(_ input: Bytes, _ kind: MessageKind?) -> ExplainedInput {
        ExplainedInput(
            raw: input,
            ExplainedInput.Circumstances(
                kind: kind, now: Example.moment, options: ExplainOptions(notes: Checks.notes)))
    }

    @Test(arguments: ["http1_llhttp", "http1_picohttpparser"])
    func messagesAreToldWithoutContradiction(corpus: String) throws {
        var told = 0
        for item in try Corpora.cases(corpus) {
            guard let input = item.bytes("raw_with_host_b64") ?? item.bytes("raw_b64") else { continue }
            let side = item.string("side") ?? item.string("type")
            let kind: MessageKind? = side == "request" ? .request : side == "response" ? .response : nil
            let explained = explained(input, kind)
            for exchange in explained.exchanges {
                told += 1
                for contradiction in ConsistencyTests.contradictions(in: exchange) {
                    Issue.record("\(contradiction) in \(item.id)")
                }
            }
            for message in explained.messages {
                for twice in Self.repeated(message) { Issue.record("\(twice) stands twice in \(item.id)") }
            }
        }
        #expect(told > 10)
    }

    /// What browsers and tools recorded, of HTTP/2 and HTTP/3 too.
    @Test func recordingsAreToldWithoutContradiction() throws {
        var told = 0
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64") else { continue }
            let session = HARReader.read(file).flows
            let context = SessionContext(session)
            for record in session {
                told += 1
                for contradiction in ConsistencyTests.contradictions(in: record) {
                    Issue.record("\(contradiction) in \(item.id) \(record.index)")
                }
                let input = ExplainedInput(
                    recorded: [RecordedMessages(record)], in: context, options: ExplainOptions(notes: Checks.notes))
                for message in input.messages {
                    for twice in Self.repeated(message) { Issue.record("\(twice) stands twice in \(item.id)") }
                    let version = message.explanation.request?.version ?? message.explanation.response?.version
                    guard let version, version.major >= 2 else { continue }
                    // RFC 9113 §8.1, RFC 9114 §4.1: frames end these messages, and no connection ends with them.
                    let text = message.allReasonings.map(\.conclusion.text).joined(separator: " ")
                    for word in ["connection closes", "HTTP/1.1 keeps", "connection ends the content"] {
                        #expect(!text.contains(word), "\(item.id): \(text)")
                    }
                    #expect(!message.notes.contains { $0.code == "content-length-unknown" }, "\(item.id)")
                }
            }
        }
        #expect(told > 20)
    }

    /// Requests and answers put together at random from lines that mean something to somebody.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func madeExchangesAreToldWithoutContradiction(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = Self.message(&random)
        let explained = explained(Bytes(text), nil)
        for exchange in explained.exchanges {
            for contradiction in ConsistencyTests.contradictions(in: exchange) {
                Issue.record("\(contradiction) in\n\(text)")
            }
        }
        for message in explained.messages {
            for twice in Self.repeated(message) { Issue.record("\(twice) stands twice in\n\(text)") }
        }
    }

    /// Conclusions that say the very same.
    private static func repeated(_ message: ExplainedMessage) -> [String] {
        var seen: Set<String> = []
        return message.allReasonings.map(\.conclusion.text).filter { !seen.insert($0).inserted }
    }

    private static let requestLines = [
        "Range: bytes=0-4", "Range: bytes=5-2", "If-None-Match: \"a\"", "If-None-Match: *", "If-Match: \"b\"",
        "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", "If-Range: \"a\"", "Accept-Encoding: gzip;q=0, *;q=0",
        "Accept-Encoding: gzip", "Cookie: a=1; b=2", "Authorization: Basic YTpi", "Cache-Control: no-store",
        "Expect: 100-continue", "Origin: https://o.example", "Connection: close",
    ]

    private static let responseLines = [
        "Cache-Control: max-age=60", "Cache-Control: no-store", "Cache-Control: private, max-age=0",
        "Cache-Control: s-maxage=9, must-revalidate", "Cache-Control: no-cache", "Expires: 0", "Age: 100",
        "Vary: *", "Vary: Accept-Encoding", "ETag: \"a\"", "ETag: W/\"b\"",
        "Last-Modified: Sat, 05 Nov 1994 08:49:37 GMT", "Content-Range: bytes 0-4/10", "Content-Range: bytes */10",
        "Content-Encoding: gzip", "Content-Encoding: identity", "Location: https://h.example/b", "Location: /a",
        "Set-Cookie: a=1; Secure", "Set-Cookie: __Host-b=1", "Set-Cookie: c=; Max-Age=0",
        "Set-Cookie: d=1; SameSite=None", "Content-Type: text/html", "Retry-After: 10", "Upgrade: x",
        "Access-Control-Allow-Origin: *", "Strict-Transport-Security: max-age=1",
    ]

    private static func message(_ random: inout SeededGenerator) -> String {
        let method = ["GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "QUERY"].randomElement(using: &random) ?? "GET"
        let status =
            [200, 200, 201, 204, 206, 301, 302, 303, 304, 307, 401, 404, 412, 416, 500, 599].randomElement(
                using: &random)
            ?? 200
        func chosen(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
            lines.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
        }
        let body = method == "POST" || method == "PUT" ? "Content-Length: 3\r\n\r\nabc" : "\r\n"
        let framing =
            ["Content-Length: 5", "Transfer-Encoding: chunked", "Connection: close"].randomElement(using: &random) ?? ""
        let isBare = method == "HEAD" || status == 204 || status == 304
        let content = isBare ? "" : framing.hasPrefix("Transfer") ? "5\r\nhello\r\n0\r\n\r\n" : "hello"
        return "\(method) /a HTTP/1.1\r\nHost: h.example\r\n"
            + chosen(requestLines, &random).map { $0 + "\r\n" }.joined() + body
            + "HTTP/1.1 \(status) X\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            + (chosen(responseLines, &random) + [framing]).map { $0 + "\r\n" }.joined() + "\r\n" + content
    }
}

import Bytes
import Testing

@testable import Explain

/// What tools write as lines of HTTP/2 is shown as the list of fields that it was.
@Suite struct FieldListFormTests {
    private static func form(_ text: String) throws -> (form: FieldListForm, isOfStreams: Bool) {
        let input = Bytes(text)
        let explanation = try #require(MessageReader().read(input).messages.first)
        let message = ExplainedMessage(explanation, in: input)
        return (FieldListForm(message.spans, in: input), message.isOfStreams)
    }

    private static func leaves(_ span: Span) -> [Span] {
        span.children.isEmpty ? [span] : span.children.flatMap { leaves($0) }
    }

    @Test(arguments: [
        ("GET /a?b=1 HTTP/2.0\r\nhost: x.test\r\n\r\n", ":method: GET\n:path: /a?b=1\nhost: x.test\n\n"),
        ("HTTP/2.0 204 \r\nserver: s\r\n\r\n", ":status: 204\nserver: s\n\n"),
        (
            ":method: GET\r\n:path: /\r\n:scheme: https\r\n:authority: a\r\n\r\n",
            ":method: GET\n:path: /\n:scheme: https\n:authority: a\n\n"
        ),
    ])
    func thereAreFieldsAndNoLines(text: String, shown: String) throws {
        let (form, isOfStreams) = try Self.form(text)
        #expect(isOfStreams)
        #expect(form.bytes.text == shown)
        #expect(!form.bytes.contains(ASCII.carriageReturn) && !form.bytes.text.contains("HTTP/"))
        // Each byte that stands for one of the message has one leaf, in order.
        var end = 0
        for leaf in form.spans.flatMap({ Self.leaves($0) }) {
            #expect(leaf.range.lowerBound == end, "\(leaf.rule)")
            end = leaf.range.upperBound
        }
        #expect(end == form.bytes.count)
    }

    @Test func aMessageOfHTTP1HasLines() throws {
        #expect(try !Self.form("GET / HTTP/1.1\r\nHost: x\r\n\r\n").isOfStreams)
        #expect(try !Self.form("HTTP/1.0 200 OK\r\n\r\n").isOfStreams)
    }
}

import Bytes
import HTTPModel
import HTTPWire
import Testing

/// Heads as HTTP/2 sends them.
@Suite struct OutgoingFieldsTests {
    private static func section(_ text: String, hasStartLine: Bool = false) -> FieldSection {
        RecordedHead.section(Bytes(text), hasStartLine: hasStartLine)
    }

    private static func lines(_ section: FieldSection, _ actions: HeadAction...) throws(EncodeError) -> String {
        try OutgoingFields(section, actions.count) { actions[$0] }.lines.text
    }

    @Test func pseudoFieldsComeFirstAndNamesAreSmall() throws {
        let section = Self.section("GET / HTTP/1.1\r\nX-A: B\r\nHost: a\r\n\r\n", hasStartLine: true)
        let text = try Self.lines(
            section, .replaceStartLine(":method: GET"), .add(":path: /"), .replace(line: 1, with: ":authority: a"))
        #expect(text == ":method: GET\r\n:authority: a\r\n:path: /\r\nx-a: B\r\n\r\n")
    }

    @Test func hostIsTheAuthorityWhereNoneIsNamed() throws {
        #expect(
            try Self.lines(Self.section(":method: GET\r\n:path: /\r\nx: y\r\nhost: a\r\n\r\n"))
                == ":method: GET\r\n:path: /\r\n:authority: a\r\nx: y\r\n\r\n")
        #expect(
            try Self.lines(Self.section(":method: GET\r\n:authority: a\r\nhost: a\r\n\r\n"))
                == ":method: GET\r\n:authority: a\r\nhost: a\r\n\r\n")
    }

    @Test(arguments: [
        ":madeup: x", "connection: close", "Transfer-Encoding: chunked", "upgrade: h2c", "keep-alive: 1",
        "HTTP2-Settings: x", "a b: c", ": c", "noColon",
    ])
    func whatIsNoFieldOfHTTP2DoesNotGoOut(_ line: String) {
        #expect(throws: EncodeError.self) { try Self.lines(.none, .add(Bytes(line))) }
    }

    @Test(arguments: ["x: a\r\ny: b", "x: a\nb", "x: \u{0}", "x: a\u{7f}"])
    func aValueCannotBecomeAnotherField(_ line: String) {
        #expect(throws: EncodeError.self) { try Self.lines(.none, .add(Bytes(line))) }
    }

    @Test func whatIsSensitiveStaysSo() throws {
        let section = Self.section("a: 1\r\nb: 2\r\n\r\n")
        let changed = try OutgoingFields(section, sensitive: [1], 1) { _ in .remove(line: 0) }
        #expect(changed == [HPACKField("b", "2", isSensitive: true)])
        let list = Self.section(":method: GET\r\na: 1\r\n\r\n")
        let unchanged = try OutgoingFields(list, sensitive: [1]) { _ in .add("") }
        #expect(unchanged == [HPACKField(":method", "GET"), HPACKField("a", "1", isSensitive: true)])
    }

    @Test func aRecordedListIsAHead() {
        let (head, error) = RecordedHead.request(":method: GET\r\n:scheme: http\r\n:authority: a\r\n:path: /x\r\n\r\n")
        #expect(error == nil)
        #expect(head.version == .http20 && head.method == .get && head.targetBytes == "/x")
        #expect(head.startLine == "GET /x HTTP/2.0")
        let response = RecordedHead.response(":status: 204\r\nx: y\r\n\r\n", to: .get).head
        #expect(response?.status == 204)
        #expect(response?.startLine == "HTTP/2.0 204")
    }
}

import Bytes
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Rules

/// What was recorded never becomes a template: a rule made of it says it again, and nothing of later requests.
@Suite struct RecordedTextTests {
    /// Everything that begins a value, and texts around it.
    private static let values = [
        "{request.header.authorization}", "{request.query.q}", "{request.cookie.sid}", "{request.path.1}", "{method}",
        "{url}", "{scheme}", "{host}", "{path}", "{query}", "{now}", "{count}", "{random 1 100}", "{brace}",
    ]
    private static let texts: [String] = {
        var texts = [
            "", "{", "}", "{}", "{{}}", "{a}", "{\"a\": 1}", "a { color: red }", "{request.}", "{random}", "{brace",
            "{{request.header.x}}", "{x {now}", "{request.header.a{now}", "{brace}request.header.x}", "{{brace}now}",
        ]
        for value in values {
            texts += [value, "a\(value)b", "{\(value)}", value + value, "\"\(value)\"", "{brace}\(value)", "{\(value)"]
        }
        return texts
    }()

    @Test(arguments: texts)
    func whatIsEscapedStandsForItself(text: String) throws {
        let template = try RuleTemplate(RuleTemplate.escaped(text))
        #expect(template.values.isEmpty)
        let said = template.parts.map { part in
            if case .literal(let bytes) = part { bytes.text } else { "" }
        }
        #expect(said.joined() == text)
    }

    @Test func aTextWithoutValuesIsWrittenAsItIs() {
        for text in ["{\"a\": {\"b\": [1]}}", "a { b: c }", "{{mustache}}", "{", "no brace"] {
            #expect(RuleTemplate.escaped(text) == text)
        }
    }

    /// Many braces are no work for each other.
    @Test func escapingIsLinear() {
        let text = String(repeating: "{", count: 200_000) + "}"
        #expect(RuleTemplate.escaped(text) == text)
    }

    @Test(arguments: values)
    func aRuleMadeOfAFlowFillsNothing(value: String) throws {
        var record = MadeFlow.make("GET http://a.test/x HTTP/1.1\nHost: a.test")
        record.responseHead =
            RecordedHead.response(
                Bytes(
                    "HTTP/1.1 302 Found\r\nLocation: http://evil.test/?c=\(value)\r\nContent-Type: text/\(value)\r\n"
                        + "Content-Length: 4\r\n\r\n"), to: .get
            ).head
        record.response.content = FlowRecord.Content(bytes: Bytes("<\(value)>"), size: 4)
        let made = RuleMaker.rule(.answer, from: record, content: Bytes("<\(value)>"))
        let line = try #require(made.line)
        let later = MadeFlow.make(
            "GET http://a.test/x HTTP/1.1\nHost: a.test\nAuthorization: ASECRET\nCookie: sid=CSECRET")
        var run = RuleRun(try Reading.book(line), counting: Counting(), seed: 1)
        guard case .answer(let answer)? = run.request(RuleSubject(later), hasBody: false).ending,
            case .bytes(let content) = answer.content
        else {
            Issue.record("it was not answered: \(line)")
            return
        }
        let said = answer.fields.map { "\($0.name.text): \($0.value.text)" }
        #expect(said.contains("Location: http://evil.test/?c=\(value)"))
        #expect(content.text == "<\(value)>")
        #expect(!"\(said) \(content.text)".contains("SECRET"))
    }
}

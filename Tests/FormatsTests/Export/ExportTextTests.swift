import Bytes
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// Values from the wire as text of other languages. What programs make of them is tested by running them.
@Suite struct ExportTextTests {
    @Test(
        arguments: [
            ("a", "\"a\""), ("a\"b", "\"a\"\"b\""), ("=1+1", "\"'=1+1\""), ("  =1", "\"'  =1\""), ("\t=1", "\"'\t=1\""),
            ("a=1", "\"a=1\""), ("-1", "\"'-1\""), ("", "\"\""), ("a\r\nb", "\"a\r\nb\""), ("@x", "\"'@x\""),
        ] as [(Bytes, Bytes)])
    func cellsAreNoFormulas(value: Bytes, cell: Bytes) {
        #expect(CSVExport.cell(value) == cell)
    }

    /// No terminal is commanded, no text turned, no formula begun, whatever stands before its sign.
    @Test func cellsHoldNothingThatSteers() {
        let steering: [ClosedRange<UInt32>] = [
            0...8, 0xB...0xC, 0xE...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E,
            0x2066...0x2069, 0xFEFF...0xFEFF, 0xE0001...0xE007F,
        ]
        for value in steering.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let cell = CSVExport.cell(Bytes("a\(scalar)b")).text
            #expect(!cell.unicodeScalars.contains(scalar) && cell == "\"a\u{FFFD}b\"", "\(value)")
            let formula = CSVExport.cell(Bytes("\(scalar)=1")).text
            #expect(formula.hasPrefix("\"'"), "\(value)")
        }
        for sign in "=+-@|%＝＋－＠｜％" {
            for before in ["", " ", "\u{A0}", "\u{3000}", "\u{200B}", "\u{AD}", "\t", "\n"] {
                #expect(CSVExport.cell(Bytes(before + "\(sign)1")).text.hasPrefix("\"'"), "\(before)\(sign)")
            }
            #expect(!CSVExport.cell(Bytes("a\(sign)1")).text.contains("'"))
        }
        #expect(CSVExport.cell("日本 é 👩‍👧 “x”").text == "\"日本 é 👩‍👧 “x”\"")
    }

    @Test func fencesAreLongerThanAnyInside() {
        #expect(MarkupText.fenced("a", "") == "```\na\n```\n")
        #expect(MarkupText.fenced("```\nb", "http") == "````http\n```\nb\n````\n")
        #expect(MarkupText.fenced("a`````b\n", "") == "``````\na`````b\n``````\n")
    }

    @Test func textOfDocumentsMeansItself() {
        #expect(MarkupText.html("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;")
        #expect(MarkupText.html(Bytes([0x1B, 0x41, 0x00])) == "\\u{1b}A\\u{0}")
        #expect(MarkupText.markdown("[a](b) *c*\n# d") == "\\[a\\](b) \\*c\\* \\# d")
        #expect(MarkupText.markdown("- a-b 1. www.c http://d") == "\\- a-b 1\\. www\\.c http\\://d")
        #expect(MarkupText.code("a``b`") == "``` a``b` ```" && MarkupText.code("a") == "`a`")
        #expect(MarkupText.visible("a\u{202E}b") == "a\\u{202e}b")
    }

    /// A response that is no UTF-8, as a document shows it.
    private func shown(_ text: ExportedFlow.Text?, redactor: Redactor? = nil) throws -> (Bytes?, String?) {
        let story = Story.get(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-16le\r\nContent-Length: 4\r\n\r\n", "",
            id: 1)
        var record = try #require(FlowRecord(story.events))
        record.response.content.kept = .inline(Bytes([0xE5, 0x65, 0x2C, 0x67]))
        let flow = ExportedFlow(JudgedFlow(record), redactor: redactor) { _, kind in kind == .response ? text : nil }
        return MarkupText.content(flow, .response)
    }

    @Test func aTextInAnotherCharsetIsShownAsText() throws {
        let read = ExportedFlow.Text("日本", charset: "UTF-16, little-endian", isWhole: true)
        #expect(try shown(read) == ("日本", "Decoded as UTF-16, little-endian."))
        #expect(try shown(read, redactor: Redactor(key: "0123456789abcdef")).0 == "日本")
        let beginning = ExportedFlow.Text("日本", charset: "Big5", isWhole: false)
        #expect(try shown(beginning).1 == "Decoded as Big5. The rest is omitted.")
        let long = ExportedFlow.Text(
            Bytes("a" + String(repeating: "日", count: 50_000)), charset: "Big5", isWhole: true)
        let (start, remark) = try shown(long)
        #expect(start?.count == 1 + 3 * ((64 << 10) / 3) && remark == "Decoded as Big5. The rest is omitted.")
        // Where nobody reads charsets, nothing is made up.
        #expect(try shown(nil) == (nil, "A binary body of 4 bytes."))
    }

    @Test func secretsInATextOfAnotherCharsetAreReplacedToo() throws {
        let read = ExportedFlow.Text(
            #"{"名前":"日本","password":"hunter2-hunter2"}"#, charset: "UTF-16, little-endian", isWhole: true)
        let text = try #require(try shown(read, redactor: Redactor(key: "0123456789abcdef")).0)
        #expect(text.text.contains("日本") && text.text.contains("[secret ") && !text.text.contains("hunter2"))
        #expect(try shown(read).0 == read.bytes)
    }

    @Test func commentsEndWithTheirLine() {
        #expect(CodeText.comment("a\nimport os") == "a%0Aimport os")
        #expect(CodeText.comment("a\u{2028}b") == "a%E2%80%A8b")
    }

    @Test func wordsOfAShellAreOneWord() {
        #expect(CodeText.shell("a b $(id) `id` !x") == "'a b $(id) `id` !x'")
        #expect(CodeText.shell("it's\n\u{1}!") == "'it'\\''s\n'\"$(printf '\\001')\"'!'")
        #expect(CodeText.shell("") == "''" && CodeText.shell("日本") == "'日本'")
    }

    @Test(
        arguments: [
            ("/", [""], "/", []), ("", [], "/", []),
            (
                "/users/17/posts/18", ["users", "{id}", "posts", "{id}"], "/users/{userId}/posts/{postId}",
                ["userId", "postId"]
            ),
            ("/v1/users", ["v1", "users"], "/v1/users", []),
            ("/17/18", ["{id}", "{id}"], "/{id}/{id2}", ["id", "id2"]),
            ("/a{b}", ["a{b}"], "/a%7Bb%7D", []),
            ("/files/report.2026.pdf", ["files", "report.2026.pdf"], "/files/report.2026.pdf", []),
        ] as [(Bytes, [Bytes], String, [String])])
    func pathsHaveNamesWhereTheyChange(path: Bytes, segments: [Bytes], text: String, parameters: [String]) {
        let template = PathTemplate(path, segments: segments)
        #expect(template.text == text && template.parameters == parameters)
    }

    @Test(arguments: [
        ("users", "user"), ("status", "status"), ("statuses", "status"), ("address", "address"),
        ("addresses", "address"), ("categories", "category"), ("cookies", "cookie"), ("caches", "cache"),
        ("boxes", "box"), ("branches", "branch"), ("news", "news"), ("analysis", "analysis"), ("bus", "bus"),
        ("houses", "house"), ("Orders", "Order"), ("s", "s"), ("", ""), ("v1", "v1"), ("aliases", "alias"),
    ])
    func oneOfManyHasItsName(plural: String, singular: String) {
        #expect(PathTemplate.singular(plural) == singular)
    }

    @Test func namesComeFromWhoFindsWhatVaries() {
        let template = PathTemplate("/a/app.3f2a.js/{x}/2026-11-22", segments: ["a", "app.{hash}.js", "{x}", "{date}"])
        #expect(template.text == "/a/app.{hash}.js/%7Bx%7D/{date}" && template.parameters == ["hash", "date"])
    }

    @Test func eachFormHasOneWayToTreatSecrets() {
        let redacted = ExportFormat.allCases.filter { !$0.isExact }.map(\.rawValue)
        #expect(Set(redacted) == ["har", "html", "markdown", "openapi", "postman", "pcap", "csv"])
    }
}

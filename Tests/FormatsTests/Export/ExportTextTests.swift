import Bytes
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

    @Test func commentsEndWithTheirLine() {
        #expect(CodeText.comment("a\nimport os") == "a%0Aimport os")
        #expect(CodeText.comment("a\u{2028}b") == "a%E2%80%A8b")
    }

    @Test func wordsOfAShellAreOneWord() {
        #expect(CodeText.shell("a b $(id) `id` !x") == "'a b $(id) `id` !x'")
        #expect(CodeText.shell("it's\n\u{1}!") == "$'it\\'s\\n\\001\\041'")
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

    @Test func namesComeFromWhoFindsWhatVaries() {
        let template = PathTemplate("/a/app.3f2a.js/{x}/2026-11-22", segments: ["a", "app.{hash}.js", "{x}", "{date}"])
        #expect(template.text == "/a/app.{hash}.js/%7Bx%7D/{date}" && template.parameters == ["hash", "date"])
    }

    @Test func eachFormHasOneWayToTreatSecrets() {
        let redacted = ExportFormat.allCases.filter { !$0.isExact }.map(\.rawValue)
        #expect(Set(redacted) == ["har", "html", "markdown", "openapi", "postman", "pcap", "csv"])
    }
}

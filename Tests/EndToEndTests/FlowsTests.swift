import Foundation
import TestKit
import Testing

/// Filters, from the command line: of lists, and of what a running proxy shows and keeps.
@Suite struct FlowsTests {
    private static let session = """
        {"log": {"version": "1.2", "creator": {"name": "made", "version": "1"}, "entries": [\
        \(entry("GET", "http://a.test/one?q=1", 200, 10, 5)), \(entry("POST", "https://b.test/two", 404, 2_000, 700)), \
        \(entry("GET", "http://a.test/three", 503, 0, 40))]}}
        """

    private static func entry(_ method: String, _ url: String, _ status: Int, _ size: Int, _ time: Int) -> String {
        """
        {"startedDateTime": "2026-11-21T12:00:00.000Z", "time": \(time), "request": {"method": "\(method)", \
        "url": "\(url)", "httpVersion": "HTTP/1.1", "headers": [{"name": "Host", "value": "a.test"}], "cookies": [], \
        "queryString": [], "headersSize": -1, "bodySize": 0}, "response": {"status": \(status), "statusText": "x", \
        "httpVersion": "HTTP/1.1", "headers": [{"name": "Content-Type", "value": "text/html"}], "cookies": [], \
        "content": {"size": \(size), "mimeType": "text/html"}, "redirectURL": "", "headersSize": -1, \
        "bodySize": \(size)}, "cache": {}, "timings": {"send": 0, "wait": \(time), "receive": 0}}
        """
    }

    private func flows(_ arguments: String...) throws -> Tool.Result {
        let scratch = try Scratch()
        let file = scratch.file("made.har")
        try Self.session.write(toFile: file, atomically: true, encoding: .utf8)
        return try Tool.run(Tool.hark(), ["flows", "--session", file] + arguments, seconds: 30)
    }

    private func lines(_ arguments: String...) throws -> [String] {
        let scratch = try Scratch()
        let file = scratch.file("made.har")
        try Self.session.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try Tool.run(Tool.hark(), ["flows", "--session", file] + arguments, seconds: 30)
        #expect(result.code == 0, result.summary)
        return result.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func aFilterChoosesAndColumnsShow() throws {
        #expect(try lines("--columns", "status,path") == ["200  /one", "404  /two", "503  /three"])
        #expect(try lines("status >= 400", "--columns", "path") == ["/two", "/three"])
        #expect(try lines("host", "=", "a.test", "--columns", "path") == ["/one", "/three"])
        #expect(try lines("not status = 2xx and response.size > 1MB", "--columns", "path").isEmpty)
        #expect(try lines("response.size > 1kB", "--columns", "method") == ["POST"])
    }

    @Test func inAPipeNothingIsCut() throws {
        let scratch = try Scratch()
        let path = "/" + String(repeating: "long", count: 200)
        let file = try scratch.write("long.http", "GET \(path) HTTP/1.1\r\nHost: a.test\r\n\r\n")
        let result = try Tool.run(Tool.hark(), ["flows", "--session", file, "--columns", "path,method"], seconds: 30)
        #expect(result.text == "\(path)  GET\n", result.summary)
    }

    @Test func theyAreSortedCutAndCounted() throws {
        #expect(try lines("--sort", "duration", "--columns", "path") == ["/one", "/three", "/two"])
        // One meaning in filters, columns and orders: when it began.
        #expect(try lines("--sort", "time", "--columns", "path") == ["/one", "/two", "/three"])
        #expect(try lines("--sort", "start", "--columns", "path") == ["/one", "/two", "/three"])
        #expect(try lines("--columns", "time", "--limit", "1") == lines("--columns", "start", "--limit", "1"))
        #expect(try lines("size > 1kB", "--count") == lines("response.size > 1kB", "--count"))
        #expect(try lines("--sort", "duration", "--reverse", "--limit", "1", "--columns", "path") == ["/two"])
        #expect(try lines("--reverse", "--columns", "path") == ["/three", "/two", "/one"])
        #expect(try lines("status = 5xx", "--count") == ["1"])
        #expect(try lines("status = 1xx", "--count") == ["0"])
    }

    @Test func aRowAsJSONHasWhatScriptsRelyOn() throws {
        let rows = try lines("--json", "status = 404").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let row = try #require(rows.first)
        #expect(rows.count == 1)
        let names = [
            "id", "run", "start", "method", "url", "status", "outcome", "by", "type", "requestSize", "responseSize",
            "duration", "phases", "client", "upstream", "connection", "reused", "flags", "cache", "worst",
        ]
        #expect(Set(row.keys) == Set(names))
        #expect(row["status"] as? Int == 404)
        #expect(row["url"] as? String == "https://b.test/two")
        #expect(row["responseSize"] as? Int == 2_000)
        #expect(row["start"] as? String == "2026-11-21T12:00:00.000Z")
        #expect((row["phases"] as? [String: Any])?["wait"] as? Double == 700)
        #expect((row["phases"] as? [String: Any])?["dns"] as? Int == -1)
        #expect(row["flags"] as? [String] == ["tls"])
    }

    @Test func theWordsOfAFilterNeedNoSession() throws {
        let result = try Tool.run(Tool.hark(), ["flows", "--explain", "status >= 400 or not tls"], seconds: 30)
        #expect(result.code == 0, result.summary)
        #expect(result.text == "Flows where the status is 400 or more or it did not use TLS.\n")
    }

    @Test(arguments: [
        ["flows", "--session", "-", "statsu = 1"], ["flows", "statsu = 1", "--explain"],
        ["proxy", "--show", "status ="], ["proxy", "--keep-only", "(open"],
        ["flows", "--session", "-", "--columns", "hots"],
        ["flows", "--session", "-", "--sort", "nothing"], ["flows", "--session", "-", "--limit", "-1"],
    ])
    func mistakesAre64AndSayWhere(arguments: [String]) throws {
        let result = try Tool.run(Tool.hark(), arguments, seconds: 30)
        #expect(result.code == 64, result.summary)
        #expect(result.output.isEmpty, result.summary)
    }

    @Test func theNearestNameAndThePlaceAreShown() throws {
        let result = try flows("open and statsu >= 400")
        #expect(result.code == 64)
        #expect(result.diagnostics.contains("Did you mean 'status'?"), result.summary)
        #expect(result.diagnostics.contains("           ^^^^^^\n"), result.summary)
    }

    @Test func aFileThatIsNoRecordingIs65AndNoneIs66() throws {
        let scratch = try Scratch()
        try "Dear Sir or Madam,\n".write(toFile: scratch.file("raw"), atomically: true, encoding: .utf8)
        let raw = try Tool.run(Tool.hark(), ["flows", "--session", scratch.file("raw")], seconds: 30)
        #expect(raw.code == 65, raw.summary)
        let none = try Tool.run(Tool.hark(), ["flows", "--session", scratch.file("none")], seconds: 30)
        #expect(none.code == 66, none.summary)
        #expect(none.diagnostics.contains("none"), none.summary)
    }

    @Test func everyFieldIsInTheHelp() throws {
        let result = try Tool.run(Tool.hark(), ["help", "filter"], seconds: 30)
        #expect(result.code == 0)
        for name in ["request.header.NAME", "duration", "worst", "tls.version", "redirect.hop", "pinned"] {
            #expect(result.text.contains("  \(name)"), "\(name)")
        }
        #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    /// The tour has redirects and errors: what is shown and what is kept are chosen apart from one another.
    @Test func aRunShowsAndKeepsWhatIsAskedFor() throws {
        let scratch = try Scratch()
        let file = scratch.file("kept.har")
        let result = try Tool.run(
            Tool.hark(),
            ["demo", "--har", file, "--keep-only", "status = 3xx", "--show", "method = POST"], seconds: 60)
        #expect(result.code == 0, result.summary)
        #expect(result.diagnostics.contains("showing flows where the method is POST"), result.summary)
        #expect(result.diagnostics.contains("keeping flows where the status is 300 to 399"), result.summary)
        let kept = try Tool.run(Tool.hark(), ["flows", "--session", file, "--columns", "status"], seconds: 30)
        let statuses = kept.text.split(separator: "\n")
        #expect(!statuses.isEmpty && statuses.allSatisfy { $0.hasPrefix("3") }, kept.summary)
        let shown = result.text.split(separator: "\n").filter {
            $0.contains("  GET http://") || $0.contains("  POST http://")
        }
        #expect(!shown.isEmpty && shown.allSatisfy { $0.contains("POST") }, result.summary)
    }
}

import Foundation
import TestKit
import Testing

/// `hark export` and its files.
@Suite struct ExportTests {
    private func scene() throws -> ExportScene {
        try ExportScene([
            "GET ORIGIN/one HTTP/1.1\r\nHost: HOST\r\n\r\n",
            "GET ORIGIN/two HTTP/1.1\r\nHost: HOST\r\n\r\n",
            "M-SEARCH ORIGIN/three HTTP/1.1\r\nHost: HOST\r\n\r\n",
        ])
    }

    @Test func aFileIsForItsOwnerAloneAndNotWrittenOver() throws {
        let scene = try scene()
        let path = try scene.file("made.har", "har")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let before = try Data(contentsOf: URL(filePath: path))
        let refused = try scene.export("csv", "-o", path)
        #expect(refused.code == 73 && refused.diagnostics.contains("already exists"), refused.summary)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        let forced = try scene.export("csv", "-o", path, "--force")
        #expect(forced.code == 0, forced.summary)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("id,start,"))
        let left = try FileManager.default.contentsOfDirectory(atPath: scene.home.scratch.path)
        #expect(left.filter { $0.hasPrefix("made.har.") }.isEmpty, "a temporary file is left")
    }

    @Test func aFolderHasAFileAFlowWithASafeName() throws {
        let scene = try scene()
        let folder = scene.home.scratch.file("out") + "/"
        let result = try scene.export("raw", "-o", folder)
        #expect(result.code == 0, result.summary)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count == 3, "\(names)")
        #expect(names.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) } })
        #expect(names.first == "0001-GET-127.0.0.1.http" && names.last == "0003-M-SEARCH-127.0.0.1.http", "\(names)")
        #expect(try scene.export("raw", "-o", folder).code == 73)
        #expect(try scene.export("raw", "-o", folder, "--force").code == 0)
    }

    @Test func namesOfFilesHoldNothingThatLeadsElsewhere() throws {
        let home = try PrivateHome()
        let entries = [
            ("../../up", "http://a/b"), ("GET", "http://..%2f..%2fetc/x"), ("a b\\u0000;", "http://-rf/*?x"),
        ].map {
            method, url in
            """
            {"startedDateTime": "2026-11-21T12:00:00.000Z", "time": 1, \
            "request": {"method": "\(method)", "url": "\(url)", \
            "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "queryString": [], "headersSize": -1, \
            "bodySize": 0}, \
            "response": {"status": 200, "statusText": "x", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], \
            "content": {"size": 0, "mimeType": ""}, "redirectURL": "", "headersSize": -1, "bodySize": 0}, "cache": {}, \
            "timings": {"send": 0, "wait": 1, "receive": 0}}
            """
        }
        let har = try home.scratch.write(
            "in.har",
            #"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": ["#
                + entries.joined(separator: ",") + "]}}")
        let folder = home.scratch.file("deep/er/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let result = try home.hark("export", "--session", har, "--format", "raw", "-o", folder)
        #expect(result.code == 0, result.summary)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 3 && names.allSatisfy { $0.hasPrefix("000") }, "\(names)")
        #expect(names.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) } })
    }

    @Test func withoutAFileItGoesToStandardOutput() throws {
        let scene = try scene()
        let result = try scene.home.hark("export", "id = 1", "--format", "curl", "--session", scene.session)
        #expect(result.code == 0 && result.text.contains("curl "), result.summary)
        #expect(result.text.contains(scene.origin.url + "/one") && !result.text.contains("/two"))
    }

    @Test func nothingIsWrittenWhenNothingIsMeant() throws {
        let scene = try scene()
        let path = scene.home.scratch.file("none.har")
        let result = try scene.home.hark(
            "export", "status = 599", "--format", "har", "-o", path, "--session", scene.session)
        #expect(result.code == 1 && result.diagnostics.contains("no flow matches this filter"), result.summary)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func mistakesAreSaid() throws {
        let scene = try scene()
        let unknown = try scene.export("word")
        #expect(unknown.code == 64 && unknown.diagnostics.contains("har"), unknown.summary)
        #expect(try scene.export("har", "--redact", "--with-secrets").code == 64)
        #expect(try scene.home.hark("export", "colour = red", "--format", "har", "--session", scene.session).code == 64)
        let nowhere = try scene.export("har", "-o", "/nonexistent/a.har")
        #expect(nowhere.code == 73 && nowhere.diagnostics.contains("/nonexistent/a.har"), nowhere.summary)
    }

    @Test func whatHasNoRequestIsLeftOutAndSaid() throws {
        let home = try PrivateHome()
        let session = home.scratch.file("a.hark")
        let proxy = try RunningProxy("--store", session)
        let client = try proxy.connect()
        try client.send("GET http://127.0.0.1:1/ HTTP/1.1\r\nbad line\r\n\r\n")
        _ = try client.receiveHead()
        client.close()
        try proxy.stop()
        let result = try home.hark("export", "--format", "curl", "--session", session)
        #expect(result.code == 65 && result.output.isEmpty)
        #expect(result.diagnostics.contains("flow #1 was left out"), result.summary)
        let har = try home.hark("export", "--format", "har", "--session", session)
        #expect(har.text.contains("\"entries\":[\n{"), har.summary)
    }

    @Test func harAndLogAreExportedAsSessionsAre() throws {
        let scene = try scene()
        let har = try scene.file("made.har", "har", ["--with-secrets"])
        let result = try scene.home.hark("export", "path = /one", "--format", "raw", "--session", har)
        #expect(result.text.hasPrefix("GET \(scene.origin.url)/one HTTP/1.1\r\n"), result.summary)
        #expect(result.text.hasSuffix("ok"))
    }
}

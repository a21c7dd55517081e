import Foundation
import TestKit
import Testing

/// What other tools recorded is taken over into a session, and HAR files are checked.
@Suite struct ImportTests {
    private func home() throws -> (PrivateHome, Scratch) { (try PrivateHome(), try Scratch()) }

    @Test func aFlowFileOfMitmproxyIsTakenOver() throws {
        let (home, scratch) = try home()
        let file = scratch.file("flows.mitm")
        let made = try Tool.run(Tool.python(), [Tool.script("mitmproxy_flows.py"), file], seconds: 60)
        #expect(made.code == 0, made.summary)
        let session = scratch.file("case.hark")
        let result = try home.hark("import", "--store", session, file)
        #expect(result.code == 0, result.summary)
        #expect(result.text == "\(file): flows 1 to 2 of \(session)\n")
        #expect(result.diagnostics.contains("This flow is tcp, not http. It was left out."), result.summary)
        let rows = try home.hark("flows", "--session", session, "--columns", "id,method,status,host,path")
        #expect(
            rows.text == """
                1  GET  200  address  /path
                2  GET       address  /path

                """, rows.summary)
        #expect(try home.hark("show", "1", "--session", session, "--response", "--body", "--raw").text == "message")
    }

    @Test func anArchiveOfFiddlerIsTakenOver() throws {
        let (home, scratch) = try home()
        let archive = scratch.file("capture.saz")
        let program = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
                z.writestr('raw/1_c.txt', 'GET https://example.com/a HTTP/1.1\\r\\nHost: example.com\\r\\n\\r\\n')
                z.writestr('raw/1_s.txt', b'HTTP/1.1 200 OK\\r\\nContent-Length: 900\\r\\n\\r\\n' + b'abc' * 300)
            """
        let made = try Tool.run(Tool.find("python3"), ["-c", program, archive], seconds: 30)
        #expect(made.code == 0, made.summary)
        let session = scratch.file("case.hark")
        let result = try home.hark("import", "--store", session, archive)
        #expect(result.code == 0, result.summary)
        let body = try home.hark("show", "1", "--session", session, "--response", "--body", "--raw").text
        #expect(body == String(repeating: "abc", count: 300))
    }

    @Test func severalFilesGoIntoOneSessionOneBehindTheOther() throws {
        let (home, scratch) = try home()
        let raw = try scratch.write(
            "raw.http", "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
        let session = scratch.file("case.hark")
        let first = try home.hark("import", "--store", session, raw, raw)
        #expect(first.text == "\(raw): flow 1 of \(session)\n\(raw): flow 2 of \(session)\n", first.summary)
        let again = try home.hark("import", "--store", session, raw)
        #expect(again.text == "\(raw): flow 3 of \(session)\n", again.summary)
        #expect(try home.hark("flows", "--session", session, "--count").text == "3\n")
    }

    @Test func whatIsNoRecordingEndsWith65AndLeavesNothing() throws {
        let (home, scratch) = try home()
        let text = try scratch.write("letter.txt", "Dear Sir or Madam,\n")
        let session = scratch.file("case.hark")
        let result = try home.hark("import", "--store", session, text)
        #expect(result.code == 65 && result.output.isEmpty, result.summary)
        #expect(result.diagnostics.contains("no recording"), result.summary)
        let none = try home.hark("import", "--store", session, scratch.file("none"))
        #expect(none.code == 66 && none.diagnostics.contains("none"), none.summary)
        // One that can be read is taken over, whatever the others are.
        let raw = try scratch.write("raw.http", "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
        #expect(try home.hark("import", "--store", session, text, raw).code == 0)
    }

    /// HAR to session to HAR, log to session to log: what comes out is what went in, to the byte.
    @Test func aSessionInBetweenChangesNothing() throws {
        let (home, scratch) = try home()
        let (har, log) = (scratch.file("tour.har"), scratch.file("tour.log"))
        #expect(try home.hark("demo", "--har", har, "--log", log).code == 0)
        func through(_ file: String, _ format: String) throws -> String {
            let session = scratch.file("\(format).hark")
            let taken = try home.hark("import", "--store", session, file)
            #expect(taken.code == 0 && taken.diagnostics.isEmpty, taken.summary)
            let given = try home.hark("export", "--session", session, "--format", format, "--with-secrets")
            #expect(given.code == 0, given.summary)
            return given.text
        }
        #expect(try through(log, "log") == String(contentsOfFile: log, encoding: .utf8))
        // The file as it grew has its pages in front; the entries are the same.
        func entries(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.hasPrefix(#"{"_id":"#) }.map { $0.last == "," ? $0.dropLast() : $0 }
        }
        let original = entries(try String(contentsOfFile: har, encoding: .utf8))
        #expect(try entries(through(har, "har")) == original && original.count > 20)
    }

    /// Files as browsers and other tools write them: through a session they say what they say without one.
    @Test(.enabled(if: Corpora.arePresent, "set HARK_CORPORA to run it"))
    func othersFilesGoThroughASessionAsTheyAre() throws {
        let (home, scratch) = try home()
        var files = 0
        for item in try Corpora.cases("har_files") where item.string("kind") != "must-fail-cleanly" {
            guard let bytes = item.string("har_b64").flatMap({ Data(base64Encoded: $0) }) else { continue }
            files += 1
            let har = try scratch.write("\(files).har", bytes)
            let session = scratch.file("\(files).hark")
            #expect(try home.hark("import", "--store", session, har).code == 0, "\(item.id)")
            let direct = try home.hark("export", "--session", har, "--format", "har", "--with-secrets")
            let stored = try home.hark("export", "--session", session, "--format", "har", "--with-secrets")
            #expect(direct.output == stored.output && !direct.output.isEmpty, "\(item.id)")
        }
        #expect(files > 10)
    }

    /// What a person wrote on a flow in one session is on it in the next.
    @Test func marksGoAlong() throws {
        let (home, scratch) = try home()
        let raw = try scratch.write("raw.http", "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
        let (first, second, har) = (scratch.file("1.hark"), scratch.file("2.hark"), scratch.file("1.har"))
        #expect(try home.hark("import", "--store", first, raw).code == 0)
        #expect(try home.hark("tag", "1", "bug", "--session", first).code == 0)
        #expect(try home.hark("comment", "1", "look at this", "--session", first).code == 0)
        #expect(try home.hark("export", "--session", first, "--format", "har", "-o", har).code == 0)
        #expect(
            try home.hark("flows", "tag = bug and comment contains this", "--session", har, "--count").text == "1\n")
        #expect(try home.hark("import", "--store", second, har).code == 0)
        let flows = try home.hark("flows", "tag = bug and comment contains this", "--session", second, "--count")
        #expect(flows.text == "1\n", flows.summary)
    }

    @Test func aHARIsCheckedAndTheExitCodeSaysWhatCameOfIt() throws {
        let (home, scratch) = try home()
        let file = scratch.file("tour.har")
        #expect(try home.hark("demo", "--har", file).code == 0)
        let good = try home.hark("check", file)
        #expect(good.code == 0, good.summary)
        #expect(good.text.hasSuffix("as HAR 1.2 has it.\n"), good.summary)
        let bad = try scratch.write("bad.har", #"{"log":{"version":"1.2","entries":[]}}"#)
        let result = try home.hark("check", bad)
        #expect(result.code == 1, result.summary)
        #expect(result.text.hasPrefix("line 1, byte 7: log: \"creator\" is missing.\n"), result.summary)
        #expect(result.text.hasSuffix("\(bad): 0 entries, 1 finding.\n"), result.summary)
        let entries = Array(repeating: "{}", count: 200).joined(separator: ",")
        let many = try scratch.write("many.har", #"{"log":{"version":"1.2","creator":{},"entries":["# + entries + "]}}")
        let json = try home.hark("check", "--json", many)
        #expect(json.code == 1 && json.text.hasSuffix("{\"untold\":202}\n"), json.summary)
    }
}

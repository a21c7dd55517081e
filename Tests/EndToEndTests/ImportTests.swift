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

    /// In columns, where other flows' notes are too: so that a question for them reads no flow.
    @Test func whatChecksFindInImportedFlowsIsKeptWithThem() throws {
        let (home, scratch) = try home()
        let raw = try scratch.write(
            "raw.http",
            "GET http://a.test/a HTTP/1.1\r\nHost: a.test\r\nAuthorization: Basic YTpi\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; SameSite=None\r\nContent-Length: 2\r\n\r\nok")
        let session = scratch.file("case.hark")
        _ = try home.hark("import", "--store", session, raw)
        let question = "SELECT count(*) FROM flow JOIN listed ON list = notes WHERE unjudged IS NULL AND worst = 'bad'"
        let kept = try Tool.run(Tool.find("sqlite3"), [session, question], seconds: 60).text
        let page = try home.hark("explain", "--flow", "1", "--session", session)
        #expect(kept != "0\n" && page.text.contains("SameSite=None"), "\(kept) \(page.summary)")
        #expect(try home.hark("flows", "--session", session, "--count", "worst = bad").text == "1\n")
        #expect(try home.hark("flows", "--session", session, "--count", "note = no-such-note").text == "0\n")
    }

    @Test func whatIsNoRecordingEndsWith65AndLeavesNothing() throws {
        let (home, scratch) = try home()
        let text = try scratch.write("letter.txt", "Dear Sir or Madam,\n")
        let session = scratch.file("case.hark")
        let result = try home.hark("import", "--store", session, text)
        #expect(result.code == 65 && result.output.isEmpty, result.summary)
        #expect(result.diagnostics.contains("unknown file format"), result.summary)
        let none = try home.hark("import", "--store", session, scratch.file("none"))
        #expect(none.code == 66 && none.diagnostics.contains("none"), none.summary)
        // One that can be read is taken over, whatever the others are.
        let raw = try scratch.write("raw.http", "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
        #expect(try home.hark("import", "--store", session, text, raw).code == 0)
        // Of one that is not there nobody knows what is missing.
        let some = try home.hark("import", "--json", "--store", session, raw, scratch.file("none"), raw)
        #expect(some.code == 66 && some.diagnostics.contains("none"), some.summary)
        let lines = try some.text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.compactMap { $0["flows"] as? Int } == [1, 0, 1] && lines.count == 3, some.summary)
        #expect(lines[0]["first"] as? Int == 2 && lines[2]["last"] as? Int == 3 && lines[1]["first"] is NSNull)
    }

    /// What comes through a pipe and is large goes into a temporary file, of which nothing stays: not when all is well,
    /// not when nothing of it can be read, and when there is no place for one that is said.
    @Test(arguments: [true, false])
    func nothingStaysOfWhatCameThroughAPipe(isRecording: Bool) throws {
        let (home, scratch) = try home()
        let folder = scratch.file("temporary")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let entry =
            #"{"startedDateTime":"2026-01-01T00:00:00Z","response":{},"#
            + #""request":{"method":"GET","url":"http://a.test/"}}"#
        let text = isRecording ? #"{"log":{"entries":["# + entry + "]," : "["
        let file = try scratch.write(
            "large", text + #""x":""# + String(repeating: "x", count: 9 << 20) + (isRecording ? "\"}}" : ""))
        let session = scratch.file("case.hark")
        let result = try home.hark("import", "--store", session, "-", environment: ["TMPDIR": folder], input: file)
        #expect(result.code == (isRecording ? 0 : 65), result.summary)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        let none = scratch.file("none")
        let refused = try home.hark("import", "--store", session, "-", environment: ["TMPDIR": none], input: file)
        #expect(refused.code == 74 && refused.output.isEmpty, refused.summary)
        #expect(refused.diagnostics.contains("temporary file in \(none)"), refused.summary)
        #expect(refused.diagnostics.contains("TMPDIR"), refused.summary)
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

    private static func entry(_ path: String, _ more: String = "") -> String {
        """
        {"startedDateTime":"2026-11-21T12:00:00Z","time":3,"request":{"method":"GET","url":"http://a.test\(path)",\
        "httpVersion":"HTTP/1.1","headers":[],"bodySize":0},"response":{"status":200,"statusText":"OK",\
        "httpVersion":"HTTP/1.1","headers":[],"content":{"size":2,"text":"yo"},"bodySize":2},\
        "timings":{"send":1,"wait":2,"receive":0}\(more)}
        """
    }

    private func har(_ entries: [String]) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":["# + entries.joined(separator: ",")
            + "]}}"
    }

    /// Each is said in a sentence, ends with a code of sysexits, and costs no other entry.
    @Test(
        arguments: [
            #","time":NaN"#, #","time":-5,"timings":{"send":-1e300,"wait":-2,"receive":-3}"#,
            #","startedDateTime":"0000-01-01T00:00:00Z""#, #","startedDateTime":"-9999999-01-01""#,
            #","_id":-1,"_id":18446744073709551616"#, #","_id":1,"_id":2,"_id":3"#,
            ",\"comment\":\"\\ud800 \\udc00\"", #","request":{"method":"GET","url":"http://a.test/2","bodySize":-7}"#,
            #","response":{"status":-200,"content":{"size":-3,"text":"x","encoding":"base64"},"bodySize":-9e99}"#,
            #","connection":"../../etc/passwd","serverIPAddress":"../x""#,
            #","_x":"# + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        ])
    func oddValuesCostNoOtherEntry(more: String) throws {
        let (home, scratch) = try home()
        let file = try scratch.write("odd.har", har([Self.entry("/1"), Self.entry("/2", more), Self.entry("/3")]))
        let session = scratch.file("odd.hark")
        let taken = try home.hark("import", "--store", session, file)
        #expect(taken.code == 0, taken.summary)
        let flows = try home.hark("flows", #"path in ("/1", "/3")"#, "--session", session, "--count")
        #expect(flows.text == "2\n", flows.summary)
        for words in [["show", "2"], ["stats"], ["export", "--format", "har"], ["export", "--format", "pcap"]] {
            let result = try home.hark(arguments: words + ["--session", session])
            #expect([0, 1].contains(result.code), "\(words): \(result.summary)")
        }
        #expect([0, 1].contains(try home.hark("check", file).code))
    }

    /// A file that is no UTF-8, has a null byte, or nothing at all.
    @Test(arguments: [[0xFF, 0xFE, 0x7B], [0x7B, 0x00], [], [0x80], Array("{\"log\":".utf8)] as [[UInt8]])
    func whatIsNoTextEndsWith65(bytes: [UInt8]) throws {
        let (home, scratch) = try home()
        let file = try scratch.write("odd.har", bytes)
        for words in [["import", "--store", scratch.file("s.hark")], ["flows", "--session"], ["stats", "--session"]] {
            let result = try home.hark(arguments: words + [file])
            #expect(result.code == 65 && !result.diagnostics.isEmpty, "\(words): \(result.summary)")
        }
    }

    /// A file that is a hole but for its first entries: read as far as it is plain, with less memory than it is large.
    @Test func aLargeFileIsReadByTheEntry() throws {
        let (home, scratch) = try home()
        let file = scratch.file("large.har")
        let program = """
            import sys
            with open(sys.argv[1], 'wb') as file:
                file.write(sys.argv[2].encode())
                file.truncate(64 << 20)
            """
        let text = har([Self.entry("/1"), Self.entry("/2")]).dropLast(3) + ","
        let made = try Tool.run(Tool.find("python3"), ["-c", program, file, String(text)])
        #expect(made.code == 0, made.summary)
        let measure = """
            import os, resource, subprocess, sys
            code = subprocess.run(sys.argv[1:]).returncode
            print('peak', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, code)
            """
        let own = ["HOME": scratch.file("home"), "XDG_DATA_HOME": scratch.file("data")]
        for (words, answer) in [
            (["import", "--store", scratch.file("s.hark"), file], "flows 1 to 2 of"),
            (["flows", "--columns", "path", "--session", file], "/1"), (["check", file], "peak"),
        ] {
            let result = try Tool.run(
                Tool.find("python3"), ["-c", measure, try Tool.hark()] + words, environment: own, seconds: 600)
            let last = try #require(result.text.split(separator: "\n").last?.split(separator: " "))
            #expect(Int(last[1]) ?? .max < 90, "\(words): \(result.summary)")
            // What is wrong with it is what a check is asked for.
            #expect(last[2] == (words[0] == "check" ? "1" : "0"), "\(words): \(result.summary)")
            let told = words[0] == "check" ? result.text : result.diagnostics
            #expect(result.text.contains(answer) && told.contains("large"), "\(words): \(result.summary)")
        }
        withExtendedLifetime(home) {}
    }

    /// A body that unpacks to a gibibyte.
    @Test func aBombInABodyDoesNotGoOff() throws {
        let (home, scratch) = try home()
        let session = scratch.file("s.hark")
        let program = """
            import gzip, io, sys, zlib
            packer = zlib.compressobj(9, zlib.DEFLATED, 31)
            zeros = bytes(1 << 20)
            body = b''.join(packer.compress(zeros) for _ in range(1024)) + packer.flush()
            head = 'HTTP/1.1 200 OK\\r\\nContent-Type: text/plain\\r\\nContent-Encoding: gzip\\r\\n'
            head += f'Content-Length: {len(body)}\\r\\n\\r\\n'
            with open(sys.argv[1], 'wb') as file:
                file.write(b'GET /a HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n' + head.encode() + body)
            """
        let raw = scratch.file("bomb.http")
        let made = try Tool.run(Tool.find("python3"), ["-c", program, raw])
        #expect(made.code == 0, made.summary)
        #expect(try home.hark("import", "--store", session, raw).code == 0)
        let measure = """
            import resource, subprocess, sys
            code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, code)
            """
        let own = ["HOME": scratch.file("home"), "XDG_DATA_HOME": scratch.file("data")]
        for words in [
            ["show", "1"], ["show", "1", "--json"], ["explain", "--flow", "1"], ["stats"], ["flows", "zebra"],
            ["export", "--format", "har"], ["export", "--format", "html"], ["export", "--format", "log"],
        ] {
            let result = try Tool.run(
                Tool.find("python3"), ["-c", measure, try Tool.hark()] + words + ["--session", session],
                environment: own, seconds: 600)
            let numbers = result.text.split(separator: "\n").last?.split(separator: " ").compactMap { Int($0) } ?? []
            #expect(numbers.count == 2 && numbers[0] < 300 && numbers[1] == 0, "\(words): \(result.summary)")
        }
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
        #expect(good.text.hasSuffix("valid HAR 1.2.\n"), good.summary)
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

import Foundation
import TestKit
import Testing

/// The files that `hark judge` reads and writes: which are one file, which are none, and what becomes of a baseline.
@Suite struct JudgeFilesTests {
    private static func exchange(_ path: String, _ field: String = "ETag: abc") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 200 OK\r\nDate: Sun, 01 Mar 2026 12:00:00 GMT\r\n"
            + "\(field)\r\nContent-Length: 0\r\n\r\n"
    }
    private static let har = """
        {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "1"}, "entries": [
        null,
        {"request": {"method": "GET", "url": "http://a.test/a"}, "response": {"status": 302, "headers":
        [{"name": "Location", "value": "/b"}]}},
        {"request": {"method": "GET", "url": "http://a.test/b"}, "response": {"status": 302, "headers":
        [{"name": "Location", "value": "/a"}, {"name": "ETag", "value": "abc"}]}},
        {"request": {"method": "GET", "url": "http://a.test/a"}, "response": {"status": 302, "headers":
        [{"name": "Location", "value": "/b"}]}}
        ]}}
        """

    private func scene() throws -> (home: PrivateHome, bad: String) {
        let home = try PrivateHome()
        return (home, try home.scratch.write("bad.http", Self.exchange("/a")))
    }

    private func object(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: path))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// What was printed, whatever the width of the lines.
    private func said(_ result: Tool.Result) -> String {
        result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func codes(_ object: [String: Any]) throws -> [String] {
        let findings = try #require(object["findings"] as? [[String: Any]])
        return findings.compactMap { $0["code"] as? String }
    }

    // MARK: Numbers

    /// One number for one exchange, in each format and in each command. JSON is for programs, which know an exchange of
    /// a foreign file by its place: it has both.
    @Test func allFormatsNumberAnExchangeAlike() throws {
        let home = try PrivateHome()
        let file = try home.scratch.write("foreign.har", Self.har)
        let listed = try home.hark("flows", "--session", file)
        let number = try #require(
            listed.text.split(separator: "\n").first { $0.contains("/b") }.flatMap {
                Int($0.drop { $0 == " " }.prefix { $0.isNumber })
            })
        let json = home.scratch.file("out.json")
        let sarif = home.scratch.file("out.sarif")
        let judged = try home.hark(
            "judge", "--report", "json=\(json)", "--report", "sarif=\(sarif)", "--only", "etag-malformed", file)
        #expect(judged.code == 1 && judged.text.contains("(#\(number))"), judged.summary)
        let findings = try #require(try object(json)["findings"] as? [[String: Any]])
        let found = try #require(findings.first)
        #expect(found["number"] as? Int == number && found["index"] as? Int == 2)
        #expect(found["flow"] as? Int == 2 && found["flows"] as? [Int] == [2])
        let run = try #require((try object(sarif)["runs"] as? [[String: Any]])?.first)
        let result = try #require((run["results"] as? [[String: Any]])?.first)
        let place = try #require((result["locations"] as? [[String: Any]])?.first)
        let logical = try #require((place["logicalLocations"] as? [[String: String]])?.first)
        #expect(logical["fullyQualifiedName"] == "GET /b #\(number)")
        for format in ["github", "junit", "markdown", "html"] {
            let told = try home.hark("judge", "--format", format, "--only", "etag-malformed", file)
            #expect(told.text.contains("#\(number)") && !told.text.contains("(#\(number - 1))"), told.summary)
        }
        // The number chooses the exchange, and no other.
        let chosen = try home.hark("judge", "--only", "etag-malformed", file, "#\(number)")
        #expect(chosen.code == 1 && chosen.text.contains("1 bad"), chosen.summary)
        #expect(try home.hark("judge", "--only", "etag-malformed", file, "#\(number - 1)").code == 0)
        // `last` counts from the end of the file, as it does in a session.
        let before = try home.hark("judge", "--only", "etag-malformed", file, "last-2")
        #expect(before.code == 1 && before.text.contains("1 bad"), before.summary)
        let last = try home.hark("judge", "--only", "etag-malformed", file, "last")
        #expect(last.code == 0 && last.text.contains("in 1 flow"), last.summary)
        #expect(try home.hark("show", "--session", file, "\(number)").text.contains("a.test/b"))
    }

    /// A finding in several exchanges is told of the last one, whose line is named like any other.
    @Test func aFindingOfASessionHasTheLineOfItsExchange() throws {
        let home = try PrivateHome()
        let file = try home.scratch.write("foreign.har", Self.har)
        let told = try home.hark("judge", "--format", "github", "--only", "redirect-session-loop", file)
        #expect(told.text.contains(",line=7,"), told.summary)
        let raw = try home.scratch.write(
            "raw.http",
            ["/a > /b", "/b > /a", "/a > /b"].map { step in
                let parts = step.components(separatedBy: " > ")
                return "GET http://a.test\(parts[0]) HTTP/1.1\r\nHost: a.test\r\n\r\n"
                    + "HTTP/1.1 302 Found\r\nLocation: \(parts[1])\r\nContent-Length: 0\r\n\r\n"
            }.joined())
        let line = try home.hark("judge", "--format", "github", "--only", "redirect-session-loop", raw)
        #expect(line.text.contains(",line=15,"), line.summary)
    }

    /// Hark's own recordings have numbers, which every command takes.
    @Test func aFlowOfHarksOwnIsItsNumber() throws {
        let home = try PrivateHome()
        let own = try home.scratch.write(
            "own.har",
            Self.har.replacing("{\"request\"", with: "{\"_id\": 41, \"_run\": \"3654b23325aad87d\", \"request\""))
        let judged = try home.hark("judge", "--format", "json", "--only", "etag-malformed", own)
        let found = try #require(try home.json(judged)["findings"] as? [[String: Any]])
        let flow = try #require(found.first?["flow"] as? Int)
        #expect(found.first?["number"] as? Int == flow && flow > 2 && found.first?["index"] as? Int == 2)
    }

    // MARK: Inputs

    /// Silence about flows that are not there is no verdict: one code, and a sentence on standard error.
    @Test(arguments: [
        ["status = 500"], ["#99"], ["1,99"], ["last-40"], ["50-60"], ["--format", "json", "status = 500"],
        ["--fail-on", "never", "status = 500"],
    ])
    func whatMatchesNothingDoesNotPass(words: [String]) throws {
        let home = try PrivateHome()
        let good = try home.scratch.write("good.http", Self.exchange("/a", "ETag: \"abc\""))
        let file = try home.hark(arguments: ["judge"] + words + [good])
        #expect(file.code == 1 && file.diagnostics.contains("no flow matches"), file.summary)
        // The same of a session.
        let har = try home.scratch.write("foreign.har", Self.har)
        let session = try home.hark(arguments: ["judge", "--only", "weak-validator", "--session", har] + words)
        #expect(session.code == 1 && session.diagnostics.contains("no flow matches"), session.summary)
    }

    /// What is in one of several files is there.
    @Test func whatMatchesInOneFileIsEnough() throws {
        let (home, bad) = try scene()
        let good = try home.scratch.write("good.http", Self.exchange("/other", "ETag: \"abc\""))
        let both = try home.hark("judge", bad, good, "path = /other")
        #expect(both.code == 0 && both.text.contains("in 1 flow"), both.summary)
        let empty = try home.scratch.write(
            "empty.har",
            "{\"log\": {\"version\": \"1.2\", \"creator\": {\"name\": \"x\", \"version\": \"1\"}, \"entries\": []}}")
        // Of the other nothing is asked for; where nothing matches in either, that is said once.
        #expect(both.diagnostics.contains("no flow matches"), both.summary)
        let neither = try home.hark("judge", bad, good, "path = /nowhere")
        #expect(neither.code == 1 && neither.diagnostics.contains("in these 2 files"), neither.summary)
        #expect(neither.diagnostics.split(separator: "\n").count == 1, neither.summary)
        // Nothing was asked for by name, and nothing is wrong.
        #expect(try home.hark("judge", empty).code == 0)
        #expect(try home.hark("judge", empty, "status = 200").code == 1)
    }

    @Test func aFileThatIsNamedTwiceCountsOnce() throws {
        let (home, bad) = try scene()
        let link = home.scratch.file("link.http")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bad)
        let once = try home.hark("judge", bad)
        for again in [bad, link, bad.replacing("bad.http", with: "./bad.http")] {
            let twice = try home.hark("judge", bad, again)
            #expect(twice.text == once.text && twice.diagnostics.contains("named twice"), twice.summary)
        }
        // The same content in another file is another input.
        let copy = try home.scratch.write("copy.http", Self.exchange("/a"))
        let both = try home.hark("judge", bad, copy)
        #expect(both.text.contains("in 2 flows") && !both.diagnostics.contains("twice"), both.summary)
    }

    @Test func theVerdictNamesWhatWasNotRead() throws {
        let (home, bad) = try scene()
        let empty = try home.scratch.write("empty.har", "")
        let result = try home.hark("judge", bad, empty)
        #expect(result.code == 65 && said(result).contains("could not read"), result.summary)
        #expect(said(result).contains("at or above bad in \(bad);"), result.summary)
        let annotated = try home.hark("judge", "--format", "github", bad, empty)
        // No format lets it look like a pass.
        let json = try home.json(try home.hark("judge", "--format", "json", "--fail-on", "never", bad, empty))
        let faults = (json["inputs"] as? [[String: Any]])?.map { $0["fault"] as? String }
        #expect(json["failed"] as? Bool == true && faults?.count == 2)
        #expect(faults?[0] == nil && faults?[1]?.contains("could be read") == true, "\(json)")
        let sarif = try home.json(try home.hark("judge", "--format", "sarif", bad, empty))
        let run = (sarif["runs"] as? [[String: Any]])?.first?["invocations"] as? [[String: Any]]
        let notices = run?.first?["toolExecutionNotifications"] as? [[String: Any]]
        #expect(run?.first?["executionSuccessful"] as? Bool == false && notices?.count == 1)
        #expect(try home.hark("judge", "--format", "junit", bad, empty).text.contains("<error message="))
        let errors = annotated.text.split(separator: "\n").filter { $0.hasPrefix("::error file=") }
        #expect(errors.count { $0.contains("empty.har,title=unreadable::") } == 1, annotated.summary)
        #expect(errors.count { $0.contains("bad.http,title=unreadable") } == 0, annotated.summary)
    }

    /// How many findings, and of which input.
    @Test func theVerdictCountsWhatFails() throws {
        let (home, bad) = try scene()
        let two = try home.scratch.write("two.http", Self.exchange("/b", "ETag: x") + Self.exchange("/c", "ETag: y"))
        let one = said(try home.hark("judge", "--only", "etag-malformed", "--fail-on", "info", two))
        #expect(one.contains("failed: 2 findings at or above info in \(two)."), "\(one)")
        let both = said(try home.hark("judge", "--only", "etag-malformed", "--fail-on", "info", bad, two))
        #expect(both.contains("failed: 3 findings at or above info (1 in \(bad), 2 in \(two))."), "\(both)")
    }

    // MARK: Outputs

    /// A pipe, a device or a link is written to, and is still one afterwards.
    @Test func whatIsNoFileIsNeverReplaced() throws {
        let (home, bad) = try scene()
        let pipe = home.scratch.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for words in [["-o", pipe, "--format", "json"], ["--report", "json=\(pipe)"]] {
            let script = "cat '\(pipe)' & '\(try Tool.hark())' \"$@\" >/dev/null; code=$?; wait; exit $code"
            let result = try Tool.run(Tool.find("sh"), ["-c", script, "sh", "judge", bad] + words)
            #expect(result.code == 1 && result.text.contains("etag-malformed"), result.summary)
            var status = stat()
            #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO, "\(words)")
        }
        let link = home.scratch.file("link.json")
        let target = try home.scratch.write("target.json", "old")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try home.hark("judge", "--format", "json", "-o", link, bad).code == 1)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try codes(try object(target)).contains("etag-malformed"))
        let left = try FileManager.default.contentsOfDirectory(atPath: home.scratch.path)
        #expect(!left.contains { $0.hasPrefix("pipe.") || $0.hasPrefix("target.json.") }, "\(left)")
    }

    @Test func aFormatThatIsUnknownIsAnsweredWithThoseThatAre() throws {
        let (home, bad) = try scene()
        for report in ["xml=a", "json", "=a", ""] {
            let result = try home.hark("judge", "--report", report, bad)
            #expect(result.code == 64 && result.diagnostics.contains("FORMAT=FILE"), result.summary)
            #expect(result.diagnostics.contains("sarif"), result.summary)
        }
    }

    // MARK: Baseline

    /// What is said, what is counted and the exit code agree: a build that writes its baseline passes.
    @Test func aBaselineThatIsWrittenPassesInEveryFormat() throws {
        let (home, bad) = try scene()
        let known = home.scratch.file("known.json")
        let junit = home.scratch.file("out.xml")
        let json = home.scratch.file("out.json")
        let result = try home.hark(
            "judge", "--baseline", known, "--update-baseline", "--report", "junit=\(junit)", "--report",
            "json=\(json)", bad)
        #expect(result.code == 0 && !result.text.contains("failed"), result.summary)
        #expect(said(result).contains("known.json now has") && said(result).contains("0 removed"), result.summary)
        #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("failures=\"0\""))
        #expect(try object(json)["failed"] as? Bool == false)
        #expect(try codes(try object(known)).contains("etag-malformed"))
        // The same file with another fault: one more is known, the old one is gone.
        let other = try home.scratch.write("other.http", Self.exchange("/b", "ETag: xyz"))
        let changed = try home.hark("judge", "--baseline", known, "--update-baseline", other)
        #expect(changed.code == 0 && !said(changed).contains("(0 added"), changed.summary)
        #expect(try home.hark("judge", "--baseline", known, other).code == 0)
        #expect(try home.hark("judge", "--baseline", known, bad).code == 1)
    }

    /// What was not judged is not forgotten.
    @Test func aBaselineIsNotOverwrittenByLess() throws {
        let (home, bad) = try scene()
        let known = home.scratch.file("known.json")
        #expect(try home.hark("judge", "--baseline", known, "--update-baseline", bad).code == 0)
        let before = try Data(contentsOf: URL(filePath: known))
        let empty = try home.scratch.write("empty.har", "")
        for (words, code) in [([empty, bad], 65), ([bad, "status = 500"], 1)] as [([String], Int32)] {
            let result = try home.hark(
                arguments: ["judge", "--baseline", known, "--update-baseline"] + words)
            #expect(result.code == code && said(result).contains("known.json was not written"), result.summary)
            #expect(try Data(contentsOf: URL(filePath: known)) == before)
        }
        // Of a file that is cut off some flows may be missing, which nobody mended.
        let cut = try home.scratch.write("cut.har", String(Self.har.replacing("null,", with: "").dropLast(30)))
        let less = try home.hark("judge", "--baseline", known, "--update-baseline", cut)
        #expect(said(less).contains("known.json was not written"), less.summary)
        #expect(said(less).contains("not all flows of \(cut) could be read"), less.summary)
        #expect(try Data(contentsOf: URL(filePath: known)) == before)
        // What was never there is not called unchanged.
        let absent = home.scratch.file("absent.json")
        let none = try home.hark("judge", "--baseline", absent, "--update-baseline", cut)
        #expect(said(none).contains("absent.json was not written") && !said(none).contains("unchanged"), none.summary)
        #expect(!FileManager.default.fileExists(atPath: absent))
        let passed = try home.hark("judge", "--baseline", known, bad)
        #expect(!said(passed).contains("could be read"), passed.summary)
        let some = try home.hark(
            "judge", "--baseline", known, "--update-baseline", "--only", "topic:cookies", bad)
        #expect(some.code == 0 && said(some).contains("0 added, 0 removed"), some.summary)
        #expect(try Data(contentsOf: URL(filePath: known)) == before)
        // Nothing can be written here.
        let folder = home.scratch.file("no/such/folder/known.json")
        let failed = try home.hark("judge", "--baseline", folder, "--update-baseline", bad)
        #expect(failed.code == 73 && failed.text.isEmpty && failed.diagnostics.contains("known.json"), failed.summary)
    }

    @Test func aReportAndABaselineAreTwoFiles() throws {
        let (home, bad) = try scene()
        let file = home.scratch.file("both.json")
        let result = try home.hark("judge", "--baseline", file, "--update-baseline", "-o", file, bad)
        #expect(result.code == 64 && !FileManager.default.fileExists(atPath: file), result.summary)
    }
}

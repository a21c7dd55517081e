import Foundation
import TestKit
import Testing

/// `hark judge` from the command line: inputs, reports, what makes it fail.
@Suite struct JudgeCommandTests {
    private static let bad =
        "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nDate: Sun, 01 Mar 2026 12:00:00 GMT\r\nETag: abc\r\nContent-Length: 0\r\n\r\n"
    private static let good =
        "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n"
        + "HTTP/1.1 204 No Content\r\nDate: Sun, 01 Mar 2026 12:00:00 GMT\r\n\r\n"

    private func scene() throws -> (home: PrivateHome, bad: String, good: String) {
        let home = try PrivateHome()
        return (home, try home.scratch.write("bad.http", Self.bad), try home.scratch.write("good.http", Self.good))
    }

    private func findings(_ home: PrivateHome, _ arguments: String...) throws -> [[String: Any]] {
        let result = try home.hark(arguments: ["judge", "--format", "json"] + arguments)
        return try #require(try home.json(result)["findings"] as? [[String: Any]])
    }

    /// The tour has faults to show them, which docs/judging.md lists; nothing else of it is held against it.
    @Test func theTourHasOnlyTheFaultsThatItShows() throws {
        let home = try PrivateHome()
        let tour = home.scratch.file("tour.har")
        #expect(try home.hark("demo", "--har", tour).code == 0)
        let found = try findings(home, "--fail-on", "never", tour).filter {
            ["bad", "warning"].contains($0["level"] as? String ?? "")
        }
        let levels = Dictionary(
            found.map { ($0["code"] as? String ?? "", $0["level"] as? String ?? "") },
            uniquingKeysWith: { first, _ in first })
        #expect(
            levels == [
                "cookie-rejected-secure": "bad", "cookie-rejected-domain": "bad", "basic-without-tls": "warning",
                "cache-heuristic": "warning",
            ])
    }

    @Test func theExitCodeSaysWhetherSomethingIsBad() throws {
        let (home, bad, good) = try scene()
        #expect(try home.hark("judge", good).code == 0)
        let result = try home.hark("judge", bad)
        #expect(result.code == 1 && result.text.contains("etag-malformed"), result.summary)
        #expect(try home.hark("judge", good, bad).code == 1)
        #expect(try home.hark("judge", "--fail-on", "never", bad).code == 0)
        #expect(try home.hark("judge", "--ignore", "etag-*", bad).code == 0)
        #expect(try home.hark("judge", "--only", "topic:cookies", bad).code == 0)
        #expect(try home.hark("judge", "--only", "etag-malformed", "--ignore", "level:bad", bad).code == 0)
    }

    @Test(
        arguments: [
            (["judge", "--only", "etag-malformd", "x"], 64, "did you mean 'etag-malformed'?"),
            (["judge", "--ignore", "topic:cachin", "x"], 64, "did you mean 'caching'?"),
            (["judge", "--fail-on", "worse", "x"], 64, "fail-on"), (["judge", "nosuch.har"], 66, "nosuch.har"),
            (["judge", "--config", "nosuch.toml", "."], 66, "nosuch.toml"),
            (["judge", "--update-baseline", "."], 64, "--baseline"), (["judge", "--json", "."], 64, "--list"),
            (["judge", "--report", "jpeg=x", "."], 64, "report"),
            (["explain", "check", "etag-malformd"], 1, "etag-malformed"),
        ] as [([String], Int32, String)])
    func mistakesAreNamed(arguments: [String], code: Int32, words: String) throws {
        let result = try PrivateHome().hark(arguments: arguments)
        #expect(result.code == code && result.diagnostics.contains(words), result.summary)
        #expect(result.text.isEmpty)
    }

    /// `hark explain` names the same things, and explains header fields all the same.
    @Test(
        arguments: [
            ("Server: x\nETag: \"a\"\n", "line before it", 0), ("<!doctype html>\n<p>hi</p>\n", "curl -i", 65),
            ("{\"error\":\"no\"}\n", "curl -i", 65), ("https://a.example/\n", "curl -v", 65),
            ("192.0.2.1 - - [26/Nov/2026:10:12:00 +0000] \"GET / HTTP/1.1\" 200 6\n", "hark proxy", 65),
        ] as [(String, String, Int32)])
    func whatIsNoMessageIsNamed(text: String, words: String, code: Int32) throws {
        let home = try PrivateHome()
        let path = try home.scratch.write("text.txt", text)
        let judged = try home.hark("judge", path)
        #expect(judged.code == 65 && judged.diagnostics.contains(words), judged.summary)
        #expect(!judged.diagnostics.contains("expected a HAR"))
        let explained = try home.hark("explain", path)
        #expect(explained.code == code, explained.summary)
        #expect(explained.diagnostics.contains(words) == (code != 0) && explained.text.isEmpty == (code != 0))
        #expect(!explained.text.contains("No readable request"))
    }

    @Test func whatCannotBeReadIsSaidAndTheRestIsJudged() throws {
        let (home, bad, _) = try scene()
        let damaged = try home.scratch.write("damaged.har", "{\"log\":{\"version\":\"1.2\",\"entries\":[{\"request\":")
        let result = try home.hark("judge", damaged, bad)
        #expect(result.code == 65, result.summary)
        #expect(result.text.contains("etag-malformed") && result.diagnostics.contains("damaged.har"), result.summary)
    }

    /// What is mistyped does not pass.
    @Test func whatIsNoTrafficDoesNotPass() throws {
        let (home, _, good) = try scene()
        for (name, content, words) in [
            ("notes.txt", "hello\nworld\n", "expected a HAR"),
            ("other.json", "{\"a\": 1}", "JSON without the headers of a message"),
            ("empty.http", "", "expected a HAR"), ("binary", "\u{1}\u{2}\u{3}\n\u{4}", "expected a HAR"),
        ] {
            let file = try home.scratch.write(name, content)
            let result = try home.hark("judge", file)
            #expect(result.code == 65 && result.diagnostics.contains(words), result.summary)
            #expect(!result.text.contains("passed"), result.summary)
        }
        let missing = try home.hark("judge", good, "nosuchfile")
        #expect(missing.code == 66 && missing.diagnostics.contains("nosuchfile"), missing.summary)
        #expect(!missing.text.contains("passed"), missing.summary)
        // What cannot be read is said, not that a word beside it is no file.
        let broken = try home.hark("judge", try home.scratch.write("broken.har", "{\"log\":"), "word")
        #expect(broken.code == 65 && !broken.diagnostics.contains("'word' is not a file"), broken.summary)
        // A condition that matches nothing is none of these, and no verdict either.
        let none = try home.hark("judge", good, "status = 500")
        #expect(none.code == 1 && none.text.contains("nothing was judged"), none.summary)
        #expect(none.diagnostics.contains("no flow matches"), none.summary)
    }

    /// One code, whichever option names the folder that is not there; nothing is judged or run.
    @Test func aFileThatCannotBeMadeIsSaidBeforehand() throws {
        let (home, bad, good) = try scene()
        let nowhere = home.scratch.file("no/such/folder/x")
        for file in [bad, good] {
            for options in [
                ["-o", nowhere], ["--report", "json=\(nowhere)"], ["--baseline", nowhere, "--update-baseline"],
                ["-o", home.scratch.path], ["--report", "html=\(home.scratch.path)"],
            ] {
                let result = try home.hark(arguments: ["judge"] + options + [file])
                #expect(result.code == 73 && result.text.isEmpty, "\(options): \(result.summary)")
                #expect(result.diagnostics.contains("cannot be written"), result.summary)
            }
        }
        for report in ["json=-", "json="] {
            let result = try home.hark("judge", "--report", report, bad)
            #expect(result.code == 64 && result.text.isEmpty, "\(report): \(result.summary)")
        }
        // What is not there to be read has another code, whichever option names it.
        for options in [["--config", nowhere, bad], ["--baseline", nowhere, bad], ["--session", nowhere], [nowhere]] {
            let result = try home.hark(arguments: ["judge"] + options)
            #expect(result.code == 66 && result.text.isEmpty, "\(options): \(result.summary)")
        }
        let mark = home.scratch.file("ran")
        let run = try home.hark("run", "--judge", "--report", "json=\(nowhere)", "--", "touch", mark)
        #expect(run.code == 73 && !FileManager.default.fileExists(atPath: mark), run.summary)
    }

    /// What turns up while a report is written hides no verdict.
    @Test func aReportThatFailsLateHidesNoVerdict() throws {
        let (home, bad, good) = try scene()
        #expect(try home.hark("judge", "-o", "/dev/full", bad).code == 1)
        let failed = try home.hark("judge", "-o", "/dev/full", good)
        #expect(failed.code != 0 && failed.code != 1 && failed.diagnostics.contains("/dev/full"), failed.summary)
    }

    @Test func aStatedMethodAndNumbersAreThoseOfOtherCommands() throws {
        let home = try PrivateHome()
        let head = try home.scratch.write(
            "head.http",
            "HTTP/1.1 200 OK\r\nDate: Sun, 01 Mar 2026 12:00:00 GMT\r\nContent-Type: image/x-raw\r\n"
                + "Content-Length: 500\r\n\r\n")
        #expect(try home.hark("judge", "--to-method", "HEAD", head).code == 0)
        #expect(try home.hark("judge", "--to-method", "two words", head).code == 64)
        let two = try home.scratch.write("two.http", Self.good + Self.bad)
        #expect(try findings(home, two).first { $0["code"] as? String == "etag-malformed" }?["flow"] as? Int == 1)
    }

    @Test func onlyWhatWasAskedIsSaidToHaveBeenSilent() throws {
        let (home, bad, _) = try scene()
        let result = try home.hark("judge", "--checked", "--only", "etag-malformed", bad)
        #expect(result.text.contains("left out by --only") && !result.text.contains("nothing to look at"))
    }

    @Test func aReportIsNotWrittenOverWhatIsJudged() throws {
        let (home, bad, _) = try scene()
        let before = try Data(contentsOf: URL(fileURLWithPath: bad))
        for words in [["-o", bad], ["--report", "json=\(bad)"]] {
            let result = try home.hark(arguments: ["judge", bad] + words)
            #expect(result.code == 64 && result.diagnostics.contains("overwrite"), result.summary)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: bad)) == before)
    }

    @Test func exchangesAreJudgedTogether() throws {
        let home = try PrivateHome()
        func exchange(_ url: String, _ target: String) -> String {
            "GET \(url) HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 302 Found\r\nLocation: \(target)\r\n"
                + "Content-Length: 0\r\n\r\n"
        }
        let file = try home.scratch.write(
            "loop.http",
            exchange("http://a.test/a", "/b") + exchange("http://a.test/b", "/a") + exchange("http://a.test/a", "/b"))
        let found = try findings(home, file).first { $0["code"] as? String == "redirect-session-loop" }
        #expect(found?["flows"] as? [Int] == [0, 2] && found?["scope"] as? String == "session")
    }

    @Test func aConfigurationIsCheckedWithItsLine() throws {
        let (home, bad, _) = try scene()
        let wrong = try home.scratch.write("wrong.toml", "[levels]\netag-malformd = 'off'\n")
        let refused = try home.hark("judge", "--config", wrong, bad)
        #expect(refused.code == 78 && refused.diagnostics.contains("wrong.toml:2:1: "), refused.summary)
        let right = try home.scratch.write(
            "right.toml",
            "[[ignore]]\ncode = 'etag-malformed'\nreason = 'known'\n[[ignore]]\ncode = 'cookie-*'\nreason = 'x'\n")
        let judged = try home.hark("judge", "--config", right, bad)
        #expect(judged.code == 0 && judged.text.contains("1 suppressed"), judged.summary)
        #expect(judged.text.contains("unused suppression, line 4"), judged.summary)
    }

    @Test func aBaselineLetsKnownFindingsPass() throws {
        let (home, bad, _) = try scene()
        let file = home.scratch.file("known.json")
        #expect(try home.hark("judge", "--baseline", file, bad).code == 66)
        #expect(try home.hark("judge", "--baseline", file, "--update-baseline", bad).code == 0)
        let known = try home.hark("judge", "--baseline", file, bad)
        #expect(known.code == 0 && known.text.contains("0 new"), known.summary)
        // They are counted, not told again; and told with --all.
        #expect(!known.text.contains("✗") && !known.text.contains("^^"), known.summary)
        #expect(try home.hark("judge", "--all", "--baseline", file, bad).text.contains(", known)"))
        let table = try home.hark("judge", "--format", "markdown", "--baseline", file, bad).text
        #expect(table.contains("## Known findings\n\n| level |") && !table.contains("\n## bad:"), "\(table)")
        let other = try home.scratch.write("other.http", Self.bad.replacing("GET /a", with: "PUT /b"))
        #expect(try home.hark("judge", "--baseline", file, other).code == 1)
        try home.scratch.write("known.json", "<<<<<<< HEAD\n")
        #expect(try home.hark("judge", "--baseline", file, bad).code == 78)
    }

    @Test func placesInRawMessagesAreThoseOfTheFile() throws {
        let (home, bad, _) = try scene()
        let sarif = home.scratch.file("out.sarif")
        _ = try home.hark("judge", "--report", "sarif=\(sarif)", bad)
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: sarif))) as? [String: Any]
        let run = try #require((object?["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        let found = try #require(results.first { $0["ruleId"] as? String == "etag-malformed" })
        let location = try #require(
            (found["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
        let region = try #require(location["region"] as? [String: Int])
        let offset = try #require(region["byteOffset"])
        let bytes = Array(Self.bad.utf8)
        let length = try #require(region["byteLength"])
        #expect(String(decoding: bytes[offset..<offset + length], as: UTF8.self) == "abc")
        #expect(region["startLine"] == 6 && region["startColumn"] == 7 && region["endColumn"] == 10)
    }

    /// Columns count as editors do (UTF-16, SARIF 2.1.0 §3.14.27), offsets are bytes.
    @Test func columnsAreThoseOfAnEditor() throws {
        let home = try PrivateHome()
        let file = try home.scratch.write("wide.http", Self.bad.replacing("ETag: abc", with: "ETag: é\u{1F600}"))
        let sarif = try home.json(try home.hark("judge", "--format", "sarif", "--only", "etag-malformed", file))
        let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
        let result = try #require((run["results"] as? [[String: Any]])?.first)
        let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        let region = try #require(place?["region"] as? [String: Int])
        #expect(region["startColumn"] == 7 && region["endColumn"] == 10 && region["byteLength"] == 6, "\(region)")
    }

    @Test func whatTheWireSaysIsJudgedToo() throws {
        let home = try PrivateHome()
        let file = try home.scratch.write("no-host.http", "GET /a HTTP/1.1\r\nAccept: */*\r\n\r\n")
        let found = try findings(home, file)
        #expect(found.contains { $0["code"] as? String == "missing-host" && $0["level"] as? String == "bad" })
        #expect(try home.hark("judge", "--ignore", "missingHost", file).code == 0)
    }

    @Test func aSessionAndAFilterAreJudged() throws {
        let home = try PrivateHome()
        let demo = try home.hark("demo")
        #expect(demo.code == 0, demo.summary)
        let all = try home.hark("judge", "--fail-on", "never")
        #expect(all.code == 0 && all.text.contains(" in "), all.summary)
        let none = try home.hark("judge", "path = /no-such-path")
        #expect(none.code == 1 && none.diagnostics.contains("no flow matches"), none.summary)
        #expect(try home.hark("judge").text == home.hark("judge").text)
    }

    @Test func credentialsAreHidden() throws {
        let home = try PrivateHome()
        let file = try home.scratch.write(
            "cookie.http",
            "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 200 OK\r\n"
                + "Set-Cookie: session=Zm9vYmFyYmF6cXV4; SameSite=None\r\nContent-Length: 0\r\n\r\n")
        for format in ["text", "json", "sarif", "junit", "github", "markdown", "html"] {
            let result = try home.hark("judge", "--format", format, file)
            #expect(!result.text.contains("Zm9vYmFy"), "\(format): \(result.summary)")
        }
        #expect(try home.hark("judge", "--with-secrets", file).text.contains("Zm9vYmFy"))
    }

    @Test func theListNamesChecksAndTheirPages() throws {
        let home = try PrivateHome()
        let list = try home.hark("judge", "--list", "etag-malformed")
        #expect(list.code == 0 && list.text.contains("etag-malformed") && list.text.contains("RFC 9110"), list.summary)
        #expect(try home.hark("judge", "--list", "no-such-check-at-all").code == 1)
        let page = try home.hark("explain", "check", "etag-malformed")
        #expect(page.code == 0 && page.text.contains("ETag: "), page.summary)
    }

    @Test func runFailsWhenTheJudgeOrAFilterSaysSo() throws {
        let home = try PrivateHome()
        func run(_ options: [String], _ url: String) throws -> Tool.Result {
            try home.hark(arguments: ["run", "--quiet"] + options + ["--", "curl", "-s", "-o", "/dev/null", url])
        }
        let url = "http://demo.hark.test/status/500"
        #expect(try run([], url).code == 0)
        let matched = try run(["--fail-on", "status >= 500"], url)
        #expect(matched.code == 1 && matched.diagnostics.contains("1 flow matches"), matched.summary)
        #expect(try run(["--fail-on", "status = 404"], url).code == 0)
        #expect(try run(["--judge", "--fail-on", "never"], url).code == 0)
        #expect(try run(["--judge", "--fail-on", "info"], url).code == 0)
        let judged = try run(["--judge", "--fail-on", "warning"], "http://demo.hark.test/cache/last-modified")
        #expect(judged.code == 1 && judged.diagnostics.contains("failed:"), judged.summary)
        #expect(try run(["--judge", "--fail-on", "status >= 500"], url).code == 64)
        // The command's own failure wins.
        let own = try home.hark(arguments: ["run", "--quiet", "--fail-on", "status >= 500", "--", "sh", "-c", "exit 7"])
        #expect(own.code == 7, own.summary)
    }
}

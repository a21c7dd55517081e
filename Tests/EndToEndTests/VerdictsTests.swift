import Foundation
import TestKit
import Testing

/// The page, the screen and the commands judge an exchange by the whole of its session, however far back that goes.
@Suite struct VerdictsTests {
    /// 5,100 exchanges in a session: #1 sets a cookie, the last one sends it back, and one that nobody set.
    private static func session(_ home: PrivateHome, from first: Int = 1) throws -> String {
        let har = home.scratch.file("made.har")
        let last = 5_100
        let entries = (first...last).map { number in
            let cookie = number == last ? #", {"name": "Cookie", "value": "sid=1; unheard=1"}"# : ""
            let set = number == 1 ? #"{"name": "Set-Cookie", "value": "sid=1; Path=/"}"# : ""
            let time = String(format: "2026-11-28T10:%02d:%02d.000Z", number / 60 % 60, number % 60)
            return """
                {"startedDateTime": "\(time)", "time": 1, "_id": \(number),
                "request": {"method": "GET", "url": "http://shop.test/\(number)", "httpVersion": "HTTP/1.1",
                "headers": [{"name": "Host", "value": "shop.test"}\(cookie)], "cookies": [], "queryString": [],
                "headersSize": -1, "bodySize": 0},
                "response": {"status": 204, "statusText": "No Content", "httpVersion": "HTTP/1.1", "headers": [\(set)],
                "cookies": [], "content": {"size": 0, "mimeType": ""}, "redirectURL": "", "headersSize": -1,
                "bodySize": 0}, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}
                """
        }
        try
            (#"{"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": ["#
            + entries.joined(separator: ",") + "]}}").write(toFile: har, atomically: true, encoding: .utf8)
        let path = home.scratch.file("far.hark")
        let result = try home.hark(arguments: ["import", har, "--store", path])
        #expect(result.code == 0, result.summary)
        return path
    }

    @Test func commandsKnowWhatWasSetFarAway() throws {
        let home = try PrivateHome()
        let path = try Self.session(home)
        let last = try home.hark(arguments: ["flows", "--session", path, "--columns", "id", "--limit", "1"]).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
        for words in [
            ["show", last, "--cookies", "--show-secrets"],
            ["explain", "--flow", last, "--session", path, "--show-secrets"],
        ] {
            let result = try home.hark(arguments: words.contains(path) ? words : words + ["--session", path])
            #expect(result.code == 0, result.summary)
            #expect(result.text.contains("#1 set it"), result.summary)
            #expect(result.text.contains("Nothing in this recording set it"), result.summary)
            #expect(!result.text.contains("Unknown before"), result.summary)
        }
        // Of a session whose beginning is gone it is not said that nothing set it.
        let deleted = try home.hark(arguments: ["delete", "id < 3", "--force", "--session", path])
        #expect(deleted.code == 0, deleted.summary)
        let shown = try home.hark(arguments: ["show", last, "--cookies", "--show-secrets", "--session", path])
        #expect(shown.text.contains("Unknown before #3"), shown.summary)
        #expect(!shown.text.contains("Nothing in this recording set it"), shown.summary)
    }

    @Test func theScreenKnowsIt() throws {
        let home = try PrivateHome()
        let path = try Self.session(home)
        let screen = try TmuxScreen("HARK screen \(path)", home: home, columns: 120, rows: 40)
        try screen.wait(for: "5,100 exchanges")
        try screen.press("G")
        try screen.wait(for: "shop.test/5100")
        try screen.press("Enter")
        try screen.wait(for: "Story")
        try screen.press("6")
        try screen.wait(for: "#1 set it", "Nothing in this recording set it")
    }
}

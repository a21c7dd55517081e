import Foundation
import TestKit
import Testing

/// `hark stats` and `hark diff` on a recording.
@Suite struct StatsTests {
    private static func entry(_ path: String, _ status: Int, _ time: Int) -> String {
        """
        {"startedDateTime": "2026-11-21T12:00:00.000Z", "time": \(time), "request": {"method": "GET", \
        "url": "http://a.test\(path)", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "queryString": [], \
        "headersSize": -1, "bodySize": 0}, "response": {"status": \(status), "statusText": "x", \
        "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "content": {"size": 2, "mimeType": "text/html"}, \
        "redirectURL": "", "headersSize": -1, "bodySize": 2}, "cache": {}, "timings": {"send": 0, "wait": \(time), \
        "receive": 0}}
        """
    }

    private func hark(_ words: String...) throws -> Tool.Result {
        let home = try PrivateHome()
        let file = home.scratch.file("made.har")
        let entries = [("/users/1", 200, 10), ("/users/2", 200, 20), ("/users/3", 500, 30), ("/about", 200, 40)]
        try """
        {"log": {"version": "1.2", "creator": {"name": "made", "version": "1"}, "entries": \
        [\(entries.map { Self.entry($0.0, $0.1, $0.2) }.joined(separator: ", "))]}}
        """.write(toFile: file, atomically: true, encoding: .utf8)
        return try home.hark(arguments: words + ["--session", file])
    }

    @Test func endpointsAreCounted() throws {
        let result = try hark("stats", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        let groups = try #require(object["groups"] as? [[String: Any]])
        #expect(groups.map { $0["path"] as? String } == ["/users/{id}", "/about"], result.summary)
        #expect(groups.map { $0["count"] as? Int } == [3, 1])
        #expect((groups.first?["failures"] as? [String: Int]) == ["5xx": 1])
        let phases = try #require(groups.first?["phases"] as? [String: [String: Any]])
        #expect(phases["wait"]?["p50"] as? Double == 20 && phases["dns"]?["p50"] as? Double == -1)
    }

    @Test func inAPipeThereAreRowsBeneathTheirHeading() throws {
        let result = try hark("stats", "--by", "status")
        let rows = result.text.split(separator: "\n")
        #expect(rows.count == 3 && rows.dropFirst().first?.hasSuffix("200") == true, result.summary)
        #expect(try hark("stats", "--over", "time").text.split(separator: "\n").count == 2)
    }

    /// Of a session columns are asked, of a recording the flows themselves: both say the same.
    @Test(arguments: ["endpoint", "host", "status", "type", "client"])
    func aSessionHasTheFiguresOfItsRecording(dimension: String) throws {
        let home = try PrivateHome()
        let (recording, session) = (home.scratch.file("made.har"), home.scratch.file("made.hark"))
        let kept = #"{"name": "Cache-Control", "value": "max-age=60"}, {"name": "ETag", "value": "\"a\""}"#
        let never =
            #"{"name": "Cache-Control", "value": "no-store"}, {"name": "Content-Type", "value": "Text/HTML; a=b"}"#
        let paths = ["/users/1", "/users/2?a=b", "/about", "/style.css", "/users/1", "/", ""]
        let entries = (0..<140).map { number in
            let isKept = number % 3 == 0
            return """
                {"startedDateTime": "2026-11-21T12:\(number / 60 + 10):\(number % 50 + 10).000Z", \
                "time": \(number), "request": {"method": "\(number % 11 == 0 ? "POST" : "GET")", \
                "url": "http://\(number % 5 == 0 ? "b.test:8080" : "a.test")\(paths[number % paths.count])", \
                "httpVersion": "HTTP/1.1", "headers": [{"name": "User-Agent", "value": "agent\(number % 2)/1.0"}], \
                "cookies": [], "queryString": [], "headersSize": -1, "bodySize": 0}, "response": {"status": \
                \(number % 9 == 0 ? 500 : number % 7 == 0 ? 404 : 200), "statusText": "x", "httpVersion": "HTTP/1.1", \
                "headers": [\(isKept ? kept : never)], "cookies": [], "content": {"size": 2, "mimeType": "text/html"}, \
                "redirectURL": "", "headersSize": -1, "bodySize": \(number)}, "cache": {}, \
                "timings": {"send": 1, "wait": \(number), "receive": 2, "connect": \(number % 4 - 1)}}
                """
        }
        try #"{"log": {"version": "1.2", "creator": {"name": "made", "version": "1"}, "entries": ["#
            .appending(entries.joined(separator: ", ") + "]}}")
            .write(toFile: recording, atomically: true, encoding: .utf8)
        try #require(try home.hark(arguments: ["import", "--store", session, recording]).code == 0)
        for filter in ["", "status >= 400", "host = a.test and not type = html"] {
            let words = ["stats", "--by", dimension, "--json", filter, "--session"]
            let of = (try home.hark(arguments: words + [recording]), try home.hark(arguments: words + [session]))
            #expect(of.0.code == 0 && of.1.text == of.0.text, "\(filter): \(of.0.text)\n\(of.1.text)")
            if filter.isEmpty {
                let object = try #require(try JSONSerialization.jsonObject(with: Data(of.1.output)) as? [String: Any])
                let cache = (object["all"] as? [String: Any])?["cache"] as? [String: Any]
                #expect((cache?["answered"] as? Int ?? 0) > 5)
            }
        }
        // Numbers far apart: several parts of the file, which are read at once and counted in their order.
        let before = try home.hark(arguments: ["stats", "--by", dimension, "--json", "--session", session])
        let tables = ["head", "extra", "coding", "change", "quirk"]
        let moves = tables.map { "UPDATE \($0) SET flow = flow * 1000;" } + ["UPDATE flow SET id = id * 1000;"]
        #expect(try Tool.run(Tool.find("sqlite3"), [session, moves.joined()]).code == 0)
        let after = try home.hark(arguments: ["stats", "--by", dimension, "--json", "--session", session])
        #expect(after.text == before.text)
    }

    @Test func whatCannotBeIsRefused() throws {
        #expect(try hark("stats", "--by", "moon").code == 64)
        #expect(try hark("stats", "--limit", "0").code == 64)
        #expect(try hark("stats", "statuss = 200").code == 64)
        #expect(try hark("diff", "1", "x").code == 64)
        #expect(try hark("diff", "1", "7").code == 1)
    }

    @Test func twoFlowsAreCompared() throws {
        #expect(try hark("diff", "1", "1").code == 0)
        let other = try hark("diff", "1", "3", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(other.output)) as? [String: Any])
        #expect(other.code == 1 && object["same"] as? Bool == false, other.summary)
    }
}

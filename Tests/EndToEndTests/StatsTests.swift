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

    @Test func whatCannotBeIsRefused() throws {
        #expect(try hark("stats", "--by", "moon").code == 64)
        #expect(try hark("stats", "--limit", "0").code == 64)
        #expect(try hark("stats", "statuss = 200").code == 64)
        #expect(try hark("diff", "1", "x").code == 64)
        #expect(try hark("diff", "1", "7").code == 66)
    }

    @Test func twoFlowsAreCompared() throws {
        #expect(try hark("diff", "1", "1").code == 0)
        let other = try hark("diff", "1", "3", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(other.output)) as? [String: Any])
        #expect(other.code == 1 && object["same"] as? Bool == false, other.summary)
    }
}

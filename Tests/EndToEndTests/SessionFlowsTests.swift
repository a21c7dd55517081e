import Foundation
import TestKit
import Testing

/// Lists of the flows of a session, as a person asks for them; flows that are followed, and flows that are deleted.
@Suite struct SessionFlowsTests {
    /// A session with nine exchanges: /1 to /8, and one with Hark itself.
    private final class KeptFlows: Sendable {
        let scratch: Scratch
        let path: String
        let home: PrivateHome

        init() throws {
            let origin = try ScriptedOrigin(
                answering:
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"zebra\": 77}")
            scratch = try Scratch()
            path = scratch.file("a.hark")
            home = try PrivateHome()
            let proxy = try RunningProxy("--store", path)
            for number in 1...8 { _ = try Tool.curl("-x", proxy.url, "\(origin.url)/\(number)") }
            _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
            #expect(try proxy.stop() == .exited(0))
        }

        func hark(_ words: String...) throws -> Tool.Result {
            try home.hark(arguments: words + ["--session", path])
        }

        func lines(_ words: String...) throws -> [String] {
            let result = try home.hark(arguments: ["flows"] + words + ["--session", path])
            #expect(result.code == 0, result.summary)
            return result.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func theNewestComeLastAndALimitKeepsThese() throws {
        let session = try KeptFlows()
        #expect(try session.lines("--columns", "id") == (1...9).map(String.init))
        #expect(try session.lines("--columns", "id", "--limit", "3") == ["7", "8", "9"])
        #expect(try session.lines("--columns", "id", "--limit", "2", "--reverse") == ["9", "8"])
        #expect(try session.lines("--columns", "id", "--limit", "2", "--sort", "path") == ["9", "1"])
        #expect(try session.lines("--columns", "path", "--sort", "path", "--reverse", "--limit", "1") == ["/8"])
        #expect(try session.lines("--columns", "id", "--sort", "request.header.host", "--limit", "8").count == 8)
        #expect(try session.lines("--limit", "0").isEmpty)
    }

    @Test func whatIsInColumnsWordsAndBodiesIsFound() throws {
        let session = try KeptFlows()
        #expect(try session.lines("path = /3", "--columns", "id") == ["3"])
        #expect(try session.lines("type = json", "--count") == ["8"])
        #expect(try session.lines("zebra", "--count") == ["8"])
        #expect(try session.lines("response.body contains \"77}\"", "--count") == ["8"])
        #expect(try session.lines("no-such-word-anywhere", "--count") == ["0"])
        #expect(try session.lines("status = 200 and not type = json", "--columns", "id") == ["9"])
        let row = try session.lines("id = 3", "--json").first.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8))
        }
        let members = try #require(row as? [String: Any])
        #expect(members["id"] as? Int == 3 && members["responseSize"] as? Int == 13 && members["reused"] != nil)
    }

    @Test func flowsAreFollowedAsTheyEnd() throws {
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path)
        for _ in 1...3 { _ = try Tool.curl("-x", proxy.url, "http://hark.test/") }
        try eventually("three flows") { try Self.count(path) == 3 }
        let output = scratch.file("out")
        let following = try Child(
            Tool.hark(), ["flows", "--follow", "--limit", "2", "--columns", "id,path", "--session", path],
            output: output, diagnostics: scratch.file("err"))
        func lines() throws -> [String] {
            try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        try eventually("what was there") { try lines() == ["2  /", "3  /"] }
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/nothing")
        try eventually("what comes") { try lines() == ["2  /", "3  /", "4  /nothing"] }
        following.send(SIGINT)
        _ = try following.wait()
        try proxy.stop()
        #expect(try lines().count == 3)
    }

    @Test func deletedFlowsLeaveNothingBehind() throws {
        let session = try KeptFlows()
        let unasked = try session.hark("delete", "path = /3")
        #expect(unasked.code == 64 && unasked.diagnostics.contains("1 flow would be deleted"), unasked.summary)
        #expect(try session.lines("--count") == ["9"])
        let deleted = try session.hark("delete", "--force", "--final", "path in (/3, /4)")
        #expect(deleted.code == 0 && deleted.diagnostics.contains("deleted 2 flows"), deleted.summary)
        #expect(try session.lines("--columns", "id") == ["1", "2", "5", "6", "7", "8", "9"])
        let none = try session.hark("delete", "--force", "path = /3")
        #expect(none.code == 1 && none.diagnostics.contains("no flow matches this filter"), none.summary)
        #expect(try session.hark("delete", "--force", "").code == 64)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: session.path))
        #expect(bytes.range(of: Data("GET /3 HTTP".utf8)) == nil && bytes.range(of: Data("GET /5 HTTP".utf8)) != nil)
    }

    @Test func aRunningProxyIsNamedWhenItsFlowsAreDeleted() throws {
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path)
        for _ in 1...3 { _ = try Tool.curl("-x", proxy.url, "http://hark.test/") }
        try eventually("three flows") { try Self.count(path) == 3 }
        let result = try PrivateHome().hark("delete", "--force", "id < 3", "--session", path)
        #expect(result.code == 0 && result.diagnostics.contains("is in use by a running proxy"), result.summary)
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
        #expect(try proxy.stop() == .exited(0))
        #expect(try Self.count(path) == 2)
    }

    private static func count(_ path: String) throws -> Int? {
        Int(try Tool.run(Tool.find("sqlite3"), [path, "SELECT count(*) FROM flow WHERE state = 1"]).text.dropLast())
    }
}

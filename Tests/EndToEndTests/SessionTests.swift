import Foundation
import TestKit
import Testing

/// Flows are kept in a session file, whatever happens to the proxy.
@Suite struct SessionTests {
    @Test func flowsAreKeptWhenNobodySaysAnything() throws {
        let data = try Scratch()
        let proxy = try RunningProxy(
            arguments: [], environment: ["XDG_DATA_HOME": data.file("data")], keepsSession: true)
        for _ in 1...3 { _ = try Tool.curl("-x", proxy.url, "http://hark.test/") }
        #expect(try proxy.stop() == .exited(0))
        let folder = data.file("data/hark/sessions")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1 && names.first?.hasSuffix("Z.hark") == true)
        let path = folder + "/" + (names.first ?? "")
        #expect(
            try sqlite(path, "SELECT id, method, url, status FROM flow") == """
                1|GET|http://hark.test/|200
                2|GET|http://hark.test/|200
                3|GET|http://hark.test/|200

                """)
        #expect(proxy.diagnostics.contains("flows are stored in \(path)"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let list = try Tool.run(
            Tool.hark(), ["sessions", "--json"], environment: ["XDG_DATA_HOME": data.file("data")], seconds: 60)
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(list.output)) as? [[String: Any]])
        #expect(rows.count == 1 && rows.first?["flows"] as? Int == 3 && rows.first?["running"] as? Bool == false)
    }

    @Test func aFlowIsShownAndMarked() throws {
        let body = String(repeating: "all of it ", count: 150_000)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let origin = try ScriptedOrigin(answering: head + body)
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path)
        _ = try Tool.curl("-x", proxy.url, "-o", "/dev/null", origin.url + "/thing")
        try proxy.stop()
        let home = try PrivateHome()
        func hark(_ words: String...) throws -> Tool.Result { try home.hark(arguments: words + ["--session", path]) }

        let lines = try hark("show", "1")
        #expect(lines.code == 0 && lines.text.contains("/thing"), lines.summary)
        #expect(try hark("show", "1", "--response", "--head", "--raw").text == head)
        #expect(try hark("show", "1", "--response", "--body", "--raw").text == body)
        #expect(try hark("show", "1", "--response", "--raw").text == head + body)
        #expect(try hark("show", "1", "--request", "--sent", "--raw").text.hasPrefix("GET /thing HTTP/1.1\r\n"))
        #expect(try hark("show", "1", "--request", "--head", "--raw").text.hasPrefix("GET http://"))
        let row = try hark("flows", "path = /thing", "--columns", "id,path,status")
        #expect(row.text == "1  /thing  200\n", row.summary)
        #expect(try hark("flows", "path = /other", "--count").text == "0\n")
        let missing = try hark("show", "2")
        #expect(missing.code == 1 && missing.diagnostics.contains("no flow matches 2"), missing.summary)
        #expect(try hark("show", "1", "--head", "--body").code == 64)

        #expect(try hark("pin", "1").code == 0)
        #expect(try hark("comment", "1", "look; DROP TABLE flow'--").code == 0)
        #expect(try hark("tag", "1", "bug").code == 0)
        #expect(
            try sqlite(path, "SELECT pinned, comment, name FROM flow JOIN tag ON tag.flow = id")
                == "1|look; DROP TABLE flow'--|bug\n")
        #expect(try hark("pin", "7").code == 1)
    }

    @Test func nothingIsKeptWhenSomebodySaysSo() throws {
        let data = try Scratch()
        let proxy = try RunningProxy(
            arguments: ["--no-store"], environment: ["XDG_DATA_HOME": data.file("data")], keepsSession: true)
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
        try proxy.stop()
        #expect(!FileManager.default.fileExists(atPath: data.file("data/hark/sessions")))
        #expect(!proxy.diagnostics.contains("flows are kept"))
    }

    /// Flows can be deleted; the row of the run stays, so it holds no credentials.
    @Test(arguments: ["Authorization: Bearer %@", "Cookie: id=%@", "X-Api-Key: %@"])
    func aCommandIsKeptWithoutCredentials(_ line: String) throws {
        let secret = "kW9mQ2xv7Lr4TzB1"
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let header = line.replacingOccurrences(of: "%@", with: secret)
        let proxy = try RunningProxy("--store", path, "--set-request-header", header, "--set-response-header", "X-A: b")
        try proxy.stop()
        let command = try sqlite(path, "SELECT command FROM run")
        #expect(!command.contains(secret))
        #expect(command.contains("--set-request-header") && command.contains("X-A: b") && command.contains(path))
    }

    @Test func contentComesBackByteForByte() throws {
        let body = String(repeating: "every byte ", count: 40_000)
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path)
        _ = try Tool.curl("-x", proxy.url, "-o", "/dev/null", origin.url + "/")
        try proxy.stop()
        let kept = try sqlite(
            path, "SELECT CAST(bytes AS TEXT) FROM body UNION ALL SELECT CAST(bytes AS TEXT) FROM body_part")
        #expect(kept.replacingOccurrences(of: "\n", with: "") == body)
        #expect(try sqlite(path, "SELECT size, length(sha256) FROM body") == "\(body.utf8.count)|32\n")
    }

    @Test func aSecondProxyOnOneSessionIsRefusedAndTheFirstGoesOn() throws {
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path)
        let second = try Tool.run(
            Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--store", path],
            environment: ["HOME": scratch.file("home")], seconds: 30)
        #expect(second.code == 75, second.summary)
        #expect(second.diagnostics.contains("another Hark is writing"), second.summary)
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
        #expect(try proxy.stop() == .exited(0))
        #expect(try sqlite(path, "SELECT count(*) FROM flow") == "1\n")
    }

    @Test(arguments: ["{\"log\": {}}", "SQLite format 3\u{0} and no more"])
    func aFileThatIsNoSessionIsNeverWrittenOver(content: String) throws {
        let scratch = try Scratch()
        let path = try scratch.write("theirs", content)
        let result = try Tool.run(
            Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--store", path],
            environment: ["HOME": scratch.file("home")], seconds: 30)
        #expect(result.code == 74, result.summary)
        #expect(result.diagnostics.contains("is not a session file of Hark"), result.summary)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    }

    /// How long a flow takes to be in the file is the machine's; that it comes there by itself, and stays, is not.
    @Test(arguments: [1, 7, 40, 200, 900])
    func aKilledProxyLeavesASoundSessionWithAllThatWasAnswered(answers: Int) throws {
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "body ", count: 1000))
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path)
        let count = CountedTraffic(through: proxy.port, to: origin, clients: 4)
        try eventually("\(answers) answers") { count.answers >= answers }
        let answered = count.answers
        try eventually("what was answered is in the file") {
            (try? Int(sqlite(path, "SELECT count(*) FROM flow WHERE state = 1").dropLast())) ?? 0 >= answered
        }
        proxy.child.send(SIGKILL)
        #expect(try proxy.child.wait() == .signalled(SIGKILL))
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok\n")
        let kept = try #require(Int(try sqlite(path, "SELECT count(*) FROM flow WHERE state = 1").dropLast()))
        #expect(kept >= answered, "\(answered) were answered")

        // The next start goes on with it; what was open is closed, by the proxy.
        let last = try #require(Int(try sqlite(path, "SELECT max(id) FROM flow").dropLast()))
        let next = try RunningProxy("--store", path)
        _ = try Tool.curl("-x", next.url, "http://hark.test/")
        #expect(try next.stop() == .exited(0))
        #expect(try sqlite(path, "SELECT count(*) FROM flow WHERE state = 0") == "0\n")
        #expect(try sqlite(path, "SELECT id FROM flow WHERE url = 'http://hark.test/'") == "\(last + 1)\n")
        #expect(try sqlite(path, "SELECT count(DISTINCT run) FROM flow") == "2\n")
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok\n")
    }

    private func sqlite(_ path: String, _ sql: String) throws -> String {
        let result = try Tool.run(Tool.find("sqlite3"), [path, sql], seconds: 60)
        #expect(result.code == 0, result.summary)
        return result.text
    }
}

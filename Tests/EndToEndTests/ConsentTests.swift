import Foundation
import TestKit
import Testing

/// What deletes, sends or replaces says what and how many, and asks on a terminal; only yes is yes.
@Suite struct ConsentTests {
    private let scratch: Scratch
    private let home: PrivateHome
    private let origin: ScriptedOrigin
    private let path: String

    init() throws {
        scratch = try Scratch()
        home = try PrivateHome()
        origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        path = scratch.file("day.hark")
        let raw = (1...3).map { "GET /p\($0) HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n" }.joined()
        let imported = try home.hark("import", "--store", path, try scratch.write("raw.txt", raw))
        #expect(imported.code == 0, imported.summary)
    }

    /// What a command says at a terminal, and its exit code.
    private func atTerminal(_ answer: String, _ words: String...) throws -> (text: String, code: Int?) {
        let environment = ["HOME": scratch.file("home"), "XDG_DATA_HOME": scratch.file("data")]
        let result = try Tool.runScript(
            "answer_at_terminal.py", [answer, Tool.hark()] + words, environment: environment)
        let lines = result.text.split(separator: "\n")
        return (result.text, lines.last.flatMap { Int($0.dropFirst("exit ".count)) })
    }

    private func count() throws -> String { try home.hark("flows", "--count", "--session", path).text }

    @Test(arguments: ["n", "", "no", "x", "yesterday"])
    func whateverIsNotYesIsNo(answer: String) throws {
        let deleted = try atTerminal(answer, "delete", "1-2", "--session", path)
        #expect(deleted.code == 1 && deleted.text.contains("2 flows would be deleted"), "\(deleted)")
        #expect(deleted.text.contains("#1 GET") && deleted.text.contains("nothing was done"), "\(deleted)")
        #expect(try count() == "3\n")
        let sent = try atTerminal(answer, "replay", "all", "--no-store", "--session", path)
        #expect(sent.code == 1 && sent.text.contains("sending 3 requests"), "\(sent)")
        #expect(origin.connectionCount == 0)
        let removed = try atTerminal(answer, "sessions", "remove", path)
        #expect(removed.code == 1 && FileManager.default.fileExists(atPath: path), "\(removed)")
    }

    @Test(arguments: ["y", "yes", "Y"])
    func yesIsYes(answer: String) throws {
        let sent = try atTerminal(answer, "replay", "all", "--no-store", "--session", path)
        #expect(sent.code == 0 && origin.connectionCount == 3, "\(sent)")
        let deleted = try atTerminal(answer, "delete", "1-2", "--session", path)
        #expect(deleted.code == 0, "\(deleted)")
        #expect(try count() == "1\n")
        let removed = try atTerminal(answer, "sessions", "remove", path)
        #expect(removed.code == 0 && !FileManager.default.fileExists(atPath: path), "\(removed)")
    }

    @Test func theAuthorityIsReplacedWhenAPersonAgrees() throws {
        func fingerprint() throws -> String {
            let environment = ["HOME": scratch.file("home"), "XDG_DATA_HOME": scratch.file("data")]
            return try Tool.run(Tool.hark(), ["ca", "export"], environment: environment).text
        }
        let first = try fingerprint()
        let refused = try atTerminal("n", "ca", "rotate")
        #expect(refused.code == 1 && refused.text.contains("its key is deleted"), "\(refused)")
        #expect(try fingerprint() == first)
        #expect(try atTerminal("y", "ca", "rotate").code == 0)
        let second = try fingerprint()
        #expect(second != first)
        let forced = try atTerminal("n", "ca", "rotate", "--force")
        #expect(forced.code == 0 && !forced.text.contains("[y/N]"), "\(forced)")
        #expect(try fingerprint() != second)
    }

    @Test(arguments: ["--force", "--yes"])
    func whoForcesIsNotAskedAndIsTold(flag: String) throws {
        for words in [["delete", "1"], ["replay", "2", "--no-store"]] {
            let result = try home.hark(arguments: words + ["--session", path, flag])
            #expect(result.code == 0 && !result.diagnostics.contains("[y/N]"), result.summary)
            #expect(result.diagnostics.contains("#\(words[1]) GET http://\(origin.host)/p\(words[1])"), result.summary)
        }
    }
}

import Foundation
import TestKit
import Testing

/// `kill -9` under load: the session file is sound, and has what was answered before.
@Suite struct SessionKillTests {
    @Test(arguments: 1...4)
    func whatWasAnsweredIsKeptAndTheFileIsSound(round: Int) throws {
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 500\r\n\r\n"
                + String(repeating: "body ", count: 100))
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path)
        let traffic = CountedTraffic(through: proxy.port, to: origin, clients: 4)
        try eventually("\(round * 50) answers") { traffic.answers >= round * 50 }
        let answered = traffic.answers
        // Long enough for what was answered until now to be in the file, on a machine that has much to do.
        let moment = Date()
        try eventually("some time passes") { Date().timeIntervalSince(moment) > 2 }
        proxy.child.send(SIGKILL)
        #expect(try proxy.child.wait() == .signalled(SIGKILL))
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok\n")
        let kept = try #require(Int(sqlite(path, "SELECT count(*) FROM flow WHERE state = 1").dropLast()))
        #expect(kept >= answered)

        // The next start ends what was open, and goes on behind it.
        let last = try #require(Int(sqlite(path, "SELECT max(id) FROM flow").dropLast()))
        let next = try RunningProxy("--store", path)
        _ = try Tool.curl("-x", next.url, "http://hark.test/")
        #expect(try next.stop() == .exited(0))
        #expect(try sqlite(path, "SELECT count(*) FROM flow WHERE state = 0") == "0\n")
        #expect(try sqlite(path, "SELECT id FROM flow WHERE url = 'http://hark.test/'") == "\(last + 1)\n")
    }

    /// The system refuses to write more, as it does on a full disk; everything else goes on.
    @Test func aDiskWithoutRoomStopsNoExchange() throws {
        // Together more than there is room for, in however many transactions they are written.
        let content = String((0..<30_000).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 30000\r\n\r\n\(content)")
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let port = try Loopback.freePort()
        // No file may become larger than 2 MiB: the signal that comes with that (SIGXFSZ) must not end the program.
        let child = try Child(
            Tool.find("sh"),
            [
                "-c", "ulimit -f 4096; exec \"$@\"", "sh", Tool.hark(), "proxy", "--ca-dir",
                scratch.file("ca"), "--listen", "127.0.0.1:\(port)", "--store", path,
            ], output: scratch.file("out"), diagnostics: scratch.file("err"))
        func said() throws -> String { try String(contentsOfFile: scratch.file("err"), encoding: .utf8) }
        try eventually("it listens") { try said().contains("listening") }
        for number in 1...120 {
            let result = try Tool.curl(
                "-x", "http://127.0.0.1:\(port)", "-o", "/dev/null", "-w", "%{http_code}", "\(origin.url)/\(number)")
            #expect(result.text == "200", result.summary)
        }
        child.send(SIGTERM)
        #expect(try child.wait() == .exited(0))
        let text = try said()
        // Said when it begins, not for each of a hundred exchanges; a smaller one may find room in between.
        #expect((2...6).contains(text.components(separatedBy: "cannot write").count), "\(text)")
        #expect(text.contains("not recorded in"), "\(text)")
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok\n")
        let kept = try #require(Int(sqlite(path, "SELECT count(*) FROM flow").dropLast()))
        #expect(kept > 0 && kept < 120)
    }

    private func sqlite(_ path: String, _ question: String) throws -> String {
        try Tool.run(Tool.find("sqlite3"), [path, question]).text
    }
}
